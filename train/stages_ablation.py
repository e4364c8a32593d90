"""The ablation as literals: one run from the backbone with everything, and one without each signal.

Each has the same steps, seed and rates, and the rows of what is missing go to nobody; run each with
`python -m train fit --stages ablation --only NAME`. Paper: figure 3.
"""

from .stages import Part, Stage

_ALL = (
    Part("reports", 48, 1.5),
    Part("families", 24),
    Part("perturbed", 6),
    Part("study_contrasts", 16),
    Part("ranked", 8, 0.1),
)


def _without(name: str, *changes: tuple[str, str | None]) -> Stage:
    """A stage with some of its signals replaced, or left out for None."""
    new = dict(changes)
    parts = (
        Part(signal, part.rows, part.weight)
        for part in _ALL
        if (signal := new.get(part.signal, part.signal)) is not None
    )
    return Stage(name, tuple(parts), learning_rate=1.5e-4, floor=0.05, steps=40)


ABLATION = (
    _without("all"),
    _without("without-radsim", ("ranked", None)),
    _without("without-radthought", ("reports", "reports_without_thoughts")),
    _without("without-perturbations", ("perturbed", None)),
    _without(
        "without-rewordings",
        ("families", "families_without_rewordings"),
        ("study_contrasts", "study_contrasts_without_rewordings"),
    ),
    _without("without-families", ("families", None), ("study_contrasts", None)),
)
"""Written and generated contrasts leave together in the last one: both teach the same axes."""
