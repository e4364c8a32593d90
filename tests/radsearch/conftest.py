"""A small real index: thirty authored reports and a few hand-made ones, toy encoder."""

from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from radsearch.evaluation.authored import read_authored
from radsearch.report import Report
from tests.toy import ToyEncoder

AUTHORED = Path(__file__).parents[2] / "data" / "corpus" / "authored"
OWN = (
    Report("t-01", findings="Small left pneumothorax. No effusion.", impression="Pneumothorax."),
    Report(
        "t-02", findings="No pneumothorax. Large right pleural effusion.", impression="Effusion."
    ),
    Report("t-03", findings="8 mm nodule in the right upper lobe.", impression="Nodule."),
    Report("t-04", findings="20 mm nodule in the left lower lobe.", impression="Nodule."),
    Report("t-05", findings="Cardiomegaly. Pacemaker in place.", impression="Stable heart."),
    Report("t-06", findings="Cardiomegaly. No pacemaker.", impression="Large heart."),
    Report("t-07", impression="Normal chest."),
    Report("t-08", findings="Twin text.", impression="Twin."),
    Report("t-09", findings="Twin text.", impression="Twin."),
)


def reports():
    for row in islice(read_authored(AUTHORED), 30):
        yield Report(
            row["id"],
            findings=row["findings"],
            impression=row["impression"],
            modality=row["modality"],
            body_part=row["body_part"],
            sex=row["sex"] or "",
            age=row["age"],
        )
    for number, report in enumerate(OWN):
        yield replace(report, modality="XR", age=50 + number, study_date=date(2024, 1, 1 + number))


@pytest.fixture(scope="session")
def index(tmp_path_factory):
    from indexer.build import build_index

    path = tmp_path_factory.mktemp("index") / "small"
    build_index(reports(), path, encoder=ToyEncoder(128))
    return path


@pytest.fixture
def encoder():
    return ToyEncoder(128)


@pytest.fixture
def searcher(index, encoder):
    from radsearch.searcher import Searcher

    return Searcher.open(index, encoder=encoder)
