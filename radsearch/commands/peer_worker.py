"""The process of one engine in `radsearch bench peers`: builds, or answers questions line by line.

`python -m radsearch.commands.peer_worker build|serve MODULE:CLASS ...`, started by the benchmark.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from radsearch._sibling import sibling
from radsearch.encoder import load_encoder
from radsearch.encoder.protocol import Encoder, Kind, Vectors
from radsearch.evaluation.peers import (
    Engine,
    Gallery,
    Question,
    make_engine,
    read_galleries,
    read_reports,
)


class Given:
    """An encoder that knows the vectors of the galleries' sections, and counts its time."""

    def __init__(self, encoder: Encoder, galleries: Sequence[Gallery] = ()) -> None:
        self._encoder = encoder
        self.name, self.dim, self.fingerprint = encoder.name, encoder.dim, encoder.fingerprint
        self.n_windowed = 0
        self.seconds = self.cpu = 0.0
        self._known: dict[tuple[str, str], Vectors] = {}
        for gallery in galleries:
            kind = gallery.name.partition(".")[2]
            if kind != "report":  # the mean of its sections; no text has that vector
                keys = [(kind, text) for text in gallery.texts]
                self._known.update(zip(keys, gallery.vectors, strict=True))

    def embed(self, texts: Sequence[str], kind: Kind = "findings") -> Vectors:
        """As the encoder, or as stored."""
        start, cpu = time.perf_counter(), time.process_time()
        if len(texts) == 1 and (kind, texts[0]) in self._known:
            found = self._known[kind, texts[0]][None]
        else:
            found = self._encoder.embed(texts, kind)
        self.seconds += time.perf_counter() - start
        self.cpu += time.process_time() - cpu
        return found


def main(arguments: Sequence[str]) -> None:
    """Do what the command line says; answers go to the standard output that was there."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # a library that prints must not disturb the answers
    job, engine, *rest = arguments
    if job == "build":
        source, folder, encoder = rest
        _write(out, _build(engine, Path(source), Path(folder), encoder))
        return
    folder, galleries, encoder = rest
    _serve(make_engine(engine), Path(folder), read_galleries(Path(galleries)), encoder, out)


def _write(out: IO[str], value: object) -> None:
    out.write(json.dumps(value) + "\n")
    out.flush()


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _build(engine: str, source: Path, folder: Path, encoder: str) -> dict[str, float]:
    """From galleries; our own index from reports, with embedding and reading of findings."""
    if engine.endswith(":Ours"):
        loaded = Given(load_encoder(encoder or None, threads=1))
        build = sibling("indexer.build")
        options = build.Options(source=encoder)
        start = time.perf_counter()
        for corpus in sorted(source.glob("*.jsonl")):
            build.build_index(
                read_reports(corpus), folder / corpus.stem, encoder=loaded, options=options
            )
        spent = loaded.seconds
    else:
        galleries = read_galleries(source)
        start, spent = time.perf_counter(), 0.0
        make_engine(engine).build(galleries, folder)
    return {
        "seconds": time.perf_counter() - start, "embedding": spent, "peak_mb": _peak_mb()
    }  # fmt: skip


def _serve(
    engine: Engine, folder: Path, galleries: Sequence[Gallery], encoder: str, out: IO[str]
) -> None:
    """Each line a list of questions; an empty line ends it."""
    given = Given(load_encoder(encoder or None, threads=1), galleries)
    given.embed(["warm up"], "query")
    del galleries
    base = _peak_mb()
    engine.open(folder, given)
    _write(out, {"ready": True})
    for line in sys.stdin:
        if not line.strip():
            break
        replies = []
        for fields in json.loads(line):
            question = Question(**(fields | {"within": tuple(fields["within"])}))
            embedding, start, cpu = given.cpu, time.perf_counter(), time.process_time()
            answer = engine.search(question)
            taken = [
                time.perf_counter() - start,
                time.process_time() - cpu,
                given.cpu - embedding,
            ]
            replies.append([[name for name, _ in answer], *(1000 * value for value in taken)])
        _write(out, replies)
    _write(out, {"peak_mb": _peak_mb(), "base_mb": base})


if __name__ == "__main__":
    main(sys.argv[1:])
