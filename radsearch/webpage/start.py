"""The script that `radsearch app` gives to streamlit."""

from radsearch.webpage.main import main

if __name__ == "__main__":
    main()
