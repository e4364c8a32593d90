"""A sentence-transformers folder -> the folder that radsearch runs without torch."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from radsearch.encoder.onnx import MODEL_FILES, TOKENIZER_FILE, OnnxEncoder
from radsearch.encoder.parity import PARITY_FILE, PARITY_TEXTS, write_parity
from radsearch.encoder.prompts import prompts_by_kind
from radsearch.encoder.settings import Settings, file_digest, write_settings
from radsearch.errors import EncoderError
from radsearch.evaluation.authored import read_authored

from .bert_graph import can_write, write_bert
from .echo import has_echo
from .onnx_graph import write_graph
from .quantise import quantise

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_AUTHORED = Path(__file__).resolve().parents[1] / "data" / "corpus" / "authored"
_CALIBRATION = 100


def export(
    source: Path,
    out: Path,
    *,
    name: str | None = None,
    revision: str | None = None,
    keep_fp32: bool = False,
    keep_torch: bool = False,
    calibration: Sequence[str] | None = None,
) -> Settings:
    """Write an encoder folder: int8 graph, tokenizer, settings, parity vectors, model card.

    Args:
        source: A sentence-transformers folder.
        out: The folder to write; replaced file by file if it exists.
        name: Short name; None = the source folder's.
        revision: Which version of the weights; None = the first 12 digits of their sha256.
        keep_fp32: Keep `model.onnx` too, four times the size.
        keep_torch: Copy the source's own files too, so that torch opens the same folder.
        calibration: Texts that show int8 the usual ranges; None = authored training reports.

    Returns:
        The settings written.

    Raises:
        EncoderError: If the source cannot be opened, or int8 strays from fp32.
    """
    model = _open(source)
    out.mkdir(parents=True, exist_ok=True)
    if keep_torch:
        shutil.copytree(source, out, dirs_exist_ok=True)
    tokenizer = model.tokenizer.backend_tokenizer
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.save(str(out / TOKENIZER_FILE))
    limit = int(model.max_seq_length)
    texts = list(calibration) if calibration is not None else _authored_texts()
    rows = [encoding.ids[:limit] for encoding in tokenizer.encode_batch(texts)]
    with tempfile.TemporaryDirectory() as scratch:
        fp32 = Path(scratch) / MODEL_FILES["fp32"]
        write_graph(model, fp32)
        if can_write(model):
            write_bert(model, out / MODEL_FILES["int8"], rows)
        else:
            quantise(fp32, out / MODEL_FILES["int8"], rows)
        settings = Settings(
            name=name or source.resolve().name,
            revision=revision or file_digest(source / "model.safetensors")[:12],
            dim=int(model.get_embedding_dimension() or 0),
            max_tokens=limit,
            pooling="words and mean" if has_echo(model) else _pooling(model),
            prompts=prompts_by_kind(str(source), dict(model.prompts)),
        )
        shutil.copyfile(fp32, out / MODEL_FILES["fp32"])
    return _finish(settings, out, keep_fp32)


def _finish(settings: Settings, out: Path, keep_fp32: bool) -> Settings:
    """Digest the files, compute the parity vectors with both graphs, and compare the graphs."""
    names = (*MODEL_FILES.values(), TOKENIZER_FILE)
    settings = replace(settings, digests={name: file_digest(out / name) for name in names})
    write_settings(settings, out)
    vectors = {
        precision: OnnxEncoder(out, precision=precision, verify=False).embed(PARITY_TEXTS)
        for precision in MODEL_FILES
    }
    worst = float(np.sum(vectors["int8"] * vectors["fp32"], axis=1).min())
    if not worst >= 0.98:
        raise EncoderError(
            f"int8 strays from fp32 on {settings.name} (lowest cosine {worst:.4f}, wanted 0.98): "
            f"give calibration texts of the kind that it was trained on"
        )
    if not keep_fp32:
        name = MODEL_FILES["fp32"]
        (out / name).unlink()
        del vectors["fp32"]
        kept = {key: value for key, value in settings.digests.items() if key != name}
        settings = replace(settings, digests=kept)
        write_settings(settings, out)
    write_parity(vectors, out)
    (out / PARITY_FILE).chmod(0o644)  # safetensors writes for the owner alone
    (out / "README.md").write_text(model_card(settings, worst), encoding="utf-8")
    return settings


def model_card(settings: Settings, worst: float) -> str:
    """The README of an exported encoder.

    >>> s = Settings("toy", "1", 4, 8, "mean", {})
    >>> model_card(s, 0.998).splitlines()[0]
    '# toy'
    """
    prompts = {kind: prompt for kind, prompt in settings.prompts.items() if prompt}
    return (
        f"# {settings.name}\n\n"
        f"Text encoder for radiology reports, exported for radsearch: "
        f"{settings.dim} dimensions, unit length, {settings.pooling} pooling, "
        f"{settings.max_tokens} tokens at once (longer texts go in windows of whole sentences).\n\n"
        f"- Revision: {settings.revision}\n"
        f"- Prompts: {prompts or 'none'}\n"
        f"- int8 against fp32, lowest cosine over the parity texts: {worst:.4f}\n\n"
        f"```python\n"
        f"from radsearch import load_encoder\n\n"
        f'load_encoder("this folder").embed(["No pleural effusion."])\n'
        f"```\n"
    )


def _open(source: Path) -> "SentenceTransformer":
    from sentence_transformers import SentenceTransformer

    if not (source / "modules.json").is_file():
        raise EncoderError(f"{source} has no modules.json: wanted a sentence-transformers folder")
    return SentenceTransformer(
        str(source.resolve()),
        device="cpu",
        local_files_only=True,
        model_kwargs={"attn_implementation": "eager", "dtype": "float32"},
    )


def _pooling(model: "SentenceTransformer") -> str:
    return str(model[1].get_config_dict().get("pooling_mode", ""))


def _authored_texts() -> list[str]:
    """Findings and impressions of authored training reports, or the parity texts without them."""
    reports = list(read_authored(_AUTHORED, "train")) if _AUTHORED.is_dir() else []
    texts = [row["findings"] for row in reports if row.get("findings")]
    step = max(1, len(texts) // _CALIBRATION)
    return texts[::step] or list(PARITY_TEXTS)


@click.command("export")
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", help="Short name for tables.")
@click.option("--revision", help="Which version of the weights.")
@click.option("--keep-fp32", is_flag=True, help="Keep model.onnx, four times the size.")
@click.option("--keep-torch", is_flag=True, help="Copy SOURCE's files too.")
def command(
    source: Path,
    out: Path,
    name: str | None,
    revision: str | None,
    keep_fp32: bool,
    keep_torch: bool,
) -> None:
    """Write SOURCE, a sentence-transformers folder, as an encoder folder OUT."""
    settings = export(
        source, out, name=name, revision=revision, keep_fp32=keep_fp32, keep_torch=keep_torch
    )
    files = tuple(name for name in settings.digests if name != MODEL_FILES["fp32"])
    click.echo(f"{out}: {settings.fingerprint(files)}")


def export_main(argv: Sequence[str]) -> None:
    """Run `export` with the arguments after the subcommand's name."""
    command(args=list(argv), prog_name="python -m train export", standalone_mode=False)
