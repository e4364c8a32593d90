"""`python -m train heads`: tag and attribute heads on the frozen vectors of an encoder."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder
from radsearch.evaluation.vector_cache import VectorCache
from radsearch.heads.file import DEFAULT_HEADS, NEVER, write_heads
from radsearch.heads.joint import CODES, joint_features, status_codes
from radsearch.heads.model import STATES, Heads, LinearHeads, State, sigmoid
from radsearch.heads.tags import tags

from .attribute_fit import fit_attributes
from .contradiction_fit import contradiction_examples, fit_contradiction
from .head_documents import Document, authored_documents
from .head_texts import (
    Labelled,
    authored_sentences,
    family_sentences,
    generated_sentences,
    lexicon_sentences,
    thinned,
    written_sentences,
)
from .logistic import fit_logistic, platt, sampled
from .signals.registry import DATA
from .thresholds import decide_thresholds, fill_thresholds, gold_labels

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
SILENT = -30.0
"""Bias of a head that has too little support to speak."""

SUPPORT = 6
"""Training sentences a state needs, else its head stays silent."""


HELD = 1_500
"""Validation sentences of each source that calibrate the heads."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Most texts of each source; embedding them is nearly all of the time."""

    authored: int = 9_000
    written: int = 3_500
    families: int = 8_000
    generated: int = 2_000
    lexicon: int = 2_000
    pairs: int = 600


def training_sentences(data: Path, sizes: Sizes, seed: int = 0) -> list[Labelled]:
    """Distinct sentences of all sources, training parts only."""
    corpus = data / "corpus"
    sources = (
        thinned(authored_sentences(corpus / "authored", "train"), sizes.authored),
        thinned(written_sentences(corpus / "authored2", corpus / "authored3"), sizes.written),
        thinned(family_sentences(corpus / "contrast", validation=False), sizes.families),
        thinned(generated_sentences(data / "phrases", 2 * sizes.generated, seed), sizes.generated),
        thinned(lexicon_sentences(2), sizes.lexicon),
    )
    found: dict[str, Labelled] = {}
    for source in sources:
        for item in source:
            found.setdefault(item.text, item)
    return list(found.values())


def findings_with_support(items: Sequence[Labelled], least: int = SUPPORT) -> list[str]:
    """Finding ids that enough sentences state present, in order of name."""
    counts: dict[str, int] = {}
    for item in items:
        for name, status in item.status().items():
            if status == "present" and name != "no_abnormality":
                counts[name] = counts.get(name, 0) + 1
    return sorted(name for name, count in counts.items() if count >= least)


def fit_states(
    vectors: Floats, codes: NDArray[np.int8], *, penalty: float, seed: int = 0
) -> dict[State, tuple[Floats, Floats]]:
    """Weights (dim, f) and bias (f,) of both states; a head without support never speaks."""
    n_findings = codes.shape[1]
    scale = float(np.sqrt(vectors.shape[1]))  # unit vectors have features of 1 / sqrt(dim)
    scaled = np.ascontiguousarray(vectors * scale)
    out: dict[State, tuple[Floats, Floats]] = {}
    for state in STATES:
        weights = np.zeros((vectors.shape[1], n_findings), np.float32)
        bias = np.full(n_findings, SILENT, np.float32)
        for at in range(n_findings):
            column = codes[:, at]
            positive = column == CODES[state]
            if positive.sum() < SUPPORT:
                continue
            rng = np.random.default_rng([seed, at])
            rows, counts = sampled(positive, column != 0, rng)
            keep = column[rows] != CODES["uncertain"]
            rows, counts = rows[keep], counts[keep]
            w, b = fit_logistic(scaled[rows], positive[rows], counts, penalty=penalty)
            weights[:, at], bias[at] = w * scale, b
        out[state] = weights, bias
    return out


def calibrated(
    fitted: tuple[Floats, Floats], vectors: Floats, codes: NDArray[np.int8], state: State
) -> tuple[Floats, Floats]:
    """The same heads with one Platt scale and offset for all, from validation sentences."""
    weights, bias = fitted
    logits = vectors @ weights + bias
    known = (codes != CODES["uncertain"]) & (bias > SILENT)
    scale, offset = platt(logits[known], (codes == CODES[state])[known])
    live = bias > SILENT
    return weights * np.float32(scale), np.where(
        live, bias * np.float32(scale) + np.float32(offset), bias
    ).astype(np.float32)


