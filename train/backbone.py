"""A sentence-transformers model as a function from texts to unit vectors that has gradients.

Three measured habits make it fast on CPUs: texts of a step are sorted by length before they are
cut into micro-batches, so that little padding is computed; attention is the plain ("eager") one
without dropout, whose bf16 matrix products use the tile units (measured on two cores: 4,300
tokens/s against 1,700 for fused attention with dropout); and a bf16 copy of the weights does the
work while the float32 weights are what the optimiser changes (9,100 against 7,800 with autocast).
"""

import copy
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import normalize

Embed = Callable[[Sequence[str]], Tensor]


def load_model(folder: str | Path) -> torch.nn.Module:
    """The model of a folder or id on the CPU, ready to be trained.

    Args:
        folder: A sentence-transformers folder or a model id.

    Returns:
        A SentenceTransformer in evaluation mode (no dropout), weights in float32.
    """
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(
        str(folder),
        device="cpu",
        model_kwargs={"attn_implementation": "eager", "dtype": torch.float32},
    )
    ready: torch.nn.Module = model.eval()
    return ready


def save_model(model: torch.nn.Module, folder: Path) -> None:
    """Write a model as a folder, which gets its name when it is whole.

    Args:
        model: A SentenceTransformer.
        folder: Not there yet.
    """
    fresh = folder.with_name(f"{folder.name}.tmp")
    model.save_pretrained(str(fresh), create_model_card=False)  # type: ignore[operator]
    fresh.rename(folder)


def padded_width(length: int) -> int:
    """The length up to the next multiple of 16.

    >>> [padded_width(n) for n in (3, 16, 17, 70)]
    [16, 16, 32, 80]
    """
    return -(-length // 16) * 16


def micro_batches(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Indices from the longest text to the shortest, cut into batches of one shape a width.

    A batch is as wide as its longest text, padded, and takes as many rows as the budget allows, in
    eights; the next batch starts where it ends. So all but the last have one of a few shapes: each
    new shape makes the matrix library compile kernels again (measured: see train/LOG.md).

    Args:
        lengths: Tokens of each text.
        budget: Padded tokens in one batch; eight longer texts still get one.

    Returns:
        Batches of indices; every index once.

    >>> micro_batches([20, 1, 2, 2], 16)
    [[0, 2, 3, 1]]
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    batches: list[list[int]] = []
    while order:
        rows = max(8, budget // padded_width(lengths[order[0]]) // 8 * 8)
        batches.append(order[:rows])
        order = order[rows:]
    return batches


class Embedder:
    """Texts to unit vectors, with a memory of token ids since texts come again.

    Args:
        model: A SentenceTransformer.
        budget: Padded tokens in one micro-batch.
        bf16: Whether a bfloat16 copy of the model does the work.
    """

    def __init__(self, model: torch.nn.Module, *, budget: int = 4096, bf16: bool = True):
        self.model = model
        self._budget = budget
        self._worker = copy.deepcopy(model).to(torch.bfloat16) if bf16 else model
        self._ids: dict[str, list[int]] = {}
        self.tokens = 0

    def __call__(self, texts: Sequence[str]) -> Tensor:
        """Unit vectors, (n, d) float32, in the order of the texts; equal texts are run once."""
        unique = list(dict.fromkeys(texts))
        ids = [self._encode(text) for text in unique]
        batches = micro_batches([len(row) for row in ids], self._budget)
        self.tokens += sum(len(row) for row in ids)
        parts = [self._forward([ids[i] for i in batch]) for batch in batches]
        order = {i: row for row, i in enumerate(i for batch in batches for i in batch)}
        place = {text: order[i] for i, text in enumerate(unique)}
        vectors = normalize(torch.cat(parts).float(), dim=-1)
        return vectors[torch.tensor([place[text] for text in texts])]

    @torch.no_grad()
    def refresh(self) -> None:
        """Give the working copy the model's weights; after every optimiser step."""
        if self._worker is not self.model:
            pairs = zip(self._worker.parameters(), self.model.parameters(), strict=True)
            for own, master in pairs:
                own.copy_(master)

    def collect(self) -> None:
        """Move the working copy's gradients to the model; before every optimiser step."""
        if self._worker is not self.model:
            pairs = zip(self._worker.parameters(), self.model.parameters(), strict=True)
            for own, master in pairs:
                master.grad = None if own.grad is None else own.grad.float()
                own.grad = None

    def step(self, optimizer: torch.optim.Optimizer) -> None:
        """One step of the optimiser by the gradients of the working copy, clipped to norm 1."""
        self.collect()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        optimizer.step()
        self.refresh()

    def _encode(self, text: str) -> list[int]:
        if text not in self._ids:
            tokenizer = self.model.tokenizer
            limit = int(self.model.max_seq_length)  # type: ignore[arg-type]
            encoded = tokenizer(text, truncation=True, max_length=limit)  # type: ignore[operator]
            self._ids[text] = encoded["input_ids"]
        return self._ids[text]

    def _forward(self, ids: Sequence[list[int]]) -> Tensor:
        width = padded_width(max(len(row) for row in ids))
        width = min(width, int(self.model.max_seq_length))  # type: ignore[arg-type]
        rows = -(-len(ids) // 8) * 8
        pad = int(self.model.tokenizer.pad_token_id)  # type: ignore[union-attr, arg-type]
        padded = torch.tensor([row + [pad] * (width - len(row)) for row in ids])
        mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in ids])
        padded = torch.cat([padded, padded[:1].expand(rows - len(ids), -1)])
        mask = torch.cat([mask, mask[:1].expand(rows - len(ids), -1)])
        out = self._worker({"input_ids": padded, "attention_mask": mask})
        vectors: Tensor = out["sentence_embedding"]
        return vectors[: len(ids)]
