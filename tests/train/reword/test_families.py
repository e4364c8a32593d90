import json

import pytest
from click.testing import CliRunner

from radsearch.errors import CorpusError
from radsearch.report import Report
from tests.chat_server import chat_server, completion
from train.__main__ import group
from train.reword.anchors import AXES, Anchor, anchors
from train.reword.families import judge, row_of
from train.signals.families import family_of
from train.signals.registry import open_signal

TEXT = "There is a 8 mm solid nodule in the left upper lobe."
SAME = [
    "Left upper lobe: one solid nodule, 0.8 cm across.",
    "The upper lobe on the left side contains an eight-millimeter nodule of solid density.",
]
COPIES = [TEXT.replace("8 mm", "30 mm"), TEXT.replace("8 mm", "12 mm")]
ANCHOR = Anchor("r1", TEXT, "size", "chest CT")


def codes(part: str, *texts: str) -> set[str]:
    _, faults = judge(ANCHOR, {part: list(texts)}, [part])
    return {fault.code for fault in faults}


def test_a_family_is_ordered_by_how_far_its_copies_are() -> None:
    parts, faults = judge(ANCHOR, {"same": SAME, "graded": COPIES}, ["same", "graded"])
    assert faults == []
    family = family_of(row_of(ANCHOR, parts, "toy") or {})
    assert family.axis == "size" and family.variants[0].texts == (TEXT, *SAME)
    assert [(v.texts[0], v.distance) for v in family.variants[1:]] == [
        (COPIES[1], 1),
        (COPIES[0], 2),
    ]


@pytest.mark.parametrize(
    ("copy", "code"),
    [
        (TEXT, "changed"),
        (TEXT.replace("left", "right"), "changed"),
        (TEXT.replace("8 mm", "30 mm").replace("left", "right"), "changed"),
        (TEXT.replace("8 mm", "30 mm") + " Fracture of the left clavicle.", "other_findings"),
        ("Nodule of 30 mm, solid, at the left side's upper lobe, as it seems here.", "no_copy"),
    ],
)
def test_a_copy_changes_the_attribute_and_nothing_else(copy: str, code: str) -> None:
    assert code in codes("graded", copy)


def test_wrong_texts_are_dropped_and_two_rewordings_needed() -> None:
    wrong = "A 9 cm nodule, left upper lobe."
    kept, _ = judge(ANCHOR, {"same": [*SAME, wrong]}, ["same"])
    assert kept == {"same": SAME}
    assert {"size", "too_few"} <= codes("same", SAME[0], wrong)


@pytest.mark.parametrize("answer", [None, {}, {"same": "text"}, {"same": [1, " "]}])
def test_an_answer_of_another_form_is_refused(answer: object) -> None:
    kept, (fault,) = judge(ANCHOR, answer, ["same"])
    assert kept == {} and fault.code == "too_few"
    assert row_of(ANCHOR, kept, "toy") is None


def test_attributes_take_turns_and_no_sentence_comes_twice() -> None:
    texts = [f"{TEXT} {TEXT.replace('8', str(mm))}" for mm in (9, 10, 11, 12, 13)]
    found = list(anchors([Report(str(i), findings=t) for i, t in enumerate(texts)], print))
    assert len({a.text for a in found}) == len({a.attribute for a in found}) == 5
    assert all(a.attribute in AXES for a in found)


def test_the_command_writes_families_that_fit_reads(tmp_path) -> None:
    corpus = tmp_path / "reports.jsonl"
    rows = [{"report_id": f"r{i}", "findings": f"Small left pleural effusion {w}."}
            for i, w in enumerate(("today", "again", "there"))]  # fmt: skip
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    asked = []

    def answer(body):
        question = json.loads(body["messages"][1]["content"])
        asked.append(question["attribute"])
        old, new = {"laterality": ("left", "right"), "severity": ("Small", "Large"),
                    "presence": ("Small left", "No")}[question["attribute"]]  # fmt: skip
        same = ["Left-sided pleural fluid, mild.", "On the left, a small amount of pleural fluid."]
        copy = question["sentence"].replace(old, new)
        return completion(json.dumps({"same": same, "graded": [copy]}))

    out = tmp_path / "own" / "families.jsonl"
    with chat_server(answer) as server:
        result = CliRunner().invoke(group, [
            "reword", str(corpus), "--families", "--out", str(out), "--workers", "1",
            "--endpoint", server.url, "--model", "toy",
        ])  # fmt: skip
    assert result.exit_code == 0, result.output
    assert asked[:2] == ["laterality", "severity"] and "fit --families" in result.output
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["r0/laterality", "r1/severity", "r2/presence"]
    assert rows[0]["graded"][0]["text"].startswith("Small right")
    assert open_signal("families", tmp_path, own_families=(out.parent,))
    with pytest.raises(CorpusError, match="found no families"):
        open_signal("families", tmp_path, own_families=(tmp_path,))
