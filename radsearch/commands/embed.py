"""`radsearch embed`: lines of text to vectors."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click
import numpy as np

from radsearch.errors import CorpusError

if TYPE_CHECKING:
    from radsearch.encoder import Encoder, Kind
    from radsearch.encoder.protocol import Vectors


@click.command("embed")
@click.argument("texts", type=click.File("r", encoding="utf-8-sig"), default="-")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="A .npy or a .parquet file.",
)
@click.option(
    "--kind",
    type=click.Choice(["findings", "impression", "query", "sentence"]),
    default="findings",
    show_default=True,
    help="What the texts are; some encoders put a prompt before each kind.",
)
@click.option("--encoder", "where", help="Folder or hub id; the shipped one if not given.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores to use.")
@click.option("--precision", type=click.Choice(["int8", "fp32"]), default="int8", show_default=True)
def command(
    texts: TextIO,
    out: Path,
    kind: "Kind",
    where: str | None,
    threads: int | None,
    precision: str,
) -> None:
    """Write the unit vectors of TEXTS, one text a line ("-" = standard input), in their order.

    An empty line gives a zero vector, so that rows and lines stay aligned. Parquet holds the
    columns `text` and `vector`.
    """
    from radsearch.encoder import load_encoder

    if out.suffix not in (".npy", ".parquet"):
        raise click.BadParameter(f"{out} ends in '{out.suffix}', wanted .npy or .parquet")
    lines = _lines(texts)
    out.parent.mkdir(parents=True, exist_ok=True)  # now, not after an hour of embedding
    encoder = load_encoder(
        where, threads=threads, precision="fp32" if precision == "fp32" else "int8"
    )
    vectors = _embed(encoder, lines, kind)
    partial = out.with_name(f".{out.name}.partial")
    if out.suffix == ".npy":
        with partial.open("wb") as stream:
            np.save(stream, vectors, allow_pickle=False)
    else:
        _write_parquet(partial, lines, vectors)
    partial.replace(out)
    note = f", {encoder.n_windowed} in windows" if encoder.n_windowed else ""
    click.echo(f"{out}: {len(lines)} x {encoder.dim} from {encoder.name}{note}", err=True)


def _lines(stream: TextIO) -> list[str]:
    try:
        return [line.rstrip("\r\n") for line in stream]
    except UnicodeDecodeError as error:
        raise CorpusError(
            f"{stream.name} is not UTF-8 (byte {error.start}): convert it, as by "
            f"`iconv -f cp1252 -t utf-8`"
        ) from None


def _embed(encoder: "Encoder", lines: list[str], kind: "Kind") -> "Vectors":
    parts = [np.zeros((0, encoder.dim), np.float32)]
    with click.progressbar(list(_batches(lines)), label="embedding", file=sys.stderr) as batches:
        parts += [encoder.embed(batch, kind) for batch in batches]
    return np.concatenate(parts)


def _batches(lines: list[str], size: int = 512) -> Iterator[list[str]]:
    for start in range(0, len(lines), size):
        yield lines[start : start + size]


def _write_parquet(path: Path, lines: list[str], vectors: "Vectors") -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    flat = pa.array(vectors.reshape(-1), pa.float32())
    column = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
    pq.write_table(pa.table({"text": pa.array(lines, pa.string()), "vector": column}), path)
