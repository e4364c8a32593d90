"""Finds an encoder by folder or name and opens it with the backend that its files need."""

from pathlib import Path
from typing import Literal

from radsearch.encoder.protocol import Encoder
from radsearch.encoder.settings import SETTINGS_FILE
from radsearch.errors import EncoderError

Backend = Literal["auto", "onnx", "torch"]
Precision = Literal["int8", "fp32"]

DEFAULT_FOLDER = Path(__file__).parent / "default"


def load_encoder(
    where: str | Path | None = None,
    *,
    threads: int | None = None,
    backend: Backend = "auto",
    precision: Precision = "int8",
    verify: bool = True,
) -> Encoder:
    """Open an encoder: the shipped one, a folder, or a model of the Hugging Face hub.

    Args:
        where: None = the encoder that ships with radsearch. A folder written by `train export`
            runs on ONNX Runtime, a sentence-transformers folder on torch. `owner/name` that is no
            folder is a hub id, which may download; it is the only case that touches the network.
        threads: Cores to use; None = all that this process may use.
        backend: "auto" takes ONNX Runtime where the folder has its files.
        precision: Which of the exported ONNX files to run; torch runs fp32, or bf16 on a GPU.
        verify: Check the files' digests and that the stored texts still give the stored vectors.

    Returns:
        An encoder, ready to embed.

    Raises:
        EncoderError: If nothing is there, the folder is damaged, its vectors do not reproduce, or
            the backend it needs is not installed.
    """
    if backend not in ("auto", "onnx", "torch"):
        raise ValueError(f"backend is {backend!r}, wanted 'auto', 'onnx' or 'torch'")
    if precision not in ("int8", "fp32"):
        raise ValueError(f"precision is {precision!r}, wanted 'int8' or 'fp32'")
    if threads is not None and threads < 1:
        raise ValueError(f"threads is {threads}, wanted 1 or more")
    source = _locate(where)
    if isinstance(source, Path) and backend != "torch" and (source / SETTINGS_FILE).is_file():
        from radsearch.encoder.onnx import OnnxEncoder

        return OnnxEncoder(source, precision=precision, threads=threads, verify=verify)
    if backend == "onnx":
        raise EncoderError(
            f"{where} has no {SETTINGS_FILE}, which the ONNX backend needs: "
            f"write it with `python -m train export SRC OUT`, or use backend='torch'"
        )
    from radsearch.encoder.st import SentenceTransformerEncoder

    return SentenceTransformerEncoder(source, threads=threads, verify=verify)


def _locate(where: str | Path | None) -> Path | str:
    """The folder to open, or a hub id; decides without asking the network."""
    if where is None:
        return DEFAULT_FOLDER
    folder = Path(where).expanduser()
    if folder.is_dir():
        names = [SETTINGS_FILE, "modules.json", "config.json"]
        if not any((folder / name).is_file() for name in names):
            raise EncoderError(
                f"{where} holds no encoder: wanted one of {', '.join(names)} in it. "
                f"Give the folder that `python -m train export` or sentence-transformers wrote"
            )
        return folder.resolve()
    if isinstance(where, str) and _is_hub_id(where):
        return where
    found = "is a file" if folder.exists() else "does not exist"
    raise EncoderError(
        f"encoder folder {where} {found}: give a folder, an 'owner/name' of the "
        f"Hugging Face hub, or nothing for the shipped encoder"
    )


def _is_hub_id(where: str) -> bool:
    """Whether `where` reads as owner/name, and no such owner folder lies here.

    >>> [_is_hub_id(w) for w in ("Qwen/Qwen3-Embedding-0.6B", "runs", "./runs/x", "a/b/c")]
    [True, False, False, False]
    """
    owner, slash, name = where.partition("/")
    plain = all(part and not part.startswith((".", "~")) for part in (owner, name))
    return bool(slash) and plain and "/" not in name and not Path(owner).exists()
