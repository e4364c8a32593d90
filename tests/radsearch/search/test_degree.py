"""The findings leg, which works on columns, against a reading of one report after the other."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from radsearch.language.agreement import SEVERITY
from radsearch.search import degree as leg
from radsearch.search import fits, lexical, lexical_build
from radsearch.search import row_degree as row
from radsearch.search.corpus_cache import Labels
from radsearch.search.findings import NUMBER_COLUMNS, WORD_COLUMNS, from_arrays
from radsearch.search.intent import Conjunction, Intent, Wish
from radsearch.search.measured import spoken
from radsearch.search.stream import StreamBuilder

SENTENCES = ("left upper lobe", "right 8 mm", "old left", "lung base", "upper lobe of left lung")
CHOICES = {
    "presence": ["present", "present", "absent"],
    "certainty": ["definite", "probable", "possible"],
    "laterality": [None, "left", "right", "bilateral"],
    "location": [None, "left_upper_lobe", "upper_lobe", "lung_base"],
    "zone": [None, "upper", "lower"],
    "severity": [None, *SEVERITY],
    "density": [None, "solid", "part_solid"],
    "temporal": [None, None, "new", "resolved"],
    "size_mm": [None, None, 8.0, 9.5, 30.0],
    "count": [None, None, 2, "multiple"],
}
NAMES = ("pulmonary_nodule", "pulmonary_mass", "pleural_effusion")


def _corpus(rng, n):
    """Reports as lists of findings with the words of their sentence, and the cache of them."""
    stream, table, reports = StreamBuilder(), [], []
    for doc in range(n):
        said = {
            name: rng.choice(SENTENCES, rng.integers(0, 4)).tolist() for name in leg.BOTH_SECTIONS
        }
        placed = stream.add({name: " ".join(parts) for name, parts in said.items()})
        items = []
        for section, parts in said.items():
            at = placed[section][0] if parts else 0
            for part in parts:
                size = len(part.split())
                item = {name: _pick(rng, values) for name, values in CHOICES.items()}
                item |= {"section": section, "finding": _pick(rng, NAMES), "family": "lung"}
                table.append(item | {"doc": doc, "first": at, "last": at + size})
                items.append(item | {"said": f" {part} "})
                at += size
        text = "".join(f" {' '.join(parts)} ;" for parts in said.values())
        reports.append((items, text))
    words = stream.finish()
    counts = np.bincount(words.tokens, minlength=len(words.vocabulary))
    ids = lexical.vocabulary_ids(words.vocabulary)
    labels = Labels(["", "CT", "chest"], rng.integers(0, 3, n).astype(np.int32))
    cache = SimpleNamespace(
        stream=words,
        findings=_table(table, n),
        order=np.argsort(words.tokens, kind="stable"),
        pointers=np.append(0, np.cumsum(counts)),
        starts=words.bounds[:, 0].copy(),
        sections={"report": lexical.Lexical(ids, **lexical_build.build(words, "report"))},
        studies={"modality": labels, "body_part": labels},
    )
    return reports, cache


def _table(items, n):
    words = ["", *dict.fromkeys(i[name] for i in items for name in WORD_COLUMNS if i[name])]
    items = sorted(items, key=lambda i: (words.index(i["finding"]), i["doc"]))
    numbers = {None: np.nan, "multiple": 6}
    arrays = {
        name: np.array([words.index(i[name] or "") for i in items], np.int32)
        for name in WORD_COLUMNS
    }
    for name in NUMBER_COLUMNS:
        arrays[name] = np.array([numbers.get(i[name], i[name]) for i in items], np.float32)
    for name in ("doc", "first", "last"):
        arrays[name] = np.array([i[name] for i in items], np.int64)
    arrays |= {name: arrays["first"] for name in ("start", "end")}
    return from_arrays(words, arrays | {"doc": arrays["doc"].astype(np.int32)}, n)


def _pick(rng, values):
    return values[rng.integers(len(values))]


def _said(phrases, item, text):
    return any(f" {p} " in item["said"] for p in phrases), any(f" {p} " in text for p in phrases)


def _informed(name, score, item, kin):
    """The score of an attribute of one row; another row of the finding may tell it."""
    if item[name] is not None:
        return score(item[name])
    best = max((score(other[name]) for other in kin if other[name] is not None), default=0)
    return min(max(best, row.TOLD[0]), row.TOLD[1]) if best > 0 else fits.UNSTATED


def _row(wish, item, kin, text, studied):
    """Degree of one row; `kin` are the rows of its report that are stated or denied as it is."""
    same = [other for other in kin if other["finding"] == item["finding"]]
    value = wish.ids[item["finding"]]
    for name, table in (
        ("laterality", fits.side_fits(wish.laterality)),
        ("severity", fits.ordered_fits(SEVERITY, wish.severities)),
        ("density", fits.set_fits(wish.densities, fits.NEAR_DENSITY)),
        ("temporal", fits.set_fits(wish.temporal, fits.NEAR_TEMPORAL)),
    ):
        if table:
            value *= _informed(name, lambda w, t=table: t.get(w, fits.WRONG), item, same)
    certainty = fits.set_fits(wish.certainty, fits.NEAR_CERTAINTY) if wish.certainty else row.DOUBT
    value *= certainty.get(item["certainty"], fits.WRONG)
    if wish.size_mm:
        value *= _size(wish.size_mm, item, same, kin, text)
    if wish.locations or wish.zone:
        value *= _place(wish, item, text, studied)
    for alternatives in wish.words:
        near, somewhere = _said(alternatives, item, text)
        value *= 1 if near else row.ELSEWHERE if somewhere else row.NOWHERE
    return value


def _range(have, span):
    return float(fits.range_fits(np.array([have], np.float32), span)[0])


def _size(span, item, same, kin, text):
    stated = item["size_mm"] is not None
    value = _informed("size_mm", lambda have: _range(have, span), item, same)
    have = [other["size_mm"] for other in kin if other["size_mm"] is not None]
    if not stated and any(_range(size, span) == 1 for size in have):
        value = max(value, row.SIZE_OF_KIN)
    near, somewhere = _said(spoken(span), item, text)
    if near:
        value = max(value, row.SIZE_BESIDE if stated else row.TOLD[1])
    return max(value, row.SIZE_ELSEWHERE) if somewhere and not stated else value


def _place(wish, item, text, studied):
    wrong = row.IMPLIED_WRONG if wish.implied_place else fits.WRONG
    value, stated = wrong, False
    if wish.locations:
        value = max(
            wrong, *(fits.site_fits(site, item["location"] or "") for site in wish.locations)
        )
        stated = item["location"] is not None
        if _said([site.replace("_", " ") for site in wish.locations], item, text)[0]:
            value = 1.0
        if studied:
            value = max(value, row.STUDIED)
    if wish.zone:
        value = 1.0 if item["zone"] == wish.zone else value
        stated |= item["zone"] is not None
    known = stated or value >= row.STUDIED
    return value if known else (row.IMPLIED if wish.implied_place else fits.UNSTATED)


def _wish(wish, items, text, section, studied):
    """Degree of one report."""
    items = [i for i in items if i["finding"] in wish.ids and section in ("report", i["section"])]
    denied = [i for i in items if i["presence"] == "absent" or i["temporal"] == "resolved"]
    stated = [i for i in items if i not in denied]
    scored = [(_row(wish, i, stated, text, studied), i) for i in stated]
    present = max((value for value, _ in scored), default=0)
    if wish.laterality == "bilateral":
        sides = [_most(scored, "laterality", side) for side in ("left", "right")]
        present = max(present, min(1, min(sides) / fits.WRONG))
    if wish.presence == "present":
        support = min(_most(scored, "section", name) for name in leg.BOTH_SECTIONS)
        present = (1 - leg.SUPPORT) * present + leg.SUPPORT * support
        present *= leg.CONFLICT if denied else 1
        return present if present > 0 else leg.OPPOSITE if denied else 0
    absent = max((_row(wish, i, denied, text, studied) * _part(wish, i) for i in denied), default=0)
    silent = 0 if "resolved" in wish.temporal else leg.SILENT_DENIAL
    said = max(absent, silent)
    edge = present - 0.9 * max(wish.ids.values())
    if abs(edge) < 1e-6:
        return math.nan  # which side float32 falls on is its own affair
    if edge > 0:
        return leg.OPPOSITE
    return min(said, (fits.NEAR if absent else silent) * (1 - present)) if present else said


def _most(scored, name, word):
    return max((value for value, item in scored if item[name] == word), default=0)


def _part(wish, item):
    partly = item["size_mm"] is not None
    partly |= not wish.severities and item["severity"] is not None
    partly |= not wish.densities and item["density"] is not None
    partly |= not wish.laterality and item["laterality"] in ("left", "right")
    partly |= not wish.temporal and item["temporal"] == "new"
    gone = not wish.temporal and item["temporal"] == "resolved"
    return leg.PARTLY if partly else leg.GONE if gone else 1


def _wishes(rng):
    """A wish for some of the findings with one to three attributes."""
    ids = {name: _pick(rng, (1.0, 0.95, 0.3)) for name in NAMES if rng.random() < 0.6}
    every = {
        "laterality": _pick(rng, ("left", "bilateral")),
        "locations": _pick(rng, (("left_upper_lobe",), ("lung_base", "upper_lobe"))),
        "implied_place": bool(rng.random() < 0.5),
        "zone": "upper",
        "severities": ("mild",),
        "size_mm": _pick(rng, ((7.5, 8.5), (5.0, None))),
        "densities": ("solid",),
        "temporal": _pick(rng, (("new",), ("resolved",))),
        "certainty": ("possible",),
        "words": (("old", "of left"),),
    }
    chosen = rng.choice(list(every), rng.integers(1, 4), replace=False)
    presence = _pick(rng, ("present", "absent"))
    return Wish(ids or {NAMES[0]: 1.0}, presence, **{name: every[name] for name in chosen})


@pytest.mark.parametrize("seed", range(60))
def test_columns_say_what_reading_each_report_says(seed):
    rng = np.random.default_rng(seed)
    reports, cache = _corpus(rng, 25)
    section = _pick(rng, ("report", "findings", "impression"))
    wishes, known = [_wishes(rng) for _ in range(3)], {}
    for wish in wishes * 2:  # the second time from what is known
        have = leg.degrees(Intent((Conjunction(((wish,),)),)), cache, section, known)
        parts = cache.studies["body_part"]
        for at, (items, text) in enumerate(reports):
            studied = parts.words[parts.codes[at]] in wish.locations
            wanted = _wish(wish, items, text, section, studied)
            assert math.isnan(wanted) or have[at] == pytest.approx(wanted, abs=1e-5), (wish, at)
    assert len(known) == len(set(wishes))


@pytest.mark.parametrize("seed", range(10))
def test_reports_that_a_filter_keeps_score_as_without_it(seed):
    rng = np.random.default_rng(seed)
    _, cache = _corpus(rng, 40)
    within = rng.random(40) < 0.4
    one, other, unwanted = (_wishes(rng) for _ in range(3))
    intent = Intent((Conjunction(((one,), (other,)), (unwanted,)),), body_parts=("chest",))
    section = _pick(rng, ("report", "findings"))
    every, known = leg.degrees(intent, cache, section), {}
    some = leg.degrees(intent, cache, section, known, within)
    np.testing.assert_array_equal(some[within], every[within])
    assert not known  # what it says of the others is not to be met again


def test_alternatives_conditions_and_studies_are_joined():
    rng = np.random.default_rng(0)
    _, cache = _corpus(rng, 30)
    nodule, effusion = Wish({NAMES[0]: 1.0}), Wish({NAMES[2]: 1.0})
    alone = [
        leg.degrees(Intent((Conjunction(((w,),)),)), cache, "report") for w in (nodule, effusion)
    ]
    both = leg.degrees(Intent((Conjunction(((nodule,), (effusion,))),)), cache, "report")
    share = leg.MIN_SHARE
    np.testing.assert_allclose(
        both, share * np.minimum(*alone) + (1 - share) * np.mean(alone, axis=0), atol=1e-6
    )
    either = (Conjunction(((nodule,),)), Conjunction(((effusion,),)))
    np.testing.assert_array_equal(leg.degrees(Intent(either), cache, "report"), np.maximum(*alone))
    in_ct = leg.degrees(Intent(either[:1], modalities=("CT",)), cache, "report")
    factor = {0: (1 + leg.OTHER_MODALITY) / 2, 1: 1.0, 2: leg.OTHER_MODALITY}
    scale = np.array([factor[code] for code in cache.studies["modality"].codes.tolist()])
    np.testing.assert_allclose(in_ct, np.where(alone[0] > 0, alone[0] * scale, alone[0]), atol=1e-6)
