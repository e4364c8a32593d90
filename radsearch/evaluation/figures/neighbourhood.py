"""A map of sentences by t-SNE, coloured by the abnormality that they state."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Vectors
from radsearch.errors import RadsearchError
from radsearch.evaluation.authored import Part, read_authored
from radsearch.evaluation.figures.canvas import COLOURS, legend, new_figure, save, title
from radsearch.language.extract import extract
from radsearch.language.radsim import is_abnormal
from radsearch.language.sentence import split_sentences

GROUPS = 8
NEIGHBOURS = 10


@dataclass(frozen=True, slots=True)
class Labelled:
    """Sentences and the one abnormal finding that each states."""

    texts: tuple[str, ...]
    labels: tuple[str, ...]


def labelled_sentences(folder: Path, part: Part, *, most: int = 60) -> Labelled:
    """Distinct sentences that state one abnormal finding, of the eight most frequent findings.

    Args:
        folder: `data/corpus/authored`.
        part: Which part of it.
        most: Sentences of one finding, the first ones.

    Returns:
        In the corpus' order; findings as extracted, not as annotated.
    """
    found: dict[str, str] = {}
    for row in read_authored(folder, part):
        for column in ("findings", "findings_rewrite"):
            for sentence in split_sentences(row[column]):
                stated = {f.finding for f in extract(sentence.text) if is_abnormal(f)}
                if len(stated) == 1:
                    found.setdefault(sentence.text, stated.pop())
    frequent = [name for name, _ in Counter(found.values()).most_common(GROUPS)]
    kept = [
        (text, label)
        for name in frequent
        for text, label in [pair for pair in found.items() if pair[1] == name][:most]
    ]
    return Labelled(tuple(text for text, _ in kept), tuple(label for _, label in kept))


def purity(vectors: Vectors, labels: Sequence[str], k: int = NEIGHBOURS) -> float:
    """Share of a sentence's k nearest others that state the same finding, mean over sentences.

    Args:
        vectors: (n, dim) unit vectors.
        labels: n.
        k: Neighbours, fewer than n.

    Returns:
        A fraction in [0, 1].

    >>> purity(np.eye(4, dtype=np.float32)[[0, 0, 1, 1]], ["a", "a", "b", "b"], k=1)
    1.0
    """
    cosine = vectors @ vectors.T
    np.fill_diagonal(cosine, -np.inf)
    nearest = np.argsort(-cosine, axis=1, kind="stable")[:, :k]
    names = np.array(labels)
    return float((names[nearest] == names[:, None]).mean())


def place(vectors: Vectors, seed: int = 0) -> NDArray[np.float32]:
    """Places (n, 2) of unit vectors by t-SNE.

    Args:
        vectors: (n, dim).
        seed: Of the layout.

    Returns:
        The places.

    Raises:
        RadsearchError: If scikit-learn is not installed.
    """
    try:
        from sklearn.manifold import TSNE
    except ImportError:
        raise RadsearchError(
            "the map of sentences needs scikit-learn: pip install 'radsearch[book]'"
        ) from None
    near = min(30.0, (len(vectors) - 1) / 3)
    model = TSNE(metric="cosine", init="random", perplexity=near, random_state=seed)
    return np.asarray(model.fit_transform(vectors), np.float32)


def plot_map(places: Mapping[str, NDArray[np.float32]], labels: Sequence[str], out: Path) -> Path:
    """Sentences as dots, one panel an encoder, one colour a finding.

    Args:
        places: Encoder and its purity -> (n, 2).
        labels: n.
        out: The PNG file.

    Returns:
        `out`.
    """
    figure, found = new_figure(4.4 * len(places) + 1, 4.2, columns=len(places))
    names, marks = list(dict.fromkeys(labels)), np.array(labels)
    for axes, (heading, at) in zip(found, places.items(), strict=True):
        for n, name in enumerate(names):
            here = at[marks == name]
            axes.scatter(
                here[:, 0], here[:, 1], s=9, lw=0, color=COLOURS[n], label=name.replace("_", " ")
            )
        axes.set(xticks=[], yticks=[])
        title(axes, heading)
    legend(found[0])
    return save(figure, out)
