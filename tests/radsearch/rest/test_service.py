import json

import pytest

pytest.importorskip("fastapi", reason="REST needs the extra 'app'")
from starlette.testclient import TestClient

from radsearch.lookup import read_hits
from radsearch.rest.app import make_app, read_token
from radsearch.rest.counters import Counters
from radsearch.rest.guard import Guard
from radsearch.searcher import Searcher

SECRET = "zebra sign of Mr. Quux"
JSON = {"content-type": "application/json"}


def test_a_search_gives_what_the_searcher_gives(client, searcher):
    answer = client.post("/search", json={"text": "small left pneumothorax", "k": 5})
    wanted = searcher.query("small left pneumothorax", 5, section="report")
    assert answer.status_code == 200
    assert [hit["report_id"] for hit in answer.json()["hits"]] == [h.report_id for h in wanted]
    assert answer.json()["hits"][0]["score"] == wanted[0].score
    assert answer.json()["n_matching"] == len(searcher)
    assert all(
        isinstance(leg["rank"], int | None) for leg in answer.json()["hits"][0]["legs"].values()
    )


def test_an_explained_search_names_the_finding_and_its_place(client):
    body = {"text": "left pneumothorax", "explain": True, "k": 1}
    hit = client.post("/search", json=body).json()["hits"][0]
    found = hit["matches"][0]["found"]
    assert found["finding"] == "pneumothorax"
    assert "neumothorax" in hit[hit["matches"][0]["section"]][found["start"] : found["end"]]


def test_a_batch_equals_single_searches(client):
    texts = ["left pneumothorax", "nodule"]
    batch = client.post("/batch", json={"texts": texts, "k": 3}).json()["results"]
    single = [client.post("/search", json={"text": t, "k": 3}).json() for t in texts]
    for one, other in zip(batch, single, strict=True):
        assert [h["report_id"] for h in one["hits"]] == [h["report_id"] for h in other["hits"]]


@pytest.mark.parametrize("path", ["/search", "/batch"])
def test_sentences_are_not_compared_where_rerank_is_false(client, path):
    text = "Small left apical pneumothorax. No effusion."
    ask = {"section": "impression", "kind": "findings", "k": 3}
    ask |= {"text": text} if path == "/search" else {"texts": [text]}

    def legs(body):
        answer = client.post(path, json=body).json()
        hits = answer["hits"] if path == "/search" else answer["results"][0]["hits"]
        return set(hits[0]["legs"])

    without = {"dense", "lexical", "findings"}
    assert legs(ask) == legs(ask | {"rerank": True}) == without | {"sentences"}
    assert legs(ask | {"rerank": False}) == without


def test_more_like_leaves_the_report_itself_out_and_finds_its_twin_first(client):
    found = client.post("/more_like", json={"report_id": "t-08", "k": 3}).json()["hits"]
    ids = [hit["report_id"] for hit in found]
    assert ids[0] == "t-09" and "t-08" not in ids and len(ids) == 3


def test_the_timeline_of_a_report_without_a_patient_is_itself(client):
    studies = client.post("/timeline", json={"report_id": "t-01"}).json()["studies"]
    assert [one["relation"] for one in studies] == ["this"]
    assert studies[0]["report"]["report_id"] == "t-01"
    assert studies[0]["report"]["study_date"] == "2024-01-01"


def test_extract_leaves_out_what_is_not_stated(client):
    found = client.post("/extract", json={"text": "Small left effusion."}).json()["findings"][0]
    assert found["laterality"] == "left" and found["start"] == 11
    assert "density" not in found


def test_compare_names_the_wrong_side(client):
    body = {"reference": "Small left effusion.", "candidate": "Small right effusion."}
    answer = client.post("/compare", json=body).json()
    assert [error["kind"] for error in answer["errors"]] == ["laterality"]
    assert answer["n_actionable"] == 1 and answer["cosine"] is None
    with_vectors = client.post("/compare", json=body | {"vectors": True}).json()
    assert 0 < with_vectors["cosine"] < 1


def test_an_export_streams_every_matching_report(client, searcher):
    body = {"where": 'modality = "XR"', "identified": True}
    answer = client.post("/export", json=body)
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert [r["report_id"] for r in rows] == sorted(r["report_id"] for r in rows)
    assert len(rows) == searcher.select('modality = "XR"').count
    assert {row["modality"] for row in rows} == {"XR"}


def test_an_export_without_identity_has_no_ids_and_no_dates(client):
    rows = [json.loads(line) for line in client.post("/export", json={}).text.splitlines()]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    assert not {"report_id", "patient_id", "study_date"} & {name for row in rows for name in row}
    assert any(row.get("year") == 2024 for row in rows)


