"""Search: one box, filters with counts, cards that say why."""

import streamlit as st

from radsearch.duplicates import Fold, fold
from radsearch.errors import RadsearchError
from radsearch.hit import Hits
from radsearch.lookup import more_like
from radsearch.recognise import Recognised, recognise
from radsearch.webpage import actions
from radsearch.webpage.ask import DIRECTIONS, GIVEN, LAST_PAGE, MODES, READ_AS, SECTION, Ask
from radsearch.webpage.card import card, copies_of, report
from radsearch.webpage.filters import choose_filters
from radsearch.webpage.opened import searcher
from radsearch.webpage.patient import other_studies
from radsearch.webpage.url import begin, end

PER_PAGE = 10
NO_GOOD = "no good match"
"""Stands in the note that no hit is likely to be wanted."""
NAMES = {
    "report": "Report",
    "to_impression": "Findings → impression",
    "to_findings": "Impression → findings",
    "sentence": "Sentences",
    "auto": "Recognise",
    "query": "Query",
    "findings": "Findings",
    "impression": "Impression",
    "hybrid": "Hybrid",
    "dense": "Meaning",
    "lexical": "Words",
}
EXAMPLES = (
    "small left apical pneumothorax",
    "no pleural effusion",
    '"rib fracture" AND NOT pneumothorax',
    "8 mm nodule right upper lobe",
)


def main() -> None:
    """Draw the page."""
    begin()
    where = choose_filters()
    _inputs()
    ask = end()
    if ask.like:
        st.info(f"Reports like {ask.like}")
        st.button("Back to the query", key="unlike", on_click=actions.like, args=("",))
    elif not ask.q.strip():
        _welcome()
        return
    try:
        hits = _hits(ask, where)
    except RadsearchError as error:
        st.error(str(error))
        return
    _results(ask, hits)


def _inputs() -> None:
    st.text_input(
        "Search",
        key="q",
        type="search",
        placeholder="Type a phrase, or paste the findings or the impression of a report",
        label_visibility="collapsed",
        on_change=actions.like,
        args=("",),
    )
    names = NAMES.__getitem__
    with st.container(horizontal=True, vertical_alignment="bottom", key="how"):
        st.segmented_control(
            "Search in",
            DIRECTIONS,
            key="direction",
            format_func=names,
            required=True,
            wrap=True,
        )
        st.selectbox("By", MODES, key="mode", format_func=names, width=125)
        st.selectbox("Read my text as", READ_AS, key="read_as", format_func=names, width=150)


def _welcome() -> None:
    st.caption(f"{len(searcher()):,} reports. Enter searches, j and k move, / goes to the box.")
    with st.container(horizontal=True, key="examples"):
        for number, example in enumerate(EXAMPLES):
            st.button(
                example, key=f"example{number}", on_click=actions.search, args=(example,)
            )  # fmt: skip


def _read(ask: Ask) -> Recognised:
    if ask.read_as != "auto":
        return Recognised(ask.read_as, ask.q, "you chose it")
    found = recognise(ask.q)
    given = GIVEN.get(ask.direction)
    if found.kind != "query" and given is not None and given != found.kind:
        return Recognised(given, found.text, "the direction says so")
    return found


def _hits(ask: Ask, where: str | None) -> Hits:
    """Searched again only if the question or the index changed, not for each click on a card."""
    read = _read(ask)
    k = PER_PAGE * (ask.page + 2)
    key = (ask.like, read.text, read.kind, ask.direction, ask.mode, where, k, id(searcher()))
    if not ask.like and read.kind != "query":
        words = len(read.text.split())
        st.caption(f"Read as {read.kind} of a report ({words} words): {read.reason}.")
    if st.session_state.get("hits_key") != key:
        if ask.like:
            hits = more_like(searcher(), ask.like, k, where=where)
        else:
            hits = searcher().query(
                read.text, k, section=SECTION[ask.direction], kind=read.kind, mode=ask.mode,
                where=where, explain=True,
            )  # fmt: skip
        st.session_state["hits"], st.session_state["hits_key"] = hits, key
    found: Hits = st.session_state["hits"]
    return found


def _results(ask: Ask, hits: Hits) -> None:
    for note in hits.notes:
        if NO_GOOD in note.lower():
            st.warning(f"⚠ {note}")
        else:
            st.caption(f"Note: {note}")
    folds = fold(hits)
    first = PER_PAGE * (ask.page - 1)
    shown = folds[first : first + PER_PAGE]
    if not shown:
        _nothing(ask, hits)
        return
    st.caption(
        f"{hits.n_matching:,} reports may be found; places {first + 1}-{first + len(shown)}."
    )
    for item in shown:
        _card(item)
    pages = min(LAST_PAGE, max(ask.page, -(-len(folds) // PER_PAGE)))
    if pages > 1:
        key = f"pager_{ask.page}"  # a widget of its own a page: its default is the page shown
        st.pagination(pages, default=ask.page, key=key, on_change=actions.turn_page, args=(key,))


def _nothing(ask: Ask, hits: Hits) -> None:
    if ask.page > 1:
        st.info("No further reports.")
    elif hits.n_matching == 0:
        st.info("No report matches the filters. Take one away in the side bar.")
    else:
        st.info("No report answers the query. Try other words, or search by meaning.")


def _card(item: Fold) -> None:
    hit = item.hit
    with st.container(border=True, key=f"card_{hit.rank}"):
        st.html(card(item))
        with st.container(horizontal=True, key=f"buttons_{hit.rank}"):
            st.button(
                "More like this", key=f"like_{hit.rank}", on_click=actions.like,
                args=(hit.report_id,),
            )  # fmt: skip
            kept = actions.in_cohort(hit.report_id)
            st.button(
                "✓ In cohort" if kept else "Add to cohort", key=f"keep_{hit.rank}",
                on_click=actions.toggle_cohort, args=(hit.report_id,),
            )  # fmt: skip
            chosen = actions.to_compare(hit.report_id)
            st.button(
                "✓ Comparing" if chosen else "Compare", key=f"compare_{hit.rank}",
                on_click=actions.toggle_compare, args=(hit.report_id,),
            )  # fmt: skip
        with st.expander("Full report", key=f"full_{hit.rank}"):
            st.html(report(hit))
        other_studies(hit.report_id, str(hit.rank))
        if item.copies:
            with st.expander(copies_of(item), key=f"copies_{hit.rank}"):
                for copy in item.copies:
                    st.html(card(Fold(copy)))


if __name__ == "__main__":
    main()
