"""Index folder: manifest, Lance tables, FAISS caches, exact search."""

from radsearch.store.lance_store import LanceStore, open_store
from radsearch.store.manifest import check_encoder, read_manifest
from radsearch.store.protocol import Store

__all__ = ["LanceStore", "Store", "check_encoder", "open_store", "read_manifest"]
