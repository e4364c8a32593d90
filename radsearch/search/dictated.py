"""What speaks for a report when the query is a whole dictated section: words, findings, sentences.

Weighted by `section_weights`. The scores are log-odds, so that a long text, which says more, is
ranked by its words more than a short one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from radsearch.language.extract import extract
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.fusion import Pool, array_pool
from radsearch.search.late import LateInteraction
from radsearch.search.lexical import Floats
from radsearch.search.predicate import Mask
from radsearch.search.section_leg import SectionFindings, Values, section_findings
from radsearch.search.section_weights import Dictated, SectionWeights, section_weights
from radsearch.search.stream import Ints
from radsearch.store.protocol import Store


@dataclass(frozen=True, slots=True)
class Query:
    """A dictated section.

    Attributes:
        text: Its words.
        kind: Which section it is.
        sentences: Vectors of its sentences, (s, dim); None = no late interaction.
    """

    text: str
    kind: Dictated
    sentences: Floats | None = None


class DictatedLegs:
    """The legs beside the cosine, on one opened index."""

    def __init__(self, store: Store, cache: Callable[[], CorpusCache]) -> None:
        self.store = store
        self.cache = cache
        self._findings: dict[str, SectionFindings] = {}
        self._late: dict[str, LateInteraction | None] = {}

    def words(self, section: str, text: str) -> tuple[Floats, Floats]:
        """TF-IDF cosine times the root of the text's mass, and shared mass over it, each (n,)."""
        index = self.cache().sections[section]
        shared, mass = index.shared(text)
        root = sqrt(max(mass, 1.0))
        return index.tfidf(text) * np.float32(root), shared / np.float32(root)

    def radsim(self, section: str, query: Query) -> Callable[[Ints], Values]:
        """RadSim of the abnormal findings with those of any reports."""
        if section not in self._findings:
            self._findings[section] = section_findings(self.cache().findings, section)
        leg, findings = self._findings[section], extract(query.text)
        return lambda wanted: leg.scores(findings, wanted, query.kind)

    def late(self, section: str) -> LateInteraction | None:
        """Late interaction with the stored sentences; None where the index keeps none."""
        if section not in self._late:
            rows = self.store.section_sentences(section)
            self._late[section] = LateInteraction(rows) if rows is not None else None
        return self._late[section]

    def pools(
        self, section: str, query: Query, size: int, within: Mask | None, *, literal: bool = False
    ) -> list[Pool]:
        """The legs of a query.

        Args:
            section: What is searched: "findings", "impression" or "report".
            query: The dictated section.
            size: Reports that the words may propose; the other legs propose none.
            within: Reports that may be found; None = all.
            literal: Only the words.

        Returns:
            "lexical", and unless literal "findings" and, with sentences, "sentences".
        """
        weights = section_weights()[query.kind]
        tfidf, shared = self.words(section, query.text)
        spoken = np.float32(weights.tfidf) * tfidf + np.float32(weights.shared) * shared
        pools = [array_pool("lexical", 1.0, spoken, size, within)]
        if literal:
            return pools
        similar = self.radsim(section, query)
        pools.append(_silent("findings", weights.radsim, similar))
        late = self.late(section)
        if query.sentences is not None and late is not None:
            pools.append(_silent("sentences", 1.0, _both_ways(late, query.sentences, weights)))
        return pools


def _both_ways(
    late: LateInteraction, sentences: Floats, weights: SectionWeights
) -> Callable[[Ints], Values]:
    def score(wanted: Ints) -> Values:
        forward, backward = late.scores(sentences, wanted)
        return weights.forward * forward + weights.backward * backward

    return score


def _silent(name: str, weight: float, score: Callable[[Ints], Values]) -> Pool:
    """A leg that proposes no report and scores those of the others."""
    none = np.zeros(0)
    return Pool(
        name,
        weight,
        none.astype(np.int64),
        none.astype(np.float32),
        lambda wanted: score(wanted).astype(np.float32),
    )
