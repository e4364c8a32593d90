"""Each control of each page, without a browser; the encoder is the toy one."""

import pytest

pytest.importorskip("streamlit", reason="the page needs the extra 'app'")
pytest.importorskip("pandas", reason="streamlit's test tool reads tables with pandas")

import os
import shutil
from pathlib import Path

import streamlit as st
from streamlit.testing.v1 import AppTest

from radsearch.hit import Hit, Hits
from tests.toy import ToyEncoder

ROOT = Path(__file__).parents[2]
PAGES = "radsearch/webpage/views"


@pytest.fixture
def app(app_index, tmp_path, monkeypatch):
    monkeypatch.setenv("RADSEARCH_INDEX", str(app_index))
    monkeypatch.setenv("RADSEARCH_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("RADSEARCH_PASSWORD_FILE", raising=False)
    monkeypatch.setattr("radsearch.encoder.load_encoder", lambda *a, **k: ToyEncoder(128))
    st.cache_resource.clear()
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    assert not at.exception
    return at


def cards(at):
    bodies = [element.proto.body for element in at.get("html")]
    return [body for body in bodies if body.startswith('<article class="rs-card"')]


def ask(at, text):
    at.text_input(key="q").set_value(text).run()
    assert not at.exception
    return cards(at)


def test_before_any_query_there_are_examples_that_search(app):
    assert not cards(app)
    app.button(key="example0").click().run()
    assert app.text_input(key="q").value == "small left apical pneumothorax"
    assert cards(app)


def test_a_query_shows_ten_cards_with_reasons_first_the_right_one(app):
    found = ask(app, "small left pneumothorax")
    assert len(found) == 10
    assert '<li class="match">' in found[0]
    assert "neumothorax</mark>" in found[0]


def test_a_contradiction_has_a_word_and_a_sign_beside_its_colour(app):
    app.selectbox(key="mode").select("dense").run()
    found = ask(app, "no pneumothorax")
    wrong = [body for body in found if 'li class="contradiction"' in body]
    assert wrong and all("⚠" in body and "contradicts" in body for body in wrong)


def test_report_text_reaches_the_page_escaped_only(app):
    found = ask(app, "small left pneumothorax")
    evil = next(body for body in found if "evil" in body)
    assert "&lt;script&gt;window.hacked" in evil and "<script" not in evil
    assert "<img" not in evil and "<style" not in evil
    assert "x-&lt;b&gt;evil&lt;/b&gt;" in evil


def test_a_facet_filters_and_shows_how_many_are_left(app):
    ask(app, "pneumothorax")
    options = app.multiselect(key="modality").options
    assert any(option.startswith("CT (") for option in options)
    app.multiselect(key="modality").select("CT").run()
    assert all("CT" in body.split("</header>")[0] for body in cards(app))
    assert "CT" in app.query_params["modality"]
    app.button(key="clear").click().run()
    assert app.multiselect(key="modality").value == []


def test_tags_filter_by_status(app):
    ask(app, "chest")
    app.multiselect(key="absent").select("pneumothorax").run()
    assert cards(app)
    assert not any("+ pneumothorax" in body for body in cards(app))


def test_the_filter_language_is_there_and_its_faults_are_explained(app):
    ask(app, "nodule")
    app.text_input(key="where").set_value("nodule.size_mm >= 15").run()
    assert any("t-04" in body for body in cards(app))
    assert not any("t-03" in body for body in cards(app))
    app.text_input(key="where").set_value("colour = 1").run()
    assert any("colour" in error.value for error in app.error)


def test_the_address_holds_the_whole_search_and_brings_it_back(app):
    ask(app, "right pneumothorax")
    app.multiselect(key="modality").select("CT").run()
    app.selectbox(key="mode").select("lexical").run()
    wanted = cards(app)
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for name, value in app.query_params.items():
        other.query_params[name] = value
    other.run()
    assert other.text_input(key="q").value == "right pneumothorax"
    assert other.selectbox(key="mode").value == "lexical"
    assert cards(other) == wanted


def test_paging_goes_on_where_the_page_before_ended(app):
    first = ask(app, "right pneumothorax")
    app.session_state["page"] = 2
    app.run()
    second = cards(app)
    assert second and not set(first) & set(second)
    assert 'class="rank">11<' in second[0] or int(_rank(second[0])) > int(_rank(first[-1]))
    ask(app, "nodule")
    assert app.session_state["page"] == 1


def _rank(body):
    return body.split('class="rank">')[1].split("<")[0]


def test_twins_are_folded(app):
    found = ask(app, "twin text")
    assert "1 near duplicate: t-09" in found[0]
    assert "t-09" in found[1] and "<header>" in found[1]  # shown below it, in a closed fold
    assert not any("Twin" in body for body in found[2:])


def test_more_like_this_leaves_the_report_out_and_can_be_undone(app):
    ask(app, "left pneumothorax")
    name = app.session_state["hits"][0].report_id
    app.button(key="like_1").click().run()
    assert not app.exception
    assert all(hit.report_id != name for hit in app.session_state["hits"])
    app.button(key="unlike").click().run()
    assert app.session_state["hits"][0].report_id == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("FINDINGS: The lungs are clear. No effusion. Heart size is normal.", "findings"),
        ("IMPRESSION: 1. No acute disease. 2. Follow-up is recommended.", "impression"),
    ],
)
def test_a_pasted_section_is_recognised_and_can_be_overruled(app, text, said):
    ask(app, text)
    assert any(f"Read as {said} of a report" in caption.value for caption in app.caption)
    app.selectbox(key="read_as").select("query").run()
    assert not any("Read as" in caption.value for caption in app.caption)


