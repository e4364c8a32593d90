"""Runs a large stage with sentence-transformers' trainer: bf16, gradient caching, DDP, LoRA.

One process:   python -m train large --stage 2 --model FOLDER_OR_ID --out runs/4b
Eight GPUs:    torchrun --nproc_per_node 8 -m train large --stage 2 --model ... --out runs/4b

With several data sets each rank would draw its own batch, and ranks that sit in different data sets
wait for each other for ever once losses gather over devices; so one batch is cut over the ranks.
"""

import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from torch import nn

from radsearch.errors import EncoderError

from .rows import Family, Pair, Scored
from .signals.registry import open_signal
from .stages_large import LARGE, DataSet, LargeStage

Columns = dict[str, list[Any]]
_LOG = logging.getLogger(__name__)


class Weighted(nn.Module):
    """A loss of sentence-transformers times a factor; the trainer has none of its own."""

    def __init__(self, inner: nn.Module, weight: float):
        super().__init__()
        self.inner = inner
        self.weight = weight
        self.model = inner.model

    def forward(self, features: Any, labels: Any) -> Any:
        """The weighted loss, or each part of it weighted."""
        out = self.inner(features, labels)
        if isinstance(out, dict):
            return {name: value * self.weight for name, value in out.items()}
        return out * self.weight

    def get_config_dict(self) -> dict[str, Any]:
        """For the model card."""
        config: dict[str, Any] = self.inner.get_config_dict()  # type: ignore[operator]
        return {"weight": self.weight, **config}

    @property
    def citation(self) -> str:
        """For the model card."""
        return str(getattr(self.inner, "citation", ""))


def columns_of(rows: Sequence[Pair | Family | Scored]) -> Columns:
    """Rows of one kind as the columns that the trainer's losses expect.

    A family becomes one triplet for each of its wrong variants.

    >>> columns_of([Pair("a", "b", "s")])
    {'anchor': ['a'], 'positive': ['b']}
    """
    if rows and isinstance(rows[0], Scored):
        scored = [row for row in rows if isinstance(row, Scored)]
        return {
            "sentence1": [row.left for row in scored],
            "sentence2": [row.right for row in scored],
            "score": [row.score for row in scored],
        }
    if rows and isinstance(rows[0], Family):
        triplets = [
            (row.variants[0].texts[0], row.variants[0].texts[1], variant.texts[0])
            for row in rows
            if isinstance(row, Family) and len(row.variants[0].texts) > 1
            for variant in row.variants[1:]
        ]
        return {
            name: [triplet[i] for triplet in triplets]
            for i, name in enumerate(("anchor", "positive", "negative"))
        }
    pairs = [row for row in rows if isinstance(row, Pair)]
    return {"anchor": [row.left for row in pairs], "positive": [row.right for row in pairs]}


def materialise(data: DataSet, seed: int, rows: int | None = None) -> Columns:
    """At least `cap` rows of a signal, or `rows`, as columns; the same seed gives the same ones."""
    wanted, draw = rows or data.cap, 0
    found: list[Pair | Family | Scored] = []
    signal = open_signal(data.signal)
    while len(found) < wanted:
        found += list(signal.draw(np.random.default_rng([seed, draw]), min(256, wanted)))
        draw += 1
    return columns_of(found[:wanted])


def losses_of(model: Any, stage: LargeStage, chunk: int, gather: bool) -> dict[str, nn.Module]:
    """The loss of each data set."""
    from sentence_transformers.sentence_transformer import losses

    def one(data: DataSet) -> nn.Module:
        if data.loss == "ranking":
            inner = losses.CoSENTLoss(model, scale=stage.scale)
        else:  # a triplet's negative joins the batch's: a harder list than a margin on one
            inner = losses.CachedMultipleNegativesRankingLoss(
                model, scale=stage.scale, mini_batch_size=chunk, gather_across_devices=gather
            )
        return Weighted(inner, data.weight)

    return {data.signal: one(data) for data in stage.sets}


