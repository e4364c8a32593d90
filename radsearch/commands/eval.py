"""`radsearch eval -i INDEX`: findings <-> impression retrieval on the index itself."""

import json
from pathlib import Path

import click


@click.command("eval")
@click.option("-i", "--index", required=True, type=click.Path(path_type=Path), help="Index folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for run, qrels, records.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a system and direction.")
def command(index: Path, out: Path | None, as_json: bool) -> None:
    """Measure findings <-> impression retrieval on an index, exact, live and lexical rows."""
    from radsearch.evaluation import retrieval_table
    from radsearch.evaluation.index_retrieval import evaluate_index, write_artefacts

    result = evaluate_index(index)
    if out is not None:
        write_artefacts(index, result, out)
    if as_json:
        for record in retrieval_table.records(result):
            click.echo(json.dumps(record))
        return
    click.echo(retrieval_table.markdown(result))
    click.echo("\n" + retrieval_table.slices(result, "dense"))
    if out is not None:
        click.echo(
            f"\nwritten to {out}: run and qrels in TREC form, per_query.parquet, report.json"
        )
