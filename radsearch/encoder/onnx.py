"""The ONNX Runtime backend: tokens in, unit vectors out; needs neither torch nor transformers."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from radsearch.encoder.cores import usable_cores
from radsearch.encoder.parity import check_parity
from radsearch.encoder.passes import embed_distinct
from radsearch.encoder.protocol import Kind, Vectors
from radsearch.encoder.settings import check_files, read_settings
from radsearch.errors import EncoderError

TOKENIZER_FILE = "tokenizer.json"
MODEL_FILES = {"int8": "model.int8.onnx", "fp32": "model.onnx"}

LAYOUT = "radsearch.batch"
"""Metadata of a graph: which texts it takes together; none = each text alone, with its mask."""
EQUAL_LENGTHS = "equal lengths"
"""Texts of one length, without a mask; no row depends on another."""

_BATCH_TOKENS = 256  # measured: the widest activation then fits the second-level cache


class OnnxEncoder:
    """An exported encoder folder on ONNX Runtime.

    A vector is the same bits in any company, and no padding is computed. A graph whose rows do not
    depend on one another (`LAYOUT`) takes texts of equal length together. In any other, int8 takes
    the range of its activations from the whole batch, so each text runs alone. As many runs at a
    time as there are cores.

    Args:
        folder: Written by `python -m train export`.
        precision: "int8" or "fp32", as far as the folder has it.
        threads: Cores to use; None = all that this process may use.
        verify: Check digests and parity vectors.

    Raises:
        EncoderError: If the folder is damaged or its vectors do not reproduce.
    """

    def __init__(
        self,
        folder: Path,
        *,
        precision: str = "int8",
        threads: int | None = None,
        verify: bool = True,
    ) -> None:
        settings = read_settings(folder)
        files = (MODEL_FILES[precision], TOKENIZER_FILE)
        if files[0] not in settings.digests:
            have = [p for p, name in MODEL_FILES.items() if name in settings.digests]
            raise EncoderError(
                f"{folder} holds precision {', '.join(have) or 'none'}, wanted {precision}: "
                f"ask for what it holds, or export it again with --keep-fp32"
            )
        check_files(settings, folder, files, digests=verify)
        self.name = settings.name
        self.dim = settings.dim
        self.fingerprint = settings.fingerprint(files)
        self.n_windowed = 0
        self.threads = threads or usable_cores()
        self.precision = precision
        self._settings = settings
        self._lock = Lock()
        self._pool: ThreadPoolExecutor | None = None
        try:
            self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
            self._session = _open_session(folder / files[0])
            layout = self._session.get_modelmeta().custom_metadata_map.get(LAYOUT)
        except Exception as error:  # both libraries raise bare Exception on a damaged file
            raise EncoderError(
                f"{folder} cannot be opened ({type(error).__name__}): export the encoder again"
            ) from error
        if layout not in (None, EQUAL_LENGTHS):
            raise EncoderError(
                f"{folder / files[0]} wants its texts in {layout!r}, this radsearch knows "
                f"{EQUAL_LENGTHS!r}: update radsearch, or export the encoder again"
            )
        self._batch_tokens = _BATCH_TOKENS if layout else 0
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        if verify:
            check_parity(self, folder, precision)

    @property
    def runtime(self) -> str:
        """What computes: for `radsearch info` and tables."""
        return f"onnxruntime {onnxruntime.__version__} {self.precision}, {self.threads} threads"

    def embed(self, texts: Sequence[str], kind: Kind = "findings") -> Vectors:
        """Unit vectors, (n, dim); an empty text gives a zero vector, no texts give (0, dim)."""
        prompt = self._settings.prompts.get(kind, "")
        limit = self._settings.max_tokens
        vectors, windowed = embed_distinct(
            texts, prompt, limit, self.dim, tokenizer=self._tokenizer, run=self._run
        )
        with self._lock:
            self.n_windowed += windowed
        return vectors

    def _run(self, rows: list[list[int]]) -> Vectors:
        """One vector for each row of token ids."""
        out = np.empty((len(rows), self.dim), np.float32)
        batches = equal_batches([len(row) for row in rows], self._batch_tokens, self.threads)
        queue = iter(batches)

        def work(worker: int) -> None:
            for batch in queue:  # all workers draw from it; `next` of it is atomic
                out[batch] = self._vectors([rows[k] for k in batch])

        workers = min(self.threads, len(batches))
        if workers == 1:
            work(0)
        else:
            list(self._workers().map(work, range(workers)))
        return out

    def _vectors(self, rows: list[list[int]]) -> Vectors:
        """Vectors of rows of one length."""
        tokens: NDArray[np.int64] = np.array(rows, np.int64)  # (b, length)
        feed = {"input_ids": tokens}
        if not self._batch_tokens:
            feed["attention_mask"] = np.ones_like(tokens)
        vectors: Vectors = self._session.run(None, feed)[0]
        return vectors

    def _workers(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads, "radsearch-encoder")
        return self._pool


def equal_batches(lengths: Sequence[int], tokens: int, workers: int) -> list[list[int]]:
    """Places of rows to run together: of one length, the longest first.

    So no core is left with a long text at the end.

    Args:
        lengths: Tokens of each row.
        tokens: At most so many in a batch of more than one row; 0 = each row alone.
        workers: Batches become smaller where this many would not all have work.

    Returns:
        Each place once.

    >>> equal_batches([3, 5, 3, 3], tokens=6, workers=1)
    [[1], [0, 2], [3]]
    >>> equal_batches([3, 3], tokens=6, workers=2)
    [[0], [1]]
    """
    share = min(tokens, sum(lengths) // workers)
    groups: dict[int, list[int]] = {}
    for place, length in enumerate(lengths):
        groups.setdefault(length, []).append(place)
    batches = []
    for length in sorted(groups, reverse=True):
        size = max(1, share // max(length, 1))
        places = groups[length]
        batches += [places[start : start + size] for start in range(0, len(places), size)]
    return batches


def _open_session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    # One thread a run, several runs at a time: measured as fast as one run on all, and exact.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # lengths differ from run to run
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        str(path),
        options,
        providers=["CPUExecutionProvider"],
        # Its sum and normalisation in one take five times as long as one after the other.
        disabled_optimizers=["SkipLayerNormFusion"],
    )
