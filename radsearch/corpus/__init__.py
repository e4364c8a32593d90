"""Every corpus on disk becomes `Report` records here; nothing after the reader sees the file."""

from radsearch.corpus.corpus import Corpus, read_corpus
from radsearch.corpus.rejects import Reject, write_rejects

__all__ = ["Corpus", "Reject", "read_corpus", "write_rejects"]
