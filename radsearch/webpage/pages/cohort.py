"""The page cohort; to come."""

import streamlit as st

from radsearch.webpage.url import leave


def main() -> None:
    """Draw the page."""
    leave()
    st.title("Cohort")


if __name__ == "__main__":
    main()
