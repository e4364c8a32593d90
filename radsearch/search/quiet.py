"""How free of abnormal findings each report is; worked out once for an opened index."""

import numpy as np

from radsearch.report import BODY_FIELDS
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.findings import Findings
from radsearch.search.fits import Values

ABNORMAL = 0.5  # each abnormal finding beside "normal" takes this much more of the degree


def quiet_studies(cache: CorpusCache, section: str) -> Values:
    """1 for a report without abnormal findings, less for each that it states, 0 if empty, (n,)."""
    if section not in cache.quiet:
        cache.quiet[section] = _quiet(cache, section)
    return cache.quiet[section]


def _quiet(cache: CorpusCache, section: str) -> Values:
    spoken = np.diff(cache.stream.bounds, axis=1) > 0  # (n, fields)
    if section in BODY_FIELDS:
        spoken = spoken[:, [BODY_FIELDS.index(section)]]
    return np.asarray(spoken.any(axis=1) / (1 + ABNORMAL * _abnormal(cache.findings)), np.float32)


def _abnormal(table: Findings) -> Values:
    """How many abnormal findings each report states, (n,)."""
    normal = np.array([word.startswith(("normal", "quality")) for word in table.words])
    stated = table.columns["presence"] == table.code("present")
    stated &= ~normal[table.columns["family"]]
    return np.bincount(table.doc[stated], minlength=table.n).astype(np.float32)
