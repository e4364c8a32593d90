"""Index folder: manifest, Lance tables, FAISS caches, exact search."""
