"""Makes `data/sample_reports.parquet` from the reports written for this project.

Run again, it writes the same file: `python -m indexer.sample`.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.evaluation.authored import read_authored

DATA = Path(__file__).resolve().parents[1] / "data"
COLUMNS = (
    "report_id",
    "modality",
    "body_part",
    "sex",
    "age",
    "study_date",
    "indication",
    "comparison",
    "findings",
    "impression",
)
FIRST_DAY = date(2019, 1, 1)
N_DAYS = 6 * 365


def choose(rows: Iterable[Mapping[str, Any]], count: int) -> list[Mapping[str, Any]]:
    """Reports in turn from each modality and body part, so that rare ones are there too.

    Args:
        rows: Reports with `id`, `modality`, `body_part`.
        count: How many; all, if there are fewer.

    Returns:
        The chosen, by id.

    >>> rows = [{"id": str(n), "modality": "CT", "body_part": p} for n, p in enumerate("aab")]
    >>> [row["body_part"] for row in choose(rows, 2)]
    ['a', 'b']
    """
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: str(row["id"])):
        groups[row["modality"], row["body_part"]].append(row)
    chosen: list[Mapping[str, Any]] = []
    for place in range(max(map(len, groups.values()), default=0)):
        chosen += [group[place] for _, group in sorted(groups.items()) if place < len(group)]
    return sorted(chosen[:count], key=lambda row: str(row["id"]))


def invented_day(report_id: str) -> date:
    """A study date made of nothing but the id: no patient had a study on it.

    >>> invented_day("cxa-001") == invented_day("cxa-001")
    True
    """
    number = int.from_bytes(blake2b(report_id.encode(), digest_size=4).digest(), "big")
    return FIRST_DAY + timedelta(days=number % N_DAYS)


def table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """The reports as a table of `COLUMNS`."""
    records = [
        {
            **{name: row.get(name) for name in COLUMNS},
            "report_id": row["id"],
            "study_date": invented_day(str(row["id"])),
        }
        for row in rows
    ]
    schema = pa.schema(
        [
            (name, {"age": pa.int32(), "study_date": pa.date32()}.get(name, pa.string()))
            for name in COLUMNS
        ]
    )
    return pa.Table.from_pylist(records, schema=schema)


def main() -> None:
    """Write the sample corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--authored", type=Path, default=DATA / "corpus" / "authored")
    parser.add_argument("--out", type=Path, default=DATA / "sample_reports.parquet")
    parser.add_argument("--count", type=int, default=480)
    given = parser.parse_args()
    rows = [row for row in read_authored(given.authored) if row["findings"] and row["impression"]]
    draft = given.out.with_name(f".{given.out.name}.tmp")
    pq.write_table(table(choose(rows, given.count)), draft, compression="zstd")
    draft.replace(given.out)


if __name__ == "__main__":
    main()