def report_scales(
    heads: Heads, documents: Sequence[Document], logits: dict[State, Floats], judged: Bools
) -> dict[State, tuple[float, float]]:
    """Platt scale and offset of a report's largest logit, from validation reports.

    Args:
        heads: With plain scales.
        documents: The reports.
        logits: By state (documents, findings).
        judged: (findings,) which of them the gold could name.

    Returns:
        By state.
    """
    out: dict[State, tuple[float, float]] = {}
    for state in STATES:
        live = (heads.states[state].bias > SILENT) & judged
        labels = gold_labels(documents, heads.findings, state)
        out[state] = platt(logits[state][:, live].ravel(), labels[:, live].ravel())
    return out


def joint_weights(
    heads: Heads, documents: Sequence[Document], logits: dict[State, Floats], judged: Bools
) -> dict[State, tuple[float, ...]]:
    """Weights that join rules and heads, from validation reports; arguments as `report_scales`."""
    codes = status_codes([d.rules for d in documents], heads.findings)
    features = joint_features(codes, logits)[:, judged].reshape(-1, 6)
    out: dict[State, tuple[float, ...]] = {}
    for state in STATES:
        labels = gold_labels(documents, heads.findings, state)[:, judged].ravel()
        ones = np.ones(len(labels), np.float32)
        weights, bias = fit_logistic(features[:, :5], labels, ones, penalty=1.0)
        out[state] = tuple(round(float(value), 5) for value in (*weights, bias))
    return out


@click.command("heads")
@click.option("--encoder", default=None, help="Folder; the shipped encoder if not given.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the heads.")
@click.option("--cache", type=click.Path(path_type=Path), default=Path("runs/heads"))
@click.option("--penalty", default=3.0, show_default=True, help="Ridge of each head.")
@click.option("--threads", default=2, show_default=True, help="Cores for the encoder.")
def command(
    encoder: str | None, out: Path | None, cache: Path, penalty: float, threads: int
) -> None:
    """Train the heads of an encoder; vectors of the texts are kept in --cache."""
    from radsearch.encoder import load_encoder

    loaded = load_encoder(encoder, threads=threads)
    out = out or (DEFAULT_HEADS if encoder is None else Path(encoder) / "heads")
    facts = train(loaded, out, VectorCache(cache, loaded), penalty=penalty, tell=click.echo)
    click.echo(json.dumps({name: facts[name] for name in ("encoder", "counts", "report")}))


