"""One statement of a report as values, and its wording in a given style.

A style is a number. Every choice of words is a hash of the style and of the place in the sentence,
never of the value: so the same style words two statements alike except for what differs, which
makes near-copies, and another style words the same statement differently, which makes rewordings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from . import vocabulary as v
from .phrasebook import Entity, Normal, Site


@dataclass(frozen=True, slots=True)
class Statement:
    """What is said of one entity; None = not said. Numbers are places in the vocabulary's lists.

    Attributes:
        entity: Of what.
        present: Whether it is there.
        side: "left", "right" or "bilateral".
        site: Where.
        severity: How much.
        size_mm: How large.
        count: How many.
        density: Of which density.
        certainty: How sure.
        temporal: How changed.
    """

    entity: Entity
    present: bool = True
    side: str | None = None
    site: Site | None = None
    severity: int | None = None
    size_mm: int | None = None
    count: int | None = None
    density: int | None = None
    certainty: int | None = None
    temporal: int | None = None

    @property
    def meaning(self) -> str:
        """Key of the facts."""
        site = self.site.singular if self.site else ""
        if not self.present:
            return f"no {self.entity.key} {self.side} {site}"
        certainty = 2 if self.certainty is None else self.certainty
        return " ".join(
            str(x)
            for x in (
                self.entity.key, self.side, site, self.severity, self.size_mm, self.count,
                self.density, certainty, self.temporal,
            )
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """Choices of words.

    Attributes:
        seed: Which choices.
        concise: Whether to speak as an impression does.
    """

    seed: int
    concise: bool = False

    def pick(self, slot: str, options: Sequence[str]) -> str:
        """One of the options, always the same for a slot."""
        return options[crc32(f"{self.seed}/{slot}".encode()) % len(options)]


def _plural(noun: str) -> str:
    """The plural of a noun phrase whose head may stand before a preposition.

    >>> [_plural(x) for x in ("opacity", "hepatic metastasis", "stone in the ureter", "calculus")]
    ['opacities', 'hepatic metastases', 'stones in the ureter', 'calculi']
    """
    for stop in (" of ", " in ", " beside ", " along ", " with ", " above ", " behind "):
        if stop in noun:
            head, _, rest = noun.partition(stop)
            return _plural(head) + stop + rest
    for end, new in (("us", "i"), ("is", "es"), ("y", "ies"), ("s", "s")):
        if noun.endswith(end):
            return noun[: -len(end)] + new if end != "us" or noun.endswith("lus") else noun + "es"
    return noun + "s"


def place(side: str | None, site: Site | None, style: Style) -> str:
    """The site with its side, without a preposition; "" where there is no site."""
    if site is None:
        return ""
    if side is None or site.sides == "n":
        plain = [text for text in site.others if "{}" not in text]
        return style.pick("site", [site.singular, *plain])
    if side == "bilateral":
        plural = site.plural or site.singular
        forms = ("both {}", "bilateral {}", "{} on both sides", "{} bilaterally")
        return style.pick("site", forms).format(plural)
    word = style.pick("sideword", (side, side, side[0].upper()))
    options = [
        f"{word} {site.singular}",
        f"{word} {site.singular}",
        f"{site.singular} on the {side}",
    ]
    if site.abbreviation:
        options += [side[0].upper() + site.abbreviation] * 2
    options += [text.format(word) if "{}" in text else f"{word} {text}" for text in site.others]
    return style.pick("site", options)


def _core(s: Statement, style: Style) -> tuple[str, list[str]]:
    """The noun phrase and what follows it."""
    attributes, before, behind = s.entity.attributes, list[str](), list[str]()
    noun = style.pick("noun", s.entity.conclusions if style.concise else s.entity.nouns)
    if s.temporal is not None and s.temporal > 0:
        if style.pick("temporal", ("before", "behind", "behind")) == "before":
            before.append(style.pick("temporal word", v.TEMPORAL[s.temporal]))
        else:
            behind.append(style.pick("temporal clause", v.TEMPORAL_CLAUSES[s.temporal]))
    if s.certainty is not None and style.pick("certainty", ("adjective", "frame")) == "adjective":
        before.append(style.pick("certainty word", v.CERTAINTY[s.certainty]))
    if s.severity is not None:
        scale = attributes["sev"]
        word = style.pick("severity word", v.SEVERITY[scale][s.severity])
        if scale in v.SEVERITY_DIMENSION and style.pick("severity", "bba") == "a":
            dimension = style.pick("dimension", v.SEVERITY_DIMENSION[scale])
            behind.insert(0, f"{word} {dimension}")
        else:
            before.append(word)
    if s.size_mm is not None:
        first, last = v.size_forms(s.size_mm)
        if style.pick("size", "bba") == "b":
            before.append(style.pick("size word", first))
        else:
            behind.insert(0, style.pick("size clause", last))
    if s.density is not None:
        word = style.pick("density word", v.DENSITY[attributes["dens"]][s.density])
        if style.pick("density", "bba") == "b":
            before.append(word)
        else:
            behind.insert(
                0, style.pick("density clause", ("{} in appearance", "appearing {}")).format(word)
            )
    if s.side is not None and s.site is None:
        _side(s.side, style, before, behind)
    if s.count is not None:
        counted = style.pick("count", v.COUNT[s.count])
        return f"{counted} {' '.join([*before, noun if s.count == 0 else _plural(noun)])}", behind
    return " ".join([*before, noun]), behind


def _side(side: str, style: Style, before: list[str], behind: list[str]) -> None:
    """Put a side that has no site before or behind the noun."""
    if style.pick("side", "bba") == "b":
        before.append(style.pick("side word", v.SIDES[side]))
    else:
        behind.insert(0, "on both sides" if side == "bilateral" else f"on the {side}")


def _where(text: str, site: Site | None, style: Style) -> str:
    """The place with its preposition and a space before it."""
    if not text or site is None:
        return ""
    if site.group.startswith(("disc", "level")):
        return f" at {text}"
    if text.startswith(("both ", "bilateral ", "segment ", "level ", "station ")):
        return f" in {text}"
    return f" in the {text}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def word(s: Statement, style: Style) -> str:
    """The sentence that makes a statement, in a style.

    Args:
        s: What is said.
        style: How it is said.

    Returns:
        One or two sentences with a full stop.
    """
    site = place(s.side, s.site, style)
    where = _where(site, s.site, style)
    if not s.present:
        return _absent(s, where, style)
    core, behind = _core(s, style)
    if s.temporal == 0:
        frames = ("{} has resolved.", "Resolved {}.", "Previously seen {} has cleared.",
                  "Interval resolution of {}.", "{} is no longer seen.")  # fmt: skip
        return _upper(style.pick("resolved", frames).format(core + where))
    if s.certainty is not None and style.pick("certainty", ("adjective", "frame")) == "frame":
        frame = style.pick("frame", v.CERTAINTY_FRAMES[s.certainty])
        return _upper(frame.format(", ".join([core + where, *behind])))
    return _upper(_sentence(core, site, where, behind, style))


def _sentence(core: str, site: str, where: str, behind: list[str], style: Style) -> str:
    """A positive statement of plain certainty."""
    tail = "".join(f", {text}" for text in behind)
    short = ("{core}{where}{tail}.", "{core}{comma}{tail}.", "{label}{core}{tail}.")
    full = (
        "There is {core}{where}{tail}.",
        "{core} is seen{where}{tail}.",
        "{where1} there is {core}{tail}.",
        "{core} is noted{where}. It is {later}.",
        "{shows} {core}{tail}.",
        "{core} is present{where}{tail}.",
        "{core} identified{where}{tail}.",
    )
    frame = style.pick("sentence", short if style.concise else (*short, *full))
    if not behind:
        frame = frame.replace(" It is {later}.", "")
    if not site:
        frame = frame.replace("{where1} there", "There").replace("{shows}", "There is")
    return frame.format(
        core=core,
        where=where,
        tail=tail,
        comma=f", {site}" if site else "",
        label=f"{_upper(site)}: " if site else "",
        where1=_upper(where.strip()),
        shows=_upper(where.strip().removeprefix("in ").removeprefix("at "))
        + style.pick("shows", (" shows", " demonstrates", " contains", " has")),
        later=", ".join(behind),
    )


def _absent(s: Statement, where: str, style: Style) -> str:
    """A negative statement; a side without a site goes before the noun."""
    noun = style.pick("noun", s.entity.conclusions if style.concise else s.entity.nouns)
    side = f"{s.side} " if s.side and s.site is None else ""
    return _upper(style.pick("negation", v.NEGATIONS).format(side + noun, where))


def word_all(
    items: Sequence[Statement | Normal], style: Style, order: Sequence[int] | None = None
) -> str:
    """Statements and normal compartments as one text.

    Args:
        items: What is said.
        style: How; each item has choices of its own.
        order: Order of the items; None = as they are.

    Returns:
        Sentences in one line.
    """
    sentences = []
    for i in order if order is not None else range(len(items)):
        item, own = items[i], Style(style.seed * 31 + i, style.concise)
        text = own.pick("normal", item.texts) if isinstance(item, Normal) else word(item, own)
        sentences.append(text)
    return " ".join(sentences)
