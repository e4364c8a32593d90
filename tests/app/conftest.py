"""An index whose reports try to break a page, served by the real applications."""

from datetime import date

import pytest

from radsearch.report import Report
from tests.radsearch.conftest import reports
from tests.toy import ToyEncoder

EVIL = Report(
    "x-<b>evil</b>",
    findings=(
        "Small left pneumothorax. <script>window.hacked = 1</script> **bold** "
        '<img src=x onerror="window.hacked = 2"> [link](javascript:alert(1)) $x^2$ `code`.'
    ),
    impression="# Heading <style>body{display:none}</style>\n- list\n\nSmall left pneumothorax.",
    modality="XR",
    body_part="chest",
)


def more_reports():
    yield from reports()
    yield EVIL
    for number in range(30):
        yield Report(
            f"pt-{number:02}",
            findings=f"Right pneumothorax of {number + 3} mm at the apex, drain number {number}.",
            impression=f"Right pneumothorax, case {number}.",
            modality="CT",
            body_part="chest",
            patient_id=f"P{number // 2}",
            study_date=date(2024, 2, 1 + number % 2),
        )


@pytest.fixture(scope="session")
def app_index(tmp_path_factory):
    from indexer.build import build_index
    from radsearch.projection import write_map
    from radsearch.store import open_store

    path = tmp_path_factory.mktemp("app") / "index"
    build_index(more_reports(), path, encoder=ToyEncoder(128))
    write_map(open_store(path), path, at_most=40)
    return path
