"""How well every report's extracted findings answer an intent, in [-1, 1]; no report is read.

A wish counts 1 where a finding agrees in all that was asked, less where an attribute is not
stated or only near, little where it is contradicted, and below 0 where the report says the
opposite. Weights are measured: `radsearch bench search`.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from radsearch.language.agreement import SEVERITY, location_agreement
from radsearch.language.lexicon import load_lexicon
from radsearch.report import BODY_FIELDS
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.findings import Findings
from radsearch.search.intent import Conjunction, Intent, Range, Wish
from radsearch.search.measured import spoken
from radsearch.search.stream import Ints
from radsearch.search.textmatch import TextMatcher

Values = NDArray[np.float32]

UNSTATED = 0.5  # an attribute asked for that the report does not give
NEAR = 0.6  # the next step of severity, a size within 2 mm or 15 %
WRONG = 0.02  # an attribute that disagrees: hardly better than silence
OPPOSITE = -0.4  # the report denies what is wanted, or states what is not
PARTLY = 0.9  # a denial of a side, a grade, a size, or of something new only
GONE = 0.97  # a denial because it resolved
SILENT_DENIAL = 0.35  # "no effusion" asked for, and nothing said of effusions
IMPLIED = 0.99  # a place that the finding's own words imply, and the report does not give
IMPLIED_WRONG = 0.9  # the same, and the report gives another
STUDIED = 0.9  # a place that is the body part of the study
PART_OF = 0.5  # the report gives only the whole of the place asked for
TOLD = (0.2, 0.9)  # least and most for an attribute that another row of the finding gives
SIZE_OF_KIN = 0.8  # the size asked for, given with another finding of the family
SIZE_BESIDE = 0.3  # in the finding's sentence, beside the size that is read as its own
SIZE_ELSEWHERE = 0.6  # in another sentence of a report that gives the finding no size
CONFLICT = 0.97  # the same report also denies it
SUPPORT = 0.06  # share of the degree that hangs on both sections saying so
ELSEWHERE = 0.55  # a word that stands in the report, but not in the finding's sentence
NOWHERE = 0.4  # a word that the report lacks
DOUBT = {"definite": 1.0, "probable": 0.97, "possible": 0.85}
NORMAL = "no_abnormality"
STATED_NORMAL = 0.1  # share of the degree of a normal study that hangs on its being called so
ABNORMAL = 0.5  # each abnormal finding beside "normal" takes this much more of the degree
NEAR_DENSITY = (
    {"solid", "part_solid"},
    {"part_solid", "ground_glass"},
    {"hypodense", "fluid"},
    {"fluid", "t2_hyperintense"},
    {"solid", "enhancing"},
    {"calcified", "hyperdense"},
)
NEAR_TEMPORAL = ({"new", "increased"}, {"stable", "chronic"}, {"decreased", "resolved"})
NEAR_CERTAINTY = ({"definite", "probable"}, {"probable", "possible"})
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
        self.text = TextMatcher(cache)
        self.section = section
        self.n = cache.stream.n
        self.bounds = cache.stream.bounds
        self.body_parts = cache.studies["body_part"]

    def conjunction(self, item: Conjunction) -> Values:
        """Degree of all its conditions together, (n,)."""
        columns = [
            np.maximum.reduce([self.wish(wish) for wish in condition]) for condition in item.wanted
        ]
        stacked = np.stack(columns) if columns else np.ones((1, self.n), np.float32)
        fits = MIN_SHARE * stacked.min(axis=0) + (1 - MIN_SHARE) * stacked.mean(axis=0)
        for wish in item.unwanted:
            fits = np.where(self.wish(wish) >= NEAR, np.minimum(fits, 0) - 1, fits)
        return np.asarray(fits, np.float32)

    def wish(self, wish: Wish) -> Values:
        """Degree of one wish, (n,)."""
        rows = self.table.rows_of(sorted(wish.ids))
        if self.section in ("findings", "impression"):
            here = self.table.columns["section"][rows] == self.table.code(self.section)
            rows = rows[here]
        denied = self.table.columns["presence"][rows] == self.table.code("absent")
        resolved = self.table.columns["temporal"][rows] == self.table.code("resolved")
        denied = denied | resolved
        stated, denials = rows[~denied], rows[denied]
        scores = self.rows(wish, stated)
        present = self._best(stated, scores)
        present = self._both_sides(wish, stated, scores, present)
        absent = self._best(denials, self.rows(wish, denials) * self._whole(wish, denials))
        if wish.presence == "present":
            present = self._supported(stated, scores, present)
            present = np.where(absent > 0, CONFLICT * present, present)
            if NORMAL in wish.ids:
                present = self._normal(present)
            return np.where(present > 0, present, np.where(absent > 0, OPPOSITE, 0))
        silent = 0.0 if "resolved" in wish.temporal else SILENT_DENIAL
        said = np.where(absent > 0, np.maximum(absent, silent), silent)
        weaker = np.where(absent > 0, NEAR, silent) * (1 - present)
        return np.asarray(
            np.where(present >= 0.9 * max(wish.ids.values()), OPPOSITE,
                     np.where(present > 0, np.minimum(said, weaker), said)),
            np.float32,
        )  # fmt: skip

    def _whole(self, wish: Wish, denials: Ints) -> Values:
        """Less for a denial of a part only ("no new nodule", "none on the left")."""
        columns, code = self.table.columns, self.table.code
        partly = ~np.isnan(self.table.numbers["size_mm"][denials])
        for name, asked in (("severity", wish.severities), ("density", wish.densities)):
            partly |= (columns[name][denials] > 0) & (not asked)
        if not wish.laterality:
            partly |= np.isin(columns["laterality"][denials], [code("left"), code("right")])
        change = columns["temporal"][denials]
        gone = (change == code("resolved")) & (not wish.temporal)
        partly |= (change == code("new")) & (not wish.temporal)
        return np.where(partly, PARTLY, np.where(gone, GONE, 1.0)).astype(np.float32)

    def _normal(self, stated: Values) -> Values:
        """Degree of "a normal study", (n,): nothing abnormal counts more than the word."""
        spoken = np.diff(self.bounds, axis=1) > 0  # (n, fields)
        if self.section in BODY_FIELDS:
            spoken = spoken[:, [BODY_FIELDS.index(self.section)]]
        quiet = spoken.any(axis=1) / (1 + ABNORMAL * self._abnormal())
        return np.asarray((1 - STATED_NORMAL) * quiet + STATED_NORMAL * stated, np.float32)

    def _abnormal(self) -> Values:
        """How many abnormal findings each report states, (n,)."""
        table = self.table
        normal = np.array([word.startswith(("normal", "quality")) for word in table.words])
        stated = table.columns["presence"] == table.code("present")
        stated &= ~normal[table.columns["family"]]
        return np.bincount(table.doc[stated], minlength=self.n).astype(np.float32)

    def _best(self, rows: Ints, scores: Values) -> Values:
        out = np.zeros(self.n, np.float32)
        np.maximum.at(out, self.table.doc[rows], scores)
        return out

    def _supported(self, rows: Ints, scores: Values, best: Values) -> Values:
        """A little less where only one section of the report states it."""
        section = self.table.columns["section"][rows]
        each = [
            self._best(rows[at], scores[at])
            for at in (section == self.table.code(name) for name in ("findings", "impression"))
        ]
        return np.asarray((1 - SUPPORT) * best + SUPPORT * np.minimum(*each), np.float32)

    def _both_sides(self, wish: Wish, rows: Ints, scores: Values, best: Values) -> Values:
        """One finding on the left and one on the right are bilateral."""
        if wish.laterality != "bilateral" or not len(rows):
            return best
        side = self.table.columns["laterality"][rows]
        each = [
            self._best(rows[at], scores[at])
            for at in (side == self.table.code("left"), side == self.table.code("right"))
        ]
        both = np.minimum(*each) / WRONG  # their factor for a single side was WRONG
        return np.asarray(np.maximum(best, np.minimum(both, 1)), np.float32)

    def rows(self, wish: Wish, rows: Ints) -> Values:
        """Degree of each of these rows of the table, all stated or all denied."""
        columns = self.table.columns
        scores = self.table.lookup(wish.ids, 0.0)[columns["finding"][rows]]
        for name, fits in (
            ("laterality", _side_fits(wish.laterality)),
            ("severity", _ordered_fits(SEVERITY, wish.severities)),
            ("density", _set_fits(wish.densities, NEAR_DENSITY)),
            ("temporal", _set_fits(wish.temporal, NEAR_TEMPORAL)),
        ):
            if fits:
                codes = columns[name][rows]
                values = self.table.lookup(fits, WRONG)[codes]
                scores = scores * self._informed(values, codes > 0, rows)
        certainty = _set_fits(wish.certainty, NEAR_CERTAINTY) if wish.certainty else DOUBT
        scores = scores * self.table.lookup(certainty, WRONG)[columns["certainty"][rows]]
        if wish.size_mm is not None:
            scores = scores * self._size(wish.size_mm, rows)
        if wish.count is not None:
            scores = scores * _range_fits(self._counts(rows), wish.count)
        if wish.locations or wish.zone:
            scores = scores * self._place(wish, rows)
        for alternatives in wish.words:
            scores = scores * self._words(alternatives, rows)
        return np.asarray(scores, np.float32)

    def _informed(self, fits: Values, stated: NDArray[np.bool_], rows: Ints) -> Values:
        """Where a row does not state the attribute, another of the same finding may tell."""
        finding = self.table.columns["finding"][rows].astype(np.int64)
        same, place = np.unique(finding * self.n + self.table.doc[rows], return_inverse=True)
        best = np.zeros(len(same), np.float32)
        np.maximum.at(best, place[stated], fits[stated])
        told = np.where(best > 0, np.clip(best, TOLD[0], TOLD[1]), UNSTATED)[place]
        return np.asarray(np.where(stated, fits, told), np.float32)

    def _size(self, size: Range, rows: Ints) -> Values:
        """Agreement of size; what the record lacks, kin and the report's words may tell."""
        have = self.table.numbers["size_mm"][rows]
        stated = ~np.isnan(have)
        fits = _range_fits(have, size)
        scores = self._informed(fits, stated, rows)
        doc = self.table.doc[rows]
        kin = np.zeros(self.n, np.bool_)
        kin[doc[stated & (fits == 1)]] = True
        scores = np.where(~stated & kin[doc], np.maximum(scores, SIZE_OF_KIN), scores)
        words = spoken(size)
        if words:
            near = self._in_sentence(words, rows)
            said = np.where(stated, SIZE_BESIDE, TOLD[1])
            scores = np.where(near, np.maximum(scores, said), scores)
            mask = np.logical_or.reduce([self.text.docs(self.text.phrase(word)) for word in words])
            scores = np.where(~stated & mask[doc], np.maximum(scores, SIZE_ELSEWHERE), scores)
        return np.asarray(scores, np.float32)

    def _counts(self, rows: Ints) -> Values:
        """Stated number; else how many rows of this finding the section has, NaN for one."""
        columns = self.table.columns
        group = columns["finding"][rows].astype(np.int64) * self.n + self.table.doc[rows]
        group = group * len(self.table.words) + columns["section"][rows]
        _, place, many = np.unique(group, return_inverse=True, return_counts=True)
        counted = np.where(many > 1, many.astype(np.float32), np.nan)[place]
        have = self.table.numbers["count"][rows]
        return np.asarray(np.where(np.isnan(have), counted, have), np.float32)

    def _place(self, wish: Wish, rows: Ints) -> Values:
        """Agreement of site and zone; the sentence's own words count as much as the record."""
        locations, zones = self.table.columns["location"][rows], self.table.columns["zone"][rows]
        wrong, unstated = (IMPLIED_WRONG, IMPLIED) if wish.implied_place else (WRONG, UNSTATED)
        scores = np.full(len(rows), wrong, np.float32)
        stated = np.zeros(len(rows), np.bool_)
        if wish.locations:
            used, place = np.unique(locations, return_inverse=True)
            words = [self.table.words[code] for code in used]
            fits = [max(_site_fits(site, word) for site in wish.locations) for word in words]
            scores = np.maximum(scores, np.array(fits, np.float32)[place])
            stated |= locations > 0
            for site in wish.locations:
                hit = self._in_sentence([site.replace("_", " ")], rows)
                scores = np.where(hit, 1.0, scores)
            studied = self.body_parts.matches(wish.locations)[self.table.doc[rows]]
            scores = np.where(studied, np.maximum(scores, STUDIED), scores)
        if wish.zone:
            scores = np.where(zones == self.table.code(wish.zone), 1.0, scores)
            stated |= zones > 0
        known = stated | (scores >= STUDIED)
        return np.asarray(np.where(known, scores, unstated), np.float32)

    def _words(self, alternatives: Sequence[str], rows: Ints) -> Values:
        near = self._in_sentence(alternatives, rows)
        mask = np.zeros(self.n, np.bool_)
        for phrase in alternatives:
            mask |= self.text.docs(self.text.phrase(phrase))
        somewhere = np.where(mask[self.table.doc[rows]], ELSEWHERE, NOWHERE)
        return np.asarray(np.where(near, 1.0, somewhere), np.float32)

    def _in_sentence(self, phrases: Sequence[str], rows: Ints) -> NDArray[np.bool_]:
        first, last = self.table.first[rows], self.table.last[rows]
        hit = np.zeros(len(rows), np.bool_)
        for phrase in phrases:
            at = self.text.phrase(phrase)
            hit |= np.searchsorted(at, first) < np.searchsorted(at, last)
        return hit


