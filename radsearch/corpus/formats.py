"""Which files make up a corpus, and which reader opens each."""

from functools import partial
from pathlib import Path

from radsearch.corpus.delimited import read_delimited
from radsearch.corpus.files import read_xml
from radsearch.corpus.hl7 import read_hl7
from radsearch.corpus.json_lines import read_json
from radsearch.corpus.parquet import read_parquet
from radsearch.corpus.row import Reader
from radsearch.corpus.sniffed import read_txt
from radsearch.errors import CorpusError

READERS: dict[str, Reader] = {
    ".parquet": read_parquet,
    ".pq": read_parquet,
    ".csv": read_delimited,
    ".tsv": read_delimited,
    ".jsonl": read_json,
    ".ndjson": read_json,
    ".json": read_json,
    ".txt": read_txt,
    ".xml": read_xml,
    ".hl7": read_hl7,
}
"""End of a file's name -> its reader; ".gz" may follow, except after ".parquet"."""

_BESIDE = ("readme", "license", "licence", "manifest", "notice", ".", "_")


def kind_of(path: Path) -> str:
    """The end of a file's name that tells its kind.

    >>> kind_of(Path("reports.CSV.gz")), kind_of(Path("reports"))
    ('.csv', '')
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes[-1:] == [".gz"]:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def reader_of(path: Path, header: bool | None, named: frozenset[str]) -> Reader:
    """The reader of a file.

    Args:
        path: One of `find_files`.
        header: Whether a CSV file begins with names; None = look.
        named: Names of columns that the user gave.

    Returns:
        A function of the path and the notes.
    """
    reader = READERS[kind_of(path)]
    if reader is read_delimited:
        return partial(read_delimited, header=header, named=named)
    return partial(read_json, named=named) if reader is read_json else reader


def are_names(path: Path, header: bool | None) -> bool:
    """Whether the names of a file's columns are names for sure, not its first row of data.

    >>> are_names(Path("a.csv"), None), are_names(Path("a.csv"), True)
    (False, True)
    """
    return header is not None or READERS[kind_of(path)] is not read_delimited


def find_files(path: Path) -> list[Path]:
    """The files of a corpus, in order of name.

    Args:
        path: A file, or a folder of files of one kind; a README beside them does not count.

    Returns:
        At least one file.

    Raises:
        CorpusError: If there is none, or several kinds, or it is an index.
    """
    kinds = ", ".join(READERS)
    if not path.exists():
        raise CorpusError(f"{path}: no such file or folder")
    if path.is_file():
        if kind_of(path) not in READERS:
            raise CorpusError(f"{path}: unknown kind of file: give one of {kinds}")
        return [path]
    if (path / "reports.lance").is_dir():
        raise CorpusError(
            f"{path}: an index, not a corpus: write its reports to a file first "
            f"(radsearch export -i {path} -o FILE.parquet)"
        )
    files = [
        file
        for file in sorted(path.rglob("*"))
        if file.is_file()
        and kind_of(file) in READERS
        and not file.name.lower().startswith(_BESIDE)
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
    ]
    if not files:
        raise CorpusError(f"{path}: a folder without reports: files ending in {kinds} are wanted")
    found = {READERS[kind_of(file)]: kind_of(file) for file in files}
    if len(found) > 1:
        raise CorpusError(
            f"{path}: several kinds of files ({', '.join(sorted(found.values()))}): "
            "give one file, or a folder of one kind"
        )
    return files
