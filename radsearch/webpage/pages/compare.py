"""The page compare; to come."""

import streamlit as st

from radsearch.webpage.url import leave


def main() -> None:
    """Draw the page."""
    leave()
    st.title("Compare")


if __name__ == "__main__":
    main()
