"""The command line: each command lives in the module of its work."""

import logging
from dataclasses import replace
from pathlib import Path

import click

from radsearch.errors import RadsearchError

from .adapt import command as adapt_command
from .blend import command as blend_command
from .choose import command as choose_command
from .curriculum import command as curriculum_command
from .distil import command as distil_command
from .export import command as export_command
from .heads import command as heads
from .large import command as large_command
from .narrow import command as narrow_command
from .plan import command as plan_command
from .prune import command as prune_command
from .reword.command import command as reword_command
from .widen import command as widen_command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def group() -> None:
    """Train, plan, adapt and export encoders."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")


@group.command()
@click.option("--stages", type=click.Choice(["small", "ablation"]), default="small",
              show_default=True, help="Which curriculum.")  # fmt: skip
@click.option("--model", required=True, help="Backbone: a folder or a model id.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option("--max-seconds", type=float, help="Ends each stage after this time.")
@click.option("--max-steps", type=int, help="Ends each stage after this many steps.")
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
@click.option("--only", help="Run this stage alone, from --model.")
@click.option("--reports", "own", multiple=True,
              type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Folder of rows of `reword`, drawn beside ours; repeatable.")  # fmt: skip
@click.option("--families", "own_families", multiple=True,
              type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Folder of rows of `reword --families`; repeatable.")  # fmt: skip
@click.option("--captions", type=click.Path(exists=True, path_type=Path),
              help="File or folder of figure captions, one more part of each stage.")  # fmt: skip
def fit(
    stages: str,
    model: str,
    out: Path,
    max_seconds: float | None,
    max_steps: int | None,
    threads: int,
    only: str | None,
    own: tuple[Path, ...],
    own_families: tuple[Path, ...],
    captions: Path | None,
) -> None:
    """Train a curriculum; the same command resumes it."""
    import torch

    from .fit import Limits, fit_stage, read_held_out
    from .signals.registry import DATA, open_signal
    from .stages import CAPTIONS
    from .stages_ablation import ABLATION
    from .stages_small import SMALL

    curriculum = {"small": SMALL, "ablation": ABLATION}[stages]
    if captions:
        curriculum = tuple(replace(s, parts=(*s.parts, CAPTIONS)) for s in curriculum)
    names = [stage.name for stage in curriculum]
    if only and only not in names:
        raise click.UsageError(f"no stage {only!r} in {stages}: one of {', '.join(names)}")
    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    held_out = read_held_out(DATA / "corpus")
    folder: str | Path = model
    for stage in curriculum:
        if only and stage.name != only:
            continue
        signals = {
            part.signal: open_signal(
                part.signal, own=own, own_families=own_families, captions=captions
            )
            for part in stage.parts
        }
        limits = Limits(max_seconds=max_seconds, max_steps=max_steps)
        folder = fit_stage(folder, stage, signals, held_out, out, limits)
    click.echo(str(folder))


group.add_command(adapt_command)
group.add_command(blend_command)
group.add_command(choose_command)
group.add_command(curriculum_command)
group.add_command(distil_command)
group.add_command(export_command)
group.add_command(large_command)
group.add_command(narrow_command)
group.add_command(plan_command)
group.add_command(prune_command)
group.add_command(reword_command)
group.add_command(widen_command)

group.add_command(heads)


def main() -> None:
    """Run the command line; a user's fault is one line on stderr and exit status 1."""
    try:
        group()
    except RadsearchError as error:
        click.echo(f"train: {error}", err=True)
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
