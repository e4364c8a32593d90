"""The model card of the shipped encoder: data, licences, numbers, limits."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table of results.

    Attributes:
        what: Measure and data.
        before: The backbone's value, as printed.
        after: The encoder's.
    """

    what: str
    before: str
    after: str


def card(name: str, results: tuple[Measured, ...], training: Mapping[str, str]) -> str:
    """The card as Markdown.

    Args:
        name: Name of the encoder.
        results: Rows of the table of results.
        training: What was done -> how; printed as a list.

    Returns:
        The text of README.md.

    >>> print(card("toy", (Measured("R@1", "1 %", "2 %"),), {"Steps": "3"}).splitlines()[0])
    # toy
    """
    table = "\n".join(f"| {row.what} | {row.before} | {row.after} |" for row in results)
    done = "\n".join(f"- {what}: {how}" for what, how in training.items())
    return f"""# {name}

Text encoder for radiology reports: findings, impressions, sentences and queries to 384 numbers of
unit length. Trained for radsearch from `all-MiniLM-L6-v2` (Apache-2.0) and shipped with it.

```python
from radsearch import load_encoder

load_encoder().embed(["No pleural effusion."])
```

The same folder opens with `SentenceTransformer(folder)`.

## Results

| measure | all-MiniLM-L6-v2 | this encoder |
|---|---|---|
{table}

No weights were trained on Open-I or CT-RATE. The defaults of `train adapt` were chosen on halves of
Open-I, and one half was read while whitening was tried, whose exponent came from authored sets.
Recall counts ties at their expected value.

## Training

{done}

All text was written for this project: fictitious patients, nothing copied (CC0-1.0). Reports were
split by patient and group; validation and test parts were never trained on. `train/LOG.md` tells
what was tried, failures included.

## Limits

- English only, and written by developers: no radiologist has signed the reports or annotations.
- More than half of the reports are chest radiographs; other regions are thinner.
- A cosine is no diagnosis. Near-copies that differ in one attribute can still score higher than a
  rewording; `radsearch` explains each hit attribute by attribute for that reason.
- Not a medical device; not for clinical decisions.

Licence: Apache-2.0.
"""
