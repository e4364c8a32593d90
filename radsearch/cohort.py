"""Reports that a user collects, with notes, and searches that a user keeps."""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from radsearch.errors import RadsearchError

DATA_FOLDER = "RADSEARCH_DATA"
SEARCHES = "searches.json"
LONGEST = 80


class CohortError(RadsearchError):
    """A saved search whose name is empty, or a file of them that cannot be read."""


@dataclass(slots=True)
class Cohort:
    """Report ids in the order in which they were collected, each with a note."""

    notes: dict[str, str] = field(default_factory=dict)

    def toggle(self, report_id: str) -> None:
        """Collect a report, or take it out again.

        >>> kept = Cohort(); kept.toggle("a"); kept.toggle("b"); kept.toggle("a"); kept.notes
        {'b': ''}
        """
        if report_id in self.notes:
            del self.notes[report_id]
        else:
            self.notes[report_id] = ""


def data_folder() -> Path:
    """Where a user's own files lie: RADSEARCH_DATA, or the platform's folder for such files."""
    named = os.environ.get(DATA_FOLDER)
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "radsearch"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "radsearch"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "radsearch"


class SavedSearches:
    """Named searches in one JSON file: name -> the parameters of the address bar."""

    def __init__(self, folder: Path | None = None) -> None:
        self.file = (folder or data_folder()) / SEARCHES

    def read(self) -> dict[str, dict[str, list[str]]]:
        """All of them, by name; none if there is no file.

        Returns:
            Parameters by name.

        Raises:
            CohortError: If the file is not what this class writes.
        """
        if not self.file.is_file():
            return {}
        try:
            value = json.loads(self.file.read_text(encoding="utf-8"))
            return {
                str(name): {str(key): [str(v) for v in values] for key, values in params.items()}
                for name, params in value.items()
            }
        except (ValueError, AttributeError, TypeError):
            raise CohortError(
                f"'{self.file}' does not hold saved searches: mend or delete it"
            ) from None

    def save(self, name: str, params: dict[str, list[str]]) -> None:
        """Keep a search; one of the same name is replaced.

        Args:
            name: What the user calls it.
            params: Parameters of the address bar.

        Raises:
            CohortError: If the name is empty or longer than 80 characters.
        """
        name = name.strip()
        if not name or len(name) > LONGEST:
            raise CohortError(f"a saved search needs a name of 1 to {LONGEST} characters")
        self._write(self.read() | {name: params})

    def delete(self, name: str) -> None:
        """Forget one; an unknown name is no fault."""
        self._write({key: value for key, value in self.read().items() if key != name})

    def _write(self, searches: dict[str, dict[str, list[str]]]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = self.file.with_suffix(".tmp")
        temporary.write_text(json.dumps(searches, indent=1, ensure_ascii=False), encoding="utf-8")
        temporary.replace(self.file)


def ids_of(cohort: Cohort) -> Sequence[str]:
    """The ids collected, in order."""
    return list(cohort.notes)
