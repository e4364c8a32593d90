"""The galleries on which the legs for dictated sections are weighed, and the whole choice."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from radsearch.evaluation.authored import Part, group_key, part, read_authored
from radsearch.evaluation.fusion_fit import NAMES, fit, handicapped, leg_scores, recall
from radsearch.report import Report
from radsearch.search.section_weights import Dictated, SectionWeights, section_weights
from radsearch.searcher import Searcher

KINDS: tuple[Dictated, ...] = ("findings", "impression")
STYLES = {"orig": "", "rw": "_rewrite"}
MODALITIES = ("XR", "CT")

Build = Callable[[Iterable[Report], Path], object]


@dataclass(frozen=True, slots=True)
class Line:
    """R@1 on the test part of one gallery.

    Attributes:
        gallery: Its name, such as "xr-orig".
        kind: The section that asks.
        queries: Test reports.
        gallery_size: Reports to find them among.
        before: With the weights that were shipped.
        after: With the new ones.
        dense: The cosine alone.
        tfidf: TF-IDF alone.
    """

    gallery: str
    kind: Dictated
    queries: int
    gallery_size: int
    before: float
    after: float
    dense: float
    tfidf: float


@dataclass(frozen=True, slots=True)
class Tuned:
    """The weights chosen, and what they do on reports that had no part in the choice."""

    weights: Mapping[Dictated, SectionWeights]
    lines: tuple[Line, ...]

    def record(self) -> dict[str, Any]:
        """What `section_weights.json` holds."""
        rounded = {
            kind: {name: round(value, 3) for name, value in asdict(self.weights[kind]).items()}
            for kind in KINDS
        }
        return {"weights": rounded}


def galleries(corpus: Path, folder: Path, build: Build) -> dict[str, Path]:
    """Indexes of the chest radiographs and chest CTs, as dictated and as reworded.

    Args:
        corpus: Holds `authored*`.
        folder: Where the indexes lie; those that are there are taken as they are.
        build: Writes an index.

    Returns:
        Paths by name: "xr-orig", "xr-rw", "ct-orig", "ct-rw".
    """
    rows = [row for path in sorted(corpus.glob("authored*")) for row in read_authored(path)]
    found = {}
    for modality in MODALITIES:
        for style, suffix in STYLES.items():
            path = folder / f"{modality.lower()}-{style}.index"
            if not path.exists():
                build(_chest(rows, modality, suffix), path)
            found[f"{modality.lower()}-{style}"] = path
    return found


def _chest(rows: Iterable[dict[str, Any]], modality: str, suffix: str) -> Iterator[Report]:
    for row in rows:
        texts = row["findings" + suffix], row["impression" + suffix]
        if row["modality"] == modality and "chest" in row["body_part"] and all(texts):
            yield Report(
                row["id"],
                findings=texts[0],
                impression=texts[1],
                modality=modality,
                body_part=row["body_part"],
            )


def tune(corpus: Path, indexes: Mapping[str, Searcher]) -> Tuned:
    """Fit on the validation part of every gallery together, measure on its test part.

    Args:
        corpus: Holds `authored*`.
        indexes: What `galleries` made, opened.

    Returns:
        Weights and table.
    """
    rows = [row for path in sorted(corpus.glob("authored*")) for row in read_authored(path)]
    parts: dict[str, Part] = {row["id"]: part(group_key(row)) for row in rows}
    chosen: dict[Dictated, SectionWeights] = {}
    lines: list[Line] = []
    for kind in KINDS:
        training, tests = [], {}
        for name, searcher in indexes.items():
            of = [parts.get(report_id, "train") for report_id in searcher.store.ids]
            at = {p: np.array([i for i, x in enumerate(of) if x == p], np.int64) for p in set(of)}
            training.append(handicapped(leg_scores(searcher, kind, at["validation"])))
            tests[name] = leg_scores(searcher, kind, at["test"])
        weights = fit(training)
        chosen[kind] = SectionWeights(**dict(zip(NAMES, weights.tolist(), strict=True)))
        shipped = np.array([asdict(section_weights()[kind])[name] for name in NAMES])
        single = np.eye(len(NAMES))
        for name, scores in tests.items():
            ways = (shipped, weights, single[0], single[1])
            values = [recall(way, scores) for way in ways]
            lines.append(Line(name, kind, len(scores.own), scores.same.shape[1], *values))
    return Tuned(chosen, tuple(lines))
