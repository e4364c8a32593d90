"""Names of signals -> how to open them."""

from functools import lru_cache
from pathlib import Path

from ..rows import FamilySignal, PairSignal, ScoredSignal
from .families import ContrastFamilies
from .pairs import ReportPairs, Study, read_studies
from .perturb import PerturbedReports
from .queries import Queries
from .ranking import RankedReports
from .study import StudyContrasts, StudyPairs

DATA = Path(__file__).resolve().parents[2] / "data"


@lru_cache(maxsize=1)
def _studies(corpus: Path) -> tuple[Study, ...]:
    return tuple(read_studies(corpus))


def open_signal(name: str, data: Path = DATA) -> PairSignal | FamilySignal | ScoredSignal:
    """The signal of a name.

    Args:
        name: As in `Part.signal`.
        data: The folder that holds `corpus`.

    Returns:
        Something that draws rows.

    Raises:
        ValueError: If no signal has the name.
    """
    if name == "reports":
        return ReportPairs(_studies(data / "corpus"))
    if name == "families":
        return ContrastFamilies.read(data / "corpus" / "contrast")
    if name == "perturbed":
        return PerturbedReports(_studies(data / "corpus"))
    if name == "ranked":
        return RankedReports(_studies(data / "corpus"))
    if name == "queries":
        return Queries(_studies(data / "corpus"))
    if name == "study_pairs":
        return StudyPairs.read(data / "phrases")
    if name == "study_contrasts":
        return StudyContrasts.read(data / "phrases")
    raise ValueError(
        f"no signal is called {name!r}: use reports, families, perturbed, ranked, queries, "
        f"study_pairs or study_contrasts"
    )
