"""Cuts the vocabulary of a WordPiece encoder down to the words that reports use.

Half of a small encoder's weights are word embeddings, most of them of names and other scripts. Word
pieces ("##...") and single characters all stay, so that a word that lost its own row is still read
in pieces; texts made of kept words give exactly the same vectors as before.
"""

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import click
import torch
from safetensors.torch import load_file, save_file

from radsearch.errors import EncoderError

_FILES = ("modules.json", "config.json", "model.safetensors", "tokenizer.json")
_WORD = re.compile(r"[a-z0-9]+")
_SIGNS = "\u00b0\u00b1\u00b5\u00d7\u2013\u2014\u2019\u201c\u201d\u2264\u2265"
EMBEDDINGS = "embeddings.word_embeddings.weight"


def check_source(folder: Path) -> None:
    """See that a folder holds a model whose vocabulary can be changed.

    Args:
        folder: Of a sentence-transformers model.

    Raises:
        EncoderError: If a file is missing; names it.
    """
    missing = [name for name in _FILES if not (folder / name).exists()]
    if missing:
        raise EncoderError(
            f"{str(folder)!r} has no {', '.join(missing)}: wanted the folder of a BERT from "
            "sentence-transformers with its weights, not an exported encoder"
        )


def kept_tokens(vocabulary: dict[str, int], texts: Iterable[str], limit: int) -> list[str]:
    """Tokens to keep, in order of their ids.

    Args:
        vocabulary: Token -> id of an uncased WordPiece tokenizer.
        texts: What the encoder will read; every whole word of them stays.
        limit: Wanted number of tokens; further words stay by rank, since ids run from frequent to
            rare. More are kept if the texts need more.

    Returns:
        Special tokens, ASCII pieces and characters, the words of the texts, frequent other words.

    >>> kept_tokens({"[PAD]": 0, "[unused1]": 1, "a": 2, "lung": 3, "paris": 4, "##s": 5},
    ...             ["Lungs clear"], 4)
    ['[PAD]', 'a', 'lung', '##s']
    """
    used = {word for text in texts for word in _WORD.findall(text.lower())}
    stems = used | {word[:i] for word in used for i in range(2, len(word))}
    ordered = sorted(vocabulary, key=vocabulary.__getitem__)
    needed, further = [], []
    for token in ordered:
        if token.startswith("[") and token.endswith("]") and len(token) > 1:
            if not token.startswith("[unused"):
                needed.append(token)
        elif not token.isascii():
            if len(token) == 1 and token in _SIGNS:
                needed.append(token)
        elif token.startswith("##") or len(token) == 1 or token in stems:
            needed.append(token)
        else:
            further.append(token)
    chosen = {*needed, *further[: max(0, limit - len(needed))]}
    return [token for token in ordered if token in chosen]


def own_texts() -> Iterator[str]:
    """The files of `data` whose words an encoder must keep, whole."""
    from .signals.registry import DATA

    for path in (*sorted(DATA.rglob("*.jsonl")), *sorted((DATA / "phrases").glob("*.txt"))):
        yield path.read_text(encoding="utf-8")


def prune(source: Path, out: Path, texts: Iterable[str], limit: int, *, half: bool = True) -> int:
    """Write a copy of a sentence-transformers folder with a smaller vocabulary.

    Args:
        source: A BERT with a WordPiece tokenizer.
        out: The folder to write.
        texts: What the encoder will read.
        limit: Wanted number of tokens.
        half: Whether to store the weights in float16; the config asks for float32 on loading.

    Returns:
        The number of tokens kept.

    Raises:
        EncoderError: If the source is no such folder.
    """
    check_source(source)
    shutil.copytree(source, out, dirs_exist_ok=True)
    tokenizer = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    tokens = kept_tokens(vocabulary, texts, limit)
    ids = {token: i for i, token in enumerate(tokens)}
    tokenizer["model"]["vocab"] = ids
    for token in tokenizer["added_tokens"]:
        token["id"] = ids[token["content"]]
    for special in tokenizer["post_processor"].get("special_tokens", {}).values():
        special["ids"] = [ids[token] for token in special["tokens"]]
    for name in ("cls", "sep"):
        if name in tokenizer["post_processor"]:
            token = tokenizer["post_processor"][name][0]
            tokenizer["post_processor"][name] = [token, ids[token]]
    if tokenizer.get("padding"):
        tokenizer["padding"]["pad_id"] = ids[tokenizer["padding"]["pad_token"]]
    write_vocabulary(out, tokenizer, pad_token_id=ids["[PAD]"], dtype="float32")
    _prune_settings(out / "tokenizer_config.json", ids)
    rows = torch.tensor([vocabulary[token] for token in tokens])
    weights = load_file(source / "model.safetensors")
    name = next(key for key in weights if key.endswith(EMBEDDINGS))
    weights[name] = weights[name][rows]
    if half:
        weights = {k: w.half() if w.is_floating_point() else w for k, w in weights.items()}
    save_file(weights, out / "model.safetensors", metadata={"format": "pt"})
    return len(tokens)


def write_vocabulary(out: Path, tokenizer: Mapping[str, Any], **config: object) -> None:
    """Put a tokenizer in the place of the one that a folder has.

    Args:
        out: A sentence-transformers folder with the weights' other files.
        tokenizer: A tokenizer.json with its tokens under "model" and "vocab".
        **config: Further changes of config.json, whose vocabulary's size follows the tokens.
    """
    ids: dict[str, int] = tokenizer["model"]["vocab"]
    (out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
    if (out / "vocab.txt").exists():
        tokens = sorted(ids, key=ids.__getitem__)
        (out / "vocab.txt").write_text("\n".join(tokens) + "\n", encoding="utf-8")
    settings = json.loads((out / "config.json").read_text(encoding="utf-8"))
    settings |= {"vocab_size": len(ids), **config}
    (out / "config.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def _prune_settings(path: Path, ids: dict[str, int]) -> None:
    """Give the special tokens of a tokenizer_config.json their new ids."""
    if not path.exists():
        return
    settings = json.loads(path.read_text(encoding="utf-8"))
    added = settings.get("added_tokens_decoder")
    if added:
        settings["added_tokens_decoder"] = {str(ids[t["content"]]): t for t in added.values()}
        path.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


@click.command("prune")
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--texts", type=click.Path(exists=True, path_type=Path), multiple=True,
              help="Text or JSON Lines files whose words stay; may be repeated.")  # fmt: skip
@click.option("--limit", default=22_000, show_default=True, help="Wanted number of tokens.")
def command(source: Path, out: Path, texts: tuple[Path, ...], limit: int) -> None:
    """Write SOURCE with a smaller vocabulary and float16 weights as OUT."""
    further = (path.read_text(encoding="utf-8") for path in texts)
    kept = prune(source, out, chain(own_texts(), further), limit)
    click.echo(f"{out}: {kept:,} tokens")
