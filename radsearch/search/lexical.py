"""The lexical leg: TF-IDF over words and word pairs, BM25 over words; negation words are kept."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from radsearch.search.stream import Ints, words

Floats = NDArray[np.float32]

MIN_LENGTH = 2
"""Shorter words are no features, as in scikit-learn; phrases still see them."""


@dataclass(frozen=True, slots=True)
class Lexical:
    """Inverted index of one section.

    Attributes:
        ids: Word to token id.
        keys: (f,) ascending: token id of a word, or V + first * V + second of a pair.
        pointers: (f + 1,) where each feature's postings start.
        docs: (p,) report positions, ascending within a feature.
        weights: (p,) TF-IDF weight, unit length over a report.
        peaks: (f,) each feature's largest weight.
        impacts: (w,) BM25's share of a word's idf; words come before pairs, pairs have none.
        idf: (f,) inverse document frequency of each feature.
        lengths: (n,) words of each report.
    """

    ids: Mapping[str, int]
    keys: Ints
    pointers: Ints
    docs: NDArray[np.int32]
    weights: Floats
    peaks: Floats
    impacts: Floats
    idf: Floats
    lengths: NDArray[np.int32]

    @property
    def n(self) -> int:
        """Reports, those without this section included."""
        return len(self.lengths)

    def features(self, text: str) -> dict[int, int]:
        """Count by feature number of a text's words and pairs that the section knows."""
        tokens = [word for word in words(text) if len(word) >= MIN_LENGTH]
        size = len(self.ids)
        codes = [self.ids.get(word, -1) for word in tokens]
        keys = [code for code in codes if code >= 0]
        keys += [size + a * size + b for a, b in pairwise(codes) if a >= 0 and b >= 0]
        counted = Counter(keys)
        wanted = np.fromiter(counted, np.int64, len(counted))
        places = np.searchsorted(self.keys, wanted)
        places[places == len(self.keys)] = 0
        known = self.keys[places] == wanted if len(self.keys) else np.zeros(len(wanted), bool)
        return {
            int(place): counted[int(key)]
            for place, key, hit in zip(places, wanted, known, strict=True)
            if hit
        }

    def cosine_terms(self, text: str) -> dict[int, float]:
        """Weight by feature number of a text in TF-IDF's cosine; the weights have unit length."""
        counted = self.features(text)
        query = {
            place: (1 + np.log(count)) * float(self.idf[place]) for place, count in counted.items()
        }
        norm = np.sqrt(sum(value * value for value in query.values())) or 1.0
        return {place: float(value / norm) for place, value in query.items()}

    def tfidf(self, text: str) -> Floats:
        """Cosine of the text with every report, (n,), as scikit-learn's TfidfVectorizer gives it.

        Words and pairs, sublinear counts, smoothed idf, L2 norm; 0 where nothing is shared.
        """
        scores = np.zeros(self.n, np.float32)
        for place, weight in self.cosine_terms(text).items():
            span = self.span(place)
            scores[self.docs[span]] += self.weights[span] * np.float32(weight)
        return scores

    def shared(self, text: str) -> tuple[Floats, float]:
        """How much of what a text says is said by each report, word by word, (n,).

        A word weighs its idf and counts once. Not divided by any length: a report that holds a
        short text whole scores its mass, however much more it says.

        Args:
            text: A dictated section.

        Returns:
            The mass of the words that both have, and the mass of all words of the text.
        """
        scores = np.zeros(self.n, np.float32)
        mass = 0.0
        rarest = float(self.idf.max()) - 1 if len(self.idf) else 0.0
        for word in dict.fromkeys(w for w in words(text) if len(w) >= MIN_LENGTH):
            place = self._place(word)
            weight = rarest if place is None else float(self.idf[place]) - 1
            mass += weight
            if place is not None:
                scores[self.docs[self.pointers[place] : self.pointers[place + 1]]] += weight
        return scores, mass

    def bm25_terms(self, text: str) -> dict[int, float]:
        """Weight by feature number of a text's words in BM25; a repeated word counts again."""
        out = {}
        for word, count in Counter(words(text)).items():
            place = self._place(word)
            if place is not None:
                found = int(self.pointers[place + 1] - self.pointers[place])
                out[place] = float(np.log1p((self.n - found + 0.5) / (found + 0.5)) * count)
        return out

    def bm25(self, text: str) -> Floats:
        """BM25 of the text's words against every report, (n,); 0 where no word is shared."""
        scores = np.zeros(self.n, np.float32)
        for place, weight in self.bm25_terms(text).items():
            span = self.span(place)
            scores[self.docs[span]] += self.impacts[span] * np.float32(weight)
        return scores

    def holders(self, word: str) -> NDArray[np.int32] | None:
        """Ascending reports that hold a word in lower case; None if it is too short to be kept."""
        if len(word) < MIN_LENGTH:
            return None
        place = self._place(word)
        return self.docs[:0] if place is None else self.docs[self.span(place)]

    def span(self, place: int) -> slice:
        """Where a feature's postings lie."""
        return slice(int(self.pointers[place]), int(self.pointers[place + 1]))

    def _place(self, word: str) -> int | None:
        code = self.ids.get(word, -1)
        place = int(self.keys.searchsorted(code))
        return place if code > 0 and place < len(self.keys) and self.keys[place] == code else None


def vocabulary_ids(vocabulary: Sequence[str]) -> dict[str, int]:
    """Token id by word."""
    return {word: code for code, word in enumerate(vocabulary)}
