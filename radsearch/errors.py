"""What can go wrong by a user's doing.

Each message says what was found, what was wanted, what to do.
"""


class RadsearchError(Exception):
    """A fault that the user can mend; the command line prints its message and exits with 1."""


class CorpusError(RadsearchError):
    """A corpus that cannot be read as a whole: missing file, no text column, unknown format."""


class EncoderError(RadsearchError):
    """An encoder that cannot be loaded, or whose vectors do not reproduce."""


class StoreError(RadsearchError):
    """An index folder that is missing, damaged, locked, or made by another encoder or version."""


class FilterError(RadsearchError):
    """A filter or query that does not parse, or names a field that the index does not have."""


class QueryError(FilterError, ValueError):
    """A query that is empty, or asks for a section, mode or kind that there is not."""