def train_large(
    model_name: str,
    stage: LargeStage,
    data: Mapping[str, Columns],
    out: Path,
    *,
    chunk: int = 16,
    max_steps: int = -1,
    lora: int = 0,
    cpu: bool = False,
) -> Path:
    """Train one stage, resuming from its last checkpoint if there is one.

    Args:
        model_name: Folder or id of a sentence-transformers model.
        stage: What to do.
        data: Signal -> columns.
        out: Folder of the run.
        chunk: Texts embedded at once with gradients.
        max_steps: Ends training after this many steps; -1 = the stage's epochs.
        lora: Rank of adapters to train in place of all weights; 0 = all weights.
        cpu: Train on the CPU in float32.

    Returns:
        The folder of the trained model.
    """
    from datasets import Dataset
    from sentence_transformers import (
        SentenceTransformer,
        SentenceTransformerTrainer,
        SentenceTransformerTrainingArguments,
    )
    from sentence_transformers.sentence_transformer.training_args import (
        BatchSamplers,
        MultiDatasetBatchSamplers,
    )

    ranks = int(os.environ.get("WORLD_SIZE", "1"))
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(out / f"{stage.name}.state"),
        num_train_epochs=stage.epochs,
        max_steps=max_steps,
        per_device_train_batch_size=stage.batch,  # of all ranks together: split_batches
        accelerator_config={"split_batches": True},
        learning_rate=stage.learning_rate,
        lr_scheduler_type="cosine",
        warmup_steps=stage.warmup,
        weight_decay=stage.weight_decay,
        seed=stage.seed,
        data_seed=stage.seed,
        bf16=not cpu,
        tf32=None if cpu else True,
        use_cpu=cpu,
        ddp_backend="gloo" if cpu and ranks > 1 else None,
        dataloader_drop_last=True,
        batch_sampler=BatchSamplers.NO_DUPLICATES,
        multi_dataset_batch_sampler=MultiDatasetBatchSamplers.PROPORTIONAL,
        save_strategy="steps",
        save_steps=200,
        save_total_limit=2,
        logging_steps=10,
        report_to="none",
        disable_tqdm=True,
    )
    model = SentenceTransformer(model_name, device="cpu" if cpu else None)
    model.max_seq_length = token_limit(model, stage.max_tokens)
    if lora:
        _add_adapters(model, lora)
    if not cpu:
        model[0].auto_model.gradient_checkpointing_enable()
    trainer = SentenceTransformerTrainer(
        model=model,
        args=arguments,
        train_dataset={name: Dataset.from_dict(columns) for name, columns in data.items()},
        loss=losses_of(model, stage, chunk, gather=ranks > 1),
    )
    state = out / f"{stage.name}.state"
    trainer.train(resume_from_checkpoint=any(state.glob("checkpoint-*")) or None)
    if trainer.is_world_process_zero():
        model.save_pretrained(str(out / stage.name), create_model_card=False)
    return out / stage.name


def token_limit(model: Any, wanted: int) -> int:
    """Tokens at which texts are cut: `wanted`, or as many as the model has positions for.

    A model of rotary positions, as Qwen3 is, has no table of them, and no end to it.
    """
    tables = [
        module
        for name, module in model.named_modules()
        if name.endswith("position_embeddings") and isinstance(module, nn.Embedding)
    ]
    # RoBERTa counts from behind the padding's position
    rows = [t.num_embeddings - (0 if t.padding_idx is None else t.padding_idx + 1) for t in tables]
    limit = min([wanted, *rows])
    if limit < wanted:
        _LOG.warning(
            "the model has positions for %d tokens, the stage reads %d: texts are cut at %d",
            limit, wanted, limit,
        )  # fmt: skip
    return limit


def _add_adapters(model: Any, rank: int) -> None:
    """LoRA on every linear layer, for GPUs that cannot hold the optimiser of all weights."""
    try:
        from peft import LoraConfig, TaskType
    except ImportError:
        raise click.ClickException("--lora needs peft: pip install peft") from None
    config = LoraConfig(
        task_type=TaskType.FEATURE_EXTRACTION,
        r=rank,
        lora_alpha=2 * rank,
        lora_dropout=0.0,
        target_modules="all-linear",
    )
    model.add_adapter(config)


@click.command("large")
@click.option("--stage", type=click.IntRange(1, 3), default=1, show_default=True)
@click.option("--model", required=True, help="Encoder to start from: a folder or an id.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option("--rows", type=click.IntRange(1), help="Rows of each data set, if not its cap.")
@click.option("--chunk", default=16, show_default=True, help="Texts with gradients at once.")
@click.option("--max-steps", default=-1, show_default=True, help="-1 = the stage's epochs.")
@click.option("--lora", default=0, show_default=True, help="Rank of adapters; 0 = all weights.")
@click.option("--cpu", is_flag=True, help="Float32 on the CPU, for trying it out.")
def command(
    stage: int,
    model: str,
    out: Path,
    rows: int | None,
    chunk: int,
    max_steps: int,
    lora: int,
    cpu: bool,
) -> None:
    """Train a large encoder with full weights (or LoRA); torchrun for several GPUs."""
    if not Path(model).is_dir() and (model.count("/") != 1 or Path(model).parent.exists()):
        raise EncoderError(
            f"no encoder at '{model}': give a folder, or an 'owner/name' of the Hugging Face hub"
        )
    torch.set_float32_matmul_precision("high")
    recipe = LARGE[stage - 1]
    data = {item.signal: materialise(item, recipe.seed, rows) for item in recipe.sets}
    folder = train_large(
        model, recipe, data, out, chunk=chunk, max_steps=max_steps, lora=lora, cpu=cpu
    )
    click.echo(str(folder))
