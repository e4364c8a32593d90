"""What every page needs: the one opened index of this process, its facets, its assets."""

import os
import threading
from pathlib import Path
from typing import Any

import streamlit as st

from radsearch.errors import StoreError
from radsearch.facets import FacetIndex
from radsearch.searcher import Searcher
from radsearch.warm import warm

INDEX = "RADSEARCH_INDEX"
HERE = Path(__file__).parent


def index_path() -> str:
    """The index folder that the page was started with."""
    path = os.environ.get(INDEX, "")
    if not path:
        raise StoreError(
            f"the page was started without an index: run `radsearch app -i INDEX`, or set {INDEX}"
        )
    return path


def _open(path: str, stamp: float) -> tuple[Searcher, FacetIndex]:
    del stamp  # part of the key: a newly published version is opened, not the old one kept
    searcher = Searcher.open(path)
    warm(searcher)
    len(searcher.patients)  # read here, not while the first answer is waited for
    return searcher, FacetIndex(searcher.store)


_open_once = st.cache_resource(show_spinner="Opening the index and its encoder", max_entries=2)(
    _open
)


_RUN = threading.local()
"""What this run of the script sees: asked for dozens of times, and the same to its end."""


def open_index() -> None:
    """At the start of a run: the index, opened once a process and again at each new version."""
    path = index_path()
    manifest = Path(path) / "manifest.json"
    stamp = manifest.stat().st_mtime if manifest.exists() else 0.0
    _RUN.opened = _open_once(path, stamp)


def opened() -> tuple[Searcher, FacetIndex]:
    """The index that `open_index` opened in this run."""
    found: tuple[Searcher, FacetIndex] = _RUN.opened
    return found


def searcher() -> Searcher:
    """The opened index."""
    return opened()[0]


def facets() -> FacetIndex:
    """Its values, for counting."""
    return opened()[1]


def style() -> None:
    """Put the style sheet on the page, and the keys j, k and /."""
    st.html(HERE / "style.css")
    _keys_once()(key="rs_keys")


def _keys() -> Any:
    script = (HERE / "keys.js").read_text(encoding="utf-8")
    return st.components.v2.component("radsearch_keys", js=script)


_keys_once = st.cache_resource(show_spinner=False)(_keys)
