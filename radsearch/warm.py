"""Loads all that the first query would otherwise wait for."""

from radsearch.searcher import Searcher


def warm(searcher: Searcher) -> None:
    """Ask a query of each kind and a filter: encoder, lexicon, caches and tables are loaded.

    Args:
        searcher: An opened index; an empty one is left as it is.
    """
    if not len(searcher):
        return
    searcher.select('report_id = ""')
    searcher.query("no effusion", 1, section="report", explain=True)
    searcher.query("No effusion.", 1, kind="findings", section="impression")
    searcher.query("No effusion.", 1, kind="impression", section="findings")
