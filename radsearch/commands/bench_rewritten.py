"""`radsearch bench rewritten`: authored reports asked by sections that are not in their index."""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from radsearch._sibling import sibling
from radsearch.evaluation.authored import Part, read_authored

_NEEDED = ("findings", "impression", "findings_rewrite", "impression_rewrite")


@click.command("rewritten")
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("data/corpus/authored"),
    show_default=True,
    help="Folder of authored reports; its validation and test parts are asked.",
)
@click.option("--modality", help="Only this one, such as XR.")
@click.option("--every", is_flag=True, help="All reports of the folder, trained on or not.")
@click.option("--encoder", help="Folder or model id; the shipped one if not given.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(
    corpus: Path,
    modality: str | None,
    every: bool,
    encoder: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Find each report by a section of it that is in the index, then by the same one reworded."""
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.rewritten import measure
    from radsearch.report import Report
    from radsearch.searcher import Searcher

    parts: tuple[Part | None, ...] = (None,) if every else ("validation", "test")
    rows = [
        row
        for name in parts
        for row in read_authored(corpus, name)
        if all(row.get(key) for key in _NEEDED) and modality in (None, row["modality"])
    ]
    if not rows:
        raise click.UsageError(
            f"no report of {corpus} has {', '.join(_NEEDED)}"
            + (f" and modality {modality!r}" if modality else "")
        )
    loaded = load_encoder(encoder, threads=threads)
    with tempfile.TemporaryDirectory() as folder:
        reports = [
            Report(report_id=row["id"], findings=row["findings"], impression=row["impression"])
            for row in rows
        ]
        sibling("indexer.build").build_index(reports, folder, encoder=loaded)
        asked = measure(Searcher.open(folder, encoder=loaded), rows)
    if as_json:
        for row in asked:
            click.echo(json.dumps({"reports": len(rows), **asdict(row)}))
        return
    click.echo(f"{len(rows):,} reports of {corpus}, encoder {loaded.name}; R@1")
    names = list(asked[0].recall)
    click.echo(f"{'':<28}{'asked by':<18}" + "".join(f"{name:>10}" for name in names))
    for row in asked:
        by = "rewritten section" if row.rewritten else "its own section"
        click.echo(
            f"{row.direction.replace('_', ' '):<28}{by:<18}"
            + "".join(f"{row.recall[name]:>10.3f}" for name in names)
        )
