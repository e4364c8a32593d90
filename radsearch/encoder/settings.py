"""What an encoder folder says of itself (`radsearch_encoder.json`), and its fingerprint."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from radsearch.encoder.protocol import Kind
from radsearch.errors import EncoderError

SETTINGS_FILE = "radsearch_encoder.json"
FORMAT = 1
WINDOWING = 1
"""Version of the rule that cuts long texts (`windows.py`): a change makes other vectors."""

KINDS: tuple[Kind, ...] = ("findings", "impression", "query", "sentence")


@dataclass(frozen=True, slots=True)
class Settings:
    """All that decides an encoder's vectors, speed settings left out.

    Attributes:
        name: Short name for tables.
        revision: Which version of the weights, as their maker names it.
        dim: Length of a vector.
        max_tokens: Longest input, prompt and special tokens included; longer texts go in windows.
        pooling: How token states become one vector, for the record (it is inside the graph).
        prompts: What is put before a text of each kind.
        digests: sha256 of each file that decides the vectors, by file name.
    """

    name: str
    revision: str
    dim: int
    max_tokens: int
    pooling: str
    prompts: Mapping[str, str]
    digests: Mapping[str, str] = field(default_factory=dict)

    def fingerprint(self, files: tuple[str, ...]) -> str:
        """32 hex digits over the settings and the digests of `files`.

        >>> s = Settings("m", "1", 4, 8, "mean", {"query": "q: "}, {"a": "00", "b": "11"})
        >>> s.fingerprint(("a",)) == s.fingerprint(("a",)) != s.fingerprint(("b",))
        True
        """
        facts = {
            "revision": self.revision,
            "dim": self.dim,
            "max_tokens": self.max_tokens,
            "pooling": self.pooling,
            "prompts": {kind: self.prompts.get(kind, "") for kind in KINDS},
            "files": {name: self.digests.get(name) for name in files},
            "normalised": True,
            "windowing": WINDOWING,
        }
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]


def write_settings(settings: Settings, folder: Path) -> None:
    """Write `radsearch_encoder.json` into `folder`."""
    facts = {"format": FORMAT, **asdict(settings)}
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    (folder / SETTINGS_FILE).write_text(text + "\n", encoding="utf-8")


def read_settings(folder: Path) -> Settings:
    """The settings of an encoder folder.

    Args:
        folder: Holds `radsearch_encoder.json`.

    Returns:
        What it says.

    Raises:
        EncoderError: If the file is missing, damaged, or of another format version.
    """
    path = folder / SETTINGS_FILE
    try:
        facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        version = facts.pop("format")
        if version != FORMAT:
            raise EncoderError(
                f"{path} has format {version}, this radsearch reads {FORMAT}: "
                f"export the encoder again, or update radsearch"
            )
        settings = Settings(**facts)
        if settings.dim < 1 or settings.max_tokens < 8 or not isinstance(settings.prompts, dict):
            raise ValueError("a value is out of range")
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise EncoderError(
            f"{path} cannot be read ({type(error).__name__}): export the encoder again"
        ) from error
    return settings


def file_digest(path: Path) -> str:
    """The sha256 of a file, in hex."""
    digest = sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def check_files(settings: Settings, folder: Path, files: tuple[str, ...], *, digests: bool) -> None:
    """Check that `files` are there and are what the export wrote.

    Args:
        settings: Holds the digests.
        folder: Holds the files.
        files: Names to check.
        digests: Compare the sha256 too.

    Raises:
        EncoderError: If a file is missing, not listed, or not what was exported.
    """
    for name in files:
        if not (folder / name).is_file():
            raise EncoderError(f"{folder} lacks {name}: copy the whole folder, or export it again")
        if digests and settings.digests.get(name) != file_digest(folder / name):
            raise EncoderError(
                f"{folder / name} is not the file that was exported (its sha256 differs): "
                f"copy the folder again, or export it again"
            )
