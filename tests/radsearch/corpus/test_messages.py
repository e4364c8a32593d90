import base64
import gzip
import json

import pytest

from radsearch import read_corpus
from radsearch.corpus import Reject
from radsearch.corpus.hl7 import unescape


def _message(control, accession, status, lines, *, end="\r"):
    head = [
        rf"MSH|^~\&|RIS|A|B|C|20250101||ORU^R01|{control}|P|2.5",
        "PID|1||P7^^^A^MR||X^Y||19800601|F",
        f"OBR|1|PL1|{accession}|1^XR CHEST^L|||20250102|||||||||||||||||CR|{status}",
    ]
    body = [f"OBX|{n}|TX|{kind}||{text}||||||{status}" for n, (kind, text) in enumerate(lines, 1)]
    return end.join([*head, *body]) + end


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_message_is_read_whatever_ends_its_lines(tmp_path, end):
    lines = [
        ("&GDT", "Right basal"),
        ("&GDT", "opacity."),
        ("&TCM", "told a joke"),
        ("&IMP", "Pneumonia \\T\\ effusion."),
    ]
    path = tmp_path / "a.hl7"
    path.write_bytes(_message("1", "007", "F", lines, end=end).encode())
    (report,) = read_corpus(path)
    assert (report.report_id, report.modality, report.sex, report.age) == ("007", "XR", "F", 44)
    assert report.findings == "Right basal opacity."
    assert report.impression == "Pneumonia & effusion."
    assert report.patient_id == "P7"


def test_only_the_newest_finished_version_of_a_report_stays(tmp_path):
    path = tmp_path / "a.hl7"
    versions = [("P", "Left nodule."), ("F", "Left nodule."), ("C", "Right nodule.")]
    messages = [_message(str(n), "1", s, [("&IMP", t)]) for n, (s, t) in enumerate(versions)]
    path.write_text("".join([*messages, _message("9", "2", "W", [("&IMP", "Mass.")])]))
    corpus = read_corpus(path)
    assert [r.impression for r in corpus] == ["Right nodule."]
    assert [r.reason for r in corpus.rejects] == ["status p", "superseded", "withdrawn"]
    assert len(corpus) == 4


def test_a_withdrawn_report_takes_its_earlier_versions_along(tmp_path):
    path = tmp_path / "a.hl7"
    states = [("1", "F"), ("1", "W"), ("2", "F"), ("2", "X"), ("2", "C"), ("3", "D")]
    messages = [_message(str(n), a, s, [("&IMP", "Nodule.")]) for n, (a, s) in enumerate(states)]
    path.write_text("".join(messages))
    corpus = read_corpus(path)
    assert [r.report_id for r in corpus] == ["2"]
    assert corpus.withdrawn == {"1", "3"}
    reasons = [r.reason for r in corpus.rejects]
    assert reasons == ["superseded", "withdrawn", "superseded", "withdrawn", "withdrawn"]
    assert [r.report_id for r in corpus] == ["2"]  # read again, the same


def test_headings_inside_the_text_overrule_the_suffix(tmp_path):
    path = tmp_path / "a.hl7"
    lines = [("&IMP", "IMPRESSION:"), ("&IMP", "FINDINGS \\T\\ IMPRESSION:"), ("&IMP", "Stone.")]
    path.write_text(_message("1", "1", "F", lines))
    (report,) = read_corpus(path)
    assert (report.combined, report.impression) == ("Stone.", "")


def test_unknown_and_open_escapes_lose_no_text():
    assert unescape(r"a\.br\b\H\c\N\ C:\temp\x \.br") == "a\nbc C:\\temp\\x \n"


def _report(name, **fields):
    return {"resourceType": "DiagnosticReport", "id": name, "status": "final", **fields}


def test_a_bulk_export_is_read_line_by_line_and_faults_stay_in_their_line(tmp_path):
    text = base64.b64encode("FINDINGS: 5 ± 1 mm.\nIMPRESSION: Node.".encode()).decode()
    form = {"contentType": "text/plain", "data": text}
    lab = [{"coding": [{"code": "LAB"}]}]
    rows = [
        _report("a", presentedForm=[{"contentType": "application/pdf", "data": "JVBE"}, form]),
        _report("b", conclusion="<div><p>Impression\nMass.</p></div>"),
        _report("c", presentedForm=[{**form, "data": "no base64!"}]),
        _report("d", conclusion="Sodium.", category=lab),
        _report("e", conclusion="Rib fracture.") | {"status": "entered-in-error"},
        {"resourceType": "OperationOutcome"},
    ]
    path = tmp_path / "a.ndjson"
    path.write_text("\n".join(map(json.dumps, rows)))
    corpus = read_corpus(path)
    reports = list(corpus)
    assert [(r.report_id, r.findings, r.impression) for r in reports] == [
        ("a", "5 ± 1 mm.", "Node."),
        ("b", "", "Mass."),
    ]
    assert corpus.rejects == [
        Reject(3, "c", "empty"),
        Reject(4, "d", "no imaging report"),
        Reject(5, "e", "withdrawn"),
        Reject(6, "row-6", "no report: a FHIR OperationOutcome"),
    ]


