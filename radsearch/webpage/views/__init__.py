"""One file a page; Streamlit runs them as scripts."""
