"""What the buttons do: they change the session, the next drawing shows it."""

from pathlib import Path

import streamlit as st

from radsearch.cohort import Cohort
from radsearch.webpage.ask import Ask

PAGES = Path(__file__).parent / "views"
SEARCH_PAGE = PAGES / "search.py"
COMPARE_PAGE = PAGES / "compare.py"


def search(text: str) -> None:
    """Put a text into the box."""
    st.session_state["q"] = text


def like(report_id: str) -> None:
    """Show reports like this one; "" = back to the query."""
    st.session_state["like"] = report_id
    st.session_state["page"] = 1


def turn_page(pager: str) -> None:
    """Take the pager's page over."""
    st.session_state["page"] = st.session_state[pager]


def cohort() -> Cohort:
    """The reports collected in this session."""
    if "cohort" not in st.session_state:
        st.session_state["cohort"] = Cohort()
    kept: Cohort = st.session_state["cohort"]
    return kept


def in_cohort(report_id: str) -> bool:
    """Whether a report is collected."""
    return report_id in cohort().notes


def toggle_cohort(report_id: str) -> None:
    """Collect a report, or take it out."""
    cohort().toggle(report_id)


def to_compare(report_id: str) -> bool:
    """Whether a report is one of the two to compare."""
    return report_id in st.session_state.get("compare", [])


def toggle_compare(report_id: str) -> None:
    """Choose a report for comparison, or take it away; the last two chosen count."""
    chosen = [one for one in st.session_state.get("compare", []) if one != report_id]
    if not to_compare(report_id):
        chosen.append(report_id)
    st.session_state["compare"] = chosen[-2:]


def note(report_id: str, key: str) -> None:
    """Take over what was written beside a collected report."""
    cohort().notes[report_id] = str(st.session_state[key])


def open_search(params: dict[str, list[str]]) -> None:
    """Ask for a kept search; the page then goes to the search page."""
    st.session_state["last_ask"] = Ask.from_params(params)
    st.session_state["away"] = True
    st.session_state["go"] = True
