"""How well every report's extracted findings answer an intent, in [-1, 1]; no report is read.

A wish counts 1 where a finding agrees in all that was asked, less where an attribute is not
stated or only near, little where it is contradicted, and below 0 where the report says the
opposite. Weights are measured: `radsearch bench search`.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from radsearch.report import BODY_FIELDS
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.findings import Findings
from radsearch.search.fits import NEAR, WRONG, Values
from radsearch.search.intent import Conjunction, Intent, Wish
from radsearch.search.row_degree import RowJudge
from radsearch.search.rowset import Columns, RowSet
from radsearch.search.stream import Ints

OPPOSITE = -0.4  # the report denies what is wanted, or states what is not
PARTLY = 0.9  # a denial of a side, a grade, a size, or of something new only
GONE = 0.97  # a denial because it resolved
SILENT_DENIAL = 0.35  # "no effusion" asked for, and nothing said of effusions
CONFLICT = 0.97  # the same report also denies it
SUPPORT = 0.06  # share of the degree that hangs on both sections saying so
NORMAL = "no_abnormality"
STATED_NORMAL = 0.1  # share of the degree of a normal study that hangs on its being called so
ABNORMAL = 0.5  # each abnormal finding beside "normal" takes this much more of the degree
MIN_SHARE = 0.6  # of the worst condition in a conjunction; the rest is the mean
OTHER_MODALITY = 0.25
OTHER_BODY_PART = 0.5


def degrees(intent: Intent, cache: CorpusCache, section: str) -> Values:
    """Degree of every report, (n,).

    Args:
        intent: What is asked for.
        cache: The index's findings and words.
        section: "findings" or "impression" look at that section's findings only.

    Returns:
        1 = all that was asked for is stated; below 0 = the opposite is.
    """
    judge = _Judge(cache, section)
    fits = np.maximum.reduce([judge.conjunction(item) for item in intent.alternatives])
    if intent.modalities:
        known = cache.studies["modality"]
        fits = _damp(fits, known.matches(intent.modalities), known.stated, OTHER_MODALITY)
    if intent.body_parts:
        parts = cache.studies["body_part"]
        fits = _damp(fits, parts.matches(intent.body_parts), parts.stated, OTHER_BODY_PART)
    return np.asarray(fits, np.float32)


def _damp(
    fits: Values, match: NDArray[np.bool_], stated: NDArray[np.bool_], factor: float
) -> Values:
    scale = np.where(match, 1.0, np.where(stated, factor, (1 + factor) / 2))
    return np.asarray(np.where(fits > 0, fits * scale, fits), np.float32)


class _Judge:
    def __init__(self, cache: CorpusCache, section: str) -> None:
        self.table: Findings = cache.findings
        self.rows = RowJudge(cache)
        self.section = section
        self.n = cache.stream.n
        self.bounds = cache.stream.bounds

    def conjunction(self, item: Conjunction) -> Values:
        """Degree of all its conditions together, (n,)."""
        columns = [
            np.maximum.reduce([self.wish(wish) for wish in condition]) for condition in item.wanted
        ]
        if len(columns) == 1:
            fits = columns[0]
        elif columns:
            stacked = np.stack(columns)
            fits = MIN_SHARE * stacked.min(axis=0) + (1 - MIN_SHARE) * stacked.mean(axis=0)
        else:
            fits = np.ones(self.n, np.float32)
        for wish in item.unwanted:
            fits = np.where(self.wish(wish) >= NEAR, np.minimum(fits, 0) - 1, fits)
        return np.asarray(fits, np.float32)

    def wish(self, wish: Wish) -> Values:
        """Degree of one wish, (n,); worked out for the reports that have a row of it alone."""
        docs, found = self._among(Columns(self.table, sorted(wish.ids)), every=NORMAL in wish.ids)
        denied = found.words("presence") == self.table.code("absent")
        denied |= found.words("temporal") == self.table.code("resolved")
        stated, denials = found.where(~denied), found.where(denied)
        scores = self.rows.degrees(wish, stated)
        present = stated.best_of_report(scores, len(docs))
        present = self._both_sides(wish, stated, scores, present)
        whole = self._whole(wish, denials)
        absent = denials.best_of_report(self.rows.degrees(wish, denials) * whole, len(docs))
        if wish.presence == "present":
            present = self._supported(stated, scores, present)
            present = np.where(absent > 0, CONFLICT * present, present)
            if NORMAL in wish.ids:
                present = self._normal(present)
            values = np.where(present > 0, present, np.where(absent > 0, OPPOSITE, 0))
            return self._spread(docs, values, 0.0)
        silent = 0.0 if "resolved" in wish.temporal else SILENT_DENIAL
        said = np.where(absent > 0, np.maximum(absent, silent), silent)
        weaker = np.where(absent > 0, NEAR, silent) * (1 - present)
        values = np.where(
            present >= 0.9 * max(wish.ids.values()),
            OPPOSITE,
            np.where(present > 0, np.minimum(said, weaker), said),
        )
        return self._spread(docs, values, silent)

    def _among(self, columns: Columns, *, every: bool) -> tuple[Ints, RowSet]:
        """Reports that have one of the rows (or all of them), and the rows, placed among them."""
        doc, kept = columns.doc(), None
        if self.section in ("findings", "impression"):
            kept = np.flatnonzero(columns.words("section") == self.table.code(self.section))
            doc = doc[kept]
        if every:
            return np.arange(self.n), RowSet(columns, kept, doc)
        have = np.zeros(self.n, np.bool_)
        have[doc] = True
        docs = np.flatnonzero(have)
        place = np.empty(self.n, np.int32)
        place[docs] = np.arange(len(docs), dtype=np.int32)
        return docs, RowSet(columns, kept, place[doc])

    def _spread(self, docs: Ints, values: NDArray[np.floating], rest: float) -> Values:
        out = np.full(self.n, rest, np.float32)
        out[docs] = values
        return out

    def _whole(self, wish: Wish, denials: RowSet) -> Values:
        """Less for a denial of a part only ("no new nodule", "none on the left")."""
        code = self.table.code
        partly = ~np.isnan(denials.numbers("size_mm"))
        for name, asked in (("severity", wish.severities), ("density", wish.densities)):
            if not asked:
                partly |= denials.words(name) > 0
        if not wish.laterality:
            side = denials.words("laterality")
            partly |= (side == code("left")) | (side == code("right"))
        change = denials.words("temporal")
        gone = (change == code("resolved")) & (not wish.temporal)
        partly |= (change == code("new")) & (not wish.temporal)
        return np.where(partly, PARTLY, np.where(gone, GONE, 1.0)).astype(np.float32)

    def _normal(self, stated: Values) -> Values:
        """Degree of "a normal study", (n,): nothing abnormal counts more than the word."""
        spoken = np.diff(self.bounds, axis=1) > 0  # (n, fields)
        if self.section in BODY_FIELDS:
            spoken = spoken[:, [BODY_FIELDS.index(self.section)]]
        quiet = spoken.any(axis=1) / (1 + ABNORMAL * _abnormal(self.table))
        return np.asarray((1 - STATED_NORMAL) * quiet + STATED_NORMAL * stated, np.float32)

    def _supported(self, rows: RowSet, scores: Values, best: Values) -> Values:
        """A little less where only one section of the report states it."""
        section = rows.words("section")
        each = [
            rows.where(at).best_of_report(scores[at], len(best))
            for at in (section == self.table.code(name) for name in ("findings", "impression"))
        ]
        return np.asarray((1 - SUPPORT) * best + SUPPORT * np.minimum(*each), np.float32)

    def _both_sides(self, wish: Wish, rows: RowSet, scores: Values, best: Values) -> Values:
        """One finding on the left and one on the right are bilateral."""
        if wish.laterality != "bilateral" or not len(rows):
            return best
        side = rows.words("laterality")
        each = [
            rows.where(at).best_of_report(scores[at], len(best))
            for at in (side == self.table.code("left"), side == self.table.code("right"))
        ]
        both = np.minimum(*each) / WRONG  # their factor for a single side was WRONG
        return np.asarray(np.maximum(best, np.minimum(both, 1)), np.float32)


@lru_cache(maxsize=2)
def _abnormal(table: Findings) -> Values:
    """How many abnormal findings each report states, (n,)."""
    normal = np.array([word.startswith(("normal", "quality")) for word in table.words])
    stated = table.columns["presence"] == table.code("present")
    stated &= ~normal[table.columns["family"]]
    return np.bincount(table.doc[stated], minlength=table.n).astype(np.float32)
