"""`radsearch bench mteb`: our retrieval tasks, run by `mteb`, on our engine or on any model."""

import json
from pathlib import Path

import click

from radsearch._sibling import sibling
from radsearch.errors import RadsearchError

SCORES = ("hit_rate_at_1", "recall_at_10", "mrr_at_10", "ndcg_at_10")


@click.command("mteb")
@click.option("--openi", type=click.Path(exists=True, path_type=Path), help="Open-I, XML or CSV.")
@click.option(
    "--authored",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The authored corpus, test part; data/corpus/authored if nothing else is given.",
)
@click.option("--model", "models", multiple=True, help="A model that mteb knows, or a folder.")
@click.option("--mode", type=click.Choice(["dense", "lexical", "hybrid"]), default="hybrid")
@click.option("--encoder", help="Of our engine: folder or hub id; the shipped one if not given.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a task and model.")
def command(
    openi: Path | None,
    authored: Path | None,
    models: tuple[str, ...],
    mode: str,
    encoder: str | None,
    as_json: bool,
) -> None:
    """Run the MTEB tasks on our engine, or on --model instead."""
    from radsearch.evaluation.mteb_tasks import authored_tasks, openi_tasks

    tasks = openi_tasks(openi) if openi else []
    if authored or not openi:
        tasks += authored_tasks(authored or Path("data/corpus/authored"))
    import mteb  # after the tasks, whose error says how to install it

    engine = sibling("indexer.mteb_search").RadsearchEngine
    for model in models or ("",):
        try:
            if model:
                runner = _folder(model) if Path(model).is_dir() else mteb.get_model(model)
            else:
                runner = engine(encoder, mode=mode)
        except (KeyError, ValueError, OSError) as error:
            raise RadsearchError(
                f"mteb cannot load {model!r} ({type(error).__name__}): give a name that it knows "
                f"or a sentence-transformers folder"
            ) from None
        result = mteb.evaluate(
            runner, tasks, cache=None, show_progress_bar=False, co2_tracker=False
        )
        for task in result.task_results:
            (scores,) = task.scores["test"]
            row = {name: round(float(scores[name]), 4) for name in SCORES if name in scores}
            if as_json:
                click.echo(
                    json.dumps({"model": model or result.model_name, "task": task.task_name, **row})
                )
                continue
            shown = "  ".join(f"{name} {value:.4f}" for name, value in row.items())
            click.echo(f"{task.task_name:<42}{model or result.model_name:<36}{shown}")


def _folder(path: str) -> object:
    """A sentence-transformers folder, which mteb takes as it is."""
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(path, device="cpu", local_files_only=True)
