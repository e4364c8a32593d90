"""Text to unit vectors."""

from radsearch.encoder.load import load_encoder
from radsearch.encoder.protocol import Encoder, Kind

__all__ = ["Encoder", "Kind", "load_encoder"]