@pytest.mark.parametrize(
    ("path", "body", "status", "kind"),
    [
        ("/search", {"text": "   "}, 400, "query"),
        ("/search", {"text": "mass", "where": 'colour = "red"'}, 400, "filter"),
        ("/search", {"text": "mass", "k": 0}, 422, "invalid"),
        ("/search", {"text": "mass", "section": "all"}, 422, "invalid"),
        ("/search", {"text": "\ud800"}, 422, "invalid"),
        ("/search", {"text": "mass", "extra": 1}, 422, "invalid"),
        ("/more_like", {"report_id": "nobody"}, 400, "query"),
        ("/timeline", {"report_id": "nobody"}, 400, "query"),
        ("/nowhere", {}, 404, "http"),
        ("/health", {}, 405, "http"),
    ],
)
def test_faults_are_typed(client, path, body, status, kind):
    answer = client.post(path, content=json.dumps(body), headers=JSON)
    assert answer.status_code == status
    assert answer.json()["error"]["type"] == kind


def test_no_error_repeats_the_text_that_was_sent(client, caplog):
    for body in ({"text": SECRET, "k": -1}, {"reference": SECRET}, {"text": [SECRET]}):
        for path in ("/search", "/compare", "/extract"):
            assert "zebra" not in client.post(path, json=body).text
    assert "zebra" not in client.post("/search", content=f'{{"text": "{SECRET}', headers=JSON).text
    assert "zebra" not in caplog.text


def test_a_crash_says_nothing_of_the_report(client, caplog, monkeypatch):
    def crash(*args, **kwargs):
        raise KeyError(SECRET)

    monkeypatch.setattr(Searcher, "query", crash)
    answer = client.post("/search", json={"text": SECRET})
    assert answer.status_code == 500 and answer.json()["error"]["type"] == "internal"
    assert "zebra" not in answer.text + caplog.text
    assert "KeyError" in caplog.text


def test_a_crash_never_reaches_the_server_which_would_log_what_it_quotes(service, monkeypatch):
    def crash(*args, **kwargs):
        raise KeyError(SECRET)

    monkeypatch.setattr(Searcher, "query", crash)
    client = TestClient(service, base_url="http://127.0.0.1", raise_server_exceptions=True)
    assert client.post("/search", json={"text": SECRET}).status_code == 500


def test_a_crash_before_any_answer_is_answered():
    async def broken(scope, receive, send):
        raise KeyError(SECRET)

    answer = TestClient(Guard(broken, Counters())).get("/search")
    assert answer.status_code == 500 and answer.json()["error"]["type"] == "internal"


def test_without_the_token_only_health_answers(index, encoder):
    app = make_app(Searcher.open(index, encoder=encoder), token="s3cret")
    client = TestClient(app, base_url="http://127.0.0.1")
    assert client.get("/health").status_code == 200
    for path in ("/metrics", "/docs", "/openapi.json"):
        assert client.get(path).status_code == 401
    assert client.post("/search", json={"text": "mass"}).status_code == 401
    wrong = {"Authorization": "Bearer s3cre"}
    assert client.post("/search", json={"text": "mass"}, headers=wrong).status_code == 401
    right = {"Authorization": "Bearer s3cret"}
    assert client.post("/search", json={"text": "mass"}, headers=right).status_code == 200


def test_bodies_and_crowds_have_limits(index, encoder):
    searcher = Searcher.open(index, encoder=encoder)
    small = TestClient(make_app(searcher, most_bytes=50), base_url="http://127.0.0.1")
    assert small.post("/search", json={"text": "mass " * 50}).status_code == 413
    streamed = small.post("/search", content=iter([b'{"text": "', b"x" * 100, b'"}']), headers=JSON)
    assert streamed.status_code == 413
    full = TestClient(make_app(searcher, most_at_once=0), base_url="http://127.0.0.1")
    answer = full.post("/search", json={"text": "mass"})
    assert answer.status_code == 503 and answer.headers["retry-after"] == "1"


def test_another_host_name_is_refused_on_a_local_server(client):
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:8600", "localhost:8600", "[::1]:8600"])
def test_every_name_of_this_machine_is_answered(client, host):
    assert client.get("/health", headers={"host": host}).status_code == 200


def test_metrics_count_by_path_and_status(client):
    client.post("/search", json={"text": "mass"})
    client.post("/search", json={})
    client.get("/secret-path-of-a-user")
    text = client.get("/metrics").text
    assert 'radsearch_requests_total{path="/search",status="200"} 1' in text
    assert 'radsearch_requests_total{path="/search",status="422"} 1' in text
    assert 'radsearch_request_seconds_count{path="/search"} 2' in text
    assert "secret-path" not in text


def test_the_documentation_asks_nobody_else(client):
    page = client.get("/docs").text
    assert "POST /search" in page and "http://" not in page and "https://" not in page
    assert set(client.get("/openapi.json").json()["paths"]) >= {"/search", "/batch", "/export"}


def test_token_files_must_hold_a_token(tmp_path):
    from radsearch.errors import RadsearchError

    assert read_token(None) == ""
    file = tmp_path / "token"
    with pytest.raises(RadsearchError, match="no token file"):
        read_token(file)
    file.write_text(" \n")
    with pytest.raises(RadsearchError, match="holds no token"):
        read_token(file)
    file.write_text("abc\n")
    assert read_token(file) == "abc"


def test_read_hits_refuses_an_unknown_id(searcher):
    from radsearch.errors import QueryError

    with pytest.raises(QueryError, match="no report with id 'zzz'"):
        read_hits(searcher, ["zzz"])
