"""The authored corpus: reports written for this project, with gold annotations.

Near-copies share a patient or a group, so the corpus is cut by those keys, never by report.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

Part = Literal["train", "validation", "test"]


def part(key: str) -> Part:
    """The part of a group, patient or report key: 80 % train, 10 % validation, 10 % test.

    >>> [part(key) for key in ("cxa-001", "cxa-002", "cxa-003")]
    ['train', 'train', 'train']
    """
    bucket = int.from_bytes(blake2b(key.encode(), digest_size=4).digest(), "big") % 10
    return "validation" if bucket == 8 else "test" if bucket == 9 else "train"


def group_key(row: Mapping[str, Any]) -> str:
    """What must stay together with a report: its patient, else its group, else itself.

    >>> group_key({"id": "pts-01-2", "patient_key": "p7"})
    'p7'
    """
    return str(row.get("patient_key") or row.get("group") or row["id"])


def read_authored(folder: Path, wanted: Part | None = None) -> Iterator[dict[str, Any]]:
    """Rows of every `*.jsonl` in `folder`, files in order of name.

    Args:
        folder: Usually `data/corpus/authored`.
        wanted: Only this part; None = all.

    Yields:
        One report a row, with the keys that `data/README.md` describes.
    """
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            row: dict[str, Any] = json.loads(line)
            if wanted is None or part(group_key(row)) == wanted:
                yield row
