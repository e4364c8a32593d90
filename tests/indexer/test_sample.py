from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq

from indexer.sample import COLUMNS, choose, table
from radsearch import read_corpus
from radsearch.evaluation.authored import read_authored

DATA = Path(__file__).parents[2] / "data"


def test_the_sample_in_the_repository_is_what_the_script_makes():
    made = table(choose(read_authored(DATA / "corpus" / "authored"), 480))
    assert made.equals(pq.read_table(DATA / "sample_reports.parquet"))
    assert tuple(made.column_names) == COLUMNS


def test_the_sample_is_read_whole_with_every_modality():
    corpus = read_corpus(DATA / "sample_reports.parquet")
    reports = list(corpus)
    assert len(reports) == len(corpus) == 480
    assert all(report.is_pair and report.study_date and report.sex for report in reports)
    count = Counter(report.modality for report in reports)
    assert set(count) >= {"XR", "CT", "MR", "US", "MG"}
    assert min(count.values()) >= 20
