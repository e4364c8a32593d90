"""The page benchmarks; to come."""

import streamlit as st

from radsearch.webpage.url import leave


def main() -> None:
    """Draw the page."""
    leave()
    st.title("Benchmarks")


if __name__ == "__main__":
    main()
