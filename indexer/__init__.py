"""Builds and refreshes an index folder from a corpus."""
