"""The searchable form of an index: word stream, inverted indexes, findings; kept as mapped files.

All of it can be rebuilt from the reports. It lies in one folder that is written beside and renamed.
"""

import json
import shutil
import tempfile
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from radsearch.language.sentence import split_sentences
from radsearch.report import BODY_FIELDS
from radsearch.search import findings, lexical, lexical_build, tag_table
from radsearch.search.stream import Ints, Stream, StreamBuilder
from radsearch.store.protocol import Store

VERSION = 4
BLOCK = 4096
SECTIONS = ("findings", "impression", "report")
NAMES = "words.json"
STUDY_COLUMNS = ("modality", "body_part")
SPOKEN = (*BODY_FIELDS, *STUDY_COLUMNS, "extracted")
"""Columns that words and findings are made of: known before a report is embedded or tagged."""


@dataclass(frozen=True, slots=True)
class Labels:
    """One word a report, such as its modality; code 0 = not stated."""

    words: Sequence[str]
    codes: NDArray[np.int32]

    def matches(self, wanted: Sequence[str], docs: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Whether the word of some reports is one of these, or is made of one by "_", (m,)."""
        hit = [any(f"_{w}_" in f"_{word}_" for w in wanted) for word in self.words]
        if not any(hit):
            return np.zeros(len(docs), np.bool_)
        return np.asarray(np.array(hit, np.bool_)[self.codes[docs]], np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class CorpusCache:
    """What the lexical leg and the findings leg search.

    Attributes:
        stream: All words.
        findings: All extracted findings.
        order: (t,) positions of the stream sorted by token.
        pointers: (v + 1,) where each token's positions start in `order`.
        starts: (n,) first position of each report in the stream.
        tags: Tag columns.
        sections: Inverted index by section.
        studies: Modality and body part.
        quiet: What `radsearch.search.quiet` has worked out, by section.
    """

    stream: Stream
    findings: findings.Findings
    order: Ints
    pointers: Ints
    starts: Ints
    tags: tag_table.TagTable
    sections: Mapping[str, lexical.Lexical] = field(default_factory=dict)
    studies: Mapping[str, Labels] = field(default_factory=dict)
    quiet: dict[str, NDArray[np.float32]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Form:
    """The searchable form before it is written.

    Attributes:
        names: Words by what they number: of the stream, of the findings, of the tags.
        arrays: By file name.
    """

    names: Mapping[str, list[str]]
    arrays: Mapping[str, NDArray[Any]]


def open_cache(store: Store, folder: Path | None, spoken: Form | None = None) -> CorpusCache:
    """The cache of an opened index; built if it is not there.

    Args:
        store: The index.
        folder: Where the cache lies, one for each published version; None = in memory only.
        spoken: What `spoken_form` makes of its reports, if it is known already.

    Returns:
        The cache, memory-mapped where it lies in a folder.
    """
    if folder is None:
        return _assemble(build(store, spoken), len(store.ids))
    ready = folder / f"v{VERSION}"
    if not (ready / NAMES).is_file():
        form = build(store, spoken)
        if not _write(ready, form):
            return _assemble(form, len(store.ids))
    with (ready / NAMES).open(encoding="utf-8") as file:
        names = json.load(file)
    arrays = {path.stem: _mapped(path) for path in ready.glob("*.npy")}
    return _assemble(Form(names, arrays), len(store.ids))


def _mapped(file: Path) -> NDArray[Any]:
    values: NDArray[Any] = np.load(file, mmap_mode="r" if file.stat().st_size > 4096 else None)
    return values.view(np.ndarray)  # np.memmap's own indexing costs a tenth of a query


def build(store: Store, spoken: Form | None = None) -> Form:
    """The form of an index.

    Args:
        store: The index.
        spoken: What `spoken_form` makes of its reports, if it is known already.

    Returns:
        Words, findings and tags.
    """
    spoken = spoken or spoken_form(store.table(SPOKEN))
    held = [name for name in tag_table.COLUMNS if name in store.columns()]
    tags = store.table(held)
    names, arrays = tag_table.build({name: tags[name].combine_chunks() for name in held})
    return replace(
        spoken,
        names={**spoken.names, "tags": names},
        arrays={**spoken.arrays, **{f"tags.{name}": values for name, values in arrays.items()}},
    )


def spoken_form(reports: pa.Table) -> Form:
    """What reports say in words, each read once; they have no tags yet.

    Args:
        reports: Columns `SPOKEN`, one row a report by position.

    Returns:
        All but the tags.
    """
    stream_builder, finding_builder = StreamBuilder(), findings.FindingsBuilder()
    labels = {name: ({"": 0}, array("i")) for name in STUDY_COLUMNS}
    for start, rows, found in _blocks(reports):
        docs = np.repeat(np.arange(len(rows)), found.value_lengths().to_numpy())
        items = found.flatten()
        placed = []
        for row in rows:
            placed.append(stream_builder.add(row))
            for name, (known, codes) in labels.items():
                codes.append(known.setdefault(row[name] or "", len(known)))
        finding_builder.add(docs + start, items, _sentences(docs, items, rows, placed))
    stream = stream_builder.finish()
    order = np.argsort(stream.tokens, kind="stable")
    counts = np.bincount(stream.tokens, minlength=len(stream.vocabulary))
    arrays: dict[str, NDArray[Any]] = {
        "stream.tokens": stream.tokens,
        "stream.bounds": stream.bounds,
        "stream.order": order,
        "stream.pointers": np.append(0, np.cumsum(counts)),
    }
    common = lexical_build.frequencies(stream, BODY_FIELDS)
    for section in SECTIONS:
        built = lexical_build.build(stream, section, common)
        arrays |= {f"{section}.{name}": values for name, values in built.items()}
    arrays |= {f"extracted.{n}": values for n, values in finding_builder.arrays().items()}
    names = {"stream": list(stream.vocabulary), "findings": list(finding_builder.codes)}
    names["tags"] = []
    for name, (known, codes) in labels.items():
        names[name] = list(known)
        arrays[f"study.{name}"] = np.array(codes, np.int32)
    return Form(names, arrays)


def _blocks(reports: pa.Table) -> Iterator[tuple[int, list[dict[str, Any]], pa.ListArray]]:
    """First position and texts of the reports, and their findings as Arrow has them."""
    plain, found = reports.drop_columns(["extracted"]), reports["extracted"]
    for start in range(0, len(reports), BLOCK):
        rows = plain.slice(start, BLOCK).to_pylist()
        yield start, rows, found.slice(start, BLOCK).combine_chunks()


def _sentences(
    docs: Ints,
    items: pa.StructArray,
    rows: Sequence[Mapping[str, Any]],
    placed: Sequence[Mapping[str, tuple[int, list[int]]]],
) -> Ints:
    """Stream positions of the sentence of each finding, (m, 2); zeros where there is none."""
    cuts: dict[tuple[int, str], tuple[list[int], list[tuple[int, int]]]] = {}
    places = []
    asked = (docs.tolist(), *(items.field(name).to_pylist() for name in ("section", "start")))
    for doc, section, start in zip(*asked, strict=True):
        if (doc, section) not in cuts:
            base, words = placed[doc].get(section, (0, []))
            cut = split_sentences(rows[doc][section]) if words else []
            spans = [
                (base + bisect_left(words, s.start), base + bisect_left(words, s.end)) for s in cut
            ]
            cuts[doc, section] = [s.start for s in cut], spans
        starts, spans = cuts[doc, section]
        number = bisect_right(starts, start or 0) - 1
        places.append(spans[number] if number >= 0 else (0, 0))
    return np.array(places, np.int64).reshape(-1, 2)


def _write(ready: Path, form: Form) -> bool:
    try:
        ready.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".tmp-", dir=ready.parent))
    except OSError:  # a read-only index: the cache lives in memory
        return False
    try:
        for name, values in form.arrays.items():
            np.save(work / f"{name}.npy", values)
        (work / NAMES).write_text(json.dumps(form.names), encoding="utf-8")
        work.replace(ready)
    except OSError:  # another process was first, or the disk is full
        shutil.rmtree(work, ignore_errors=True)
    return (ready / NAMES).is_file()


def _assemble(form: Form, n: int) -> CorpusCache:
    names, arrays = form.names, form.arrays
    stream = Stream(names["stream"], arrays["stream.tokens"], arrays["stream.bounds"])
    ids = lexical.vocabulary_ids(stream.vocabulary)
    sections = {section: lexical.Lexical(ids, **_group(arrays, section)) for section in SECTIONS}
    table = findings.from_arrays(names["findings"], _group(arrays, "extracted"), n)
    studies = {name: Labels(names[name], arrays[f"study.{name}"]) for name in STUDY_COLUMNS}
    order, pointers = arrays["stream.order"], arrays["stream.pointers"]
    tags = tag_table.from_arrays(names["tags"], _group(arrays, "tags"), n)
    starts = np.ascontiguousarray(stream.bounds[:, 0])  # a search in a strided column copies it
    return CorpusCache(stream, table, order, pointers, starts, tags, sections, studies)


def _group(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, Any]:
    start = len(prefix) + 1
    return {name[start:]: a for name, a in arrays.items() if name.startswith(f"{prefix}.")}
