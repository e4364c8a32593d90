"""What a filter can name, findings and values of their attributes, and how to find one by words."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from radsearch.errors import FilterError
from radsearch.language.lexicon_file import aliases, read_table
from radsearch.search.bind import ATTRIBUTES, ORDERED
from radsearch.search.vocabulary import finding_names, key


@dataclass(frozen=True, slots=True)
class KnownFinding:
    """A finding of the lexicon.

    Attributes:
        id: What a filter calls it.
        family: The path above it, a name for all findings below that.
        definition: One sentence.
        aliases: Other names for it.
        alone: The name that covers it and no other; not its id where a family has that name too.
    """

    id: str
    family: str
    definition: str
    aliases: tuple[str, ...]
    alone: str


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A value that an attribute can have, and the wordings that are read as it."""

    value: str
    wordings: tuple[str, ...]


def find_findings(words: str = "", family: str = "") -> list[KnownFinding]:
    """Findings that the words name or speak of.

    Args:
        words: Each must begin a word of the id, family, aliases or definition; "" = any finding.
        family: Only those below this path, or below a path that ends so; "" = any.

    Returns:
        First what a filter would take the words for, then findings with all words in one name of
        theirs, then the others; each group in the order of the lexicon.

    Raises:
        FilterError: If there is none; the message has near names.

    >>> [found.id for found in find_findings("kidney stones")][0]
    'nephrolithiasis'
    """
    known = _all_findings()
    if family:
        path = f"/{'/'.join(map(key, family.split('/')))}/"
        inside = [each for each in known if path in f"/{each.family}/"]
        if not inside:
            families = {end for each in known for end in _ends(each.family)}
            raise _nothing("family", family, families, "`radsearch findings` lists all")
        known = inside
    if not words:
        return known
    meant = finding_names().resolve(words)
    ranks = [(0 if each.id in meant else _rank(each, words), each) for each in known]
    found = sorted(((r, each) for r, each in ranks if r is not None), key=lambda pair: pair[0])
    if not found:
        names = {name: each.id for each in known for name in _names(each)}
        todo = "try fewer words, or `radsearch findings` for all"
        raise _nothing("finding", words, names, todo, shown=names.__getitem__)
    return [each for _, each in found]


def find_values(attribute: str, words: str = "") -> list[KnownValue]:
    """Values of an attribute of findings that the words name.

    Args:
        attribute: One of `bind.ATTRIBUTES`; one that is a number has no values to list.
        words: Each must begin a word of the value or of one wording; "" = all values.

    Returns:
        In rising order where there is one, else in the lexicon's.

    Raises:
        FilterError: If there is no such attribute or value; the message has near names.

    >>> [found.value for found in find_values("severity")]
    ['trace', 'mild', 'moderate', 'severe']
    """
    if attribute not in ATTRIBUTES:
        todo = f"they are {', '.join(ATTRIBUTES)}"
        raise _nothing("attribute", attribute, ATTRIBUTES, todo)
    if ATTRIBUTES[attribute] == "number":
        return []
    grouped: dict[str, list[str]] = {value: [] for value in ORDERED.get(attribute, ())}
    for wording, value in finding_names().values(attribute).items():
        grouped.setdefault(value, []).append(wording)
    known = [
        KnownValue(value, tuple(w.replace("_", " ") for w in found if w != value))
        for value, found in grouped.items()
    ]
    matching = [v for v in known if any(_holds(n, words) for n in (v.value, *v.wordings))]
    if not matching:
        values = {name: v.value for v in known for name in (v.value, *v.wordings)}
        todo = f"`radsearch values {attribute}` lists all"
        raise _nothing(attribute, words, values, todo, shown=values.__getitem__)
    return matching


def _all_findings() -> list[KnownFinding]:
    alone = finding_names().alone
    return [
        KnownFinding(
            row["id"], row["family"], row["definition"], tuple(aliases(row["aliases"])),
            alone(row["id"]),
        )
        for row in read_table("findings")
    ]  # fmt: skip


def _names(finding: KnownFinding) -> Sequence[str]:
    return [finding.id, *map(key, finding.aliases)]


def _rank(finding: KnownFinding, words: str) -> int | None:
    names = _names(finding)
    if any(_holds(name, words) for name in names):
        return 1
    return 2 if _holds("_".join([*names, finding.family, finding.definition]), words) else None


def _holds(text: str, words: str) -> bool:
    """Whether each word begins a word of the text; a plural is looked for as a singular.

    >>> _holds("pleural_effusion", "Effusions"), _holds("massive", "mass effect")
    (True, False)
    """
    have = f"_{key(text)}"
    return all(f"_{_singular(word)}" in have for word in key(words).split("_"))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] != "s" else word


def _ends(family: str) -> list[str]:
    parts = family.split("/")
    return [*parts, *("/".join(parts[:end]) for end in range(2, len(parts) + 1))]


def _nothing(
    what: str,
    asked: str,
    names: Iterable[str],
    todo: str,
    shown: Callable[[str], str] = str,
) -> FilterError:
    near = dict.fromkeys(map(shown, get_close_matches(key(asked), list(names), n=6, cutoff=0.6)))
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return FilterError(f"no {what} {asked!r}: {hint}{todo}")
