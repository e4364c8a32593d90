"""Heads on disk: `heads.json` says what they are, `heads.safetensors` holds the weights."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.errors import EncoderError
from radsearch.heads.arrays import Arrays, attribute_heads, halved, linear_heads, pair_head
from radsearch.heads.model import STATES, Heads, State
from radsearch.heads.pairs import MARK_SETS

FORMAT = 2
"""2: attribute heads share a hidden layer, and the contradiction head is a small network."""

READABLE = (1, FORMAT)
"""Format 1 has linear attribute heads; its contradiction head is left out: certainty decides."""
DEFAULT_HEADS = Path(__file__).parent / "default"
"""Heads of the shipped encoder."""

FACTS_FILE = "heads.json"
WEIGHTS_FILE = "heads.safetensors"
NEVER = 2.0
"""A threshold that no probability reaches."""


def find_heads(source: str | Path | None) -> Path | None:
    """The folder of an encoder's heads, if it has any.

    Args:
        source: What `load_encoder` was given: "" or None = the shipped encoder, else a folder (its
            heads lie in `heads/` inside) or a hub id (which has none).

    Returns:
        The folder, or None.
    """
    folder = DEFAULT_HEADS if not source else Path(source) / "heads"
    return folder if (folder / FACTS_FILE).is_file() else None


def load_heads(folder: str | Path, fingerprint: str | None = None) -> Heads:
    """The heads in a folder.

    Args:
        folder: Written by `python -m train heads`.
        fingerprint: Of the encoder whose vectors they shall read; None = do not check.

    Returns:
        The heads.

    Raises:
        EncoderError: If a file is missing or damaged, or they belong to another encoder.
    """
    folder = Path(folder)
    retrain = f"train them again with `python -m train heads --out {folder}`"
    for name in (FACTS_FILE, WEIGHTS_FILE):
        if not (folder / name).is_file():
            raise EncoderError(f"{folder} lacks {name}: copy the whole folder, or {retrain}")
    try:
        facts: dict[str, Any] = json.loads((folder / FACTS_FILE).read_text(encoding="utf-8"))
        version = facts["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise EncoderError(
            f"{folder / FACTS_FILE} is damaged ({type(error).__name__}): {retrain}"
        ) from None
    if version not in READABLE:
        raise EncoderError(
            f"{folder} holds heads of format {version}, "
            f"this radsearch reads {' and '.join(map(str, READABLE))}: {retrain}"
        )
    if fingerprint is not None and facts.get("encoder") != fingerprint:
        raise EncoderError(
            f"the heads in {folder} read vectors of encoder {str(facts.get('encoder'))[:12]}, "
            f"not of {fingerprint[:12]}: "
            f"train heads for it with `python -m train heads --encoder FOLDER --out FOLDER/heads`"
        )
    blob = (folder / WEIGHTS_FILE).read_bytes()
    if sha256(blob).hexdigest() != facts.get("digest"):
        raise EncoderError(
            f"{folder / WEIGHTS_FILE} is not the file that was written (its sha256 differs): "
            f"copy the folder again, or {retrain}"
        )
    try:
        heads = _heads(facts, blob)
    except (KeyError, ValueError, TypeError) as error:
        raise EncoderError(f"{folder} is damaged ({type(error).__name__}): {retrain}") from None
    if heads.contradiction is not None and heads.contradiction.marks not in MARK_SETS:
        raise EncoderError(
            f"the contradiction head in {folder} reads {heads.contradiction.marks} marks of a "
            f"pair, this radsearch makes {' or '.join(map(str, MARK_SETS))}: {retrain}"
        )
    return heads


def summary(heads: Heads | None) -> dict[str, Any]:
    """What an index's manifest says of its heads; {} = it was tagged by rules alone."""
    if heads is None:
        return {}
    fill = {state: float(heads.fill[state].min(initial=NEVER)) for state in STATES}
    return {
        "digest": heads.facts.get("digest", ""),
        "made": heads.facts.get("made", ""),
        "findings": len(heads.findings),
        "fill": fill,
        "chosen_on": "authored validation reports",
    }


def _heads(facts: dict[str, Any], blob: bytes) -> Heads:
    from safetensors.numpy import load

    arrays: dict[str, NDArray[Any]] = load(blob)
    names = tuple(row["finding"] for row in facts["findings"])
    told = facts["format"] == FORMAT and "contradiction" in facts

    def column(key: str, state: State) -> NDArray[np.float32]:
        return np.array([row[key][state] for row in facts["findings"]], np.float32)

    return Heads(
        encoder=facts["encoder"],
        findings=names,
        states={state: linear_heads(arrays, state, names) for state in STATES},
        report={state: tuple(facts["report"][state]) for state in STATES},
        fill={state: column("fill", state) for state in STATES},
        decide={state: column("decide", state) for state in STATES},
        joint={state: tuple(facts["joint"][state]) for state in STATES},
        attributes=attribute_heads(arrays, facts["attributes"]),
        contradiction=pair_head(arrays) if told else None,
        facts=facts,
    )


def write_heads(
    folder: Path,
    arrays: Arrays,
    facts: Mapping[str, Any],
) -> None:
    """Write heads, the weights in half precision, each file by rename.

    Args:
        folder: Made if missing.
        arrays: By "present.weights", "present.bias", "absent...", "attribute.hidden...",
            "attribute.AXIS...", "contradiction.project..." and ".mix...", ".out...".
        facts: The rest of `heads.json`: encoder, findings, report, attributes, origin.
    """
    from safetensors.numpy import save

    folder.mkdir(parents=True, exist_ok=True)
    blob = save(halved(arrays))
    facts = {"format": FORMAT, "digest": sha256(blob).hexdigest(), **facts}
    text = json.dumps(facts, indent=None, ensure_ascii=False, separators=(",", ":"))
    text = text.replace('{"finding"', '\n{"finding"')  # one line a finding, for readable diffs
    for name, content in ((WEIGHTS_FILE, blob), (FACTS_FILE, f"{text}\n".encode())):
        temporary = folder / f"{name}.tmp"
        temporary.write_bytes(content)
        temporary.replace(folder / name)
