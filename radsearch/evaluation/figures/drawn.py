"""Each figure of the book: draws the PNG and says in Markdown what it shows and where it is from.

A figure whose data are absent is a sentence that says what is missing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from radsearch.encoder.protocol import Encoder
from radsearch.evaluation.figures import contrast_data as contrast
from radsearch.evaluation.figures import contrast_plots as plots
from radsearch.evaluation.figures import kept, neighbourhood
from radsearch.evaluation.figures import stages as training

Encoders = Mapping[str, Encoder]
ALONE = "\n\nNo backbone was given (`--backbone FOLDER`): ours alone."
SUITE = "written for this project, no training text; 95 % bootstrap interval over rows, seed 0"


def _figure(heading: str, path: Path, text: str) -> str:
    """A heading, the picture, and what is to be known of it."""
    return f"### {heading}\n\n![{heading}](figures/{path.name})\n\n{text}"


def _beside(encoders: Encoders) -> str:
    return "" if len(encoders) > 1 else ALONE


def store_checks(logs: Sequence[Path], data: Path) -> None:
    """Add the checks of training logs to `data/benchmarks/stages.jsonl`, stage by stage."""
    lines = [line for log in logs for line in log.read_text(encoding="utf-8").splitlines()]
    path = data / "benchmarks" / "stages.jsonl"
    held = training.read_checks(path) if path.is_file() else []
    training.write_checks(training.merged(held, training.parse_checks(lines)), path)


def stages(data: Path, out: Path) -> str:
    """Stage curves (paper: figure 3)."""
    path = data / "benchmarks" / "stages.jsonl"
    checks = training.read_checks(path) if path.is_file() else []
    if not checks:
        return f"### Stage curves\n\n*Not drawn: no checks in {path.name} (give --log).*"
    picture = training.plot_stages(checks, out / "stages.png")
    columns = list(training.MEASURES)
    rows = ["| stage | step | " + " | ".join(columns) + " |", "|---|--:|" + "--:|" * len(columns)]
    for check in checks:
        cells = " | ".join(f"{check.values.get(name, float('nan')):.3f}" for name in columns)
        rows.append(f"| {check.stage} | {check.step} | {cells} |")
    text = (
        "Checks while training, on the validation part of the authored reports (148 pairs) and "
        "held-out contrast families, of which later stages have more and harder ones "
        "(train/LOG.md); one run, so no interval. Paper, figure 3: the 4B by stage, on its own "
        "validation sets.\n\n"
    )
    return _figure("Stage curves", picture, text + "\n".join(rows))


def axes(data: Path, encoders: Encoders, out: Path) -> str:
    """Ordering accuracy by axis."""
    columns = {name: contrast.ordering_bars(data / "suites", e) for name, e in encoders.items()}
    picture = plots.plot_bars(
        columns, out / "axes.png", heading="Nearer value, higher cosine", y="pairs in right order"
    )
    text = f"Data: data/suites/ordering.jsonl, {SUITE}. Paper: mean 0.996 over ten axes, on its "
    text += "own generated contrasts.\n\n" + contrast.table("axis", columns) + _beside(encoders)
    return _figure("Ordering by axis", picture, text)


def joint(data: Path, encoders: Encoders, out: Path) -> str:
    """Heat maps of two attributes that change together."""
    maps = {"target (RadSim)": contrast.joint_map(data / "suites", None)}
    maps |= {name: contrast.joint_map(data / "suites", e) for name, e in encoders.items()}
    picture = plots.plot_joint(maps, out / "joint.png")
    text = (
        "Mean cosine between a definite, mild finding and the same sentence with another certainty "
        "and severity (half of them in another place as well). Data: data/suites/joint.jsonl, 8 "
        "sentences, 140 pairs; each panel has its own scale. Paper: Spearman 0.976 on its own "
        "generated pairs; ours is in the table of suites." + _beside(encoders)
    )
    return _figure("Certainty and severity together", picture, text)


def location(data: Path, encoders: Encoders, out: Path) -> str:
    """Cosine by distance in place."""
    curves = {name: contrast.location_curve(data / "suites", e) for name, e in encoders.items()}
    picture = plots.plot_location(curves, out / "location.png")
    text = f"Data: data/suites/location.jsonl, 10 ladders of four places, {SUITE}. Paper: a curve "
    text += "over lobes and vertebrae of its own sentences.\n\n"
    columns = {name: {str(n): bar for n, bar in enumerate(c)} for name, c in curves.items()}
    text += contrast.table("steps away", columns) + _beside(encoders)
    return _figure("Distance in place", picture, text)


def laterality(data: Path, encoders: Encoders, out: Path) -> str:
    """How much nearer the right side stays when something else changes too."""
    columns = {name: contrast.laterality_bars(data / "suites", e) for name, e in encoders.items()}
    picture = plots.plot_bars(
        columns,
        out / "laterality.png",
        heading="Right side against wrong side, another attribute changed",
        y="advantage in cosine",
    )
    text = f"Data: data/suites/laterality.jsonl, {SUITE}. Paper: positive under every other "
    text += "attribute; above zero is right here too.\n\n"
    text += contrast.table("also changed", columns) + _beside(encoders)
    return _figure("Laterality under another change", picture, text)


def sentence_map(data: Path, encoders: Encoders, out: Path) -> str:
    """T-SNE of sentences with one abnormal finding."""
    kept_ = neighbourhood.labelled_sentences(data / "corpus" / "authored", "test")
    places, rows = {}, ["| encoder | same finding among the 10 nearest |", "|---|--:|"]
    for name, encoder in encoders.items():
        vectors = encoder.embed(kept_.texts, "sentence")
        share = neighbourhood.purity(vectors, kept_.labels)
        places[f"{name}: {share:.2f}"] = neighbourhood.place(vectors)
        rows.append(f"| {name} | {share:.3f} |")
    picture = neighbourhood.plot_map(places, kept_.labels, out / "map.png")
    text = (
        f"{len(kept_.texts)} sentences of the authored test reports, each with one abnormal "
        "finding as extracted; the eight most frequent findings, 60 sentences each at most; t-SNE "
        "over cosine, seed 0. Paper: reports of its hospitals by eight abnormalities.\n\n"
    )
    return _figure("Sentences by finding", picture, text + "\n".join(rows) + _beside(encoders))


def recall(parts: Path | None, out: Path) -> str:
    """R@1 of all systems, from the parts of the book that ran."""
    shown = []
    for name, corpus in (("openi", "Open-I"), ("ct-rate", "CT-RATE"), ("sample", "sample corpus")):
        rows = kept.recall_rows(kept.output_of(parts, name)) if parts else {}
        other = kept.recall_rows(kept.output_of(parts, f"{name}-backbone")) if parts else {}
        rows = kept.with_backbone(rows, other)
        if rows:
            picture = kept.plot_recall(rows, out / f"recall_{name}.png", f"R@1, {corpus}")
            text = "Numbers, data and the paper's values: the table of the same name above."
            shown.append(_figure(f"Recall at 1, {corpus}", picture, text))
    absent = "### Recall at 1\n\n*Not drawn: no retrieval table in --parts.*"
    return "\n\n".join(shown) or absent


def probes(parts: Path | None, out: Path) -> str:
    """Macro F1 of linear probes by number of labels."""
    curves = kept.probe_curves(kept.output_of(parts, "heads")) if parts else {}
    if not curves:
        return "### Label budget\n\n*Not drawn: no label budget in --parts (needs Open-I).*"
    picture = kept.plot_probes(curves, out / "probes.png")
    text = (
        "Open-I, 14 NegBio labels, linear probes on frozen report vectors, half of the reports "
        "held out by text, five draws; intervals over draws. Paper, figure 10: 0.481 against 0.412 "
        "with 100 labels, on hospital reports."
    )
    return _figure("Label budget", picture, text)
