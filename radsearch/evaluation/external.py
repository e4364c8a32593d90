"""Public report sets that the user has on disk, as `Report` records; none of them is shipped.

Where to get them, and under which licence: `data/README.md`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from radsearch.corpus import read_corpus
from radsearch.report import Report


def read_openi(path: Path) -> Iterable[Report]:
    """Open-I: NLM's XML folder, or the well-known CSV (CC BY-NC-ND 4.0).

    Demner-Fushman et al. 2016, doi:10.1093/jamia/ocv080.
    """
    return read_corpus(path, on_duplicate="last")


def read_ct_rate(path: Path) -> Iterator[Report]:
    """CT-RATE text-classifier reports (CC BY-NC-SA 4.0), equal texts once, split by a heuristic.

    Hamamci et al. 2024, arXiv:2403.17834.

    Args:
        path: CSV with AccessionNo, findings_heur and impression_heur.

    Yields:
        Each distinct pair of sections, and each report with only one.
    """
    columns = {
        "report_id": "AccessionNo",
        "findings": "findings_heur",
        "impression": "impression_heur",
    }
    seen = set()
    for report in read_corpus(path, columns=columns, on_duplicate="last"):
        texts = report.findings, report.impression
        if texts not in seen:
            seen.add(texts)
            yield report
