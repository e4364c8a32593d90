"""Values by which a reworked copy of a sentence changes its meaning.

Where two sentences are the same but for a word, and that word is a side, a negation, a grade, a
number, meaning differs even if no finding is recognised around it.
"""

from collections.abc import Iterable

from radsearch.matching.record import Kind

Value = str

_CLASSES: tuple[tuple[Kind, str], ...] = (  # words that the lexicon has no value for
    ("status", "not without absent negative free none / =negated"),
    (
        "status",
        "normal clear unremarkable intact patent preserved sharp satisfactory positioned / =normal",
    ),
    ("status", "enlarged abnormal widened blunted obscured displaced malpositioned / =abnormal"),
    ("severity", "complete end-stage total gross / =severe"),
    ("temporal", "acute / =acute"),
    ("temporal", "subacute / =subacute"),
    ("temporal", "remote healed / =chronic"),
    ("temporal", "progressive enlarging grown growing thickened / =increased"),
    ("temporal", "thinned shrunk cleared resolving / =decreased"),
    ("location", "superior / =upper"),
    ("location", "inferior / =lower"),
    ("location", "anterior / =anterior"),
    ("location", "posterior / =posterior"),
    ("location", "medial / =medial"),
    ("location", "lateral / =lateral"),
    ("location", "proximal / =proximal"),
    ("location", "distal / =distal"),
    ("certainty", "may might could questionable suspected / =possible"),
    ("certainty", "suspicious / =probable"),
    ("certainty", "definitely diagnostic confirmed certainly / =definite"),
    ("count", "single solitary one / =1"),
    ("count", "two pair both / =2"),
    ("count", "three / =3"),
    ("count", "four / =4"),
    ("count", "five / =5"),
    ("count", "six / =6"),
    ("count", "numerous countless many several / =multiple"),
    ("morphology", "cavitary cavitating / =cavitary"),
    ("morphology", "spiculated / =spiculated"),
)
BOTH = 0.8  # share where both sides state a kind and differ
ONE = 0.1  # share where one side leaves it open
_CHANGES = frozenset(("status", "certainty", "temporal", "severity", "measurement"))


def _table() -> dict[str, tuple[Kind, Value]]:
    table: dict[str, tuple[Kind, Value]] = {}
    for kind, row in _CLASSES:
        listed, _, value = row.partition(" / =")
        table.update({word: (kind, value) for word in listed.split()})
    return table


_VALUE = _table()


def word_value(word: str) -> tuple[Kind, Value] | None:
    """Kind and value of a word that changes meaning by itself.

    >>> word_value("acute"), word_value("lung")
    (('temporal', 'acute'), None)
    """
    return _VALUE.get(word)


def contrasts(
    reference: Iterable[tuple[Kind, Value]], candidate: Iterable[tuple[Kind, Value]]
) -> list[tuple[Kind, str, str, float]]:
    """Kinds in which the stated values of two like sentences conflict, with share in (0, 1].

    Args:
        reference: Values of the reference's sentence.
        candidate: Values of the candidate's.

    Returns:
        A conflict if each side states what the other does not, or one negates; weaker where the
        candidate leaves out a value; a side or site that it adds is none.

    >>> contrasts([("laterality", "left")], [("laterality", "right")])
    [('laterality', 'left', 'right', 0.8)]
    >>> contrasts([("severity", "mild")], [])
    [('severity', 'mild', '', 0.1)]
    """
    one, other = set(reference), set(candidate)
    gone, new = one - other, other - one
    found: list[tuple[Kind, str, str, float]] = []
    for kind in sorted({kind for kind, _ in gone | new}):
        lost = sorted(value for k, value in gone if k == kind)
        made = sorted(value for k, value in new if k == kind)
        both = bool(lost and made) or "negated" in (*lost, *made)
        if both or lost or kind in _CHANGES:
            found.append((kind, " ".join(lost), " ".join(made), BOTH if both else ONE))
    return found
