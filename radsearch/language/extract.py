"""Text -> findings: the pipeline over sentences."""

from functools import lru_cache, partial
from typing import cast

from radsearch.language.attributes import assign_attributes
from radsearch.language.carry import SIDED_DOMAINS, carry_side, examined_side, heading_side
from radsearch.language.change import spread_stable
from radsearch.language.company import take_organs
from radsearch.language.descriptor import drop_explained
from radsearch.language.document import Context, domain_of, topic_of, with_context
from radsearch.language.elision import add_elided
from radsearch.language.finding import Certainty, Density, Finding, Laterality, Severity, Temporal
from radsearch.language.lexicon import load_lexicon
from radsearch.language.mention import Mention, find_mentions
from radsearch.language.merge import merge_repeats
from radsearch.language.nearest import is_pole
from radsearch.language.norm import find_norms
from radsearch.language.normal import find_normals, settle_neutral
from radsearch.language.organ_list import add_organs, share_status
from radsearch.language.parameter import find_parameters
from radsearch.language.phrase import Phrase, analyse
from radsearch.language.physiologic import drop_physiologic
from radsearch.language.refer import merge_definite, read_pronoun
from radsearch.language.same_side import take_up
from radsearch.language.scope import apply_cues
from radsearch.language.template import keep_answered


def extract(text: str) -> list[Finding]:
    """The findings that a report states, present and absent, in order of their words.

    Args:
        text: A report, a section or a sentence.

    Returns:
        One record a finding; `text[record.start:record.end]` are its words.

    >>> [(f.finding, f.presence, f.laterality) for f in extract("No PTX. Small left effusion.")]
    [('pneumothorax', 'absent', None), ('pleural_effusion', 'present', 'left')]
    """
    return [_moved(finding, by) for finding, by in placed(text)]


def placed(text: str) -> list[tuple[Finding, int]]:
    """The same findings, offsets inside their sentences, and where each one's sentence starts.

    >>> [(f.start, by) for f, by in placed("No PTX. Small effusion.")]
    [(3, 0), (6, 8)]
    """
    findings: list[Finding] = []
    starts: list[int] = []
    domain = domain_of(text)
    examined, trunk = examined_side(text, domain), domain not in SIDED_DOMAINS
    before: Laterality | None = None
    heading: Laterality | None = None
    last = 0
    topic: tuple[str, ...] = ()
    for sentence, context in with_context(text):
        if context.asked:
            continue
        if topic and not context.sites:
            context = Context((), topic, context.rows, context.domain)
        read = read_sentence(sentence.text, context)
        if not read:
            findings = spread_stable(sentence.text, findings, last)
        last = len(findings)
        heading = heading_side(sentence.text, heading, not read, trunk)
        found = carry_side(read, sentence.text, before, examined, heading)
        topic = topic_of(found)
        found = merge_definite(sentence.text, found, findings)
        if not found:
            found = read_pronoun(sentence.text, findings, partial(_read, context))
        findings += found
        starts += [sentence.start] * len(found)
        sides = [finding.laterality for finding in found if finding.presence == "present"]
        before = sides[-1] if sides else None
    return list(zip(findings, starts, strict=True))


def _read(context: Context, text: str) -> tuple[Finding, ...]:
    return read_sentence(text, context)


@lru_cache(maxsize=32768)
def read_sentence(text: str, context: Context) -> tuple[Finding, ...]:
    """Findings of one sentence, offsets inside the sentence.

    Args:
        text: The sentence.
        context: Where it stands.

    Returns:
        Findings in order of their words.
    """
    lexicon = load_lexicon()
    phrase = analyse(text, lexicon)
    topic = context.topic if all(is_pole(phrase, site) for site in phrase.of("site")) else ()
    known = find_parameters(phrase)
    mentions = find_mentions(phrase, lexicon, context.sites or topic, context.domain, known)
    mentions = keep_answered(phrase, mentions)
    mentions = add_elided(phrase, lexicon, mentions)
    mentions = add_organs(phrase, lexicon, mentions)
    if mentions:
        take_organs(phrase, lexicon, mentions)
        apply_cues(phrase, mentions)
        share_status(mentions)
        drop_physiologic(phrase, mentions)
        settle_neutral(phrase, lexicon, mentions)
    normals = find_normals(phrase, lexicon, mentions, context.rows)
    norms = find_norms(phrase, lexicon, [*mentions, *normals])
    everything = sorted([*mentions, *normals, *norms], key=lambda mention: mention.start)
    if not everything:
        return ()
    everything = assign_attributes(phrase, everything)
    drop_explained(phrase, everything)
    found = tuple(
        _finding(phrase, mention, lexicon.families)
        for mention in merge_repeats(phrase, everything)
        if mention.status != "dropped"
    )
    return take_up(found, text)


def _finding(phrase: Phrase, mention: Mention, families: dict[str, str]) -> Finding:
    values = mention.values  # casts name types in quotes: a union made at run time is slow
    start, end = phrase.tokens[mention.start].start, phrase.tokens[mention.end - 1].end
    size, prior = values.get("size_mm"), values.get("prior_size_mm")
    dimensions = values.get("dimensions_mm", ())
    location, zone = values.get("location"), values.get("zone")
    return Finding(
        finding=mention.finding,
        family=families.get(mention.finding, "other/other"),
        presence="absent" if mention.status == "absent" else "present",
        certainty=cast("Certainty", mention.certainty),
        laterality=cast("Laterality | None", values.get("laterality")),
        location=location if isinstance(location, str) else None,
        zone=zone if isinstance(zone, str) else None,
        severity=cast("Severity | None", values.get("severity")),
        size_mm=size if isinstance(size, float) else None,
        count=cast("int | None", values.get("count")),
        density=cast("Density | None", values.get("density")),
        temporal=cast("Temporal | None", values.get("temporal")),
        sentence=phrase.text,
        start=start,
        end=end,
        dimensions_mm=dimensions if isinstance(dimensions, tuple) else (),
        prior_size_mm=prior if isinstance(prior, float) else None,
        negated_by=mention.cue,
        implied=mention.subject,
    )


def _moved(found: Finding, by: int) -> Finding:
    if not by:
        return found
    return Finding(
        found.finding, found.family, found.presence, found.certainty, found.laterality,
        found.location, found.zone, found.severity, found.size_mm, found.count, found.density,
        found.temporal, found.sentence, found.start + by, found.end + by, found.dimensions_mm,
        found.prior_size_mm, found.negated_by, found.implied,
    )  # fmt: skip
