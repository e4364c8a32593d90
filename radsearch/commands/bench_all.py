"""`radsearch bench all --out book/`: every benchmark in one Markdown and one HTML file."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.evaluation.book import Result
    from radsearch.evaluation.book_part import Part

DATA = click.Path(exists=True, path_type=Path)
OWN = ("figures", "parts", "cache")
"""Folders of the book itself."""
HOME = Path(__file__).resolve().parents[2]


@click.command("all")
@click.option("--out", type=click.Path(path_type=Path), default=Path("book"), show_default=True)
@click.option(
    "--shared",
    type=click.Path(path_type=Path),
    default=lambda: Path(os.environ.get("RADSEARCH_SHARED", "../shared")),
    help="Folder of the external data, from which what is not given is taken; RADSEARCH_SHARED.",
)
@click.option("--openi", type=DATA, help="Open-I: NLM's XML folder or the CSV.")
@click.option("--ct-rate", type=DATA, help="CT-RATE text-classifier reports, CSV.")
@click.option("--radjudge", type=DATA, help="RadJudge ranking tests, CSV.")
@click.option("--backbone", help="Encoder to show beside ours: what it was trained from.")
@click.option("--only", multiple=True, help="Only this part; may be given again.")
@click.option("--limit", type=int, default=900, show_default=True, help="Seconds for one part.")
def command(
    out: Path,
    shared: Path,
    openi: Path | None,
    ct_rate: Path | None,
    radjudge: Path | None,
    backbone: str | None,
    only: tuple[str, ...],
    limit: int,
) -> None:
    """Run every benchmark and bind the results.

    A part is kept as long as code, weights, corpora and the files given are the same, so that a
    book that was interrupted goes on where it was; --only leaves the other parts as they are.
    """
    from radsearch.evaluation.book_parts import LAYOUT, PARTS

    found = {name: shared / place for name, place in LAYOUT.items() if (shared / place).exists()}
    given = {"openi": openi, "ct_rate": ct_rate, "radjudge": radjudge, "backbone": backbone}
    paths = {name: str(p) for name, p in (found | {n: p for n, p in given.items() if p}).items()}
    paths |= {name: str(out / name) for name in OWN}
    unknown = set(only) - {part.name for part in PARTS}
    if unknown:
        names = ", ".join(part.name for part in PARTS)
        raise click.UsageError(f"no part {', '.join(sorted(unknown))}: one of {names}")
    (out / "parts").mkdir(parents=True, exist_ok=True)
    bound: list[tuple[Part, Result | None]] = []
    fresh = False
    for part in PARTS:
        kept = out / "parts" / f"{part.name}.json"
        arguments = part.command(paths)
        if arguments is None or (only and part.name not in only):
            bound.append((part, _read(kept) if only else None))
            continue
        key = _key(part, arguments, paths)
        old = None if fresh and part.name == "figures" else _read(kept, key)
        fresh = fresh or old is None
        bound.append((part, old or _result(part, arguments, kept, key, limit)))
        _bind(bound, out)
    _bind(bound, out)
    failed = [part.name for part, result in bound if result is not None and result.failed]
    click.echo(f"{len(bound)} parts in {out / 'book.md'} and {out / 'book.html'}")
    if failed:
        raise click.ClickException(f"did not finish: {', '.join(failed)}; the book says why")


def _bind(bound: "list[tuple[Part, Result | None]]", out: Path) -> None:
    from radsearch.evaluation.book import html, markdown

    source = markdown(bound)
    (out / "book.md").write_text(source, encoding="utf-8")
    (out / "book.html").write_text(html(source, out), encoding="utf-8")


def _key(part: "Part", arguments: tuple[str, ...], paths: Mapping[str, str]) -> str:
    """Digest of all that the part's numbers depend on."""
    from radsearch.evaluation.book_key import code_key, part_key

    given = part.uses.intersection(paths).difference(OWN, ("shared",))  # the latter holds the rest
    read = [paths[name] for name in given]
    return part_key(code_key(HOME, Path("data")), arguments, read, part.reads)


def _read(kept: Path, key: str | None = None) -> "Result | None":
    """What the part found when it ran under this key (None: under any); None if it has to run."""
    from radsearch.evaluation.book import Result

    if not kept.is_file():
        return None
    old = Result(**json.loads(kept.read_text(encoding="utf-8")))
    return old if key is None or (old.key, old.failed) == (key, "") else None


def _result(part: "Part", arguments: tuple[str, ...], kept: Path, key: str, limit: int) -> "Result":
    from radsearch.evaluation.book import Result

    click.echo(f"running {part.name}", err=True)
    start, used = time.perf_counter(), _children()
    argv = [sys.executable, "-m", "radsearch", "bench", *arguments]
    try:
        run = subprocess.run(argv, capture_output=True, text=True, timeout=limit, check=False)
        failed = "" if run.returncode == 0 else f"Failed with status {run.returncode}."
        failed += _reason(run.stderr) if failed else ""
        output = run.stdout
    except subprocess.TimeoutExpired:
        failed, output = f"Stopped after {limit} seconds.", ""
    seconds, cpu = time.perf_counter() - start, _children() - used
    shown = "radsearch bench " + " ".join(arguments)
    today = date.today().isoformat()
    result = Result(shown, _commit(), today, seconds, output, failed, cpu, key)
    kept.write_text(json.dumps(asdict(result)), encoding="utf-8")
    click.echo(f"  {seconds:.0f} s, {cpu:.0f} s of processor time {failed}".rstrip(), err=True)
    return result


def _reason(stderr: str) -> str:
    """Our own error line, which says what to do and holds no report text."""
    lines = [line for line in stderr.splitlines() if line.startswith("Error: ")]
    return f" {lines[-1].removeprefix('Error: ')}" if lines else ""


def _children() -> float:
    """Processor seconds of all child processes so far."""
    times = os.times()
    return times.children_user + times.children_system


def _commit() -> str:
    """Short hash of the checkout, with "+" if it is changed; "installed" outside one."""
    argv = ["git", "-C", str(HOME), "describe", "--always", "--dirty=+", "--abbrev=8"]
    run = subprocess.run(argv, capture_output=True, text=True, check=False)
    return run.stdout.strip() or "installed"
