"""What an index holds and how well it is, as names and values for people."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from radsearch.store.manifest import REJECTS


def rejects_by_reason(index: Path) -> dict[str, int]:
    """How many rows of the corpus became no report, by reason, most frequent first."""
    import pyarrow.parquet as pq

    file = index / REJECTS
    if not file.is_file():
        return {}
    reasons = pq.read_table(file, columns=["reason"])["reason"].to_pylist()
    return dict(Counter(map(str, reasons)).most_common())


def describe(manifest: Mapping[str, Any]) -> dict[str, str]:
    """The manifest's main facts, by name.

    >>> describe({"encoder": {"name": "toy", "dim": 4, "fingerprint": "abcdef0123456"},
    ...           "counts": {"reports": 1200}, "recall": {"report": 0.991}})["recall@10 of report"]
    '0.991'
    """
    encoder = manifest["encoder"]
    facts = {"encoder": f"{encoder['name']}, {encoder['dim']} dimensions"}
    facts["encoder fingerprint"] = str(encoder["fingerprint"])[:12]
    for name, count in manifest.get("counts", {}).items():
        facts[name.replace("_", " ")] = f"{count:,}"
    for section, engine in manifest.get("engine", {}).items():
        facts[f"engine of {section}"] = str(engine)
    for section, value in manifest.get("recall", {}).items():
        facts[f"recall@10 of {section}"] = f"{value:.3f}"
    for name in ("published", "corpus", "format_version"):
        if manifest.get(name):
            facts[name.replace("_", " ")] = str(manifest[name])
    for library, version in manifest.get("libraries", {}).items():
        facts[library] = str(version)
    return facts
