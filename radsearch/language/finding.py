"""The record of one finding: what a report says about one thing, attribute by attribute."""

from dataclasses import dataclass
from typing import Literal

Presence = Literal["present", "absent"]
Certainty = Literal["definite", "probable", "possible"]
Laterality = Literal["left", "right", "bilateral", "midline"]
Severity = Literal["trace", "mild", "moderate", "severe"]
Temporal = Literal["new", "increased", "stable", "decreased", "resolved", "chronic"]
CountWord = Literal["few", "multiple", "innumerable"]
Density = Literal[
    "ground_glass",
    "part_solid",
    "solid",
    "calcified",
    "fat",
    "fluid",
    "hypodense",
    "isodense",
    "hyperdense",
    "enhancing",
    "t2_hyperintense",
    "t2_hypointense",
]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding as stated; an attribute that is not stated is None.

    Attributes:
        finding: Id in the lexicon, such as "pleural_effusion".
        family: Path in the family tree, such as "pleura/fluid".
        presence: "present" or "absent"; a resolved finding is "absent" with temporal "resolved".
        certainty: How sure the reader is of the presence or the absence.
        laterality: Side of the finding; of a shift, its direction.
        location: Site in the report's terms, normalised: "upper_lobe", "segment_7", "l4_l5".
        zone: Cranio-caudal or central-peripheral part: "apical", "upper", "mid", "lower", "basal".
        severity: Of "small" and the like too: small is mild, tiny is trace, large is severe.
        size_mm: Largest stated dimension, millimetres.
        count: Number, or the word for one.
        density: Attenuation, signal or composition.
        temporal: Change against an earlier study.
        sentence: The sentence that states it, verbatim.
        start: Offset of the finding's own words in the text.
        end: Offset behind them.
        dimensions_mm: All stated dimensions, largest first; empty if none.
        prior_size_mm: The same measure in the earlier study.
        negated_by: The words that made it absent or uncertain, for display.
        implied: Whether it is absent only because a normal statement ("spleen normal") implies it.
    """

    finding: str
    family: str
    presence: Presence = "present"
    certainty: Certainty = "definite"
    laterality: Laterality | None = None
    location: str | None = None
    zone: str | None = None
    severity: Severity | None = None
    size_mm: float | None = None
    count: int | CountWord | None = None
    density: Density | None = None
    temporal: Temporal | None = None
    sentence: str = ""
    start: int = 0
    end: int = 0
    dimensions_mm: tuple[float, ...] = ()
    prior_size_mm: float | None = None
    negated_by: str = ""
    implied: bool = False

    @property
    def status(self) -> Literal["present", "absent", "uncertain"]:
        """Presence and certainty in one word, as the index's tag columns hold it.

        >>> Finding("pneumonia", "lung/airspace", certainty="possible").status
        'uncertain'
        >>> Finding("pneumonia", "lung/airspace", presence="absent").status
        'absent'
        """
        if self.certainty == "possible":
            return "uncertain"
        return self.presence
