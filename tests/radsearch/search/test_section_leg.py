import numpy as np
import pyarrow as pa
import pytest

from radsearch.language import extract, radsim
from radsearch.language.radsim import is_abnormal
from radsearch.search.findings import FindingsBuilder, from_arrays
from radsearch.search.section_leg import section_findings
from radsearch.store.schema import FINDING

REPORTS = [
    "Small left pleural effusion. 8 mm nodule in the right upper lobe.",
    "Small right pleural effusion.",
    "Large left pleural effusion.",
    "No pleural effusion. Lungs are clear.",
    "Innumerable calcified granulomas. No pneumothorax.",
    "",
]
KEYS = (
    "finding", "family", "presence", "certainty", "laterality", "location", "zone", "severity",
    "size_mm", "count", "density", "temporal",
)  # fmt: skip


def leg_of(texts, section="findings"):
    builder = FindingsBuilder()
    for doc, text in enumerate(texts):
        items = [
            {key: getattr(finding, key) for key in KEYS}
            | {"section": "findings", "count": finding.count and str(finding.count)}
            for finding in extract(text)
        ]
        nowhere = np.zeros((len(items), 2), np.int64)
        builder.add(np.full(len(items), doc), pa.array(items, FINDING), nowhere)
    return section_findings(from_arrays(list(builder.codes), builder.arrays(), len(texts)), section)


ALL = np.arange(len(REPORTS))


@pytest.mark.parametrize("query", REPORTS)
def test_a_report_is_nearest_to_itself_and_fully(query):
    scores = leg_of(REPORTS).scores(extract(query), ALL, "findings")
    assert scores[REPORTS.index(query)] == pytest.approx(1.0)
    assert ((scores >= 0) & (scores <= 1)).all()


def test_it_is_radsim_where_no_partner_is_shared():
    leg = leg_of(REPORTS)
    for query in REPORTS[1:3]:
        mine = leg.scores(extract(query), ALL, "findings")
        for place, text in enumerate(REPORTS[1:5], start=1):
            own = [f for f in extract(query) if is_abnormal(f)]
            other = [f for f in extract(text) if is_abnormal(f)]
            if len(own) == len(other) == 1 and own[0].finding == other[0].finding:
                exact = radsim(own, other).score
                assert mine[place] == pytest.approx((0.5 + 2 * _inner(exact)) / 2.5, abs=1e-6)


def _inner(score, base=0.1):
    """The pair's own similarity, from (base + s) / (base + 1)."""
    return score * (1 + base) - base


def test_the_right_side_and_degree_come_before_the_wrong_ones():
    texts = [
        "Small left effusion.",
        "Small right effusion.",
        "Large left effusion.",
        "Clear lungs.",
    ]
    scores = leg_of(texts).scores(
        extract("Small amount of fluid in the left pleural space."), np.arange(4)
    )
    assert scores[0] > scores[2] > scores[3] and scores[0] > scores[1] > scores[3]


def test_two_normal_reports_agree_and_an_abnormal_one_does_not():
    scores = leg_of(REPORTS).scores(extract("Normal chest."), ALL)
    assert scores[3] == scores[5] == 1.0
    assert scores[0] < 0.5


def test_only_the_searched_section_counts():
    assert len(leg_of(REPORTS, "impression").rows) == 0
    assert len(leg_of(REPORTS, "report").rows) == len(leg_of(REPORTS).rows)


def test_an_impression_may_leave_out_what_the_findings_state():
    leg = leg_of(["Left pneumothorax. Old granuloma. Mild scoliosis.", "Right pneumothorax."])
    asked = extract("Left pneumothorax.")
    as_impression = leg.scores(asked, np.arange(2), "impression")
    as_findings = leg.scores(asked, np.arange(2), "findings")
    assert as_impression[0] > as_findings[0]
    assert as_impression[0] > as_impression[1]


def test_a_size_of_nothing_is_compared_as_in_radsim():
    texts = ["A 0 mm nodule.", "A 8 mm nodule."]
    leg = leg_of(texts)
    for query in texts:
        scores = leg.scores(extract(query), np.arange(2), "findings")
        assert scores[texts.index(query)] == pytest.approx(1.0)
        assert scores[1 - texts.index(query)] < 0.99
