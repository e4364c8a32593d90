"""Frozen embedding -> tags with status, attributes."""

from radsearch.heads.file import DEFAULT_HEADS, find_heads, load_heads
from radsearch.heads.model import Heads, LinearHeads

__all__ = ["DEFAULT_HEADS", "Heads", "LinearHeads", "find_heads", "load_heads"]
