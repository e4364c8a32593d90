import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from indexer.build import Options, build_index
from radsearch import cli
from radsearch.commands.query import as_record
from radsearch.commands.tags import command
from radsearch.heads.file import write_heads
from radsearch.hit import Hits
from radsearch.records import hit_record, report_record
from radsearch.report import Report
from radsearch.searcher import Searcher
from radsearch.store.lance_store import open_store
from radsearch.tell_tags import tell_tags
from tests.toy import ToyEncoder
from tests.toy_heads import toy_arrays, toy_facts, toy_heads

REPORTS = (
    Report("a", findings="Small left pneumothorax. Thing at the right place.", impression="Air."),
    Report("b", findings="No pneumothorax.", impression="Nothing wrong."),
    Report("c", findings="Cardiomegaly."),
)


@pytest.fixture(scope="module")
def encoder():
    return ToyEncoder(256)


@pytest.fixture(scope="module")
def path(tmp_path_factory, encoder):
    folder = tmp_path_factory.mktemp("tags")
    build_index(REPORTS, folder, encoder=encoder, options=Options(heads=toy_heads(encoder)))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory, encoder):
    folder = tmp_path_factory.mktemp("heads")
    write_heads(folder, toy_arrays(encoder), toy_facts(encoder))
    return folder


def run(path, folder, *args):
    return CliRunner().invoke(command, [*args, "-i", str(path), "--heads", str(folder)])


def by_tag(path, heads, report):
    store = open_store(path)
    return {told.tag: told for told in tell_tags(store, list(store.ids).index(report), heads)}


def test_each_tag_says_who_gave_its_status(path, encoder):
    told = by_tag(path, toy_heads(encoder), "a")
    assert (told["pneumothorax"].status, told["pneumothorax"].source) == ("present", "rules")
    assert (told["pacemaker"].status, told["pacemaker"].source) == ("present", "heads")
    assert told["pacemaker"].rules == "unmentioned"
    assert (told["pleural_effusion"].status, told["pleural_effusion"].source) == ("unmentioned", "")


def test_probabilities_are_those_of_the_sentences(path, encoder):
    told = by_tag(path, toy_heads(encoder), "b")["pneumothorax"]
    assert told.status == "absent"
    assert told.absent > 0.5 > told.present
    assert by_tag(path, toy_heads(encoder), "a")["pneumothorax"].heads_present > 0.9


def test_a_finding_without_a_head_has_no_probability(path, encoder):
    told = by_tag(path, toy_heads(encoder), "c")["cardiomegaly"]
    assert told.status == "present" and told.present is None
    assert by_tag(path, None, "a")["pneumothorax"].present is None


def test_a_roll_up_has_the_strongest_status_of_its_members(path, encoder):
    told = by_tag(path, toy_heads(encoder), "a")
    roll_ups = [t for name, t in told.items() if name.startswith("any_") and t.status == "present"]
    assert roll_ups
    assert all(t.present is None or t.present > 0.5 for t in roll_ups)


def test_the_command_prints_a_table_and_records(path, folder):
    table = run(path, folder, "a").output
    assert "pneumothorax" in table and "heads" in table and "pleural_effusion" not in table
    rows = [
        json.loads(line)
        for line in run(path, folder, "a", "--json", "--all").output.split("\n")
        if line
    ]
    assert len(rows) > 300
    assert {"tag", "status", "source", "present", "absent", "disputed"} <= set(rows[0])
    one = run(path, folder, "b", "--tag", "pneumothorax", "--json").output
    assert json.loads(one)["status"] == "absent"


def test_an_index_without_sentences_says_so(tmp_path, encoder, folder):
    build_index(REPORTS, tmp_path / "ix", encoder=encoder, options=Options(sentences=False))
    result = CliRunner().invoke(command, ["a", "-i", str(tmp_path / "ix"), "--heads", str(folder)])
    assert result.exit_code == 0
    assert "no probabilities" in result.output and "pneumothorax" in result.output


@pytest.mark.parametrize(
    ("args", "says"),
    [(("z",), "no report with id 'z'"), (("a", "--tag", "pneumo"), "there is no tag 'pneumo'")],
)
def test_what_is_not_there_is_named(path, folder, args, says, monkeypatch, capsys):
    words = ["radsearch", "tags", *args, "-i", str(path), "--heads", str(folder)]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 1
    assert says in capsys.readouterr().err


def test_a_status_that_the_heads_contradict_shows_in_hits_and_tags(tmp_path, encoder, folder):
    deaf = {"present": (0.0, 0.0, 0.0, 1.0, 0.0, 0.0), "absent": (0.0, 0.0, 0.0, 0.0, 1.0, 0.0)}
    heads = replace(toy_heads(encoder), joint=deaf)  # the rules' word counts for nothing
    reports = [Report("a", findings="Pneumothorax is excluded.")]  # the toy heads know "no" alone
    build_index(reports, tmp_path, encoder=encoder, options=Options(heads=heads))
    hit = Searcher.open(tmp_path, encoder=encoder).query("pneumothorax", k=1)[0]
    assert hit.disputed == ("pneumothorax",) and hit.tags["pneumothorax"] == "absent"
    assert as_record(hit)["disputed"] == hit_record(hit)["disputed"] == ("pneumothorax",)
    assert report_record(hit)["disputed"] == ["pneumothorax"]
    assert Hits([hit]).to_arrow()["disputed"].to_pylist() == [["pneumothorax"]]
    told = by_tag(tmp_path, heads, "a")
    assert told["pneumothorax"].disputed and not told["pulmonary_nodule"].disputed
    assert "disputed" in run(tmp_path, folder, "a").output


def test_the_hits_of_an_index_without_disputes_have_none(path, encoder):
    found = Searcher.open(path, encoder=encoder).query("pneumothorax", k=3)
    assert [hit.disputed for hit in found] == [()] * 3
