"""The parts of `radsearch bench heads`: each measures and prints its table."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.vector_cache import VectorCache
from radsearch.heads.model import Heads

Floats = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Floats]
OPENI = ("data/openi/indiana_reports.csv.gz", "data/openi/openi_negbio_gold14.csv.gz")
CT_RATE = "data/ct_rate_textclf/ct_rate_textclf_reports.csv.gz"


def external(heads: Heads, embed: Embed, shared: Path) -> None:
    """AUROC per label on Open-I and the CT-RATE subset, as far as the files are there."""
    from radsearch.evaluation.external_tags import Labelled, read_ct_rate, read_openi
    from radsearch.evaluation.tag_scores import ReportScores, score_reports

    sets: list[Labelled] = []
    if all((shared / name).is_file() for name in OPENI):
        sets += read_openi(shared / OPENI[0], shared / OPENI[1])
    if (shared / CT_RATE).is_file():
        sets.append(read_ct_rate(shared / CT_RATE))
    if not sets:
        click.echo(f"external data: none under {shared} (give --shared)\n")
    known: dict[int, ReportScores] = {}
    for data in sets:
        key = hash(data.texts)
        if key not in known:
            known[key] = score_reports(heads, data.texts, embed)
        _label_table(data, known[key], heads)


def _label_table(data: Any, scores: Any, heads: Heads) -> None:
    from radsearch.evaluation.tag_scores import SCORES, label_table

    table = label_table(data.name, scores, heads, data.labels, data.gold, data.meanings)
    click.echo(f"{table.name}: {table.reports:,} reports, {len(table.labels)} labels")
    for score in SCORES:
        low, high = table.interval[score]
        good = sum(value >= 0.9 for value in table.auroc[score])
        click.echo(
            f"  macro AUROC {score:<6} {table.macro(score):.3f} ({low:.3f}-{high:.3f}), "
            f"{good} of {len(table.labels)} labels at 0.90 or more"
        )
    head = f"{'label':<40}{'n':>5}" + "".join(f"{s:>8}" for s in SCORES)
    click.echo(f"{head}   sens  spec    F1 | test-selected: sens  spec    F1")
    for at, label in enumerate(table.labels):
        area = "".join(f"{table.auroc[score][at]:>8.3f}" for score in SCORES)
        chosen, best = table.at_threshold[at], table.at_youden[at]
        click.echo(
            f"{label:<40}{table.support[at]:>5}{area}"
            f"{chosen.sensitivity:>7.2f}{chosen.specificity:>6.2f}{chosen.f1:>6.2f} |"
            f"{best.sensitivity:>20.2f}{best.specificity:>6.2f}{best.f1:>6.2f}"
        )
    click.echo("")


def authored(heads: Heads, embed: Embed, corpus: Path) -> None:
    """Status columns on the authored test reports."""
    from radsearch.evaluation.authored import read_authored
    from radsearch.evaluation.language import read_ontology
    from radsearch.evaluation.status_columns import measure_columns

    families = read_ontology(corpus)
    rows = list(read_authored(corpus / "authored", "test"))
    for view in ("findings", "findings_rewrite"):
        table = measure_columns(heads, rows, families, embed, view)
        click.echo(f"status columns, authored test, {view}: {table.reports} reports")
        for (source, state, unit), tally in table.tallies.items():
            click.echo(
                f"  {source:<9}{state:<8}by {unit:<8} F1 {tally.f1:.3f}  "
                f"precision {tally.precision:.3f}  recall {tally.recall:.3f}  gold {tally.gold}"
            )
        click.echo(
            f"  filled by heads {table.filled}, in the gold {table.filled_right}; "
            f"disputed {table.disputed}, of which the gold does not back the rules in "
            f"{table.disputed_wrong}\n"
        )


def attributes(
    heads: Heads, embed: Embed, corpus: Path, texts: ModuleType, families: ModuleType
) -> None:
    """Attribute heads on held-out sentences and edits."""
    from radsearch.evaluation.attribute_scores import AXES, codes_of, measure_attributes
    from radsearch.heads.attributes import agreed, stated

    items = texts.authored_sentences(corpus / "authored", "test")
    items += texts.family_sentences(corpus / "contrast", validation=True)
    items = [item for item in items if item.findings]
    vectors = embed([item.text for item in items])
    read = [(item.findings, item.origin.findings) for item in items]
    every = {axis: [stated(found, axis) for found, _ in read] for axis in AXES}
    alike = {axis: [agreed(*pair, axis) for pair in read] for axis in AXES}
    table, sure = (measure_attributes(heads, values, vectors) for values in (every, alike))
    click.echo(
        f"attribute heads: {len(items):,} held-out sentences; in brackets the wordings alone "
        "that the rules read as they read the anchor"
    )
    for axis in AXES:
        click.echo(
            f"  {axis:<11} n {table.support[axis]:>5} ({sure.support[axis]:>5})  "
            f"Spearman {table.spearman[axis]:.3f} ({sure.spearman[axis]:.3f})  "
            f"of the bare code {table.bare[axis]:.3f}  AUROC {table.auroc[axis]:.3f}"
        )
    click.echo(
        f"  mean Spearman {np.nanmean(list(table.spearman.values())):.3f} "
        f"({np.nanmean(list(sure.spearman.values())):.3f})  "
        f"of the bare codes {np.nanmean(list(table.bare.values())):.3f}  "
        f"modularity {table.modularity:.3f}  DCI disentanglement {table.disentanglement:.3f}  "
        f"completeness {table.completeness:.3f}"
    )
    scale = codes_of(heads, vectors).std(axis=0)
    _edits(heads, embed, list(families.read_families(corpus / "contrast", validation=True)), scale)


def _edits(heads: Heads, embed: Embed, families: Sequence[Any], scale: Floats) -> None:
    from radsearch.evaluation.attribute_scores import codes_of
    from radsearch.evaluation.attribute_scores import modularity_ratio as ratio_of
    from radsearch.evaluation.classification import auroc
    from radsearch.evaluation.edits import contradiction_pairs, single_edits
    from radsearch.heads.pairs import contradiction

    edits = single_edits(families)
    before = codes_of(heads, embed([edit.before for edit in edits]))
    after = codes_of(heads, embed([edit.after for edit in edits]))
    ratio, by_axis = ratio_of(before, after, [edit.axis for edit in edits], scale)
    each = ", ".join(f"{axis} {value:.2f}" for axis, value in by_axis.items())
    click.echo(f"  modularity ratio {ratio:.2f} over {len(edits)} single-axis edits ({each})")
    pairs = contradiction_pairs(families)
    first, second = embed([p.before for p in pairs]), embed([p.after for p in pairs])
    labels = np.array([pair.axis == "contradiction" for pair in pairs])
    product = np.maximum(*(_product(heads, a, b) for a, b in ((first, second), (second, first))))
    plain = contradiction(replace(heads, contradiction=None), first, second)
    click.echo(
        f"  contradiction AUROC {auroc(contradiction(heads, first, second), labels):.3f} "
        f"({int(labels.sum())} contradictions, {int((~labels).sum())} rewordings); "
        f"by the certainty heads alone {auroc(plain, labels):.3f}, "
        f"by the tag heads alone {auroc(product, labels):.3f}\n"
    )


def _product(heads: Heads, first: Floats, second: Floats) -> Floats:
    """How surely the first states what the second denies: the largest product over findings."""
    here, there = heads.sentences(first), heads.sentences(second)
    return np.asarray((here["present"] * there["absent"]).max(axis=1), np.float32)


def budget(
    ours: VectorCache,
    backbone: VectorCache | None,
    shared: Path,
    budgets: Sequence[int],
    *,
    seeds: int = 5,
    plot: Path | None = None,
) -> None:
    """Probes on Open-I by number of labelled reports."""
    from radsearch.evaluation.bootstrap import mean_interval
    from radsearch.evaluation.external_tags import read_openi
    from radsearch.evaluation.label_budget import BudgetRow, budget_curve

    if not all((shared / name).is_file() for name in OPENI):
        click.echo(f"label budget: no Open-I under {shared} (give --shared)\n")
        return
    data, _ = read_openi(shared / OPENI[0], shared / OPENI[1])
    groups = ["\n".join(texts).lower() for texts in data.texts]
    curves: dict[str, list[BudgetRow]] = {}
    click.echo(
        f"label budget, Open-I NegBio labels, linear probes of report vectors, {seeds} draws"
    )
    for name, cache in (("ours", ours), ("backbone", backbone)):
        if cache is None:
            continue
        vectors = _report_vectors(cache, data.texts)
        curves[name] = budget_curve(vectors, data.gold, budgets, seeds=seeds, groups=groups)
        for row in curves[name]:
            low, high = mean_interval(np.array(row.f1))
            click.echo(
                f"  {name:<9}{row.budget:>6,} labels  macro F1 {np.mean(row.f1):.3f} "
                f"({low:.3f}-{high:.3f})  macro AUROC {np.mean(row.auroc):.3f}"
            )
    click.echo("")
    if plot is not None:
        from radsearch.evaluation.budget_plot import plot_budget

        click.echo(f"written: {plot_budget(curves, plot / 'label_budget.png')}\n")


def _report_vectors(cache: VectorCache, texts: Sequence[Sequence[str]]) -> Floats:
    """Mean of the vectors of a report's texts, normalised, as an index's "report" section."""
    counts = [len(report) for report in texts]
    flat = cache.embed([text for report in texts for text in report], "findings")
    owner = np.repeat(np.arange(len(texts)), counts)
    total = np.zeros((len(texts), flat.shape[1]), np.float32)
    np.add.at(total, owner, flat)
    return np.asarray(total / np.linalg.norm(total, axis=1, keepdims=True), np.float32)


def speed(heads: Heads, reports: int = 100_000, sentences: int = 8) -> None:
    """Seconds to tag reports whose sentence vectors are given."""
    dim = len(heads.states["present"].weights)
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((reports * sentences // 10, dim)).astype(np.float16)
    counts = [sentences] * (len(vectors) // sentences)
    begin, used = time.perf_counter(), time.process_time()
    for _ in range(10):
        heads.reports(vectors, counts)
    seconds, used = time.perf_counter() - begin, time.process_time() - used
    done = 10 * len(counts)
    click.echo(
        f"tagging: {done:,} reports of {sentences} sentences in {seconds:.1f} s "
        f"({used:.1f} s of processor time), {len(heads.findings)} findings x 2 states; "
        f"a million in {seconds * 1e6 / done:.0f} s ({used * 1e6 / done:.0f} s)"
    )
