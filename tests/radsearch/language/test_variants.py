"""Other wordings of a place, a device or a finding mean what the standard word means."""

import pytest

from radsearch.language import extract
from radsearch.language.lexicon_file import aliases, read_table
from radsearch.language.tokens import tokenize
from radsearch.language.variants import standard, standardize


def found(text: str) -> set[tuple[str, str, str | None]]:
    """Finding, presence and side of what a text says itself."""
    return {(f.finding, f.presence, f.laterality) for f in extract(text) if not f.implied}


@pytest.mark.parametrize(
    ("variant", "plain"),
    [
        ("Broken left collarbone.", "Fractured left clavicle."),
        ("Enlarged axillary glands on the right.", "Enlarged axillary nodes on the right."),
        ("RIJ catheter in the SVC.", "Right internal jugular line in the SVC."),
        ("Thoracostomy on the left.", "Chest tube on the left."),
        ("Small liquid in the left pleural space.", "Small fluid in the left pleural space."),
        ("Nodule in the superior lobe of the right lung.", "Right upper lobe nodule."),
        ("Full-thickness tear of the heel cord.", "Full-thickness tear of the Achilles tendon."),
    ],
)
def test_a_variant_gives_the_findings_of_the_standard_wording(variant: str, plain: str) -> None:
    assert found(variant) == found(plain) != set()


def test_offsets_point_into_the_text_as_it_was_written() -> None:
    text = "New pus pocket in the pelvis."
    (finding,) = extract(text)
    assert (finding.finding, text[finding.start : finding.end]) == ("abscess", "pus pocket")


def test_the_longest_variant_is_taken() -> None:
    assert standard("rij vein".split()) == ["right", "internal", "jugular", "vein"]
    assert standard("rij in place".split())[:4] == ["right", "internal", "jugular", "line"]


def test_words_without_variant_keep_their_own_offsets() -> None:
    tokens = tokenize("Small effusion")
    assert standardize(tokens) == tokens


def test_no_variant_has_two_standards() -> None:
    owners: dict[str, set[str]] = {}
    for row in read_table("variants"):
        for variant in aliases(row["variants"]):
            owners.setdefault(variant, set()).add(row["standard"])
    assert {name: to for name, to in owners.items() if len(to) > 1} == {}


def test_a_standard_wording_is_no_variant_of_another() -> None:
    for row in read_table("variants"):
        words = [token.word for token in tokenize(row["standard"])]
        assert standard(words) == words, row["standard"]
