"""Makes the arrays of the lexical leg's inverted index, with document frequencies over sections."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.search.lexical import MIN_LENGTH
from radsearch.search.stream import Ints, Stream

K1, B = 1.2, 0.75  # BM25 as in Lucene


@dataclass(frozen=True, slots=True)
class Frequencies:
    """In how many texts each feature occurs.

    Attributes:
        keys: (f,) features as in `Lexical`, ascending.
        found: (f,) texts that hold them.
        texts: Texts in all.
    """

    keys: Ints
    found: Ints
    texts: int

    def idf(self, keys: Ints) -> NDArray[np.float64]:
        """Smoothed idf of features, as scikit-learn gives it."""
        place = np.minimum(np.searchsorted(self.keys, keys), max(len(self.keys) - 1, 0))
        known = self.keys[place] == keys if len(self.keys) else np.zeros(len(keys), np.bool_)
        found = np.where(known, self.found[place] if len(self.keys) else 0, 0)
        return np.asarray(np.log((1 + self.texts) / (1 + found)) + 1)


def frequencies(stream: Stream, sections: Sequence[str]) -> Frequencies:
    """Over the texts of several sections: a word is as rare as it is in all that was dictated.

    Counted over findings and impressions together, TF-IDF finds the other section of 45.6 % of the
    authored reports at once, against 42.8 % with counts of the searched section alone.

    Args:
        stream: The corpus.
        sections: Whose texts count.

    Returns:
        Counts by feature.
    """
    keys, texts = [], 0
    for section in sections:
        docs, codes, lengths = _features(stream, section)
        codes *= max(stream.n, 1)  # in place here and below: a million reports make 1.4 GB of them
        codes += docs
        del docs
        pairs, _ = _runs(codes)
        keys.append(pairs // max(stream.n, 1))
        texts += int((lengths > 0).sum())
    every, starts = _runs(np.concatenate(keys))
    return Frequencies(every, np.diff(starts), texts)


def _runs(values: Ints) -> tuple[Ints, Ints]:
    """Distinct values ascending, and where each one's run starts in sorted order, with the end.

    The values are sorted where they lie.

    measured: a third of the time of np.unique, which hashes.

    >>> [part.tolist() for part in _runs(np.array([7, 5, 7]))]
    [[5, 7], [0, 1, 3]]
    """
    values.sort()
    first = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    return values[starts], np.append(starts, len(values))


def _features(stream: Stream, section: str) -> tuple[Ints, Ints, NDArray[np.int32]]:
    """Report and feature of every word and pair of a section, and each report's words."""
    tokens, starts = stream.section(section)
    n, size = stream.n, len(stream.vocabulary)
    long = np.fromiter((len(word) >= MIN_LENGTH for word in stream.vocabulary), bool, size)
    keep = long[tokens]
    doc = np.repeat(np.arange(n, dtype=np.int64), np.diff(starts))[keep]
    token = tokens[keep].astype(np.int64)
    together = doc[1:] == doc[:-1]
    pairs = size + token[:-1][together] * size + token[1:][together]
    lengths = np.bincount(doc, minlength=n).astype(np.int32)
    return np.concatenate([doc, doc[1:][together]]), np.concatenate([token, pairs]), lengths


def build(
    stream: Stream, section: str, known: Frequencies | None = None
) -> dict[str, NDArray[np.generic]]:
    """The arrays of a section's inverted index.

    Args:
        stream: The corpus.
        section: "findings", "impression" or "report".
        known: Document frequencies; None = those of the section itself.

    Returns:
        By field of `Lexical`, all but `ids`, which is the stream's vocabulary.
    """
    n = stream.n
    docs, features, lengths = _features(stream, section)
    features *= max(n, 1)
    features += docs
    del docs
    found, starts = _runs(features)
    del features
    counts = np.diff(starts)
    feature, docs = np.divmod(found, max(n, 1))
    keys, pointers = _runs(feature)  # sorted already
    idf = (known or Frequencies(keys, np.diff(pointers), n)).idf(keys)
    weights = (1 + np.log(counts)) * np.repeat(idf, np.diff(pointers))
    norms = np.sqrt(np.bincount(docs, weights * weights, minlength=n))
    weights = (weights / norms[docs]).astype(np.float32)
    single = int(pointers[np.searchsorted(keys, len(stream.vocabulary))])
    mean = max(float(lengths.mean()), 1.0) if n else 1.0
    tf = counts[:single]
    impacts = tf / (tf + K1 * (1 - B + B * lengths[docs[:single]] / mean))
    return {
        "keys": keys,
        "pointers": pointers,
        "docs": docs.astype(np.int32),
        "weights": weights,
        "peaks": np.maximum.reduceat(weights, pointers[:-1]) if len(keys) else weights,
        "impacts": impacts.astype(np.float32),
        "idf": idf.astype(np.float32),
        "lengths": lengths,
    }
