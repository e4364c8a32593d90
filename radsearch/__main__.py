"""`python -m radsearch` is the radsearch command."""

from radsearch.cli import main

if __name__ == "__main__":
    main()
