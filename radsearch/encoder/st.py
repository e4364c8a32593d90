"""The sentence-transformers backend: any folder or hub id, on CPU or GPU."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from radsearch.encoder.parity import PARITY_FILE, check_parity
from radsearch.encoder.passes import embed_distinct
from radsearch.encoder.prompts import prompts_by_kind
from radsearch.encoder.protocol import Kind, Vectors
from radsearch.encoder.settings import SETTINGS_FILE, Settings, file_digest, read_settings
from radsearch.errors import EncoderError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_TOKENIZER_FILES = ("tokenizer.json", "vocab.txt", "vocab.json", "*.model")
_WHOLE = 1 << 30  # larger weight files are hashed by samples: 8 GB would take 10 s at each start
_SAMPLE = 1 << 20
_STRIDE = 1 << 26
_BATCH_TOKENS = 2048  # measured best at 8-16 reports a batch on CPU
_BATCH_TOKENS_GPU = 32768


class SentenceTransformerEncoder:
    """A sentence-transformers model: its own tokenizer, pooling and prompts, unit length added.

    Args:
        source: A folder, or a hub id.
        threads: Cores to use; None = all that this process may use.
        verify: Check parity vectors where the folder has them.

    Raises:
        EncoderError: If torch is not installed, or the model cannot be loaded.
    """

    def __init__(
        self, source: Path | str, *, threads: int | None = None, verify: bool = True
    ) -> None:
        torch = _torch()
        if threads is not None:
            torch.set_num_threads(threads)
        self._gpu = bool(torch.cuda.is_available())
        self.precision = "bf16" if self._gpu else "fp32"
        self._model = _load(source, self._gpu, torch.bfloat16 if self._gpu else torch.float32)
        self._torch = torch
        self._tokenizer = _backend_tokenizer(self._model, source)
        self._limit = int(self._model.max_seq_length or 512)
        settings = _settings(source, self._model, self._limit)
        self._prompts = settings.prompts
        self.name = settings.name
        self.dim = settings.dim
        self.fingerprint = settings.fingerprint(tuple(settings.digests))
        self.n_windowed = 0
        self._lock = Lock()
        if verify and isinstance(source, Path) and (source / PARITY_FILE).is_file():
            check_parity(self, source, "fp32")

    @property
    def runtime(self) -> str:
        """What computes: for `radsearch info` and tables."""
        where = self._torch.cuda.get_device_name(0) if self._gpu else "CPU"
        return f"torch {self._torch.__version__} {self.precision} on {where}"

    def embed(self, texts: Sequence[str], kind: Kind = "findings") -> Vectors:
        """Unit vectors, (n, dim); an empty text gives a zero vector, no texts give (0, dim)."""
        vectors, windowed = embed_distinct(
            texts,
            self._prompts.get(kind, ""),
            self._limit,
            self.dim,
            tokenizer=self._tokenizer,
            run=self._run,
        )
        with self._lock:
            self.n_windowed += windowed
        return vectors

    def _run(self, rows: list[list[int]]) -> Vectors:
        """One vector for each row of token ids, in batches of like lengths."""
        out = np.empty((len(rows), self.dim), np.float32)
        with self._lock, self._torch.inference_mode():
            for batch in _batches(rows, _BATCH_TOKENS_GPU if self._gpu else _BATCH_TOKENS):
                features = self._pad([rows[k] for k in batch])
                states = self._model(features)["sentence_embedding"].float()
                unit = self._torch.nn.functional.normalize(states, dim=-1)
                out[batch] = unit.cpu().numpy()
        return out

    def _pad(self, rows: list[list[int]]) -> dict[str, Any]:
        """Tensors (b, length), padded on the side that the model was trained with."""
        tokenizer = self._model.tokenizer
        fill = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else 0
        length = max(map(len, rows))
        ids = np.full((len(rows), length), fill, np.int64)
        mask = np.zeros_like(ids)
        for k, row in enumerate(rows):
            place = slice(length - len(row), length)
            if tokenizer.padding_side != "left":
                place = slice(0, len(row))
            ids[k, place], mask[k, place] = row, 1
        device = self._model.device
        return {
            "input_ids": self._torch.from_numpy(ids).to(device),
            "attention_mask": self._torch.from_numpy(mask).to(device),
        }


def _batches(rows: list[list[int]], budget: int) -> Iterator[list[int]]:
    """Indices of `rows`, longest first, at most `budget` tokens a batch with the padding.

    >>> list(_batches([[1], [1, 2, 3], [1, 2]], 5))
    [[1], [2, 0]]
    """
    batch: list[int] = []
    for k in sorted(range(len(rows)), key=lambda k: -len(rows[k])):
        if batch and (len(batch) + 1) * len(rows[batch[0]]) > budget:
            yield batch
            batch = []
        batch.append(k)
    if batch:
        yield batch


def _torch() -> Any:
    try:
        import sentence_transformers  # noqa: F401
        import torch
    except ImportError as error:
        raise EncoderError(
            f"this encoder needs torch and sentence-transformers ({error.name} is missing): "
            f"pip install 'radsearch[cpu]', or use an encoder written by `python -m train export`"
        ) from error
    return torch


@contextmanager
def _quiet(offline: bool) -> Iterator[None]:
    """No progress bars; no network while a folder loads: a missing file would cost a minute."""
    from huggingface_hub import constants
    from transformers.utils import logging

    before, bars = constants.HF_HUB_OFFLINE, logging.is_progress_bar_enabled()
    constants.HF_HUB_OFFLINE = before or offline
    logging.disable_progress_bar()
    try:
        yield
    finally:
        constants.HF_HUB_OFFLINE = before
        if bars:
            logging.enable_progress_bar()


def _load(source: Path | str, gpu: bool, dtype: Any) -> "SentenceTransformer":
    from sentence_transformers import SentenceTransformer

    folder = source if isinstance(source, Path) else None
    if folder and not any(next(folder.rglob(name), None) for name in _TOKENIZER_FILES):
        # transformers would make an empty tokenizer and carry on
        raise EncoderError(f"{source} has no tokenizer ({_TOKENIZER_FILES[0]}): copy it whole")
    try:
        with _quiet(offline=folder is not None):
            return SentenceTransformer(
                str(source),
                device="cuda" if gpu else "cpu",
                local_files_only=folder is not None,
                model_kwargs={"dtype": dtype},
            ).eval()
    except (OSError, ValueError, KeyError, RuntimeError, TypeError, AttributeError) as error:
        raise EncoderError(
            f"{source} cannot be loaded by sentence-transformers ({type(error).__name__}): "
            f"give a complete folder, or an 'owner/name' that the hub has"
        ) from error


def _backend_tokenizer(model: "SentenceTransformer", source: Path | str) -> Any:
    """A copy of the model's fast tokenizer that neither pads nor truncates."""
    from tokenizers import Tokenizer

    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise EncoderError(f"{source} has no fast tokenizer (tokenizer.json): convert it first")
    copy = Tokenizer.from_str(backend.to_str())
    copy.no_padding()
    copy.no_truncation()
    return copy


