"""One noun for several organs: "cysts in the liver and both kidneys" are two findings."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from radsearch.language.lexicon import Lexicon, Match
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase
from radsearch.language.reach import EXISTENCE, VERBS

_CONJUNCTIONS = frozenset({"and", "or", "nor", "/", "&", "plus"})
_JOINS = _CONJUNCTIONS | {","}
_ARTICLES = frozenset("the both left right all any in of within either each visualized".split())
_LEADS = _ARTICLES | frozenset(
    "throughout involving affecting at is are present seen noted identified".split()
)
_SHOWS = frozenset(
    "is are appear look contain show have has demonstrate harbor display reveal with without "
    "contains shows".split()
)
_LINKS = frozenset({"of", "in"})
_PARTING = frozenset(", ; and of".split())
_FILLERS = frozenset("each all both also now".split())


def add_organs(phrase: Phrase, lexicon: Lexicon, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions and one more for each further organ of a list that shares their noun.

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        mentions: Mentions found so far, in order.

    Returns:
        All mentions in order; an added one covers the words of its organ.
    """
    sites = _longest(phrase.of("site"))
    if len(sites) < 2:
        return list(mentions)
    added: list[Mention] = []
    taken = {index for m in mentions for index in range(m.start, m.end)}
    for mention in mentions:
        if mention.end <= phrase.heading:
            continue
        named = {mention.finding}
        listed = _behind(phrase, lexicon, sites, mention, taken)
        listed = listed or _before(phrase, sites, mention)
        for site in listed:
            finding = _finding(phrase, lexicon, mention, site)
            if finding not in named and not taken.intersection(range(site.start, site.end)):
                named.add(finding)
                added.append(
                    Mention(finding, site.start, site.end, (site.entry.name,), noun=mention)
                )
    return sorted([*mentions, *added], key=lambda mention: mention.start)


def share_status(mentions: Sequence[Mention]) -> None:
    """Whatever is said of the noun holds for each organ that no cue of its own reached.

    Args:
        mentions: All mentions of a sentence, cues applied; changed in place.
    """
    for mention in mentions:
        noun = mention.noun
        if noun is None or mention.cue:
            continue
        mention.status, mention.certainty = noun.status, noun.certainty
        mention.cue, mention.cue_at = noun.cue, noun.cue_at
        if "temporal" in noun.values:
            mention.values.setdefault("temporal", noun.values["temporal"])


def _longest(sites: Sequence[Match]) -> list[Match]:
    """Places in order, the longest where several overlap."""
    kept: list[Match] = []
    for site in sorted(sites, key=lambda match: (match.start, -match.end)):
        if not kept or site.start >= kept[-1].end:
            kept.append(site)
    return kept


def _finding(
    phrase: Phrase, lexicon: Lexicon, mention: Mention, site: Match, own: bool = False
) -> str:
    """What the noun of a mention means at a place; its own finding if nothing else.

    With `own` the place is that of the mention, and nothing is "none".
    """
    words = phrase.words(mention.start, mention.end)
    noun = words[0] if _LINKS.intersection(words) else words[-1]
    for name in (" ".join(words), noun):
        finding = lexicon.combine.get((name, site.entry.name), "none")
        if finding != "none":
            same = lexicon.families[finding] == lexicon.families[mention.finding]
            return mention.finding if same else finding
    return "none" if own else mention.finding


def _behind(
    phrase: Phrase, lexicon: Lexicon, sites: Sequence[Match], mention: Mention, taken: set[int]
) -> list[Match]:
    """The further places of "lesions in the liver, spleen and kidneys"."""
    for place, site in enumerate(sites):
        inside = mention.start < site.start and site.end == mention.end
        between = phrase.words(mention.end, site.start)
        if inside or (site.start >= mention.end and all(word in _LEADS for word in between)):
            if _finding(phrase, lexicon, mention, site, own=True) != mention.finding:
                return []  # the place does not decide what the noun means
            listed = list(_chain(phrase, sites[place:]))
            end = listed[-1].end if listed else site.end
            return [] if _goes_on(phrase, end, taken) else listed
        if site.start >= mention.end:
            break
    return []


def _chain(phrase: Phrase, sites: Sequence[Match]) -> Iterator[Match]:
    """Places behind the first one that are joined to it; none without "and" or "or"."""
    waiting: list[Match] = []
    for before, site in pairwise(sites):
        between = phrase.words(before.end, site.start)
        joins = [word for word in between if word in _JOINS]
        if not joins or not all(word in _JOINS or word in _ARTICLES for word in between):
            return
        waiting.append(site)
        if any(word in _CONJUNCTIONS for word in joins):
            yield from waiting
            waiting = []


def _goes_on(phrase: Phrase, end: int, taken: set[int]) -> bool:
    """Whether the last place begins a statement of its own: "... and spleen is enlarged"."""
    if end in taken:
        return True
    words = phrase.words(end, end + 5)
    if words and words[0] in VERBS:
        return not EXISTENCE.intersection(words)
    return any(match.start == end for match in phrase.of("predicate"))


def _before(phrase: Phrase, sites: Sequence[Match], mention: Mention) -> list[Match]:
    """The earlier places of "the spleen and liver contain lesions"."""
    ahead = [site for site in sites if site.end <= mention.start and site.start >= phrase.heading]
    if len(ahead) < 2:
        return []
    between = [w for w in phrase.words(ahead[-1].end, mention.start) if w not in _FILLERS]
    if not between or between[0] not in _SHOWS or _PARTING.intersection(between):
        return []
    start = phrase.clause_start(mention.start)
    for place, site in enumerate(ahead):
        opens = phrase.words(max(start, phrase.heading), site.start)
        if site.start < start or not all(word in _ARTICLES for word in opens):
            continue
        listed = list(_chain(phrase, ahead[place:]))
        return [site, *listed] if listed and listed[-1] is ahead[-1] else []
    return []
