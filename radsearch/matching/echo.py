"""Could a text say in words that were not recognised what it seems to leave out?"""

import re
from collections.abc import Collection, Sequence

from radsearch.language.radsim import is_abnormal
from radsearch.language.sentence import Sentence
from radsearch.matching.reading import read_words
from radsearch.matching.record import Mention

_STEM = 5  # letters by which two forms of a word count as one: pleura, pleural
_CLAUSE = 3  # content words from which a clause before a comma states something of its own
_CLOSED = frozenset((("status", "normal"), ("status", "negated")))


def open_sentences(
    sentences: Sequence[Sentence], same: Collection[int], mentions: Sequence[Mention]
) -> list[Sentence]:
    """Sentences that are no copies and that may state something abnormal.

    Args:
        sentences: Of one text.
        same: Numbers of those that the other text has too.
        mentions: Findings of the text.

    Returns:
        All but the copies and those that only say that something is normal or absent.
    """
    abnormal = {n for m in mentions if is_abnormal(m.finding) for n in m.sentences}
    return [
        sentence
        for n, sentence in enumerate(sentences)
        if n not in same and (n in abnormal or not only_normal(sentence.text))
    ]


def only_normal(text: str) -> bool:
    """Whether a sentence only says that something is normal or absent.

    >>> only_normal("No effusion, no pneumothorax."), only_normal("Heart larger now, no failure.")
    (True, False)
    """
    first = read_words(re.split("[,;]", text, maxsplit=1)[0])
    if len(first.words) >= _CLAUSE and not _CLOSED & first.values:
        return False
    return bool(_CLOSED & read_words(text).values)


def echoes(own: Sequence[Sentence], mention: Mention, told: Sequence[Sentence]) -> bool:
    """Whether sentences of the other text share a stem with the finding's own words.

    Args:
        own: Sentences of the text with the mention.
        mention: A finding.
        told: Sentences of the other text.

    Returns:
        True if one of the words comes back.
    """
    words: set[str] = set()
    for span in mention.spans:
        for place in mention.sentences:
            start = own[place].start
            text = own[place].text[max(0, span.start - start) : max(0, span.end - start)]
            words |= stems(text)
    return any(words & stems(sentence.text) for sentence in told)


def stems(text: str) -> frozenset[str]:
    """First letters of the longer words.

    >>> sorted(stems("Left pleural effusion"))
    ['effus', 'pleur']
    """
    return frozenset(w[:_STEM] for w in read_words(text).words if len(w) >= _STEM)
