"""Which report comes first when reports differ in one attribute: a small real index."""

import pytest

from radsearch.report import Report
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder

TEXTS = {
    "ptx-no": "No pneumothorax. Heart size is normal.",
    "ptx-left": "Small left pneumothorax.",
    "ptx-right": "Large right pneumothorax.",
    "eff-left": "Small left pleural effusion. No pneumothorax.",
    "eff-right": "Large right pleural effusion.",
    "eff-both": "Bilateral pleural effusions.",
    "nod-8": "There is an 8 mm nodule in the right upper lobe.",
    "nod-20": "There is a 20 mm nodule in the right upper lobe.",
    "nod-ll": "There is an 8 mm nodule in the left lower lobe.",
    "cm": "Cardiomegaly. No pleural effusion.",
    "cm-eff": "Cardiomegaly. Small right pleural effusion.",
    "cm-pm": "Cardiomegaly. Pacemaker in place.",
    "pna-maybe": "Right lower lobe opacity, possibly pneumonia.",
    "pna-grew": "Right lower lobe pneumonia has worsened.",
    "normal": "Normal chest. Lungs are clear.",
    "eff-not-left": "No left pleural effusion. No new nodule.",
    "tube-40": "Endotracheal tube tip 4 cm above the carina.",
    "tube-8": "Endotracheal tube tip 8 mm above the carina.",
    "horns-6": "Hydrocephalus. Temporal horns 6 mm.",
    "horns-3": "Hydrocephalus. Temporal horns 3 mm.",
}


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    from indexer.build import build_index

    path = tmp_path_factory.mktemp("ranking") / "index"
    corpus = [
        Report(name, findings=text, impression="See above.", modality="XR", body_part="chest")
        for name, text in TEXTS.items()
    ]
    encoder = ToyEncoder(128)
    build_index(corpus, path, encoder=encoder)
    return Searcher.open(path, encoder=encoder)


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("no pneumothorax", {"ptx-no", "eff-left"}),
        ("pneumothorax", {"ptx-left", "ptx-right"}),
        ("left pneumothorax", {"ptx-left"}),
        ("large pneumothorax", {"ptx-right"}),
        ("left effusion", {"eff-left", "eff-both"}),
        ("bilateral effusions", {"eff-both"}),
        ("8 mm nodule RUL", {"nod-8"}),
        ("nodule > 15 mm", {"nod-20"}),
        ("nodule left lower lobe", {"nod-ll"}),
        ("no pleural effusion", {"cm"}),
        ("normal chest x-ray", {"normal"}),
        ("cardiomegaly without effusion", {"cm"}),
        ("cardiomegaly NOT effusion", {"cm", "cm-pm"}),
        ("cardiomegaly AND pacemaker", {"cm-pm"}),
        ("enlarged heart and fluid around the lung", {"cm-eff"}),
        ("worsening pneumonia", {"pna-grew"}),
        ("40 mm endotracheal tube", {"tube-40"}),
        ("8 mm endotracheal tube", {"tube-8"}),
        ("6 mm hydrocephalus", {"horns-6"}),
        ("3 mm hydrocephalus", {"horns-3"}),
    ],
)
def test_the_report_that_says_what_is_asked_comes_first(ranked, query, best):
    hits = ranked.query(query, k=len(best), section="report")
    assert {hit.report_id for hit in hits} == best


def test_reports_that_say_the_opposite_come_behind_silent_ones(ranked):
    order = [hit.report_id for hit in ranked.query("pneumothorax", k=50, section="report")]
    assert order.index("ptx-no") > order.index("normal")


def test_a_hit_is_explained_finding_by_finding(ranked):
    hits = ranked.query("small left pneumothorax", k=50, section="report", explain=True)
    by_id = {hit.report_id: hit for hit in hits}
    match = by_id["ptx-left"].matches[0]
    assert match.found is not None and match.contradictions == ()
    assert match.agreement["laterality"] == match.agreement["severity"] == 1
    assert "laterality" in by_id["ptx-right"].matches[0].contradictions
    assert "presence" in by_id["ptx-no"].matches[0].contradictions
    spans = {span.kind for span in by_id["ptx-no"].spans}
    assert "contradiction" in spans
    assert by_id["nod-8"].matches[0].found is None


def test_contradicted_findings_are_listed_first(ranked):
    query = "small left pleural effusion and pneumothorax"
    hit = ranked.query(query, k=1, section="report", explain=True, where="report_id = eff-left")[0]
    assert [bool(match.contradictions) for match in hit.matches] == [True, False]


def test_the_findings_leg_shows_on_the_hit(ranked):
    leg = ranked.query("left pneumothorax", k=1, section="report")[0].legs["findings"]
    assert leg.rank == 1 and 0.8 < leg.score <= 1


def test_attributes_are_filters_too(ranked):
    def ids(where):
        return {hit.report_id for hit in ranked.query("chest", k=50, mode="dense", where=where)}

    assert ids("nodule.size_mm >= 10") == {"nod-20"}
    assert ids("effusion.laterality in (left, bilateral)") == {"eff-left", "eff-both"}
    assert ids("pneumothorax.severity >= moderate and modality:XR") == {"ptx-right"}
    assert "nod-20" not in ids("not nodule.size_mm >= 10")
    assert ids("pneumothorax:absent") == {"ptx-no", "eff-left"}


def test_lexical_mode_finds_other_words_for_the_finding_unless_told_not_to(ranked):
    def ids(query, **options):
        hits = ranked.query(query, k=50, mode="lexical", section="report", **options)
        return {hit.report_id for hit in hits}

    assert "cm" in ids('"enlarged heart" AND cardiomegaly')
    assert "cm" in ids('"big heart" NOT nodule')
    assert ids('"big heart" NOT nodule', expand=False) == set()
