"""The web page: Streamlit over a `Searcher`. Only this package and app.py import streamlit."""
