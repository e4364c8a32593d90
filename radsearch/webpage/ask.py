"""What the search page is asked, to and from the address bar. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal, get_args

from radsearch.report import Section
from radsearch.search.request import Mode, QueryKind
from radsearch.search.vocabulary import finding_names

Direction = Literal["report", "to_impression", "to_findings", "sentence"]
ReadAs = Literal["auto", "query", "findings", "impression"]

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
READ_AS: tuple[ReadAs, ...] = get_args(ReadAs)
MODES: tuple[Mode, ...] = get_args(Mode)
SECTION: Mapping[Direction, Section] = {
    "report": "report",
    "to_impression": "impression",
    "to_findings": "findings",
    "sentence": "sentence",
}
GIVEN: Mapping[Direction, QueryKind] = {"to_impression": "findings", "to_findings": "impression"}
"""What a pasted section is where the direction already says it."""

LAST_PAGE = 20
_CHOICES: Mapping[str, Sequence[str]] = {
    "direction": DIRECTIONS,
    "mode": MODES,
    "read_as": READ_AS,
}


@dataclass(frozen=True, slots=True)
class Ask:
    """All inputs of the search page; the names are those of the address bar."""

    q: str = ""
    direction: Direction = "report"
    mode: Mode = "hybrid"
    read_as: ReadAs = "auto"
    modality: tuple[str, ...] = ()
    body_part: tuple[str, ...] = ()
    year: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    where: str = ""
    like: str = ""
    page: int = 1

    def to_params(self) -> dict[str, list[str]]:
        """What differs from the defaults, for the address bar.

        >>> Ask("effusion", modality=("CT", "XR"), page=2).to_params()
        {'q': ['effusion'], 'modality': ['CT', 'XR'], 'page': ['2']}
        """
        out = {}
        for item in fields(self):
            value = getattr(self, item.name)
            if value != item.default:
                out[item.name] = list(value) if isinstance(value, tuple) else [str(value)]
        return out

    @classmethod
    def from_params(cls, params: Mapping[str, Sequence[str]]) -> "Ask":
        """The reverse; what is unknown or not allowed falls back to the default.

        >>> Ask.from_params({"q": ["mass"], "mode": ["magic"], "page": ["x"], "year": ["2024"]})
        Ask(q='mass', direction='report', mode='hybrid', read_as='auto', modality=(), ...
        """
        values: dict[str, str | int | tuple[str, ...]] = {}
        for item in fields(cls):
            given = params.get(item.name)
            if not given:
                continue
            if isinstance(item.default, tuple):
                values[item.name] = tuple(dict.fromkeys(given))
            elif isinstance(item.default, int):
                page = int(given[-1]) if given[-1].isascii() and given[-1].isdigit() else 1
                values[item.name] = min(max(page, 1), LAST_PAGE)
            elif given[-1] in _CHOICES.get(item.name, (given[-1],)):
                values[item.name] = given[-1]
        return cls(**values)  # type: ignore[arg-type]

    def filter_text(self) -> str | None:
        """All filters as one text of the filter language; None if there are none.

        >>> Ask(modality=("CT",), present=("pneumothorax",), where="age > 60").filter_text()
        'modality in ("CT") and pneumothorax:present and (age > 60)'
        """
        parts = [
            f"{name} in ({', '.join(map(quoted, chosen))})"
            for name in ("modality", "body_part", "year")
            if (chosen := getattr(self, name))
        ]
        alone = finding_names().alone  # a choice is counted as one finding, not as a family
        parts += [f"{alone(name)}:present" for name in self.present]
        parts += [f"{alone(name)}:absent" for name in self.absent]
        if self.where.strip():
            parts.append(f"({self.where.strip()})")
        return " and ".join(parts) or None


def quoted(value: str) -> str:
    r"""A value as the filter language reads it.

    >>> print(quoted('a "b"'))
    "a \"b\""
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
