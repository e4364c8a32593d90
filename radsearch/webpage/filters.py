"""The side bar: facets with counts under the current filter."""

import streamlit as st

from radsearch.errors import FilterError
from radsearch.facets import Facet
from radsearch.webpage.ask import Ask
from radsearch.webpage.markup import title
from radsearch.webpage.opened import facets, searcher

FIELDS = {
    "modality": ("modality", "Modality"),
    "body_part": ("body_part", "Body part"),
    "year": ("year", "Year"),
    "present": ("present", "Finding present"),
    "absent": ("absent", "Finding absent"),
}


def choose_filters() -> str | None:
    """Draw the side bar; the filter that it means, as text."""
    state = st.session_state
    ask = Ask(
        modality=tuple(state["modality"]), body_part=tuple(state["body_part"]),
        year=tuple(state["year"]), present=tuple(state["present"]),
        absent=tuple(state["absent"]), where=state["where"],
    )  # fmt: skip
    where = ask.filter_text()
    with st.sidebar:
        st.subheader("Filters")
        st.text_input(
            "Filter language", key="where", placeholder="age > 60 and nodule.size_mm >= 6"
        )
        try:
            selection = searcher().select(where)
            mask = selection.mask
            st.caption(f"{selection.count:,} reports match the filters")
        except FilterError as error:
            st.error(str(error))
            mask = None
        for key, (field, label) in FIELDS.items():
            if field in facets().fields:
                _facet(key, label, facets().count(field, mask))
        st.button("Clear filters", key="clear", on_click=_clear)
    return where


def _facet(key: str, label: str, counted: list[Facet]) -> None:
    counts = {facet.value: facet.count for facet in counted}
    known = list(counts)
    if key == "year":
        known.sort(reverse=True)
    chosen = st.session_state[key]
    options = [*known, *(value for value in chosen if value not in counts)]
    st.multiselect(
        label,
        options,
        key=key,
        format_func=lambda value: f"{title(value)} ({counts.get(value, 0):,})",
        placeholder="any",
    )


def _clear() -> None:
    for key in FIELDS:
        st.session_state[key] = []
    st.session_state["where"] = ""
