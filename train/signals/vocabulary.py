"""Attribute values and their wordings: what the study generator says, value by value.

Each list of an ordered attribute runs from one end of its scale to the other, so that the
distance of two values is the difference of their places.
"""

Words = tuple[str, ...]

SEVERITY: dict[str, tuple[Words, ...]] = {
    "degree": (
        ("minimal", "trace", "very mild"),
        ("mild", "slight", "minor", "low-grade"),
        ("moderate", "intermediate", "medium-grade"),
        ("severe", "marked", "pronounced", "advanced"),
    ),
    "volume": (
        ("trace", "tiny", "minimal", "very small"),
        ("small", "small-volume", "low-volume", "minor"),
        ("moderate", "moderate-sized", "medium-sized"),
        ("large", "large-volume", "massive", "sizable"),
    ),
    "size": (
        ("tiny", "very small", "minute"),
        ("small", "little", "smallish"),
        ("moderate-sized", "medium-sized", "moderate"),
        ("large", "big", "sizable"),
    ),
    "extent": (
        ("minimal", "very limited", "trace"),
        ("mild", "limited", "slight"),
        ("moderate", "moderately extensive"),
        ("extensive", "widespread", "severe"),
    ),
    "displacement": (
        ("nondisplaced", "undisplaced"),
        ("minimally displaced", "slightly displaced"),
        ("moderately displaced",),
        ("severely displaced", "markedly displaced", "widely displaced"),
    ),
    "tear": (
        ("low-grade partial", "minor partial"),
        ("partial-thickness", "partial"),
        ("high-grade partial", "near-complete"),
        ("full-thickness", "complete"),
    ),
    "occlusion": (
        ("nonocclusive", "partially occlusive"),
        ("nearly occlusive", "subtotal"),
        ("occlusive", "completely occlusive", "totally occluding"),
    ),
}

SEVERITY_DIMENSION: dict[str, Words] = {
    "degree": ("in degree", "in severity"),
    "volume": ("in volume", "in amount", "in size"),
    "size": ("in size",),
    "extent": ("in extent",),
}

DENSITY: dict[str, tuple[Words, ...]] = {
    "lung": (
        ("ground-glass", "nonsolid", "pure ground-glass"),
        ("part-solid", "subsolid", "partly solid", "mixed solid and ground-glass"),
        ("solid", "soft-tissue-density", "fully solid"),
        ("calcified", "calcific", "densely calcified"),
    ),
    "ct": (
        ("fat-containing", "fatty", "fat-density"),
        ("cystic", "fluid-density", "water-attenuation"),
        ("hypodense", "hypoattenuating", "low-density", "low-attenuation"),
        ("isodense", "isoattenuating"),
        ("hyperdense", "hyperattenuating", "high-density"),
        ("calcified", "calcific"),
    ),
    "mr": (
        ("T2-hypointense", "T2-dark", "low-T2-signal"),
        ("T2-isointense", "intermediate-T2-signal"),
        ("T2-hyperintense", "T2-bright", "high-T2-signal"),
    ),
    "echo": (
        ("anechoic", "cystic", "fluid-filled"),
        ("hypoechoic", "low-echogenicity"),
        ("isoechoic", "equal-echogenicity"),
        ("hyperechoic", "echogenic", "high-echogenicity"),
    ),
    "bone": (
        ("lytic", "lucent", "osteolytic"),
        ("mixed lytic and sclerotic", "mixed-density"),
        ("sclerotic", "blastic", "osteoblastic"),
    ),
    "blood": (
        ("hypodense", "low-density", "hypoattenuating"),
        ("isodense", "isoattenuating"),
        ("mixed-density", "heterogeneous-density"),
        ("hyperdense", "high-density", "hyperattenuating"),
    ),
}

COUNT: tuple[Words, ...] = (
    ("a single", "one", "a solitary", "1"),
    ("two", "2", "a pair of"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("a few", "several", "a handful of"),
    ("multiple", "numerous", "many"),
    ("innumerable", "countless"),
)

CERTAINTY: tuple[Words, ...] = (
    ("possible", "questionable", "equivocal", "potential"),
    ("probable", "likely", "suspected", "presumed"),
    ("definite", "unequivocal", "unmistakable"),
)

# Statements around the noun phrase, same order as CERTAINTY.
CERTAINTY_FRAMES: tuple[Words, ...] = (
    ("There may be {}.", "Cannot exclude {}.", "{} cannot be ruled out.", "{} is a possibility."),
    ("There is probably {}.", "Findings favor {}.", "Most likely {}.", "Appearance suggests {}."),
    ("There is {}.", "{} is confirmed.", "{} is clearly present.", "Diagnostic of {}."),
)

TEMPORAL: tuple[Words, ...] = (
    ("resolved", "cleared"),
    ("decreased", "improving", "diminished", "smaller"),
    ("stable", "unchanged", "persistent"),
    ("increased", "worsening", "progressive", "enlarging"),
    ("new", "newly developed", "newly apparent"),
)

TEMPORAL_CLAUSES: tuple[Words, ...] = (
    ("now resolved", "no longer seen", "which has cleared since the prior study"),
    (
        "decreased from prior",
        "improved since the last examination",
        "less than before",
        "with interval regression",
    ),
    (
        "unchanged from prior",
        "similar to the previous examination",
        "without interval change",
        "stable over time",
    ),
    (
        "increased from prior",
        "worse than on the last examination",
        "more than before",
        "with interval progression",
    ),
    (
        "new from prior",
        "not present on the last examination",
        "having appeared in the interval",
        "not seen before",
    ),
)

SIDES: dict[str, Words] = {
    "left": ("left", "L", "left-sided"),
    "right": ("right", "R", "right-sided"),
    "bilateral": ("bilateral",),
}

NEGATIONS: Words = (
    "No {}{}.",
    "There is no {}{}.",
    "No evidence of {}{}.",
    "Negative for {}{}.",
    "{}{} is absent.",
    "{}{} is not identified.",
    "{}{} has been excluded.",
    "Without {}{}.",
    "Free of {}{}.",
)

NUMBERS: Words = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip


def size_forms(mm: int) -> tuple[Words, Words]:
    """Wordings of a size: before the noun, and behind it; the same number of each for any size.

    >>> size_forms(12)[0]
    ('12-mm', '12 mm', '1.2 cm', '1.2-cm')
    >>> size_forms(12)[1][-1]
    'twelve millimeters across'
    """
    cm = f"{mm / 10:g}"
    words = NUMBERS[mm] if mm < len(NUMBERS) else str(mm)
    before = (f"{mm}-mm", f"{mm} mm", f"{cm} cm", f"{cm}-cm")
    behind = (
        f"measuring {mm} mm",
        f"measuring {cm} cm",
        f"{mm} mm in diameter",
        f"{cm} cm in size",
        f"{cm} cm across",
        f"{words} millimeters across",
    )
    return before, behind
