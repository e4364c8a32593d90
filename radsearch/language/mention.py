"""Which findings a sentence names: longest alias first, general words resolved by their place."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from radsearch.language.adjective import qualifies
from radsearch.language.home import is_away
from radsearch.language.lexicon import Entry, Lexicon, Match
from radsearch.language.loose import is_content, is_growth, is_loose
from radsearch.language.nearest import is_pole, near_sites
from radsearch.language.phrase import Phrase
from radsearch.language.region import in_region


@dataclass(slots=True)
class Evidence:
    """Something that the words around a mention say of it; not frozen as `Token`.

    Attributes:
        axis: "severity", "laterality", "site:lobe", "size" and so on.
        value: The axis' value; for a size the measure.
        at: Token at which it is said.
    """

    axis: str
    value: object
    at: int


@dataclass(slots=True)
class Mention:
    """A finding named in a sentence, while its attributes are gathered.

    Attributes:
        finding: Id.
        start: First token.
        end: Behind the last token.
        sites: Groups of places that decided its meaning.
        status: "present", "absent", "dropped".
        certainty: As in `Finding`.
        cue: Words that made it absent or uncertain.
        cue_at: Token of that cue; -1 if there is none.
        subject: Whether it comes from "heart normal" and the like.
        noun: The mention whose noun this further organ of a list shares.
        evidence: What its surroundings say of it.
        values: Attributes, settled.
    """

    finding: str
    start: int
    end: int
    sites: tuple[str, ...] = ()
    status: str = "present"
    certainty: str = "definite"
    cue: str = ""
    cue_at: int = -1
    subject: bool = False
    noun: "Mention | None" = None
    evidence: list[Evidence] = field(default_factory=list)
    values: dict[str, object] = field(default_factory=dict)


def find_mentions(
    phrase: Phrase,
    lexicon: Lexicon,
    context: Sequence[str],
    domain: str,
    parameters: Sequence[Mention] = (),
) -> list[Mention]:
    """Mentions of a sentence in order, none inside another; those in its heading too.

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        context: Groups of places under whose heading the sentence stands.
        domain: What the whole text is about: "chest", "joint", "spine", "brain", "abdomen" or "".
        parameters: What `find_parameters` found in it; nothing is read inside these.

    Returns:
        Mentions, all still "present".
    """
    candidates = sorted(
        [*phrase.of("finding"), *phrase.of("head")],
        key=lambda match: (match.start - match.end, match.entry.kind == "finding", match.start),
    )
    taken = [False] * len(phrase.tokens)
    looks = [m for m in phrase.of("modifier") if m.entry.name == "density" and m.end - m.start > 1]
    mentions = list(parameters)
    for known in mentions:
        taken[known.start : known.end] = [True] * (known.end - known.start)
    for match in candidates:
        if any(taken[match.start : match.end]):
            continue
        if (
            _is_recalled(match, phrase)
            or _is_described(match, looks)
            or is_loose(match, phrase)
            or is_growth(match, phrase)
            or is_content(match, phrase)
            or _is_prefixed(match, phrase)
            or (match.entry.kind == "finding" and is_away(match, phrase))
            or _is_foreign(match, phrase, context, domain)
        ):
            continue
        if match.entry.kind == "finding":
            mention = _elsewhere(match, phrase, lexicon, context, domain) or Mention(
                match.entry.name, match.start, match.end
            )
        else:
            resolved = resolve(match, phrase, lexicon, context, domain)
            if resolved is None:
                continue
            if resolved.finding == "none":
                taken[match.start : match.end] = [True] * (match.end - match.start)
                continue
            mention = resolved
        taken[match.start : match.end] = [True] * (match.end - match.start)
        mentions.append(mention)
    ordered = sorted(mentions, key=lambda mention: mention.start)
    return [
        mention
        for n, mention in enumerate(ordered)
        if not qualifies(phrase, mention, ordered[:n], ordered[n + 1 : n + 2])
    ]


def _is_prefixed(match: Match, phrase: Phrase) -> bool:
    """Whether "non" denies the first word of a name only: a "non-displaced fracture" is one."""
    return match.end - match.start > 1 and phrase.words(match.start - 1, match.start) == ["non"]


_CHEST = frozenset({"lung", "pleura", "hilum", "bronchus", "pulmonary_interstitium"})
_OF_LUNG = frozenset(("nodule", "mass", "lesion", "cavitation", "cavity"))
_BREAST = frozenset({"breast"})
_CHEST_WORDS = frozenset(
    "scar scarring fibrosis fibrotic collapse collapsed opacity opacification shadowing cavity "
    "cavitation infiltration nodule nodular nodularity lesion haziness effusion infiltrate "
    "consolidating bleb reticular reticulation patchiness".split()
)
"""Words that mean a finding of the chest only where the text or the sentence speaks of it."""


def _is_foreign(match: Match, phrase: Phrase, context: Sequence[str], domain: str) -> bool:
    """Whether a word that would mean a chest finding stands in a text about another region."""
    if match.entry.kind != "finding" or domain in ("chest", ""):
        return False
    if match.end - match.start > 1 and phrase.tokens[match.start].word != "reticular":
        return False
    if phrase.tokens[match.start].word not in _CHEST_WORDS:
        return False
    near = {site.entry.name for site in phrase.of("site")} | set(context)
    return not near & _CHEST and not (
        phrase.tokens[match.start].word == "effusion" and domain in ("abdomen", "spine")
    )


def _elsewhere(
    match: Match, phrase: Phrase, lexicon: Lexicon, context: Sequence[str], domain: str
) -> Mention | None:
    """What the name of a lung finding means in another organ: "Thyroid: calcified nodule"."""
    family = lexicon.families[match.entry.name]
    if family == "breast/calcification" and domain not in ("breast", ""):
        head = Match(Entry("head", "calcification"), match.start, match.end)
        near = near_sites(head, phrase)
        return None if "breast" in near else resolve(head, phrase, lexicon, context, domain)
    if not family.startswith(("lung/", "breast/")):
        return None
    if _OWN_NODULES.isdisjoint((*context, *(site.entry.name for site in phrase.of("site")))):
        return None  # as nearly always
    head = Match(Entry("head", phrase.tokens[match.end - 1].word), match.start, match.end)
    near = near_sites(head, phrase)
    own = _CHEST if family.startswith("lung/") else _BREAST
    if own.intersection((*near, *context)):
        return None
    for group in (*near, *context):
        finding = lexicon.combine.get((head.entry.name, group), "none")
        if group in _OWN_NODULES and finding != "none":
            return Mention(finding, match.start, match.end, (group,))
    return None


_OWN_NODULES = frozenset(
    "thyroid liver kidney spleen pancreas adrenal breast salivary prostate ovary uterus "
    "testis".split()
)
_RECALLED = frozenset(
    "mass lesion nodule collection tumor cyst aneurysm hernia fracture opacity consolidation "
    "effusion stone abscess hematoma cavity clot thrombus stent graft".split()
)
_CONTENT = frozenset(
    "calcification calcium gas air necrosis cavitation hemorrhage fat fluid blood "
    "enhancement".split()
)
_FILLED = [[how, by] for how in ("distended", "filled", "dilated") for by in ("with", "by")]
_RECALLING = frozenset(
    "within around beside from by beneath behind near surrounding inside to along against".split()
)


def _is_recalled(match: Match, phrase: Phrase) -> bool:
    """Whether the words only point back: "calcification within the mass", "around the lesion"."""
    at = match.start - 1
    if phrase.words(match.start, match.end) in (["fluid"], ["gas"], ["air"]):
        return at > 0 and phrase.words(at - 1, at + 1) in _FILLED
    if phrase.tokens[match.end - 1].word not in _RECALLED or match.end - match.start > 1:
        return False
    if at >= 0 and phrase.tokens[at].word in ("left", "right", "adjacent"):
        at -= 1
    if at < 1 or phrase.tokens[at].word not in ("the", "this"):
        return False
    if phrase.tokens[at - 1].word == "in":
        return at > 1 and phrase.said[at - 2] in _CONTENT  # not "growth in the mass"
    return phrase.tokens[at - 1].word in _RECALLING


def _is_described(match: Match, looks: Sequence[Match]) -> bool:
    """Whether the words are part of a longer description: "fluid" in "fluid attenuation"."""
    return any(
        m.start <= match.start and match.end <= m.end and m.end - m.start > match.end - match.start
        for m in looks
    )


_DOMAIN_SITES = {
    "chest": ("lung",),
    "joint": ("joint",),
    "spine": ("spine",),
    "brain": ("brain",),
    "abdomen": ("peritoneum",),
    "breast": ("breast",),
    "neck": ("neck_soft", "thyroid"),
    "leg": ("soft_tissue",),
}


_ACTING = frozenset(
    "indent indenting displace displacing push pushing compress compressing compressed "
    "opacified".split()
)
"""What something does is done to a place that is named, never to the region of the text."""


def resolve(
    head: Match, phrase: Phrase, lexicon: Lexicon, context: Sequence[str], domain: str
) -> Mention | None:
    """What a general word means here, by its nearest place; None if it means nothing."""
    name = head.entry.name
    combine = lexicon.combine
    near = in_region(near_sites(head, phrase), phrase, domain)
    if context and len(near) == 1 and all(is_pole(phrase, site) for site in phrase.of("site")):
        near = [*context, *near]
    for group in near:
        if (name, group) in combine:
            return Mention(combine[name, group], head.start, head.end, (group,))
    away = is_away(head, phrase) or phrase.tokens[head.start].word in _ACTING
    for group in (*context, *(() if away else _DOMAIN_SITES.get(domain, ()))):
        if group == "thyroid" and group not in context and not name.endswith("nodule"):
            continue
        if (
            group == "pleura"
            and domain in ("chest", "")
            and name in _OF_LUNG
            and not phrase.heading
        ):
            continue  # the sentence before spoke of the pleura; "Pleura: nodule" is another thing
        if (name, group) in combine:
            return Mention(combine[name, group], head.start, head.end, (group,))
    if (name, "") in combine and not away:
        return Mention(combine[name, ""], head.start, head.end)
    return None
