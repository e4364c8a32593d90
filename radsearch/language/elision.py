"""Lists that share their last word: "pleural or pericardial effusion" names two effusions."""

from collections.abc import Sequence

from radsearch.language.lexicon import Lexicon, Match
from radsearch.language.mention import Evidence, Mention
from radsearch.language.phrase import Phrase

_JOINS = frozenset({"and", "or", "nor", "/", ",", "&"})


def add_elided(phrase: Phrase, lexicon: Lexicon, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions and those whose noun is said only once, at the end of a list of places.

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        mentions: Mentions found so far, in order.

    Returns:
        All mentions in order.
    """
    if not phrase.says(_JOINS):
        return list(mentions)
    added: list[Mention] = []
    taken = {index for m in mentions for index in range(m.start, m.end)}
    sites = phrase.of("site")
    for mention in mentions:
        head = phrase.tokens[mention.end - 1].word
        at = _first_word(phrase, sites, mention)
        while at >= 2 and phrase.tokens[at - 1].word in _JOINS:
            site = _site_ending(sites, at - 1)
            if site is None or site.start in taken or site.start < phrase.heading:
                break
            if phrase.words(site.start, at + 1)[::2] == ["cortical", "subcortical"]:
                break  # of the brain, not of bone
            finding = lexicon.combine.get((head, site.entry.name))
            if finding is not None and finding not in ("none", mention.finding):
                there = Mention(finding, site.start, site.end, (site.entry.name,))
                if head.startswith("calcif"):  # the noun is what it looks like, too
                    there.evidence.append(Evidence("density", "calcified", site.start))
                added.append(there)
            at = site.start
    return sorted([*mentions, *added], key=lambda mention: mention.start)


def _first_word(phrase: Phrase, sites: Sequence[Match], mention: Mention) -> int:
    """Where the noun phrase of a mention begins: its own place may stand before it."""
    start = mention.start
    for site in sites:
        if site.end == start and site.start < start:
            start = site.start
    return start


def _site_ending(sites: Sequence[Match], end: int) -> Match | None:
    ending = [site for site in sites if site.end == end]
    return min(ending, key=lambda site: site.start) if ending else None