def _settings(source: Path | str, model: "SentenceTransformer", limit: int) -> Settings:
    """What decides the vectors; a folder that was exported keeps its name and prompts."""
    if isinstance(source, Path) and (source / SETTINGS_FILE).is_file():
        exported = read_settings(source)
        name, revision, prompts = exported.name, exported.revision, exported.prompts
    else:
        name, revision = str(source).rstrip("/").rpartition("/")[2], _commit(model)
        prompts = prompts_by_kind(str(source), dict(model.prompts))
    return Settings(
        name=name,
        revision=revision,
        dim=int(model.get_embedding_dimension() or 0),
        max_tokens=limit,
        pooling=str([module.__class__.__name__ for module in model]),
        prompts=prompts,
        digests=_digests(source) if isinstance(source, Path) else {},
    )


def _commit(model: "SentenceTransformer") -> str:
    """The hub commit that the weights came from, where transformers notes it."""
    config = getattr(getattr(model[0], "auto_model", None), "config", None)
    return str(getattr(config, "_commit_hash", None) or "")


def _digests(folder: Path) -> dict[str, str]:
    """Digests of the files that decide the vectors of a sentence-transformers folder."""
    paths = [*folder.rglob("*.safetensors"), *folder.rglob("*.json")]
    wanted = [p for p in paths if p.name not in (SETTINGS_FILE, PARITY_FILE)]
    return {
        p.relative_to(folder).as_posix(): _sampled_digest(p) for p in sorted(wanted) if p.is_file()
    }


def _sampled_digest(path: Path) -> str:
    """The sha256 of a file; of a file above 1 GiB, of its size and every 64th MiB."""
    size = path.stat().st_size
    if size <= _WHOLE:
        return file_digest(path)
    digest = sha256(str(size).encode())
    with path.open("rb") as stream:
        for place in range(0, size, _STRIDE):
            stream.seek(place)
            digest.update(stream.read(_SAMPLE))
    return digest.hexdigest()