def test_a_bundle_joins_a_report_with_its_observations(tmp_path):
    def observation(name, code, text):
        coding = {"coding": [{"code": code}]}
        return {
            "resourceType": "Observation", "id": name, "code": coding, "valueString": text
        }  # fmt: skip

    parts = [
        _report("r", result=[{"reference": f"Observation/{n}"} for n in ("f", "i", "j")]),
        observation("f", "59776-5", "Clear.\\n No effusion."),
        observation("i", "19005-8", "Normal."),
        observation("j", "19005-8", "No change."),
    ]
    bundle = {"resourceType": "Bundle", "entry": [{"resource": part} for part in parts]}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(bundle, indent=1))
    (report,) = read_corpus(path)
    assert report.findings == "Clear.\n No effusion."
    assert report.impression == "Normal.\nNo change."


def test_values_of_wrong_types_cost_one_resource(tmp_path):
    good = {"resourceType": "DiagnosticReport", "id": "G", "conclusion": "Small effusion."}
    entries = [1, None, {"resource": None}, {"resource": good | {"id": "B", "code": "x"}}]
    bundle = {"resourceType": "Bundle", "entry": [*entries, {"resource": good}]}
    lines = [bundle, good | {"id": "S", "subject": "p"}, {"resourceType": "Bundle", "entry": 7}]
    path = tmp_path / "a.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    corpus = read_corpus(path)
    assert [report.report_id for report in corpus] == ["G"]
    assert [(one.report_id, one.reason) for one in corpus.rejects] == [
        (name, "unreadable: FHIR with values of wrong types") for name in "BS"
    ]


def test_a_clinical_document_gives_its_sections_without_deleted_text(tmp_path):
    text = (
        '<ClinicalDocument xmlns="urn:hl7-org:v3"><component><section><code code="121070"/>'
        "<text/><component><section><title>Lungs</title><text><list listType='ordered'>"
        "<item>Nodule</item><item>No effusion</item></list>"
        '<content revised="delete">Left</content> lobe</text></section></component></section>'
        '<section><code code="19005-8"/><text>Nodule.</text></section></component>'
        "</ClinicalDocument>"
    )
    (tmp_path / "r1.xml").write_text(text)
    (report,) = read_corpus(tmp_path / "r1.xml")
    assert (report.report_id, report.impression) == ("r1", "Nodule.")
    assert report.findings == "1. Nodule\n2. No effusion lobe"


_CDA = (
    '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><name>Rossi'
    '</name></recordTarget><component><section><code code="121070"/><text>Nodule.</text>'
    "</section></component></ClinicalDocument>"
)
_FHIR = _report("r", conclusion="Nodule.", subject={"display": "Rossi"})
_ORU = "\n" + _message("1", "r", "F", [("&IMP", "Nodule.")], end="\n").replace("X^Y", "Rossi^A")


@pytest.mark.parametrize("name", ["r.txt", "r.txt.gz"])
@pytest.mark.parametrize(
    "text", [_ORU, json.dumps(_FHIR), json.dumps([_FHIR]), json.dumps(_FHIR, indent=1), _CDA]
)
def test_a_message_named_txt_is_read_as_what_it_is(tmp_path, name, text):
    pack = gzip.compress if name.endswith("gz") else bytes
    (tmp_path / name).write_bytes(pack(text.encode()))
    (tmp_path / "s.txt").write_text("Heading: MSH|^~\\&|. No nodule.")
    report, plain = read_corpus(tmp_path)
    assert (report.body, plain.report_id) == ("Nodule.", "s")
    assert "Rossi" not in str(report)


@pytest.mark.parametrize("end", ["", "</Bundle>"])
def test_a_message_named_txt_that_cannot_be_read_is_no_report(tmp_path, end):
    (tmp_path / "a.txt").write_text(f'<Bundle xmlns="http://hl7.org/fhir">{end}')
    (tmp_path / "b.txt").write_text("No nodule.")
    corpus = read_corpus(tmp_path)
    assert [report.report_id for report in corpus] == ["b"]
    assert len(corpus.rejects) == 1


@pytest.mark.parametrize(
    "text",
    ["MSH: normal.", "{Nodule} in the lung.", "[Nodule] in the lung.", "<p>Nodule.</p>", "<5 mm."],
)
def test_a_report_that_begins_like_a_message_stays_a_report(tmp_path, text):
    (tmp_path / "a.txt").write_text(text)
    (report,) = read_corpus(tmp_path / "a.txt")
    assert report.report_id == "a"
    assert report.body == text.replace("<p>", "").replace("</p>", "")
