"""Teaches an encoder radiological similarity: signals, losses, stages, heads, export."""
