"""Parts of the Searcher: filters on an index, lexical leg, reading of queries, fusion."""
