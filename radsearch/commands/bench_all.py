"""`radsearch bench all --out book/`: every benchmark in one Markdown and one HTML file."""

import json
import os
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
@click.option("--backbone", help="Encoder to show beside ours: what it was trained from.")
@click.option("--only", multiple=True, help="Only this part; may be given again.")
@click.option("--limit", type=int, default=900, show_default=True, help="Seconds for one part.")
def command(
    out: Path,
    openi: Path | None,
    ct_rate: Path | None,
    radjudge: Path | None,
    backbone: str | None,
    only: tuple[str, ...],
    limit: int,
) -> None:
    """Run every benchmark and bind the results; a part already run at this commit is kept."""
    from radsearch.evaluation.book import PARTS, html, markdown

    given = {"openi": openi, "ct_rate": ct_rate, "radjudge": radjudge, "backbone": backbone}
    paths = {name: str(path) for name, path in given.items() if path}
    paths |= {"figures": str(out / "figures"), "parts": str(out / "parts")}
    unknown = set(only) - {part.name for part in PARTS}
    if unknown:
        names = ", ".join(part.name for part in PARTS)
        raise click.UsageError(f"no part {', '.join(sorted(unknown))}: one of {names}")
    (out / "parts").mkdir(parents=True, exist_ok=True)
    bound: list[tuple[Part, Result | None]] = []
    fresh = False
    for part in PARTS:
        arguments = part.command(paths)
        if only and part.name not in only:
            continue
        if arguments is None:
            bound.append((part, None))
            continue
        kept = out / "parts" / f"{part.name}.json"
        old = None if fresh and part.name == "figures" else _kept(arguments, kept)
        fresh = fresh or old is None
        bound.append((part, old or _result(part, arguments, kept, limit)))
    source = markdown(bound)
    (out / "book.md").write_text(source, encoding="utf-8")
    (out / "book.html").write_text(html(source, out), encoding="utf-8")
    click.echo(f"{len(bound)} parts in {out / 'book.md'} and {out / 'book.html'}")


def _kept(arguments: tuple[str, ...], kept: Path) -> "Result | None":
    """What the part found when it ran at this commit; None if it has to run."""
    from radsearch.evaluation.book import Result

    if not kept.is_file():
        return None
    old = Result(**json.loads(kept.read_text(encoding="utf-8")))
    same = (old.command, old.commit, old.failed) == (_shown(arguments), _commit(), "")
    return old if same else None


def _shown(arguments: tuple[str, ...]) -> str:
    return "radsearch bench " + " ".join(arguments)


def _result(part: "Part", arguments: tuple[str, ...], kept: Path, limit: int) -> "Result":
    from radsearch.evaluation.book import Result

    click.echo(f"running {part.name}", err=True)
    start, used = time.perf_counter(), _children()
    argv = [sys.executable, "-m", "radsearch", "bench", *arguments]
    try:
        run = subprocess.run(argv, capture_output=True, text=True, timeout=limit, check=False)
        failed = "" if run.returncode == 0 else f"Failed with status {run.returncode}."
        output = run.stdout
    except subprocess.TimeoutExpired:
        failed, output = f"Stopped after {limit} seconds.", ""
    seconds, cpu = time.perf_counter() - start, _children() - used
    result = Result(
        _shown(arguments), _commit(), date.today().isoformat(), seconds, output, failed, cpu
    )
    kept.write_text(json.dumps(asdict(result)), encoding="utf-8")
    return result


def _children() -> float:
    """Processor seconds of all child processes so far."""
    times = os.times()
    return times.children_user + times.children_system


def _commit() -> str:
    """Short hash of the checkout, with "+" if it is changed; "installed" outside one."""
    home = Path(__file__).resolve().parents[2]
    argv = ["git", "-C", str(home), "describe", "--always", "--dirty=+", "--abbrev=8"]
    run = subprocess.run(argv, capture_output=True, text=True, check=False)
    return run.stdout.strip() or "installed"
