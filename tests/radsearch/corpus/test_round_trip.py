import csv
import itertools
import json
import tracemalloc
from datetime import date

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from radsearch import Report, read_corpus

COUNTER = itertools.count()
COLUMNS = (
    "report_id findings impression indication comparison technique modality body_part study_date"
    " sex age patient_id ward"
).split()

words = st.text(
    alphabet=st.sampled_from("abcXYZ ,;|\t\"'\nß±°…0123.-"), min_size=1, max_size=40
).map(lambda text: f"Seen {text} end.".replace("\t", " "))


@st.composite
def reports(draw):
    ids = draw(st.lists(st.text("0123A", min_size=1, max_size=6), min_size=1, unique=True))
    return [
        Report(
            name,
            findings=draw(words),
            impression=draw(words),
            indication=draw(st.just("") | words),
            modality=draw(st.sampled_from(["", "XR", "CT", "MR", "US"])),
            body_part=draw(st.sampled_from(["", "chest", "lumbar_spine"])),
            study_date=draw(st.none() | st.dates(date(1950, 1, 1), date(2190, 1, 1))),
            sex=draw(st.sampled_from(["", "F", "M", "O"])),
            age=draw(st.none() | st.integers(0, 120)),
            patient_id=draw(st.sampled_from(["", "007"])),
            extra=draw(st.sampled_from([{}, {"ward": "3"}])),
        )
        for name in ids
    ]


def _row(report):
    row = {name: getattr(report, name, "") for name in COLUMNS} | dict(report.extra)
    return {name: "" if value is None else str(value) for name, value in row.items()}


def _write(rows, path):
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
    elif path.suffix == ".jsonl":
        lines = (json.dumps({name: row.get(name) for name in COLUMNS}) for row in rows)
        path.write_text("\n".join(lines), encoding="utf-8")
    else:
        pq.write_table(pa.Table.from_pylist(rows), path)


@given(written=reports(), kind=st.sampled_from(["csv", "jsonl", "parquet"]))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_reports_come_back_as_they_were_written(tmp_path, written, kind):
    path = tmp_path / f"{next(COUNTER)}.{kind}"
    rows = [{name: "" for name in COLUMNS} | _row(report) for report in written]
    _write(rows, path)
    corpus = read_corpus(path)
    assert list(corpus) == written
    assert corpus.rejects == []


def test_a_long_corpus_streams_through_little_memory(tmp_path):
    body = "The lungs are clear and the heart is normal in size. " * 40
    schema = pa.schema([("id", pa.string()), ("findings", pa.string())])
    with pq.ParquetWriter(tmp_path / "a.parquet", schema) as writer:
        for start in range(0, 6000, 1000):
            ids = [str(number) for number in range(start, start + 1000)]
            writer.write_table(pa.table({"id": ids, "findings": [f"{i} {body}" for i in ids]}))
    corpus = read_corpus(tmp_path / "a.parquet")
    tracemalloc.start()
    count = sum(1 for _ in itertools.islice(corpus, 500))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 500
    assert len(corpus) == 6000
    assert peak < 6_000_000  # the text alone is 13 MB
