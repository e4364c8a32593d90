"""Cohort: reports collected, notes, export; searches kept."""

from html import escape

import streamlit as st

from radsearch.cohort import SavedSearches
from radsearch.cohort_export import FORMATS, cohort_rows, encode
from radsearch.errors import RadsearchError
from radsearch.hit import Hit
from radsearch.lookup import read_hits
from radsearch.webpage import actions
from radsearch.webpage.ask import Ask
from radsearch.webpage.card import report
from radsearch.webpage.markup import study
from radsearch.webpage.opened import searcher
from radsearch.webpage.url import leave


def main() -> None:
    """Draw the page."""
    leave()
    st.title("Cohort")
    ids = list(actions.cohort().notes)
    if ids:
        hits = read_hits(searcher(), ids)
        for number, hit in enumerate(hits):
            _row(number, hit)
        _export(hits)
    else:
        st.info("No report is collected yet: press “Add to cohort” on a search result.")
    st.divider()
    _searches()


def _row(number: int, hit: Hit) -> None:
    with st.container(border=True):
        head, remove = st.columns([8, 1], vertical_alignment="center")
        head.html(
            f'<p class="rs-report">{number + 1}. <b>{escape(hit.report_id)}</b> {study(hit)}</p>'
        )
        remove.button(
            "Remove", key=f"remove_{number}", on_click=actions.toggle_cohort, args=(hit.report_id,)
        )
        key = f"note_{hit.report_id}"
        st.text_input(
            "Note",
            value=actions.cohort().notes[hit.report_id],
            key=key,
            on_change=actions.note,
            args=(hit.report_id, key),
        )
        with st.expander("Full report"):
            st.html(report(hit))


def _export(hits: list[Hit]) -> None:
    st.subheader("Export")
    one, two = st.columns(2, vertical_alignment="bottom")
    form = one.selectbox("Format", FORMATS, key="format")
    identified = not two.toggle("Take out what identifies (by rules)", value=True, key="clean")
    if identified:
        st.warning("⚠ The file will hold the texts, ids and dates as they are.")
    else:
        st.caption(
            "Names, dates, times, numbers and places that rules find are replaced; ids are left "
            "out. Rules are no guarantee: read the file before you pass it on."
        )
    notes = list(actions.cohort().notes.values())
    rows = cohort_rows(hits, notes, identified=identified)
    st.download_button(
        f"Download {len(rows)} reports",
        encode(rows, form),
        file_name=f"cohort.{form}",
        key="download",
        on_click="ignore",
        type="primary",
    )


def _searches() -> None:
    st.subheader("Saved searches")
    kept = SavedSearches()
    ask: Ask = st.session_state.get("last_ask", Ask())
    try:
        if ask.to_params():
            _save(kept, ask)
        searches = kept.read()
    except RadsearchError as error:
        st.error(str(error))
        return
    if not searches:
        st.caption("None yet. Search, then come here to keep the search under a name.")
    for number, (name, params) in enumerate(searches.items()):
        text, go, delete = st.columns([6, 1, 1], vertical_alignment="center")
        text.text(f"{name}: {_described(Ask.from_params(params))}")
        go.button("Open", key=f"open_{number}", on_click=actions.open_search, args=(params,))
        delete.button("Delete", key=f"delete_{number}", on_click=kept.delete, args=(name,))
    if st.session_state.pop("go", False):
        st.switch_page(actions.SEARCH_PAGE)


def _save(kept: SavedSearches, ask: Ask) -> None:
    with st.form("save", border=False):
        st.text(f"Last search: {_described(ask)}")
        name = st.text_input("Name", key="search_name", max_chars=80)
        if st.form_submit_button("Keep this search"):
            kept.save(name, ask.to_params())


def _described(ask: Ask) -> str:
    return ", ".join(f"{name} {' / '.join(value)}" for name, value in ask.to_params().items())


if __name__ == "__main__":
    main()
