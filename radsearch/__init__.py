"""Search radiology reports: findings <-> impression, negation-safe, explained by attribute."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from radsearch.comparison import Comparison, compare
    from radsearch.corpus import read_corpus
    from radsearch.encoder import load_encoder
    from radsearch.errors import RadsearchError
    from radsearch.hit import Hit, Hits
    from radsearch.language import Finding, Similarity, extract, radsim
    from radsearch.report import Report
    from radsearch.searcher import Searcher

_HOME = {
    "Comparison": "comparison",
    "Finding": "language",
    "Hit": "hit",
    "Hits": "hit",
    "RadsearchError": "errors",
    "Report": "report",
    "Searcher": "searcher",
    "Similarity": "language",
    "compare": "comparison",
    "extract": "language",
    "load_encoder": "encoder",
    "radsim": "language",
    "read_corpus": "corpus",
}

__version__ = "0.1.0"
__all__ = [
    "Comparison",
    "Finding",
    "Hit",
    "Hits",
    "RadsearchError",
    "Report",
    "Searcher",
    "Similarity",
    "compare",
    "extract",
    "load_encoder",
    "radsim",
    "read_corpus",
]


def __getattr__(
    name: str,
) -> Any:  # heavy parts load on first use: `import radsearch` stays instant
    if name not in _HOME:
        raise AttributeError(f"module 'radsearch' has no attribute {name!r}")
    value = getattr(import_module(f"radsearch.{_HOME[name]}"), name)
    globals()[name] = value
    return value
