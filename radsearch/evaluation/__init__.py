"""Benchmarks: one a module, each run against an opened Searcher or an Encoder."""
