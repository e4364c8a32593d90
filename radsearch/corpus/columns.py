"""Which column of a table is which field of a report, whatever its spelling."""

import re
from collections.abc import Iterable, Mapping

from radsearch.errors import CorpusError

NAMES: dict[str, str] = {
    "report_id": """report_id accession accession_number accessionno acc uid study_id
        report_num report_no report_number exam_id order_id note_id study_uid
        study_instance_uid document_id doc_id id""",
    "text": """report report_text text report_content report_body narrative note_text note document
        body full_text content transcription radiology_report""",
    "findings": """findings finding section_findings report_section_findings findings_section
        observations findings_text""",
    "impression": """impression impressions section_impression report_section_impression
        impression_section impression_text conclusion conclusions opinion summary""",
    "indication": """indication indications clinical_history history clinical_information
        clinical_info clinical_details reason_for_exam reason_for_study clinical_indication
        section_indication section_history clinical_indications clinical""",
    "technique": "technique section_technique protocol",
    "comparison": "comparison comparisons section_comparison",
    "addendum": "addendum addenda section_addendum",
    "modality": "modality modalities mod",
    "body_part": "body_part bodypart body_part_examined anatomy region body_region",
    "study_date": """study_date studydate exam_date date report_date examination_date study_datetime
        date_of_exam date_of_study""",
    "sex": "sex gender patient_sex",
    "age": "age patient_age age_years age_at_study",
    "patient_id": "patient_id patientid subject_id person_id mrn patient patient_key",
    "exam": """exam examination exam_description study_description procedure procedure_name
        exam_name study_name exam_type image series_description exam_title title""",
    "status": "status report_status result_status",
}
"""Field -> the names looked for, best first; compared without case, blanks, "_" and "-"."""

TEXT_FIELDS = ("text", "findings", "impression")
LONGEST_NAME, MOST_WORDS = 40, 4  # of a column; what is longer is the text of a report
_DECORATION = re.compile(
    r"^(?:radiology|full|raw|clean|anon|deid)_"
    r"|_(?:rtf|txt|html|en|eng|english|clean|raw|deid|section)$"
)


def fold(name: str) -> str:
    """A column name as it is compared.

    >>> fold(" Report Text "), fold("AccessionNumber"), fold("meta.study_date")
    ('reporttext', 'accessionnumber', 'studydate')
    """
    last = name.rsplit(".", 1)[-1] if "." in name.strip(". ") else name
    return re.sub(r"[\s_\-.:#]+", "", last.lower().lstrip("\ufeff"))


_RANK = {
    fold(name): (field, place)
    for field, names in NAMES.items()
    for place, name in enumerate(names.split())
}


def known(name: str) -> tuple[str, int] | None:
    """The field that a name stands for, and its place among the names looked for.

    >>> known("Findings_EN")[0], known("MeSH")
    ('findings', None)
    """
    if found := _RANK.get(fold(name)):
        return found
    bare = _DECORATION.sub("", name.strip().lower().replace(" ", "_"))
    field, place = _RANK.get(fold(bare), ("", 0))
    return (field, place + 100) if field else None


def resolve_columns(found: Iterable[str], given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Field -> column, guessed from the names and overruled by what is given.

    Args:
        found: The names of the columns of the table.
        given: Field -> column as the user states it; one that is not there is passed over.

    Returns:
        Only the fields that have a column.

    >>> resolve_columns(["Accession", "FINDINGS", "CONCLUSION", "MeSH"])
    {'report_id': 'Accession', 'findings': 'FINDINGS', 'impression': 'CONCLUSION'}
    """
    columns = list(found)
    chosen: dict[str, str] = {}
    for field, wanted in (given or {}).items():
        alike = [name for name in columns if fold(name) == fold(wanted)]
        if wanted in columns or alike:
            chosen[field] = wanted if wanted in columns else alike[0]
    best: dict[str, tuple[int, int]] = {}
    for place, column in enumerate(columns):
        match = known(column)
        if match and match[0] not in (given or {}) and column not in chosen.values():
            best[match[0]] = min(best.get(match[0], (999, 0)), (match[1], place))
    both = {field: columns[place] for field, (_, place) in best.items()} | chosen
    return {field: both[field] for field in NAMES if field in both}


def check_fields(given: Mapping[str, str] | None) -> None:
    """Refuse a field that no report has.

    Args:
        given: Field -> column as the user states it.

    Raises:
        CorpusError: If a field is unknown; the message lists the known ones.
    """
    for field in given or {}:
        if field not in NAMES:
            raise CorpusError(
                f"no such field: {field!r}. A column can be given for: {', '.join(NAMES)}"
            )


def listed(names: Iterable[str], *, sure: bool = True) -> str:
    """Names of columns for a message; a first row of text is no names, and is not repeated.

    Args:
        names: As found.
        sure: Whether they are names; else, as in a CSV file, they may be a row of data, and are
            repeated only if one of them is a name that is looked for.

    Returns:
        The names, or how many cells there are.

    >>> listed(["id", "foo"]), listed(["A1", "There is a small left effusion."])
    ('id, foo', '2 cells of text, no names')
    >>> listed(["id", "foo"], sure=False), listed(["A1", "Clear."], sure=False)
    ('id, foo', '2 cells, none of a known name')
    """
    found = list(names)
    if any(len(name) > LONGEST_NAME or len(name.split()) > MOST_WORDS for name in found):
        return f"{len(found)} cells of text, no names"
    if not sure and not any(map(known, found)):
        return f"{len(found)} cells, none of a known name"
    return ", ".join(found) or "none"


def no_text_column(path: object, found: Iterable[str], *, sure: bool = True) -> CorpusError:
    """The error for a table in which no column looks like report text; `sure` as in `listed`."""
    looked = ", ".join(name for field in TEXT_FIELDS for name in NAMES[field].split())
    return CorpusError(
        f"{path}: no column of report text. Columns found: {listed(found, sure=sure)}. "
        f"Names looked for: {looked}. Name yours: columns={{'text': 'COLUMN'}} "
        f"(--text-column), or 'findings' and 'impression'"
    )
