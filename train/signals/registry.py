"""Names of signals -> how to open them."""

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

from radsearch.errors import CorpusError

from ..rows import Family, FamilySignal, PairSignal, ScoredSignal
from .captions import Captions
from .composed import Composed
from .families import ContrastFamilies, WithoutRewordings, read_families
from .joint import JointPairs
from .pairs import WITHOUT_THOUGHTS, ReportPairs, Study, read_studies
from .perturb import PerturbedReports
from .queries import Queries
from .ranking import RankedReports
from .recombined import Recombined
from .report_families import read_report_families, with_rewordings
from .study import StudyContrasts, StudyPairs

DATA = Path(__file__).resolve().parents[2] / "data"


@lru_cache(maxsize=1)
def _studies(corpus: Path, own: tuple[Path, ...]) -> tuple[Study, ...]:
    return tuple(with_rewordings(read_studies(corpus, own), corpus / "contrast" / "reports"))


@lru_cache(maxsize=1)
def _families(written: Path, own: tuple[Path, ...]) -> tuple[Family, ...]:
    """Training families of our folder and of one's own.

    Args:
        written: Our folder.
        own: Further ones.

    Returns:
        Families, folder by folder.

    Raises:
        CorpusError: If a folder of one's own holds none.
    """
    found = list(read_families(written))
    for folder in own:
        families = list(read_families(folder))
        if not families:
            raise CorpusError(
                f"found no families in {str(folder)!r}, wanted a folder with families*.jsonl as "
                "`python -m train reword --families` writes them"
            )
        found += families
    return tuple(found)


def open_signal(
    name: str,
    data: Path = DATA,
    own: tuple[Path, ...] = (),
    own_families: tuple[Path, ...] = (),
    captions: Path | None = None,
) -> PairSignal | FamilySignal | ScoredSignal:
    """The signal of a name.

    Args:
        name: As in `Part.signal`.
        data: The folder that holds `corpus`.
        own: Further folders of reports, for the signals that draw reports.
        own_families: Further folders of families, for those that draw families.
        captions: File or folder of captions, for the signal of that name.

    Returns:
        Something that draws rows.

    Raises:
        ValueError: If no signal has the name, or it wants captions and there are none.
    """
    corpus, phrases = data / "corpus", data / "phrases"
    families = partial(_families, corpus / "contrast", own_families)
    signals: dict[str, Callable[[], PairSignal | FamilySignal | ScoredSignal]] = {
        "reports": lambda: ReportPairs(_studies(corpus, own)),
        "reports_without_thoughts": lambda: ReportPairs(
            _studies(corpus, own), kinds=WITHOUT_THOUGHTS
        ),
        "families": lambda: ContrastFamilies(families()),
        "families_without_rewordings": lambda: WithoutRewordings(ContrastFamilies(families())),
        "recombined": lambda: Recombined(families()),
        "composed": lambda: Composed(families()),
        "report_families": lambda: ContrastFamilies(
            read_report_families(corpus / "contrast" / "reports", _studies(corpus, own)), turns={}
        ),
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
    if captions is not None:
        signals["captions"] = partial(Captions.read, captions)
    if name not in signals:
        raise ValueError(f"no signal is called {name!r}: use one of {', '.join(signals)}")
    return signals[name]()
