"""The index folder as its one writer sees it: shards committed by a journal, published by rename.

A shard goes into both Lance tables, then the journal names their two versions: that rename is the
commit. After a crash both tables return to the journal's versions, so a half-written shard leaves
no trace. Readers follow the manifest alone, which is renamed into place at the very end.
"""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa

from radsearch.encoder.protocol import Encoder
from radsearch.errors import StoreError
from radsearch.heads.policy import Columns
from radsearch.report import Report
from radsearch.store.lance import connect
from radsearch.store.lock import LOCK
from radsearch.store.manifest import (
    CACHES,
    JOURNAL,
    MANIFEST,
    REJECTS,
    check_encoder,
    read_json,
    read_manifest,
    write_json,
)
from radsearch.store.schema import FORMAT_VERSION, reports_schema, sentences_schema

from .describe import Description
from .publish import versions
from .rows import report_rows, sentence_rows, text_columns
from .shard import Shard, shard_tags

TABLES = ("reports", "sentences")
OURS = {LOCK, JOURNAL, MANIFEST, REJECTS, CACHES, *(f"{name}.lance" for name in TABLES)}
_FIXED = frozenset(reports_schema(1).names)


class IndexWriter:
    """Writes shards; hold `writer_lock` while it lives."""

    def __init__(
        self, path: Path, encoder: Encoder, *, source: str, sentences: bool, corpus: str
    ) -> None:
        self.path = path
        self.encoder = encoder
        self.sentences = sentences
        self.corpus = corpus
        self._source = source
        self._reports: Any = None
        self._sentences: Any = None
        self._torn = False
        self.resumed = (path / JOURNAL).is_file()
        self.journal = self._begin()
        if self.journal["tables"] is not None:
            self._reports = self._at("reports")
            self._sentences = self._at("sentences") if sentences else None

    @cached_property
    def database(self) -> Any:
        """The folder as Lance sees it; the first use imports LanceDB, which takes a second."""
        return connect(self.path)

    def known(self) -> dict[str, str]:
        """Content hash by report id, of everything committed."""
        if self._reports is None:
            return {}
        known: dict[str, str] = {}
        query = self._reports.search().select(["report_id", "content_hash"])
        for batch in query.to_batches(batch_size=65_536):
            ids, hashes = batch.column("report_id"), batch.column("content_hash")
            known.update(zip(ids.to_pylist(), hashes.to_pylist(), strict=True))
        return known

    def commit(
        self,
        shards: Sequence[Shard],
        told: Sequence[Sequence[Description]],
        tags: Sequence[Sequence[Columns]] | None = None,
        known: Sequence[Mapping[str, pa.Array]] | None = None,
    ) -> None:
        """Write shards to both tables and move the journal on: all of them or none.

        Args:
            shards: Embedded reports.
            told: What the texts of each shard's reports say.
            tags: The tag columns of each shard's reports; None = by the rules alone.
            known: What `text_columns` gives for each shard; None = it is asked now.

        Raises:
            StoreError: If an earlier shard broke off: the journal must not name what it left.
        """
        if self._torn:
            raise StoreError(
                f"index '{self.path}': an earlier shard could not be written: "
                f"mend what its error names, then run the same command again"
            )
        self._torn = True
        pairs = list(zip(shards, told, strict=True))
        tags = tags or [
            shard_tags(said, shard.sentences, shard.sentence_vectors) for shard, said in pairs
        ]
        if known is None:
            known = [text_columns(shard.reports, said) for shard, said in pairs]
        self._write(shards, tags, known)
        self._save()
        self._torn = False

    def _write(
        self,
        shards: Sequence[Shard],
        tags: Sequence[Sequence[Columns]],
        known: Sequence[Mapping[str, pa.Array]],
    ) -> None:
        extra = self._extra_columns(report for shard in shards for report in shard.reports)
        if self._reports is None:
            self._create(extra)
        self._add_columns(extra)
        self._delete([name for shard in shards for name in shard.replaced])
        schema = self._reports.schema
        names = {original: name for name, original in self.journal["extra"].items()}
        rows = [
            report_rows(shard, schema, names, columns, texts)
            for shard, columns, texts in zip(shards, tags, known, strict=True)
        ]
        self._reports.add(pa.concat_tables(rows))
        if self._sentences is not None and any(shard.sentences for shard in shards):
            rows = [sentence_rows(shard, self.encoder.dim) for shard in shards]
            self._sentences.add(pa.concat_tables(rows))

    def remove(self, ids: Sequence[str]) -> None:
        """Delete reports that the corpus no longer has."""
        for start in range(0, len(ids), 1_000):
            self._delete(ids[start : start + 1_000])
        self._save()

    def finish_empty(self) -> None:
        """Make the tables of a corpus without a single good row, so that it can be opened."""
        if self._reports is None:
            self._create({})
            self._save()

    @property
    def tables(self) -> dict[str, Any]:
        """The open Lance tables; "sentences" is None if the index keeps none."""
        return {"reports": self._reports, "sentences": self._sentences}

    def _begin(self) -> dict[str, Any]:
        if self.resumed:
            journal = read_json(self.path / JOURNAL)
        elif (self.path / MANIFEST).is_file():
            manifest = read_manifest(self.path)
            kept = ("format_version", "encoder", "tables", "extra", "stamp", "sentences")
            journal = {name: manifest[name] for name in kept}
        else:
            self._refuse_strangers()
            journal = {
                "format_version": FORMAT_VERSION,
                "encoder": {
                    "name": self.encoder.name,
                    "fingerprint": self.encoder.fingerprint,
                    "dim": self.encoder.dim,
                    "source": self._source,
                },
                "tables": None,
                "extra": {},
                "stamp": secrets.token_hex(4),
                "sentences": self.sentences,
            }
        journal["corpus"] = self.corpus
        check_encoder(journal, self.encoder, self.path)
        self._check_sentences(journal["sentences"])
        write_json(self.path / JOURNAL, journal)
        return journal

    def _refuse_strangers(self) -> None:
        strangers = sorted(
            entry.name
            for entry in self.path.iterdir()
            if entry.name not in OURS and not entry.name.endswith(".tmp")
        )
        if strangers:
            raise StoreError(
                f"'{self.path}' is no index and holds other things ({strangers[0]}): "
                f"give a new or empty folder"
            )

    def _check_sentences(self, kept: bool) -> None:
        if kept != self.sentences:
            was, say = ("with", "leave out") if kept else ("without", "give")
            raise StoreError(
                f"index '{self.path}' was begun {was} sentences: {say} --no-sentences, "
                f"or index into a new folder"
            )

    def _at(self, name: str) -> Any:
        table = self.database.open_table(name)
        committed = self.journal["tables"][name]
        if table.version != committed:  # what a crash left behind
            table.restore(committed)
        return table

    def _create(self, extra: Mapping[str, str]) -> None:
        schema = reports_schema(self.encoder.dim, list(extra))
        self._reports = self.database.create_table("reports", schema=schema, mode="overwrite")
        self.journal["extra"] = dict(extra)
        if self.sentences:
            schema = sentences_schema(self.encoder.dim)
            self._sentences = self.database.create_table(
                "sentences", schema=schema, mode="overwrite"
            )

    def _extra_columns(self, reports: Iterable[Report]) -> dict[str, str]:
        """Columns wanted by the reports that the journal does not have: name -> corpus' name."""
        known = set(self.journal["extra"].values())
        taken = set(self.journal["extra"])
        fresh: dict[str, str] = {}
        for report in reports:
            for original in report.extra:
                if original not in known:
                    name = column_name(original, taken)
                    known.add(original)
                    taken.add(name)
                    fresh[name] = original
        return fresh

    def _add_columns(self, extra: Mapping[str, str]) -> None:
        missing = [name for name in extra if name not in self._reports.schema.names]
        if missing:
            self._reports.add_columns({name: "''" for name in missing})
        self.journal["extra"] |= extra

    def _delete(self, ids: Sequence[str]) -> None:
        if ids:
            from lancedb import col  # quoted by LanceDB: an id may hold any character

            held = col("report_id").isin(list(ids))
            for table in self.tables.values():
                if table is not None:
                    table.delete(held)

    def _save(self) -> None:
        self.journal["tables"] = versions(self.tables)
        write_json(self.path / JOURNAL, self.journal)


def column_name(original: str, taken: Iterable[str] = ()) -> str:
    """The table's name for a column of the corpus: one word that no other column has.

    >>> column_name("Study Desc."), column_name("findings"), column_name("a b", {"a_b"})
    ('study_desc', 'findings_extra', 'a_b_extra')
    """
    name = re.sub(r"\W+", "_", original.lower()).strip("_") or "column"
    used = _FIXED | set(taken)
    while name in used:
        name += "_extra"
    return name
