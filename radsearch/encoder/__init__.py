"""Text to unit vectors."""
