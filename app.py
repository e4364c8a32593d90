"""The web page: `streamlit run app.py` with RADSEARCH_INDEX set, or `radsearch app -i INDEX`."""

from radsearch.webpage.main import main

main()
