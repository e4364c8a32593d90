"""The other studies of a report's patient, where the corpus names patients."""

import streamlit as st

from radsearch.lookup import position
from radsearch.timeline import timeline
from radsearch.webpage.actions import COMPARE_PAGE
from radsearch.webpage.opened import searcher
from radsearch.webpage.studies import studies


def other_studies(report_id: str, key: str) -> None:
    """Draw the patient's studies; nothing if this is the only one.

    Args:
        report_id: The report shown.
        key: Distinguishes it from others on the page.
    """
    count = len(searcher().patients.studies(position(searcher(), report_id)))
    if count < 2:
        return
    with st.expander(f"Patient: {count} studies", key=f"studies_{key}"):
        found = timeline(searcher(), report_id)
        st.html(studies(found))
        earlier = [one.hit.report_id for one in found if one.relation == "earlier"]
        if earlier and st.button("Compare with the study before", key=f"before_{key}"):
            st.session_state["compare"] = [earlier[-1], report_id]
            st.switch_page(COMPARE_PAGE)