def train(
    encoder: Encoder,
    out: Path,
    cache: VectorCache,
    *,
    penalty: float = 3.0,
    sizes: Sizes | None = None,
    data: Path = DATA,
    tell: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """Train, calibrate and write heads.

    Args:
        encoder: Whose vectors the heads read.
        out: Folder of the heads.
        cache: Vectors of the texts.
        penalty: Ridge of each head.
        sizes: How many texts.
        data: Holds `corpus` and `phrases`.
        tell: Called with a line for each step.

    Returns:
        The content of `heads.json`.
    """
    items = training_sentences(data, sizes or Sizes())
    findings = findings_with_support(items)
    tell(f"{len(items):,} training sentences, {len(findings)} findings with support")
    vectors = cache.embed([item.text for item in items], "sentence", _progress(tell))
    codes = status_codes([item.status() for item in items], findings)
    fitted = fit_states(vectors, codes, penalty=penalty)
    tell("fitted both states")
    corpus = data / "corpus"
    held = thinned(authored_sentences(corpus / "authored", "validation"), HELD)
    held += thinned(family_sentences(corpus / "contrast", validation=True), HELD)
    held_vectors = cache.embed([item.text for item in held], "sentence", _progress(tell))
    held_codes = status_codes([item.status() for item in held], findings)
    arrays: dict[str, Floats] = {}
    states: dict[State, LinearHeads] = {}
    for state in STATES:
        weights, bias = calibrated(fitted[state], held_vectors, held_codes, state)
        arrays[f"{state}.weights"], arrays[f"{state}.bias"] = weights, bias
        states[state] = LinearHeads(
            tuple(findings), weights.astype(np.float16).astype(np.float32), bias
        )
    attributes, values = fit_attributes(items, vectors, penalty=penalty)
    arrays |= attributes
    tell("fitted the attributes")
    plain: dict[State, tuple[float, float]] = {"present": (1.0, 0.0), "absent": (1.0, 0.0)}
    none = {state: np.full(len(findings), NEVER, np.float32) for state in STATES}
    heads = Heads(encoder.fingerprint, tuple(findings), states, plain, none, none)
    heads = replace(heads, attributes=_read_back(attributes, values))
    pairs = contradiction_examples(data, (sizes or Sizes()).pairs)
    tell(f"{len(pairs):,} pairs of sentences")
    opposed, opposition = fit_contradiction(
        heads, pairs, lambda texts: cache.embed(texts, "sentence", _progress(tell))
    )
    arrays |= opposed
    tell(f"fitted contradiction, {opposition}")
    documents = authored_documents(corpus / "authored", "validation")
    texts = [sentence for document in documents for sentence in document.sentences]
    document_vectors = cache.embed(texts, "sentence", _progress(tell))
    ontology = (corpus / "ontology.tsv").read_text(encoding="utf-8").splitlines()
    named = {line.partition("\t")[0] for line in ontology}
    judged = np.array([name in named for name in findings])
    in_whole = np.repeat([d.whole for d in documents], [len(d.sentences) for d in documents])
    whole = [document for document in documents if document.whole]
    counts = [len(document.sentences) for document in whole]
    whole_vectors = document_vectors[in_whole]
    report = report_scales(heads, whole, heads.logits(whole_vectors, counts), judged)
    heads = replace(heads, report=report)
    logits = heads.logits(whole_vectors, counts)
    joint = joint_weights(heads, whole, logits, judged)
    heads = replace(heads, joint=joint)
    alone = {state: sigmoid(logits[state]) for state in STATES}
    decide, chosen = decide_thresholds(alone, whole, findings, judged)
    fill = fill_thresholds(heads, documents, document_vectors, named)
    tell(f"fill thresholds {fill}")
    rows = [
        {
            "finding": name,
            "support": {s: int((codes[:, at] == CODES[s]).sum()) for s in CODES},
            "decide": {s: round(float(decide[s][at]), 4) for s in STATES},
            "fill": {s: fill[s] for s in STATES},
            "chosen_on": {s: chosen[s][at] for s in STATES},
        }
        for at, name in enumerate(findings)
    ]
    facts: dict[str, Any] = {
        "encoder": encoder.fingerprint,
        "encoder_name": encoder.name,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": "python -m train heads",
        "penalty": penalty,
        "counts": {
            "training_sentences": len(items),
            "validation_sentences": len(held),
            "validation_reports": len(documents),
        },
        "report": {state: [round(value, 6) for value in report[state]] for state in STATES},
        "joint": joint,
        "attributes": values,
        "contradiction": opposition,
        "tags": tag_support(rows),
        "findings": rows,
    }
    write_heads(out, arrays, facts)
    return facts


def _read_back(arrays: Mapping[str, Floats], facts: Mapping[str, Any]) -> dict[str, LinearHeads]:
    """Attribute heads as a reader of the folder sees them, in half precision."""
    return {
        axis: LinearHeads(
            tuple(row["values"]),
            arrays[f"attribute.{axis}.weights"].astype(np.float16).astype(np.float32),
            arrays[f"attribute.{axis}.bias"],
        )
        for axis, row in facts.items()
    }


def tag_support(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Per tag of the vocabulary its groups and the training sentences that state it present.

    A tag has the thresholds of its members: it is present if one of them is.
    """
    support = {row["finding"]: row["support"]["present"] for row in rows}
    return {
        tag.name: {
            "groups": list(tag.groups),
            "support": sum(support.get(name, 0) for name in tag.members),
        }
        for tag in tags()
        if support.keys() & set(tag.members)
    }


def _progress(tell: Callable[[str], None]) -> Callable[[int, int], None]:
    return lambda done, total: tell(f"embedded {done:,} of {total:,}")
