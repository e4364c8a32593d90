"""The REST interface: FastAPI over a `Searcher`, no logic of its own."""
