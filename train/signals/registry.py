"""Names of signals -> how to open them."""

from pathlib import Path

from ..rows import FamilySignal, PairSignal, ScoredSignal
from .families import ContrastFamilies
from .pairs import ReportPairs
from .perturb import PerturbedReports
from .ranking import RankedReports
from .study import StudyContrasts, StudyPairs

DATA = Path(__file__).resolve().parents[2] / "data"


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
        return ReportPairs.read(data / "corpus" / "authored")
    if name == "families":
        return ContrastFamilies.read(data / "corpus" / "contrast")
    if name == "perturbed":
        return PerturbedReports.read(data / "corpus" / "authored")
    if name == "ranked":
        return RankedReports.read(data / "corpus" / "authored")
    if name == "study_pairs":
        return StudyPairs.read(data / "phrases")
    if name == "study_contrasts":
        return StudyContrasts.read(data / "phrases")
    raise ValueError(
        f"no signal is called {name!r}: use reports, families, perturbed, ranked, study_pairs or "
        f"study_contrasts"
    )
