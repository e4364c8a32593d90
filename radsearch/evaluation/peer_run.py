"""The questions put to every engine, what a right answer is, and the run over all engines in turn.

Engines answer block by block in rotation, so that each meets the same load of the machine.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from radsearch.evaluation.pairs import Pairs, sides
from radsearch.evaluation.peer_process import PeerError, Reply
from radsearch.evaluation.peers import Gallery, Question
from radsearch.evaluation.queries import JudgedQuery
from radsearch.evaluation.suites import OrderPair
from radsearch.metrics import ndcg_at_k
from radsearch.search.request import Mode
from radsearch.store.protocol import Store

BLOCK = 25
"""Questions put to one engine before the next has its turn."""
QUERIES = "short queries, nDCG@10"
Ask = Callable[[Sequence[Question]], list[Reply]]


@dataclass(frozen=True, slots=True)
class Task:
    """A question of a measure, and the worth in [0, 1] of an answer's ids."""

    measure: str
    question: Question
    judge: Callable[[Sequence[str]], float]


@dataclass(frozen=True, slots=True)
class Row:
    """One engine in one mode.

    Attributes:
        engine: Its name.
        mode: How it ranked.
        scores: Mean worth by measure.
        p50_ms: Median over the short queries by the clock, from text to texts.
        p95_ms: 95th percentile of the same.
        cpu_ms: Median processor time of the same.
        search_ms: Median processor time without the encoder's.
    """

    engine: str
    mode: Mode
    scores: Mapping[str, float]
    p50_ms: float
    p95_ms: float
    cpu_ms: float
    search_ms: float


def query_tasks(queries: Iterable[JudgedQuery], gallery: str) -> Iterator[Task]:
    """Short queries by nDCG@10."""
    for query in queries:

        def judge(ids: Sequence[str], gains: Mapping[str, float] = query.gains) -> float:
            return ndcg_at_k(ids, gains, 10) if gains else 0.0

        yield Task(QUERIES, Question(gallery, query.text), judge)


def order_tasks(
    pairs: Sequence[OrderPair], gallery: str, asked: int = 0, seed: int = 0
) -> Iterator[Task]:
    """Of two reports the one that was asked for first; `asked` of an axis at most, 0 = all."""
    counts: Counter[str] = Counter()
    for number in np.random.default_rng(seed).permutation(len(pairs)):
        pair = pairs[number]
        counts[pair.axis] += 1
        if asked and counts[pair.axis] > asked:
            continue

        def judge(ids: Sequence[str], first: str = pair.first) -> float:
            return float(list(ids[:1]) == [first])

        within = (pair.first, pair.second)
        yield Task(f"{pair.axis} first", Question(gallery, pair.query, 2, within=within), judge)


def pair_tasks(pairs: Pairs, corpus: str, asked: int, seed: int = 0) -> Iterator[Task]:
    """A section's own report first: R@1, expected where other reports have the same text.

    Args:
        pairs: Reports with both sections.
        corpus: Whose galleries are "CORPUS.findings" and "CORPUS.impression".
        asked: Questions in each direction.
        seed: Of their choice.

    Yields:
        One task a question.
    """
    chosen = np.sort(np.random.default_rng(seed).permutation(len(pairs))[:asked])
    for direction, label in (
        ("findings_to_impression", "findings -> impression R@1"),
        ("impression_to_findings", "impression -> findings R@1"),
    ):
        source, target = sides(direction)  # type: ignore[arg-type]
        copies = Counter(pairs.texts[target])
        texts = dict(zip(pairs.ids, pairs.texts[target], strict=True))
        for row in chosen:
            own = pairs.texts[target][row]

            def judge(ids: Sequence[str], own: str = own, texts: Mapping[str, str] = texts,
                      share: float = 1 / copies[own]) -> float:  # fmt: skip
                return share if ids and texts.get(ids[0]) == own else 0.0

            question = Question(f"{corpus}.{target}", pairs.texts[source][row], 1, kind=source)
            yield Task(label, question, judge)


def galleries_of(corpus: str, store: Store, pairs: Pairs | None) -> Iterator[Gallery]:
    """The whole reports of an index, and the two sections of its pairs."""
    everything = np.arange(len(store.ids))
    yield Gallery(
        f"{corpus}.report", store.ids, store.texts("report"), store.vectors("report", everything)
    )
    if pairs is not None:
        for side in ("findings", "impression"):
            yield Gallery(f"{corpus}.{side}", pairs.ids, pairs.texts[side], pairs.vectors[side])


def run(
    tasks: Sequence[Task], engines: Mapping[str, tuple[Sequence[Mode], Ask]]
) -> tuple[list[Row], dict[str, str]]:
    """Put every task to every engine in each of its modes.

    Args:
        tasks: What is asked.
        engines: By name, its modes and how to ask it.

    Returns:
        A row an engine and mode, and what went wrong by the engines that failed.
    """
    worth: dict[tuple[str, Mode], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    times: dict[tuple[str, Mode], list[Reply]] = defaultdict(list)
    failed: dict[str, str] = {}
    for name, (modes, ask) in engines.items():
        _guarded(failed, name, ask, [replace(tasks[0].question, mode=mode) for mode in modes])
    for start in range(0, len(tasks), BLOCK):
        block = tasks[start : start + BLOCK]
        for name, (modes, ask) in engines.items():
            for mode in modes:
                asked = [replace(task.question, mode=mode) for task in block]
                replies = _guarded(failed, name, ask, asked)
                for task, reply in zip(block, replies, strict=False):
                    worth[name, mode][task.measure].append(task.judge(reply.ids))
                    if task.measure == QUERIES:
                        times[name, mode].append(reply)
    rows = [
        _row(name, mode, worth[name, mode], times[name, mode])
        for name, (modes, _) in engines.items()
        if name not in failed
        for mode in modes
    ]
    return rows, failed


def _guarded(
    failed: dict[str, str], name: str, ask: Ask, questions: Sequence[Question]
) -> list[Reply]:
    if name in failed:
        return []
    try:
        return ask(questions)
    except PeerError as error:
        failed[name] = str(error)
        return []


def _row(
    name: str, mode: Mode, worth: Mapping[str, Sequence[float]], replies: Sequence[Reply]
) -> Row:
    total = np.array([reply.ms for reply in replies] or [0.0])
    cpu = np.array([reply.cpu_ms for reply in replies] or [0.0])
    alone = np.array([reply.cpu_ms - reply.embedding_ms for reply in replies] or [0.0])
    scores = {measure: float(np.mean(values)) for measure, values in worth.items()}
    p50, p95 = (float(value) for value in np.percentile(total, [50, 95]))
    return Row(name, mode, scores, p50, p95, float(np.median(cpu)), float(np.median(alone)))
