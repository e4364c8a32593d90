"""What both backends share: equal texts once, blank texts zero, long texts in windows."""

from collections.abc import Callable, Sequence

import numpy as np
from tokenizers import Tokenizer

from radsearch.encoder.protocol import Vectors
from radsearch.encoder.windows import cut, merge

Run = Callable[[list[list[int]]], Vectors]
"""Token ids, special tokens included, to one vector a row."""

_SLACK = 4  # joined sentences may take a token or two more than apart


def embed_distinct(
    texts: Sequence[str],
    prompt: str,
    limit: int,
    dim: int,
    *,
    tokenizer: Tokenizer,
    run: Run,
) -> tuple[Vectors, int]:
    """Vectors of `texts`, each distinct text computed once.

    Args:
        texts: Any; white space alone counts as empty.
        prompt: Put before each text, and before each window of a long one.
        limit: Tokens that the model reads at once.
        dim: Length of a vector.
        tokenizer: Neither pads nor truncates.
        run: The model.

    Returns:
        Unit vectors (n, dim), zero for an empty text; and how many texts went in windows.
    """
    slot: dict[str, int] = {}
    for text in texts:
        if text.strip():
            slot.setdefault(text, len(slot))
    table = np.zeros((len(slot) + 1, dim), np.float32)  # the last row is the empty text's
    windowed = np.zeros(len(slot) + 1, np.bool_)
    if slot:
        rows, weights, owners = _tokenise(list(slot), prompt, limit, tokenizer)
        vectors = run(rows)
        parts: dict[int, list[int]] = {}
        for part, owner in enumerate(owners):
            parts.setdefault(owner, []).append(part)
        for owner, members in parts.items():
            windowed[owner] = len(members) > 1
            heavy = [weights[part] for part in members]
            table[owner] = merge(vectors[members], heavy) if len(members) > 1 else vectors[members]
    index = np.array([slot.get(text, len(slot)) for text in texts], np.intp)
    return table[index], int(windowed[index].sum())


def _tokenise(
    texts: list[str], prompt: str, limit: int, tokenizer: Tokenizer
) -> tuple[list[list[int]], list[int], list[int]]:
    """Rows of token ids, their weights, and which text each belongs to."""
    rows: list[list[int]] = []
    weights: list[int] = []
    owners: list[int] = []
    overhead = len(tokenizer.encode(prompt).ids)
    room = max(1, limit - overhead - _SLACK)

    def spans(text: str) -> list[tuple[int, int]]:
        return list(tokenizer.encode(text, add_special_tokens=False).offsets)

    for owner, encoding in enumerate(tokenizer.encode_batch([prompt + text for text in texts])):
        if len(encoding.ids) <= limit:
            rows.append(encoding.ids)
            weights.append(1)
            owners.append(owner)
            continue
        windows = cut(texts[owner], room, spans)
        rows += [
            encoding.ids for encoding in tokenizer.encode_batch([prompt + w.text for w in windows])
        ]
        weights += [window.tokens for window in windows]
        owners += [owner] * len(windows)
    return rows, weights, owners