def test_each_direction_searches_its_section(app):
    ask(app, "left pneumothorax")
    for direction in ("to_impression", "to_findings", "sentence", "report"):
        app.button_group(key="direction").set_value(direction).run()
        assert not app.exception and not app.error
        assert cards(app)


def test_an_impossible_filter_says_so_instead_of_guessing(app):
    ask(app, "nodule")
    app.text_input(key="where").set_value('modality = "CT" and modality = "XR"').run()
    assert not cards(app)
    assert any("No report matches the filters" in info.value for info in app.info)


def test_a_query_without_a_letter_is_refused_in_words(app):
    app.text_input(key="q").set_value("???").run()
    assert not app.exception
    assert any("query is empty" in error.value for error in app.error)


def test_that_no_match_is_good_is_a_warning_above_the_hits(app, monkeypatch):
    found = Hits([Hit("t-01", 1, 0.1)], n_matching=40, notes=("no good match: at best 10 %",))
    monkeypatch.setattr("radsearch.searcher.Searcher.query", lambda *a, **k: found)
    assert len(ask(app, "qwertz")) == 1
    assert ["no good match" in one.value for one in app.warning] == [True]


def test_two_chosen_hits_are_compared(app):
    ask(app, "pneumothorax")
    app.button(key="compare_1").click().run()
    app.button(key="compare_2").click().run()
    app.switch_page(f"{PAGES}/compare.py").run()
    assert not app.exception
    assert len(app.text_area(key="reference").value) > 10
    assert {metric.label for metric in app.metric} >= {"Agreement", "All differences"}


def test_the_patients_other_studies_stand_under_the_report(app):
    ask(app, "right pneumothorax")
    assert any(one.label == "Patient: 2 studies" for one in app.expander)
    lists = [e.proto.body for e in app.get("html") if e.proto.body.startswith('<ol class="rs-stud')]
    assert lists and all(body.count("<li") == 2 for body in lists)
    assert all("This report" in body for body in lists)
    assert any("1 day earlier" in body or "1 day later" in body for body in lists)


def test_a_report_is_compared_with_the_study_before_by_one_click(app):
    ask(app, "right pneumothorax")
    before = [button for button in app.button if str(button.key).startswith("before_")]
    before[0].click().run()
    assert not app.exception
    texts = [app.text_area(key=name).value for name in ("reference", "candidate")]
    assert all("pneumothorax" in text for text in texts) and texts[0] != texts[1]


def test_pasted_reports_are_compared_with_marks_in_both(app):
    app.switch_page(f"{PAGES}/compare.py").run()
    app.text_area(key="reference").set_value("Small left effusion. <i>x</i>")
    app.text_area(key="candidate").set_value("Small right effusion.").run()
    assert not app.exception
    bodies = [element.proto.body for element in app.get("html")]
    sides = [body for body in bodies if body.startswith('<div class="rs-sides">')]
    assert len(sides) == 2 and all("<mark" in body for body in sides)
    assert "&lt;i&gt;" in sides[0]
    assert any("laterality" in body for body in bodies)
    app.button(key="swap").click().run()
    assert app.text_area(key="reference").value == "Small right effusion."


def test_the_map_the_years_and_the_health_are_shown(app):
    app.switch_page(f"{PAGES}/explore.py").run()
    assert not app.exception
    assert any("40 of" in caption.value for caption in app.caption)
    app.selectbox(key="colour").select("pneumothorax").run()
    app.multiselect(key="trend").set_value(["pneumothorax"]).run()
    assert not app.exception
    assert "encoder" in list(app.table[0].value.iloc[:, 0])


def test_an_index_without_a_map_says_which_command_makes_it(app, app_index):
    (app_index / "map.parquet").rename(app_index / "kept")
    try:
        app.switch_page(f"{PAGES}/explore.py").run()
        assert any("radsearch map -i" in info.value for info in app.info)
    finally:
        (app_index / "kept").rename(app_index / "map.parquet")


