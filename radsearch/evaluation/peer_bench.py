"""The comparison with other engines from texts to figures: corpora, indexes, one run, memory."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from radsearch.evaluation.authored import read_authored
from radsearch.evaluation.pairs import is_pointer, read_pairs
from radsearch.evaluation.peer_process import Built, PeerError, Served, build
from radsearch.evaluation.peer_run import (
    Ask,
    Row,
    Task,
    galleries_of,
    order_tasks,
    pair_tasks,
    query_tasks,
    run,
)
from radsearch.evaluation.peers import Gallery, Peer, write_galleries, write_reports
from radsearch.evaluation.queries import as_reports, read_queries
from radsearch.evaluation.suites import make_pairs
from radsearch.report import Report
from radsearch.search.request import Mode
from radsearch.store.lance_store import open_store

AUTHORED = "authored"


@dataclass(frozen=True, slots=True)
class Cost:
    """What an engine took: to build, and at most in memory while it built and answered.

    Attributes:
        built: Building.
        serve_mb: Most memory of the process that answered.
        base_mb: Of it, Python and the encoder.
        disk_mb: Size of the index.
    """

    built: Built
    serve_mb: float
    base_mb: float
    disk_mb: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """All figures of one run.

    Attributes:
        rows: Engine by mode.
        costs: By engine.
        faults: What went wrong, by engine.
        sizes: Texts by gallery.
        asked: Questions by measure.
    """

    rows: Sequence[Row]
    costs: dict[str, Cost]
    faults: dict[str, str]
    sizes: dict[str, int]
    asked: dict[str, int]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is compared.

    Attributes:
        corpus: Folder with authored/ and queries/.
        pairs: Reports for findings <-> impression; None = the authored ones.
        name: Of that corpus.
        asked: Questions in each direction, and of each axis of the suites.
        encoder: As `load_encoder` takes it; "" = the shipped one.
    """

    corpus: Path
    pairs: Sequence[Report] | None = None
    name: str = AUTHORED
    asked: int = 150
    encoder: str = ""


def paired(reports: Iterable[Report]) -> list[Report]:
    """Those with findings and an impression that say something."""
    return [
        report
        for report in reports
        if report.findings
        and report.impression
        and not is_pointer(report.findings)
        and not is_pointer(report.impression)
    ]


def compare(
    settings: Settings, peers: Sequence[Peer], work: Path, say: Callable[[str], None]
) -> Comparison:
    """Build every engine's index, ask all the same questions in turn, and measure.

    Args:
        settings: What is compared.
        peers: Installed engines, ours first: its vectors are what the others get.
        work: An empty folder; indexes and logs stay there.
        say: Told what is being done.

    Returns:
        The figures; an engine that failed is among the faults, not among the rows.

    Raises:
        PeerError: If our own index cannot be built.
    """
    corpora, galleries = work / "corpora", work / "galleries"
    corpora.mkdir(parents=True)
    write_reports(as_reports(read_authored(settings.corpus / "authored")), _corpus(work, AUTHORED))
    if settings.pairs is not None:
        write_reports(settings.pairs, _corpus(work, settings.name))
    faults: dict[str, str] = {}
    built: dict[str, Built] = {}
    tasks: list[Task] = []
    sizes: dict[str, int] = {}
    for number, peer in enumerate(peers):
        say(f"building with {peer.name} ...")
        source = galleries if number else corpora
        try:
            built[peer.name] = build(
                peer.engine, source, _folder(work, peer), settings.encoder, _log(work, peer)
            )
        except PeerError as error:
            if not number:
                raise PeerError(f"radsearch: {error}; see {_log(work, peer)}") from None
            faults[peer.name] = str(error)
        if not number:
            made, tasks = _prepare(settings, _folder(work, peer))
            write_galleries(made, galleries)
            sizes = {gallery.name: len(gallery.ids) for gallery in made}
    asked: dict[str, int] = {}
    for task in tasks:
        asked[task.measure] = asked.get(task.measure, 0) + 1
    ready = [peer for peer in peers if peer.name in built]
    rows, costs, more = _ask(ready, tasks, built, work, settings.encoder, say)
    return Comparison(rows, costs, faults | more, sizes, asked)


def _prepare(settings: Settings, ours: Path) -> tuple[list[Gallery], list[Task]]:
    authored = open_store(ours / AUTHORED)
    other = open_store(ours / settings.name)
    pairs = read_pairs(other)
    galleries = list(galleries_of(AUTHORED, authored, None))
    galleries += [item for item in galleries_of(settings.name, other, pairs)][1:]
    suites = make_pairs(read_authored(settings.corpus / "authored"), per_finding=1)
    report = f"{AUTHORED}.report"
    tasks = list(query_tasks(read_queries(settings.corpus / "queries"), report))
    tasks += order_tasks(suites, report, settings.asked)
    tasks += pair_tasks(pairs, settings.name, settings.asked)
    return galleries, tasks


def _ask(
    peers: Sequence[Peer],
    tasks: Sequence[Task],
    built: dict[str, Built],
    work: Path,
    encoder: str,
    say: Callable[[str], None],
) -> tuple[list[Row], dict[str, Cost], dict[str, str]]:
    faults: dict[str, str] = {}
    costs: dict[str, Cost] = {}
    with ExitStack() as stack:
        served: dict[str, Served] = {}
        for peer in peers:
            try:
                one = Served(
                    peer.engine, _folder(work, peer), work / "galleries", encoder, _log(work, peer)
                )
            except PeerError as error:
                faults[peer.name] = str(error)
                continue
            stack.callback(one.close)
            served[peer.name] = one
        say(f"asking {len(tasks):,} questions in turn ...")
        engines: dict[str, tuple[Sequence[Mode], Ask]] = {
            peer.name: (peer.modes, served[peer.name].ask) for peer in peers if peer.name in served
        }
        rows, more = run(tasks, engines)
        for peer in peers:
            if peer.name not in served or peer.name in more:
                continue
            memory = served[peer.name].memory()
            size = sum(file.stat().st_size for file in _folder(work, peer).rglob("*"))
            costs[peer.name] = Cost(
                built[peer.name], memory["peak_mb"], memory["base_mb"], size / 2**20
            )
    return rows, costs, faults | more


def _corpus(work: Path, name: str) -> Path:
    return work / "corpora" / f"{name}.jsonl"


def _folder(work: Path, peer: Peer) -> Path:
    return work / "indexes" / peer.name.replace(", ", "-").replace(" ", "-")


def _log(work: Path, peer: Peer) -> Path:
    return work / f"{_folder(work, peer).name}.log"
