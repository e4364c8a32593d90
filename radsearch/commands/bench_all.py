"""`radsearch bench all --out book/`: every benchmark in one Markdown and one HTML file."""

import json
import subprocess
import sys
import time
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.evaluation.book import Part, Result

DATA = click.Path(exists=True, path_type=Path)


@click.command("all")
@click.option("--out", type=click.Path(path_type=Path), default=Path("book"), show_default=True)
@click.option("--openi", type=DATA, help="Open-I: NLM's XML folder or the CSV.")
@click.option("--ct-rate", type=DATA, help="CT-RATE text-classifier reports, CSV.")
@click.option("--radjudge", type=DATA, help="RadJudge ranking tests, CSV.")
@click.option("--only", multiple=True, help="Only this part; may be given again.")
@click.option("--limit", type=int, default=900, show_default=True, help="Seconds for one part.")
def command(
    out: Path,
    openi: Path | None,
    ct_rate: Path | None,
    radjudge: Path | None,
    only: tuple[str, ...],
    limit: int,
) -> None:
    """Run every benchmark and bind the results; a part already run at this commit is kept."""
    from radsearch.evaluation.book import PARTS, html, markdown

    given = {"openi": openi, "ct_rate": ct_rate, "radjudge": radjudge}
    paths = {name: str(path) for name, path in given.items() if path}
    unknown = set(only) - {part.name for part in PARTS}
    if unknown:
        names = ", ".join(part.name for part in PARTS)
        raise click.UsageError(f"no part {', '.join(sorted(unknown))}: one of {names}")
    (out / "parts").mkdir(parents=True, exist_ok=True)
    bound = []
    for part in PARTS:
        arguments = part.command(paths)
        if only and part.name not in only:
            continue
        kept = out / "parts" / f"{part.name}.json"
        bound.append((part, None if arguments is None else _result(part, arguments, kept, limit)))
    source = markdown(bound)
    (out / "book.md").write_text(source, encoding="utf-8")
    (out / "book.html").write_text(html(source), encoding="utf-8")
    click.echo(f"{len(bound)} parts in {out / 'book.md'} and {out / 'book.html'}")


def _result(part: "Part", arguments: tuple[str, ...], kept: Path, limit: int) -> "Result":
    from radsearch.evaluation.book import Result

    shown, commit = "radsearch bench " + " ".join(arguments), _commit()
    if kept.is_file():
        old = Result(**json.loads(kept.read_text(encoding="utf-8")))
        if (old.command, old.commit, old.failed) == (shown, commit, ""):
            return old
    click.echo(f"running {part.name}", err=True)
    start = time.perf_counter()
    argv = [sys.executable, "-m", "radsearch", "bench", *arguments]
    try:
        run = subprocess.run(argv, capture_output=True, text=True, timeout=limit, check=False)
        failed = "" if run.returncode == 0 else f"Failed with status {run.returncode}."
        output = run.stdout
    except subprocess.TimeoutExpired:
        failed, output = f"Stopped after {limit} seconds.", ""
    seconds = time.perf_counter() - start
    result = Result(shown, commit, date.today().isoformat(), seconds, output, failed)
    kept.write_text(json.dumps(asdict(result)), encoding="utf-8")
    return result


def _commit() -> str:
    """Short hash of the checkout, with "+" if it is changed; "installed" outside one."""
    home = Path(__file__).resolve().parents[2]
    argv = ["git", "-C", str(home), "describe", "--always", "--dirty=+", "--abbrev=8"]
    run = subprocess.run(argv, capture_output=True, text=True, check=False)
    return run.stdout.strip() or "installed"
