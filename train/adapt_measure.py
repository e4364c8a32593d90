"""Numbers of an encoder on a hospital's held-out pairs, before and after it is adapted."""

from pathlib import Path

import torch

from radsearch.evaluation.pair_recall import expected_recall_at_1
from radsearch.search.hubness import learn as learn_hubs
from radsearch.search.lexical import Floats
from radsearch.search.whitening import fit as fit_whitening

from .backbone import Embedder, load_model
from .fit import HeldOut
from .validation import family_accuracy


def measure(folder: str | Path, held_out: HeldOut) -> dict[str, float]:
    """R@1 on held-out pairs, as an index finds them and by plain cosine; family accuracy."""
    embedder = Embedder(load_model(folder), bf16=False)
    with torch.inference_mode():
        left = embedder([pair.left for pair in held_out.pairs]).numpy()
        right = embedder([pair.right for pair in held_out.pairs]).numpy()
        families = family_accuracy(held_out.families, embedder)
    plain = left @ right.T
    return {
        "findings -> impression R@1": expected_recall_at_1(searched(left, right)),
        "impression -> findings R@1": expected_recall_at_1(searched(right, left)),
        "the same, hubs kept": expected_recall_at_1(searched(left, right, hubs=True)),
        "the same, hubs kept, back": expected_recall_at_1(searched(right, left, hubs=True)),
        "the same by plain cosine": expected_recall_at_1(plain),
        "the same by plain cosine, back": expected_recall_at_1(plain.T),
        "contrast families, pairs right": families["pair"],
        "contrast families, steps in order": families["ladder"],
    }


def searched(asking: Floats, gallery: Floats, *, hubs: bool = False) -> Floats:
    """Scores (q, g) of the dense search of an index that holds both sections."""
    space = fit_whitening(asking, gallery)
    scores: Floats = space.table(space.queries(asking), gallery)
    if hubs:
        return scores
    taken = learn_hubs(space, asking, len(gallery)).of(gallery, space.lengths(gallery), asking)
    return scores - taken
