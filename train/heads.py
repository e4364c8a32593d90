"""`python -m train heads`: tag and attribute heads on the frozen vectors of an encoder."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder
from radsearch.evaluation.vector_cache import VectorCache
from radsearch.heads.arrays import attribute_heads, halved
from radsearch.heads.file import DEFAULT_HEADS, NEVER, write_heads
from radsearch.heads.joint import status_codes
from radsearch.heads.model import STATES, Heads, LinearHeads, State

from .attribute_fit import fit_attributes
from .contradiction_fit import fit_contradiction
from .contradiction_pairs import contradiction_examples
from .head_documents import authored_documents
from .head_facts import finding_rows, tag_support
from .head_sources import Sizes, findings_with_support, held_sentences, training_sentences
from .head_texts import Labelled
from .report_fit import fit_reports
from .signals.registry import DATA
from .state_fit import calibrated, fit_states

Floats = NDArray[np.float32]
Arrays = dict[str, Floats]
Embed = Callable[[Sequence[str]], Floats]
Tell = Callable[[str], None]


@click.command("heads")
@click.option("--encoder", default=None, help="Folder; the shipped encoder if not given.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the heads.")
@click.option("--cache", type=click.Path(path_type=Path), default=Path("runs/heads"))
@click.option("--penalty", default=3.0, show_default=True, help="Ridge of each tag head.")
@click.option("--threads", default=2, show_default=True, help="Cores for the encoder.")
def command(
    encoder: str | None, out: Path | None, cache: Path, penalty: float, threads: int
) -> None:
    """Train the heads of an encoder; vectors of the texts are kept in --cache."""
    import torch

    from radsearch.encoder import load_encoder

    torch.set_num_threads(threads)
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
    tell: Tell = lambda line: None,
) -> dict[str, Any]:
    """Train, calibrate and write heads.

    Args:
        encoder: Whose vectors the heads read.
        out: Folder of the heads.
        cache: Vectors of the texts.
        penalty: Ridge of each tag head.
        sizes: How many texts.
        data: Holds `corpus` and `phrases`.
        tell: Called with a line for each step.

    Returns:
        The content of `heads.json`.
    """
    sizes = sizes or Sizes()

    def embed(texts: Sequence[str]) -> Floats:
        return cache.embed(texts, "sentence", _progress(tell))

    items, held = training_sentences(data, sizes), held_sentences(data)
    findings = findings_with_support(items)
    tell(f"{len(items):,} training sentences, {len(findings)} findings with support")
    vectors = embed([item.text for item in items])
    codes = status_codes([item.status() for item in items], findings)
    states, arrays = _states(vectors, codes, findings, held, embed, penalty)
    tell("fitted both states")
    more, values = fit_attributes(items, vectors)
    arrays |= more
    tell("fitted the attributes")
    heads = _sentence_heads(encoder.fingerprint, states, more, values)
    pairs = contradiction_examples(data, sizes.pairs)
    opposed, opposition = fit_contradiction(heads, pairs, embed)
    arrays |= opposed
    tell(f"fitted contradiction, {opposition}")
    documents = authored_documents(data / "corpus" / "authored", "validation")
    sentences = embed([text for document in documents for text in document.sentences])
    heads, thresholds = fit_reports(heads, documents, sentences, _named(data))
    tell(f"fill thresholds {thresholds.fill}")
    rows = finding_rows(findings, codes, thresholds)
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
        "report": {s: [round(value, 6) for value in heads.report[s]] for s in STATES},
        "joint": heads.joint,
        "attributes": values,
        "contradiction": opposition,
        "tags": tag_support(rows),
        "findings": rows,
    }
    write_heads(out, arrays, facts)
    return facts


def _states(
    vectors: Floats,
    codes: NDArray[np.int8],
    findings: Sequence[str],
    held: Sequence[Labelled],
    embed: Embed,
    penalty: float,
) -> tuple[dict[State, LinearHeads], Arrays]:
    """Calibrated heads of both states as a reader sees them, in half precision, and arrays."""
    fitted = fit_states(vectors, codes, penalty=penalty)
    held_vectors = embed([item.text for item in held])
    held_codes = status_codes([item.status() for item in held], findings)
    states: dict[State, LinearHeads] = {}
    arrays: Arrays = {}
    for state in STATES:
        weights, bias = calibrated(fitted[state], held_vectors, held_codes, state)
        arrays[f"{state}.weights"], arrays[f"{state}.bias"] = weights, bias
        rounded = weights.astype(np.float16).astype(np.float32)
        states[state] = LinearHeads(tuple(findings), rounded, bias)
    return states, arrays


def _sentence_heads(
    fingerprint: str, states: dict[State, LinearHeads], arrays: Arrays, values: dict[str, Any]
) -> Heads:
    """Heads that know nothing of reports yet, with attributes as they are stored."""
    findings = states["present"].names
    plain: dict[State, tuple[float, float]] = {"present": (1.0, 0.0), "absent": (1.0, 0.0)}
    none = {state: np.full(len(findings), NEVER, np.float32) for state in STATES}
    heads = Heads(fingerprint, findings, states, plain, none, none)
    return replace(heads, attributes=attribute_heads(halved(arrays), values))


def _named(data: Path) -> set[str]:
    """Finding ids that authored annotations may use."""
    ontology = (data / "corpus" / "ontology.tsv").read_text(encoding="utf-8").splitlines()
    return {line.partition("\t")[0] for line in ontology}


def _progress(tell: Tell) -> Callable[[int, int], None]:
    return lambda done, total: tell(f"embedded {done:,} of {total:,}")
