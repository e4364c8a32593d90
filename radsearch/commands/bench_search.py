"""`radsearch bench search`: short queries, ordering suites, latency, on the authored corpus."""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from radsearch._sibling import sibling

if TYPE_CHECKING:
    from radsearch.evaluation.queries import Outcome
    from radsearch.evaluation.search_speed import Speed
    from radsearch.evaluation.suites import SuiteScore
    from radsearch.searcher import Searcher

MODES = ("dense", "lexical", "hybrid")


@click.command("search")
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("data/corpus"),
    show_default=True,
    help="Folder that holds authored/ and queries/.",
)
@click.option("-i", "--index", type=click.Path(exists=True, path_type=Path), help="An index of it.")
@click.option("--encoder", help="Folder or hub id; the shipped encoder if not given.")
@click.option("--section", default="report", show_default=True, help="What is searched.")
@click.option("--suites/--no-suites", default=True, help="Also the ordering suites.")
@click.option("--speed", "n_speed", type=int, default=0, help="Also latency on this many vectors.")
@click.option("--worst", default=0, help="Show this many queries that went worst.")
@click.option("--tune", is_flag=True, help="Only fit the weights for dictated sections.")
@click.option("--work", type=click.Path(path_type=Path), help="Keep the indexes of --tune here.")
@click.option("--calibrate", is_flag=True, help="Only fit the chance that a hit is relevant.")
@click.option("--write", is_flag=True, help="Put what was fitted into the package.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    corpus: Path, index: Path | None, encoder: str | None, section: str, suites: bool,
    n_speed: int, worst: int, tune: bool, work: Path | None, calibrate: bool, write: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Measure search: nDCG@10 of short queries by style, order by attribute, latency.

    The queries and suites are development data: the ranking's weights were chosen on them.
    """
    if tune:
        with tempfile.TemporaryDirectory(prefix="radsearch-") as scratch:
            _tune(corpus, work or Path(scratch), encoder, write)
        return
    from radsearch.evaluation.authored import read_authored
    from radsearch.evaluation.queries import measure, read_queries
    from radsearch.evaluation.search_speed import measure_speed
    from radsearch.evaluation.suites import make_pairs, measure_order

    with tempfile.TemporaryDirectory(prefix="radsearch-") as scratch:
        searcher = _open(corpus, index, encoder, Path(scratch))
        queries = read_queries(corpus / "queries")
        if calibrate:
            _calibrate(searcher, corpus, write)
            return
        outcomes = [
            measure(searcher, queries, section=section, mode=mode)  # type: ignore[arg-type]
            for mode in MODES
        ]
        pairs = make_pairs(read_authored(corpus / "authored")) if suites else []
        orders = measure_order(searcher, pairs)
        speed = measure_speed(searcher.encoder, n_speed) if n_speed else None
    if as_json:
        click.echo(json.dumps(_record(outcomes, orders, speed)))
        return
    _show(outcomes, orders, speed, worst)


def _tune(corpus: Path, work: Path, encoder: str | None, write: bool) -> None:
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.fusion_corpus import galleries, tune
    from radsearch.search import section_weights
    from radsearch.searcher import Searcher

    loaded = load_encoder(encoder)
    build = sibling("indexer.build").build_index
    work.mkdir(parents=True, exist_ok=True)
    paths = galleries(corpus, work, lambda reports, path: build(reports, path, encoder=loaded))
    opened = {name: Searcher.open(path, encoder=loaded) for name, path in paths.items()}
    tuned = tune(corpus, opened)
    click.echo("R@1 on the test part, percent\n")
    click.echo("| from | gallery | queries | reports | shipped | new | dense | TF-IDF |")
    click.echo("|---|---|--:|--:|--:|--:|--:|--:|")
    for line in tuned.lines:
        values = (line.before, line.after, line.dense, line.tfidf)
        shown = " | ".join(f"{100 * value:.1f}" for value in values)
        click.echo(
            f"| {line.kind} | {line.gallery} | {line.queries} | {line.gallery_size} | {shown} |"
        )
    text = json.dumps(tuned.record(), indent=1) + "\n"
    click.echo("\n" + text)
    if write:
        file = Path(section_weights.__file__).with_name(section_weights.FILE)
        file.write_text(text, encoding="utf-8")
        click.echo(f"written to {file.name}")


def _calibrate(searcher: "Searcher", corpus: Path, write: bool) -> None:
    from radsearch.evaluation.queries import read_queries
    from radsearch.evaluation.relevance_fit import ask, calibrate, read_absent
    from radsearch.search import relevance

    folder = corpus / "queries"
    done = calibrate(ask(searcher, [*read_queries(folder), *read_absent(folder)]))
    click.echo(f"queries left out in turn: Brier {done.brier:.3f}, error {done.error:.3f}")
    click.echo(f"no good match: {done.noticed} of {done.unanswered} queries that nothing answers,")
    click.echo(f"and {done.false_alarms} of {done.answered} that have an answer")
    text = json.dumps(done.record()) + "\n"
    click.echo(text)
    if write:
        file = Path(relevance.__file__).with_name(relevance.FILE)
        file.write_text(text, encoding="utf-8")
        click.echo(f"written to {file.name}")


def _open(corpus: Path, index: Path | None, encoder: str | None, scratch: Path) -> "Searcher":
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.authored import read_authored
    from radsearch.evaluation.queries import as_reports
    from radsearch.searcher import Searcher

    if index is not None:
        return Searcher.open(index, encoder=load_encoder(encoder) if encoder else None)
    loaded = load_encoder(encoder)
    click.echo("indexing the authored corpus ...", err=True)
    reports = as_reports(read_authored(corpus / "authored"))
    sibling("indexer.build").build_index(reports, scratch / "index", encoder=loaded)
    return Searcher.open(scratch / "index", encoder=loaded)


def _show(
    outcomes: "list[Outcome]", orders: "list[SuiteScore]", speed: "Speed | None", worst: int
) -> None:
    click.echo(f"nDCG@10, {len(outcomes[0].scores)} queries, section {outcomes[0].section}\n")
    click.echo(f"{'style':<14}{'n':>4}" + "".join(f"{item.mode:>10}" for item in outcomes))
    tables = [item.by_style() for item in outcomes]
    for style, (n, _) in tables[-1].items():
        click.echo(f"{style:<14}{n:>4}" + "".join(f"{t[style][1]:>10.3f}" for t in tables))
    total = len(outcomes[0].scores)
    click.echo(f"{'all':<14}{total:>4}" + "".join(f"{item.ndcg:>10.3f}" for item in outcomes))
    click.echo(f"{'p50 ms':<18}" + "".join(f"{item.latency_ms:>10.1f}" for item in outcomes))
    click.echo(f"{'p95 ms':<18}" + "".join(f"{item.latency_p95_ms:>10.1f}" for item in outcomes))
    if orders:
        click.echo("\nright report of a pair first (hybrid; chance 0.5)")
    for suite in orders:
        share = suite.right / suite.total
        click.echo(f"{suite.axis:<14}{suite.right:>6} / {suite.total:<6}{share:>7.3f}")
    if speed is not None:
        click.echo(
            f"\n{speed.n} vectors: query p50 {speed.query_ms:.2f} ms, encode + raw search "
            f"{speed.raw_ms:.2f} ms, ratio {speed.ratio:.2f}"
        )
    for score in sorted(outcomes[-1].scores, key=lambda item: item.ndcg)[:worst]:
        click.echo(f"{score.ndcg:.3f}  {score.qid}  {score.style:<12} {score.text}")


def _record(
    outcomes: "list[Outcome]", orders: "list[SuiteScore]", speed: "Speed | None"
) -> dict[str, Any]:
    return {
        "queries": [
            {
                "mode": item.mode,
                "section": item.section,
                "ndcg_at_10": item.ndcg,
                "by_style": {style: value for style, (_, value) in item.by_style().items()},
                "p50_ms": item.latency_ms,
                "p95_ms": item.latency_p95_ms,
                "per_query": [asdict(score) for score in item.scores],
            }
            for item in outcomes
        ],
        "suites": {s.axis: {"right": s.right, "total": s.total} for s in orders},
        "speed": asdict(speed) if speed is not None else None,
    }
