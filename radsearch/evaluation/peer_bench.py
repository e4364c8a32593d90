"""The comparison with other engines from texts to figures: corpora, indexes, one run, memory."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
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
        built: Building; None where the index was there before.
        serve_mb: Most memory of the process that answered.
        base_mb: Of it, Python and the encoder.
        disk_mb: Size of the index.
    """

    built: Built | None
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
        given: Our indexes by corpus, where they need not be built again.
    """

    corpus: Path
    pairs: Sequence[Report] | None = None
    name: str = AUTHORED
    asked: int = 150
    encoder: str = ""
    given: Mapping[str, Path] = field(default_factory=dict)


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
    galleries = work / "galleries"
    ours, *others = peers
    faults: dict[str, str] = {}
    built: dict[str, Built | None] = {ours.name: _build_ours(settings, ours, work, say)}
    made, tasks = _prepare(settings, _folder(work, ours))
    write_galleries(made, galleries)
    for peer in others:
        say(f"building with {peer.name} ...")
        folder, log = _folder(work, peer), _log(work, peer)
        try:
            built[peer.name] = build(peer.engine, galleries, folder, settings.encoder, log)
        except PeerError as error:
            faults[peer.name] = str(error)
    asked: dict[str, int] = {}
    for task in tasks:
        asked[task.measure] = asked.get(task.measure, 0) + 1
    ready = [peer for peer in peers if peer.name in built]
    rows, costs, more = _ask(ready, tasks, built, work, settings.encoder, say)
    sizes = {gallery.name: len(gallery.ids) for gallery in made}
    return Comparison(rows, costs, faults | more, sizes, asked)


def _build_ours(
    settings: Settings, ours: Peer, work: Path, say: Callable[[str], None]
) -> Built | None:
    """Our indexes: those given, linked, and the others, built; what it cost if all were built."""
    folder, corpora = _folder(work, ours), work / "corpora"
    folder.mkdir(parents=True)
    corpora.mkdir()
    authored = as_reports(read_authored(settings.corpus / "authored"))
    wanted: dict[str, Iterable[Report]] = {settings.name: settings.pairs or ()}
    wanted |= {AUTHORED: authored}
    for name, reports in wanted.items():
        if name in settings.given:
            (folder / name).symlink_to(settings.given[name].resolve())
        else:
            write_reports(reports, corpora / f"{name}.jsonl")
    if set(wanted) <= set(settings.given):
        return None
    say(f"building with {ours.name} ...")
    try:
        cost = build(ours.engine, corpora, folder, settings.encoder, _log(work, ours))
    except PeerError as error:
        raise PeerError(f"{ours.name}: {error}; see {_log(work, ours)}") from None
    return None if settings.given else cost


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
    built: dict[str, Built | None],
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
            costs[peer.name] = Cost(
                built[peer.name],
                memory["peak_mb"],
                memory["base_mb"],
                _size_mb(_folder(work, peer)),
            )
    return rows, costs, faults | more


def _size_mb(folder: Path) -> float:
    parts = [part.resolve() for part in folder.iterdir()]  # an index that was given is a link
    files = [file for part in parts for file in (part, *part.rglob("*")) if file.is_file()]
    return sum(file.stat().st_size for file in files) / 2**20


def _folder(work: Path, peer: Peer) -> Path:
    return work / "indexes" / peer.name.replace(", ", "-").replace(" ", "-")


def _log(work: Path, peer: Peer) -> Path:
    return work / f"{_folder(work, peer).name}.log"
