import pytest
from hypothesis import given
from hypothesis import strategies as st

from radsearch.language.sentence import split_sentences

CASES = [
    ("No PTX. ETT 3 cm above carina. COPD.", ["No PTX.", "ETT 3 cm above carina.", "COPD."]),
    ("Nodule 1.2 x 3.5 cm. Clear.", ["Nodule 1.2 x 3.5 cm.", "Clear."]),
    (
        "Seen by Dr. Smith at 3 p.m. today. No change.",
        ["Seen by Dr. Smith at 3 p.m. today.", "No change."],
    ),
    ("1.No pneumothorax\n2.The lungs are clear", ["No pneumothorax", "The lungs are clear"]),
    (
        "1. 1.2 cm left adrenal nodule. 2. 3.5 cm aneurysm, formerly 3.4 cm. 3. No acute finding.",
        ["1.2 cm left adrenal nodule.", "3.5 cm aneurysm, formerly 3.4 cm.", "No acute finding."],
    ),
    ("Pleura: No effusion.\nHeart: Normal", ["Pleura: No effusion.", "Heart: Normal"]),
    ("No left effusion; moderate right effusion.", ["No left effusion; moderate right effusion."]),
    ("clear lungs. no effusion. heart normal", ["clear lungs.", "no effusion.", "heart normal"]),
    ("There is a small\neffusion on the left.", ["There is a small\neffusion on the left."]),
    ("NO EVIDENCE OF\nPNEUMOTHORAX. CLEAR.", ["NO EVIDENCE OF\nPNEUMOTHORAX.", "CLEAR."]),
    ("? small right effusion. PNA? Clear.", ["? small right effusion.", "PNA?", "Clear."]),
    (
        "Stable since [**2101-1-1**]. XXXX nodule. ___ lobe",
        ["Stable since [**2101-1-1**].", "XXXX nodule.", "___ lobe"],
    ),
    ("Small effusion.No nodule.", ["Small effusion.", "No nodule."]),
    ("3 mm. nodule at L4. Disc bulge.", ["3 mm. nodule at L4.", "Disc bulge."]),
    ("- Clear lungs\n- No effusion", ["Clear lungs", "No effusion"]),
    ("", []),
    ("...", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_sentence_ends_where_a_reader_ends_it(text: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in split_sentences(text)] == expected


@given(
    st.text(alphabet=st.sampled_from("aB1. ,;:?\n()-•x3[*_"), max_size=80) | st.text(max_size=60)
)
def test_offsets_always_give_the_words_and_never_overlap(text: str) -> None:
    behind = 0
    for sentence in split_sentences(text):
        assert text[sentence.start : sentence.end] == sentence.text
        assert sentence.start >= behind
        behind = sentence.end
