"""What the share of a blend is chosen on: validation reports, held-out families, our own suites.

Nothing external is read here, and nothing that the encoder was trained on is asked; training
reports only fill the gallery.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from safetensors.torch import load_file

from radsearch.encoder.protocol import Kind, Vectors
from radsearch.evaluation.authored import read_authored
from radsearch.evaluation.contrasts import measure_contrasts

from .adapt_measure import searched
from .backbone import Embed, Embedder, load_model
from .blend import blended
from .fit import HeldOut, read_held_out
from .rows import Family, Pair
from .signals.pairs import read_studies, study_of
from .signals.registry import DATA
from .validation import family_accuracy, recall_at_1

LONG = 25
"""Words from which an anchor counts as long."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Reports that were never trained on, and training reports to be told from.

    Attributes:
        pairs: Findings and impression; these ask.
        others: The same of training reports; these only fill the gallery.
    """

    pairs: Sequence[Pair]
    others: Sequence[Pair]


def read_asked(corpus: Path, others: int) -> Asked:
    """Reports of `retrieval`, and training reports of the same modality and body part.

    Args:
        corpus: Holds `retrieval` and `authored*`.
        others: Training reports at most, evenly taken.

    Returns:
        Both.
    """
    asked = [study_of(row) for row in read_authored(corpus / "retrieval")]
    strata = {study.stratum for study in asked}
    kindred = [study for study in read_studies(corpus) if study.stratum in strata]
    step = max(1, -(-len(kindred) // max(others, 1)))
    pairs, fill = (
        [Pair(s.views["findings"], s.views["impression"], s.key) for s in studies]
        for studies in (asked, kindred[::step])
    )
    return Asked(pairs, fill)


def asked_recall(asked: Asked, embed: Embed) -> dict[str, float]:
    """R@1 of the asked reports, as an index of all of them finds their other section."""
    pairs, asking = [*asked.pairs, *asked.others], len(asked.pairs)
    left = embed([pair.left for pair in pairs]).numpy()
    right = embed([pair.right for pair in pairs]).numpy()
    return {
        "f2i": recall_at_1(searched(left, right)[:asking]),
        "i2f": recall_at_1(searched(right, left)[:asking]),
    }


def grouped(families: Sequence[Family]) -> dict[str, list[Family]]:
    """Families by length of the anchor and by the round in which they were written.

    >>> from .rows import Variant
    >>> [*grouped([Family("f14a-1", "size", (Variant(("Small.",), 0, "0"),), "")])]
    ['f14 short']
    """
    groups: dict[str, list[Family]] = defaultdict(list)
    for family in families:
        written = re.match(r"f\d+", family.key)
        length = "long" if len(family.variants[0].texts[0].split()) >= LONG else "short"
        groups[f"{written[0] if written else 'first'} {length}"].append(family)
    return dict(sorted(groups.items()))


def numbers(embed: Embed, held_out: HeldOut, asked: Asked, suites: Path) -> dict[str, float]:
    """All validation numbers of an encoder, by name; each a fraction or a correlation."""
    found: dict[str, float] = {}
    for name, reports in {"validation": Asked(held_out.pairs, ()), "asked": asked}.items():
        if reports.pairs:
            recall = asked_recall(reports, embed)
            found |= {f"{name} {way}": value for way, value in recall.items()}
    families = {**grouped(held_out.families), "whole reports": list(held_out.reports)}
    for name, group in families.items():
        if group:
            right_of = family_accuracy(group, embed)
            found |= {f"{name}, {kind}": right_of[kind] for kind in ("pair", "trap")}
    suite = measure_contrasts(_Encoder(embed), suites)
    found |= {f"ordering, {axis}": value for axis, value in suite.ordering.items()}
    found["ordering"] = float(np.mean(list(suite.ordering.values())))
    found["rewording"] = float(np.mean(list(suite.rewording.values())))
    return found | {"joint": suite.joint, "location": suite.location}


@dataclass(frozen=True, slots=True)
class _Encoder:
    """An embedder as the suites call it."""

    embedder: Embed

    def embed(self, texts: Sequence[str], kind: Kind = "findings", /) -> Vectors:
        """Vectors, whatever the kind."""
        del kind
        found: Vectors = self.embedder(texts).numpy()
        return found


@click.command("choose")
@click.argument("first", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("second", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--share", "shares", multiple=True, type=click.FloatRange(0, 1), required=True,
              help="0 = FIRST, 1 = SECOND; repeatable.")  # fmt: skip
@click.option("--every", default=2, show_default=True, help="Ask every nth held-out family.")
@click.option("--others", default=1500, show_default=True,
              help="Training reports in the gallery of the asked ones.")  # fmt: skip
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
def command(
    first: Path, second: Path, shares: tuple[float, ...], every: int, others: int, threads: int
) -> None:
    """Print validation numbers of blends of FIRST and SECOND, a column each; writes nothing."""
    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    held = read_held_out(DATA / "corpus")
    held = HeldOut(held.pairs, held.families[::every], held.reports[::every])
    asked = read_asked(DATA / "corpus", others)
    one, other = (load_file(folder / "model.safetensors") for folder in (first, second))
    model: Any = load_model(second)
    columns = []
    for share in shares:
        model[0].auto_model.load_state_dict(blended(one, other, share))
        with torch.inference_mode():
            columns.append(numbers(Embedder(model), held, asked, DATA / "suites"))
        click.echo(f"{share} is measured", err=True)
    click.echo("| share of the second | " + " | ".join(map(str, shares)) + " |")
    click.echo("|---|" + "--:|" * len(shares))
    for name in columns[0]:
        click.echo(f"| {name} | " + " | ".join(f"{found[name]:.3f}" for found in columns) + " |")
