"""The page's frame: password, navigation, faults in one line."""

import hmac
import os
import traceback
from pathlib import Path

import streamlit as st

from radsearch.errors import RadsearchError
from radsearch.webpage.opened import HERE, open_index, style

PASSWORD_FILE = "RADSEARCH_PASSWORD_FILE"
PAGES = HERE / "views"  # not "pages": streamlit itself serves such a folder, past the password


class PageError(RuntimeError):
    """A page failed; says with what kind of fault and where, and quotes nothing."""


def main() -> None:
    """Draw the page that the address names."""
    st.set_page_config(page_title="radsearch", page_icon=str(HERE / "icon.png"), layout="wide")
    style()
    if not _allowed():
        return
    page = st.navigation(
        [
            st.Page(PAGES / "search.py", title="Search", url_path="search", default=True),
            st.Page(PAGES / "compare.py", title="Compare", url_path="compare"),
            st.Page(PAGES / "explore.py", title="Explore", url_path="explore"),
            st.Page(PAGES / "cohort.py", title="Cohort", url_path="cohort"),
            st.Page(PAGES / "benchmarks.py", title="Benchmarks", url_path="benchmarks"),
        ],
        position="top",
    )
    try:
        open_index()
    except RadsearchError as error:
        st.error(str(error))
        return
    try:
        page.run()
    except RadsearchError as error:  # a report of the cohort that a newer index lacks
        st.error(str(error))
    except Exception as error:
        # streamlit logs the traceback of what it gets, whose message may quote a report
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        raise PageError(f"{type(error).__name__} in {where}") from None


def _allowed() -> bool:
    """Whether this session may see reports: always without a password, else once it gave it."""
    file = os.environ.get(PASSWORD_FILE, "")
    if not file or st.session_state.get("allowed"):
        return True
    wanted = Path(file).read_text(encoding="utf-8").strip().partition("\n")[0].rstrip()
    st.title("radsearch")
    given = st.text_input("Password", type="password", key="password")
    if given and wanted and hmac.compare_digest(given.encode(), wanted.encode()):
        st.session_state["allowed"] = True
        st.rerun()
    elif given:
        st.error("That is not the password.")
    return False
