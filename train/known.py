"""Families that an encoder reads rightly when a stage begins: drawn less often than the others.

A stage sees a family a few times only, and most of those written first are learnt; what is still
read wrongly teaches more. Known families are rehearsed, not dropped, since an encoder forgets.
"""

import json
from collections.abc import Collection, Sequence
from pathlib import Path

import torch

from .backbone import Embed
from .rows import Family
from .step import texts_of

_ROWS = 64
"""Families embedded at once."""


def known_families(families: Sequence[Family], embed: Embed) -> list[str]:
    """Keys of the families whose rewordings are all nearer to their anchor than any copy."""
    known: list[str] = []
    with torch.inference_mode():
        for start in range(0, len(families), _ROWS):
            rows = families[start : start + _ROWS]
            sizes = [len(texts_of([row])) for row in rows]
            vectors = torch.split(embed(texts_of(rows)), sizes)
            for row, (anchor, *others) in zip(rows, vectors, strict=True):
                near = [float(anchor @ other) for other in others]
                same = len(row.variants[0].texts) - 1
                if min(near[:same], default=1.0) > max(near[same:], default=-1.0):
                    known.append(row.key)
    return known


def stored_known(path: Path, families: Sequence[Family], embed: Embed) -> Collection[str]:
    """Known families of a stage, found when it begins and kept beside its checkpoint.

    A family that was written after that counts as unknown.
    """
    if not path.exists():
        fresh = path.with_name(f"{path.name}.tmp")
        fresh.write_text(json.dumps(known_families(families, embed)), encoding="utf-8")
        fresh.replace(path)
    return frozenset(json.loads(path.read_text(encoding="utf-8")))
