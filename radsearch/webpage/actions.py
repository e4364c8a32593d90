"""What the buttons do: they change the session, the next drawing shows it."""

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from radsearch.cohort import Cohort


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


def cohort() -> "Cohort":
    """The reports collected in this session."""
    if "cohort" not in st.session_state:
        from radsearch.cohort import Cohort

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