def test_a_cohort_keeps_notes_and_lets_go(app):
    ask(app, "pneumothorax")
    app.button(key="keep_1").click().run()
    app.button(key="keep_2").click().run()
    name = app.session_state["hits"][0].report_id
    app.switch_page(f"{PAGES}/cohort.py").run()
    app.text_input(key=f"note_{name}").set_value("a good case").run()
    assert app.session_state["cohort"].notes[name] == "a good case"
    app.selectbox(key="format").select("parquet").run()
    app.toggle(key="clean").set_value(False).run()
    assert not app.exception
    assert any("as they are" in warning.value for warning in app.warning)
    app.button(key="remove_0").click().run()
    assert name not in app.session_state["cohort"].notes


def test_a_search_is_kept_under_a_name_and_opened_again(app):
    ask(app, "right pneumothorax")
    app.switch_page(f"{PAGES}/cohort.py").run()
    app.text_input(key="search_name").set_value("mine")
    submit = [button for button in app.button if button.label == "Keep this search"]
    submit[0].click().run()
    assert any(text.value.startswith("mine: q right pneumothorax") for text in app.text)
    app.button(key="delete_0").click().run()
    assert not any(text.value.startswith("mine:") for text in app.text)


def test_the_benchmark_is_measured_on_a_click(app):
    app.switch_page(f"{PAGES}/benchmarks.py").run()
    app.button(key="measure").click().run()
    assert not app.exception
    assert {"dense", "index"} <= set(app.table[0].value["system"])


def test_the_book_of_the_index_is_shown_with_its_figures(app, app_index):
    app.switch_page(f"{PAGES}/benchmarks.py").run()
    assert any("radsearch bench all --out" in info.value for info in app.info)
    book = app_index / "book"
    (book / "figures").mkdir(parents=True)
    (book / "figures" / "curve.png").write_bytes((ROOT / "radsearch/webpage/icon.png").read_bytes())
    text = "# The book\n## Speed\n| a |\n|--|\n| 1 |\n\n![Curve](figures/curve.png)\n![No](x.png)\n"
    (book / "book.md").write_text(text)
    try:
        app.run()
        assert not app.exception
        assert [one.value for one in app.subheader] == ["Speed"]
        assert any("| 1 |" in one.value for one in app.markdown)
        assert len(app.get("image")) == 1
        assert any("x.png is missing" in one.value for one in app.caption)
    finally:
        shutil.rmtree(book)


def test_a_password_hides_everything_until_it_is_given(app, tmp_path, monkeypatch):
    file = tmp_path / "password"
    file.write_text("open sesame\nthe first line counts\n")
    monkeypatch.setenv("RADSEARCH_PASSWORD_FILE", str(file))
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    assert not cards(at)
    assert [box.label for box in at.text_input] == ["Password"]
    at.text_input(key="password").set_value("wrong").run()
    assert at.error and [box.label for box in at.text_input] == ["Password"]
    at.text_input(key="password").set_value("open sesame").run()
    assert at.text_input(key="q").value == ""


@pytest.mark.parametrize("script", ["app.py", "radsearch/webpage/start.py"])
def test_no_page_is_reached_past_the_password(app, tmp_path, monkeypatch, script):
    file = tmp_path / "password"
    file.write_text("open sesame\n")
    monkeypatch.setenv("RADSEARCH_PASSWORD_FILE", str(file))
    assert not (ROOT / script).with_name("pages").exists()  # streamlit would serve it by itself
    for page in ("search", "compare", "explore", "cohort", "benchmarks"):
        at = AppTest.from_file(str(ROOT / script), default_timeout=120)
        at.query_params["q"] = "pneumothorax"
        at.run()
        at.switch_page(os.path.relpath(ROOT / PAGES / f"{page}.py", (ROOT / script).parent)).run()
        assert [box.label for box in at.text_input] == ["Password"], page
        assert not cards(at) and not at.text_area


def test_a_collected_report_that_a_newer_index_lacks_is_named(app):
    from radsearch.cohort import Cohort

    app.session_state["cohort"] = Cohort({"gone-1": ""})
    app.switch_page(f"{PAGES}/cohort.py").run()
    assert not app.exception
    assert [box.value for box in app.error] == ["the index has no report with id 'gone-1'"]


def test_a_page_that_crashes_quotes_nothing(app, monkeypatch, capsys, caplog):
    from radsearch.searcher import Searcher

    def crash(*args, **kwargs):
        raise KeyError("zebra sign of Mr. Quux")

    monkeypatch.setattr(Searcher, "query", crash)
    app.text_input(key="q").set_value("small effusion").run()
    (shown,) = app.exception
    said = capsys.readouterr()
    logged = said.out + said.err + caplog.text
    assert "KeyError in " in logged and "zebra" not in logged + shown.message


def test_a_missing_index_is_named_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("RADSEARCH_INDEX", str(tmp_path / "none"))
    st.cache_resource.clear()
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    assert not at.exception
    assert any("radsearch index CORPUS" in error.value for error in at.error)
