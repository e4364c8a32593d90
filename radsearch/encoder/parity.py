"""Texts whose vectors are stored with an encoder: does it still compute what it did?"""

from pathlib import Path

import numpy as np

from radsearch.encoder.protocol import Encoder, Vectors
from radsearch.errors import EncoderError

PARITY_FILE = "parity.safetensors"
MIN_COSINE = 0.999

PARITY_TEXTS = (
    "No acute cardiopulmonary abnormality.",
    "Small left apical pneumothorax, 8 mm at the apex.",
    "Moderate right pleural effusion with adjacent atelectasis, increased.",
    "6 mm ground-glass nodule in the right upper lobe.",
    "Acute infarct in the left middle cerebral artery territory without hemorrhage.",
    "Nondisplaced fracture of the distal radius; no dislocation.",
    "Gallstones without wall thickening, common bile duct 4 mm.",
    "No pulmonary embolism.",
)
"""Short on purpose: the check runs at every start of the command line."""


def write_parity(vectors: dict[str, Vectors], folder: Path) -> None:
    """Store the vectors of `PARITY_TEXTS` for each precision, (8, dim) each."""
    from safetensors.numpy import save_file

    save_file(vectors, str(folder / PARITY_FILE))


def check_parity(encoder: Encoder, folder: Path, precision: str) -> None:
    """Compare the stored vectors with what `encoder` computes now.

    Args:
        encoder: Freshly opened.
        folder: Where it came from.
        precision: Whose stored vectors to take.

    Raises:
        EncoderError: If the file is missing or damaged, or a vector's cosine is below 0.999.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    path = folder / PARITY_FILE
    try:
        wanted = load_file(str(path))[precision]
    except (OSError, SafetensorError, KeyError) as error:
        raise EncoderError(
            f"{path} has no parity vectors for {precision} ({type(error).__name__}): "
            f"export the encoder again, or pass verify=False to go without the check"
        ) from error
    found = encoder.embed(PARITY_TEXTS)
    if wanted.shape != found.shape:
        raise EncoderError(
            f"{path} holds vectors of shape {wanted.shape}, the encoder gives {found.shape}: "
            f"export the encoder again"
        )
    worst = float(np.sum(wanted * found, axis=1).min())
    if not worst >= MIN_COSINE:  # also catches nan
        raise EncoderError(
            f"{folder} does not reproduce its stored vectors: lowest cosine {worst:.4f}, wanted "
            f"{MIN_COSINE}: this processor or library computes {precision} differently. "
            f"Use precision='fp32' where the folder has it, or export the encoder again here"
        )
