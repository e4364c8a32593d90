import json
from datetime import date

import pytest
from click.testing import CliRunner

from radsearch.errors import QueryError
from radsearch.report import Report
from radsearch.timeline import Patients, priors, timeline
from tests.toy import ToyEncoder


def study(name, day, text, **more):
    fields = {"modality": "XR", "body_part": "chest", "patient_id": "P'\"7"} | more
    return Report(name, findings=text, impression=text, study_date=day, **fields)


STUDIES = (
    study("s-3", date(2024, 3, 1), "No pneumothorax. Small left pleural effusion."),
    study("s-1", date(2024, 1, 1), "Small left pneumothorax."),
    study("s-2", date(2024, 2, 1), "Right knee fracture.", body_part="knee"),
    study("s-4", date(2024, 3, 1), "Normal knee.", body_part="knee"),
    study("s-5", None, "Cardiomegaly."),
    study("other", date(2024, 1, 5), "Cardiomegaly.", patient_id="P8"),
    study("nobody-1", date(2024, 1, 5), "Cardiomegaly.", patient_id=""),
    study("nobody-2", date(2024, 1, 6), "Cardiomegaly.", patient_id=""),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    from indexer.build import build_index

    folder = tmp_path_factory.mktemp("timeline") / "index"
    build_index(STUDIES, folder, encoder=ToyEncoder(32))
    return folder


@pytest.fixture
def patients(path):
    from radsearch.searcher import Searcher

    return Searcher.open(path, encoder=ToyEncoder(32))


def test_studies_of_a_patient_come_in_time_order_and_no_others(patients):
    found = timeline(patients, "s-3")
    assert [one.hit.report_id for one in found] == ["s-1", "s-2", "s-3", "s-4", "s-5"]
    wanted = ["earlier", "earlier", "this", "same day", "undated"]
    assert [one.relation for one in found] == wanted


def test_findings_come_and_go_within_a_body_part(patients):
    found = {one.hit.report_id: one for one in timeline(patients, "s-1")}
    assert found["s-1"].since == "" and found["s-2"].since == ""
    assert found["s-3"].since == "s-1"
    assert "pneumothorax" in found["s-3"].gone
    assert "pleural_effusion" in found["s-3"].appeared
    assert found["s-3"].relation == "later"


def test_what_is_not_mentioned_is_not_gone(patients):
    found = {one.hit.report_id: one for one in timeline(patients, "s-1")}
    assert "fracture" not in found["s-3"].gone
    assert found["s-5"].since == "" and found["s-5"].appeared == ()  # no date, no before


def test_priors_come_latest_first(patients):
    assert [hit.report_id for hit in priors(patients, "s-3")] == ["s-2", "s-1"]
    assert priors(patients, "s-1") == []


def test_reports_without_a_patient_are_not_thrown_together(patients):
    assert [one.hit.report_id for one in timeline(patients, "nobody-1")] == ["nobody-1"]
    assert priors(patients, "nobody-2") == []
    assert len(Patients(patients.store)) == 2


def test_an_unknown_report_is_a_users_fault(patients):
    with pytest.raises(QueryError, match="no report with id 'zzz'"):
        timeline(patients, "zzz")


def test_the_command_prints_studies_and_changes(path):
    from radsearch.commands.timeline import command

    shown = CliRunner().invoke(command, ["s-3", "-i", str(path)])
    assert shown.exit_code == 0
    assert "2024-01-01  s-1  XR chest  (earlier)" in shown.output
    assert "- pneumothorax" in shown.output and "(since s-1)" in shown.output
    lines = CliRunner().invoke(command, ["s-3", "-i", str(path), "--earlier", "--json"]).output
    found = [json.loads(line) for line in lines.splitlines()]
    assert [one["report"]["report_id"] for one in found] == ["s-2", "s-1"]


def test_a_report_without_earlier_studies_says_so(path):
    from radsearch.commands.timeline import command

    shown = CliRunner().invoke(command, ["nobody-1", "-i", str(path), "--earlier"])
    assert shown.exit_code == 0
    assert "states no patient" in shown.output