@lru_cache(maxsize=4096)
def _wholes(place: str) -> frozenset[str]:
    """What the place is part of."""
    parents = load_lexicon().parents
    found: set[str] = set()
    while place in parents and parents[place] not in found:
        place = parents[place]
        found.add(place)
    return frozenset(found)


def _side_fits(wanted: str | None) -> dict[str, float]:
    fits = {wanted: 1.0} if wanted else {}
    if wanted in ("left", "right"):
        fits["bilateral"] = 0.95
    return fits


def _ordered_fits(scale: Sequence[str], wanted: Sequence[str]) -> dict[str, float]:
    places = [scale.index(word) for word in wanted]
    if not places:
        return {}
    return {
        word: {0: 1.0, 1: NEAR}.get(min(abs(at - place) for place in places), WRONG)
        for at, word in enumerate(scale)
    }


def _set_fits(wanted: Sequence[str], near: Sequence[set[str]]) -> dict[str, float]:
    fits = {word: NEAR for pair in near if pair & set(wanted) for word in pair}
    return fits | dict.fromkeys(wanted, 1.0)


def _range_fits(have: Values, span: Range) -> Values:
    low = -np.inf if span[0] is None else span[0]
    high = np.inf if span[1] is None else span[1]
    inside = (have >= low) & (have <= high)
    bound = np.where(have < low, low, high)
    with np.errstate(invalid="ignore"):
        near = np.abs(have - bound) <= np.maximum(2.0, 0.15 * bound)
    scores = np.where(inside, 1.0, np.where(near, NEAR, WRONG))
    return np.asarray(np.where(np.isnan(have), UNSTATED, scores), np.float32)


@lru_cache(maxsize=65536)
def _site_fits(wanted: str, have: str) -> float:
    if not have:
        return WRONG
    if wanted in _wholes(have):
        return 1.0
    if have in _wholes(wanted):
        return PART_OF
    agreement = location_agreement(wanted, have)
    return 1.0 if agreement == 1 else 0.85 if agreement == 0.7 else WRONG
