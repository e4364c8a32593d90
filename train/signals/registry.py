"""Names of signals -> how to open them."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from ..rows import FamilySignal, PairSignal, ScoredSignal
from .families import ContrastFamilies, WithoutRewordings
from .joint import JointPairs
from .pairs import WITHOUT_THOUGHTS, ReportPairs, Study, read_studies
from .perturb import PerturbedReports
from .queries import Queries
from .ranking import RankedReports
from .recombined import Recombined
from .study import StudyContrasts, StudyPairs

DATA = Path(__file__).resolve().parents[2] / "data"


@lru_cache(maxsize=1)
def _studies(corpus: Path, own: tuple[Path, ...]) -> tuple[Study, ...]:
    return tuple(read_studies(corpus, own))


def open_signal(
    name: str, data: Path = DATA, own: tuple[Path, ...] = ()
) -> PairSignal | FamilySignal | ScoredSignal:
    """The signal of a name.

    Args:
        name: As in `Part.signal`.
        data: The folder that holds `corpus`.
        own: Further folders of reports, for the signals that draw reports.

    Returns:
        Something that draws rows.

    Raises:
        ValueError: If no signal has the name.
    """
    corpus, phrases = data / "corpus", data / "phrases"
    signals: dict[str, Callable[[], PairSignal | FamilySignal | ScoredSignal]] = {
        "reports": lambda: ReportPairs(_studies(corpus, own)),
        "reports_without_thoughts": lambda: ReportPairs(
            _studies(corpus, own), kinds=WITHOUT_THOUGHTS
        ),
        "families": lambda: ContrastFamilies.read(corpus / "contrast"),
        "families_without_rewordings": lambda: WithoutRewordings(
            ContrastFamilies.read(corpus / "contrast")
        ),
        "recombined": lambda: Recombined.read(corpus / "contrast"),
        "perturbed": lambda: PerturbedReports(_studies(corpus, own)),
        "ranked": lambda: RankedReports(_studies(corpus, own)),
        "queries": lambda: Queries(_studies(corpus, own)),
        "study_joint": lambda: JointPairs.read(phrases),
        "study_pairs": lambda: StudyPairs.read(phrases),
        "study_contrasts": lambda: StudyContrasts.read(phrases),
        "study_contrasts_without_rewordings": lambda: WithoutRewordings(
            StudyContrasts.read(phrases)
        ),
    }
    if name not in signals:
        raise ValueError(f"no signal is called {name!r}: use one of {', '.join(signals)}")
    return signals[name]()
