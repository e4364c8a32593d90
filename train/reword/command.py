"""`python -m train reword`: rewordings and thoughts for a user's reports, as rows for `fit`."""

import csv
import json
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from radsearch.llm import AnswerCache, ChatClient

from .anchors import anchors
from .check import Fault
from .estimate import estimate
from .families import FAMILIES
from .reports import REPORTS, chosen
from .task import Item, Task
from .writer import Writer, Written, write_all

if TYPE_CHECKING:
    from radsearch.corpus import Corpus

_log = logging.getLogger(__name__)
Refusals = list[tuple[str, Fault]]
_PATH = click.Path(path_type=Path)


@click.command("reword")
@click.argument("corpus", type=click.Path(exists=True, path_type=Path))
@click.option("--endpoint", help="OpenAI-compatible URL (.../v1): the texts are SENT there.")
@click.option("--model", default="", help="Name of the model at the endpoint.")
@click.option("--out", type=_PATH, required=True, help="JSONL file of rows, for fit --reports.")
@click.option("--key-file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="File with the endpoint's API key.")  # fmt: skip
@click.option("--cache", type=_PATH, show_default="OUT.answers",
              help="Keeps every answer; the same command goes on from there.")  # fmt: skip
@click.option("--families", is_flag=True,
              help="Write contrast families instead: docs/training.md.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), help="At most so many reports.")
@click.option("--dry-run", is_flag=True, help="Print requests and tokens, send nothing.")
@click.option("--deidentify", is_flag=True,
              help="Take names, dates, places out of the texts first, by rules.")  # fmt: skip
@click.option("--workers", type=click.IntRange(min=1), default=4, show_default=True,
              help="Requests on their way at a time.")  # fmt: skip
@click.option("--timeout", type=click.FloatRange(min=1), default=120.0, show_default=True,
              help="Seconds for one request.")  # fmt: skip
@click.option("--findings-column", help="Column of findings; guessed if not given.")
@click.option("--impression-column", help="Column of impressions; guessed if not given.")
@click.option("--text-column", help="Column of whole reports, split by their headings.")
@click.option("--id-column", help="Column of report ids; guessed if not given.")
def command(
    corpus: Path,
    endpoint: str | None,
    model: str,
    out: Path,
    key_file: Path | None,
    cache: Path | None,
    families: bool,
    limit: int | None,
    dry_run: bool,
    deidentify: bool,
    workers: int,
    timeout: float,
    **columns: str | None,
) -> None:
    """Have a language model reword the reports of CORPUS and state their reasoning.

    CORPUS is anything that radsearch index reads. Each report with findings and impression becomes
    one request: a rewording of both, and evidence, pattern and reasoning. The rule engine checks
    every text; what it refuses is asked for once more, then left out and listed, with the reason,
    in OUT.rejects.tsv.

    Nothing leaves this machine unless --endpoint names where to; then findings and impressions
    are sent there as they are. A model server of your own (llama.cpp, vLLM, Ollama) keeps them in
    the house.
    """
    if not dry_run and not (endpoint and model):
        raise click.UsageError("give --endpoint and --model, or --dry-run to see the cost")
    refused: Refusals = []
    source = _read(corpus, columns)
    task: Task[Any] = FAMILIES if families else REPORTS
    items = (anchors if families else chosen)(
        source,
        lambda report_id, fault: refused.append((report_id, fault)),
        limit=limit,
        clean=deidentify,
    )
    kept = cache or out.with_name(out.name + ".answers")
    if dry_run:
        _tell_estimate(task, items, kept, model)
        return
    key = key_file.read_text(encoding="utf-8").strip() if key_file else ""
    client = ChatClient(endpoint or "", model, api_key=key, timeout=timeout)
    out.parent.mkdir(parents=True, exist_ok=True)
    with AnswerCache(kept) as answers:
        written = write_all(items, Writer(task, client, answers).write, workers=workers)
        n, sent = _write(task, written, model, out, refused)
    refused += [(r.report_id, Fault("report", "unreadable", r.reason)) for r in source.rejects]
    _write_refused(refused, out.with_name(out.name + ".rejects.tsv"))
    flag = "--families" if families else "--reports"
    click.echo(f"{n:,} rows in {out}, {sent:,} requests; to train on them: fit {flag} FOLDER")
    for (part, code), count in sorted(Counter((f.part, f.code) for _, f in refused).items()):
        click.echo(f"  {count:>8,}  {part}: {code}")
    if refused:
        click.echo(f"left out, with the reasons: {out}.rejects.tsv")


def _read(corpus: Path, columns: dict[str, str | None]) -> "Corpus":
    from radsearch.corpus import read_corpus

    given = {
        "report_id" if name == "id_column" else name.removesuffix("_column"): value
        for name, value in columns.items()
        if value
    }
    return read_corpus(corpus, columns=given or None)


def _tell_estimate(task: Task[Item], items: Iterable[Item], cache: Path, model: str) -> None:
    if cache.exists():
        with AnswerCache(cache) as answers:
            told = estimate(task, items, answers, model)
    else:
        told = estimate(task, items, None, model)
    click.echo(
        f"{told.items:,} to be written, {told.items - told.requests:,} of them answered before\n"
        f"requests: {told.requests:,}, up to twice as many where texts are refused\n"
        f"about {told.tokens_in:,} tokens sent and {told.tokens_out:,} received in the first round "
        "(4 characters a token)\nnothing was sent"
    )


def _write(
    task: Task[Item], written: Iterable[Written[Item]], model: str, out: Path, refused: Refusals
) -> tuple[int, int]:
    """Rows to a file that appears when it is whole; how many, and how many requests they took."""
    n = sent = 0
    with _whole(out) as file:
        for i, each in enumerate(written, 1):
            sent += each.sent
            refused += [(task.key(each.item), fault) for fault in each.faults]
            row = task.row(each.item, each.parts, f"{model}, {task.version}")
            if row is not None:
                n += 1
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            if i % 100 == 0:
                _log.info("%d answered, %d rows, %d requests", i, n, sent)
    return n, sent


def _write_refused(refused: Refusals, path: Path) -> None:
    with _whole(path) as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(("report_id", "part", "code", "detail"))
        table.writerows((key, fault.part, fault.code, fault.detail) for key, fault in refused)


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
    """A text file under a temporary name that takes its own once all is written."""
    draft = path.with_name(f".{path.name}.tmp")
    try:
        with draft.open("w", encoding="utf-8") as file:
            yield file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
