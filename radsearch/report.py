"""The one record that every reader makes and everything after the reader sees."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Literal, get_args

Section = Literal["findings", "impression", "report", "sentence"]
"""What can be searched: one of the two sections, the whole report, or its single sentences."""

SECTIONS: tuple[Section, ...] = get_args(Section)

MODALITIES = ("XR", "CT", "MR", "US", "MG", "NM", "PT", "XA", "RF")
"""Codes that readers give; a modality that is none of them stays as its corpus writes it."""

TEXT_FIELDS = (
    "findings",
    "impression",
    "combined",
    "unlabelled",
    "indication",
    "technique",
    "comparison",
    "addendum",
)
"""The texts of a report, in the order in which `Report.body` joins those that hold findings."""

BODY_FIELDS = ("findings", "impression", "combined", "unlabelled", "addendum")


@dataclass(frozen=True, slots=True)
class Report:
    """One radiology report; a text that is not there is the empty string.

    Attributes:
        report_id: Unique in its corpus, kept as written (leading zeros stay).
        findings: What was seen.
        impression: What it means.
        combined: One body that holds findings and impression together, not to be told apart.
        unlabelled: Text without any heading.
        indication: Why the study was asked for.
        technique: How it was made.
        comparison: Earlier studies looked at.
        addendum: Added or corrected after the report was signed.
        modality: DICOM-like code in capitals: XR, CT, MR, US, MG, NM, XA; "" if not stated.
        body_part: Lower case, words joined by "_", such as "chest" or "lumbar_spine".
        study_date: Day of the study.
        sex: "F", "M", "O" or "".
        age: Years at the time of the study.
        patient_id: Groups the studies of one patient; "" if not stated.
        extra: Any further columns of the corpus, as text.
    """

    report_id: str
    findings: str = ""
    impression: str = ""
    combined: str = ""
    unlabelled: str = ""
    indication: str = ""
    technique: str = ""
    comparison: str = ""
    addendum: str = ""
    modality: str = ""
    body_part: str = ""
    study_date: date | None = None
    sex: str = ""
    age: int | None = None
    patient_id: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def body(self) -> str:
        r"""All text that says what the study showed, sections parted by a blank line.

        >>> Report("r1", findings="Clear lungs.", impression="Normal.").body
        'Clear lungs.\n\nNormal.'
        """
        return "\n\n".join(text for name in BODY_FIELDS if (text := getattr(self, name)))

    @property
    def is_pair(self) -> bool:
        """Whether both sections are there: only such reports enter findings<->impression tables."""
        return bool(self.findings and self.impression)

    @property
    def content_hash(self) -> str:
        """Sixteen hexadecimal digits that change when any field but the id does.

        >>> Report("a", findings="x").content_hash == Report("b", findings="x").content_hash
        True
        >>> Report("a", findings="x").content_hash == Report("a", impression="x").content_hash
        False
        """
        extra = "\x1e".join(f"{key}\x1d{self.extra[key]}" for key in sorted(self.extra))
        values = [getattr(self, name) for name in _HASHED]
        parts = [
            f"{name}\x1f{'' if value is None else value}\x1c"
            for name, value in zip(_HASHED, values, strict=True)
        ]
        whole = f"{''.join(parts)}extra\x1f{extra}\x1c"
        return hashlib.blake2b(whole.encode(), digest_size=8).hexdigest()


_HASHED = tuple(item.name for item in fields(Report) if item.name not in ("report_id", "extra"))
