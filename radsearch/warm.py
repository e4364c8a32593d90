"""Loads all that the first query would otherwise wait for."""

from radsearch.searcher import Searcher


def warm(searcher: Searcher) -> None:
    """Ask one query and one filter, so that encoder, lexicon, caches and tables are loaded.

    Args:
        searcher: An opened index; an empty one is left as it is.
    """
    if not len(searcher):
        return
    searcher.select('report_id = ""')
    searcher.query("no effusion", 1, section="report", explain=True)
