"""The web page under the clock: the whole script of one answer, without a browser."""

import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from radsearch.errors import RadsearchError
from radsearch.evaluation.load import Ask
from radsearch.evaluation.resources import Usage, used_by

SCRIPT = Path(__file__).parents[1] / "webpage" / "start.py"
PATIENCE = 120.0


class Page:
    """The search page on streamlit's own test bench: box, filters with counts, ten cards.

    What a browser then takes to draw is not in it.
    """

    def __init__(self, index: Path) -> None:
        try:
            from streamlit.testing.v1 import AppTest
        except ImportError as error:
            raise RadsearchError("this needs streamlit: pip install 'radsearch[app]'") from error
        os.environ["RADSEARCH_INDEX"] = str(index.resolve())
        self._page = AppTest.from_file(str(SCRIPT), default_timeout=PATIENCE).run()
        self._ask("no effusion")  # the first answer opens the index

    def user(self) -> AbstractContextManager[Ask]:
        """Type a query, press Enter, wait for the whole page."""
        return nullcontext(self._ask)

    def _ask(self, text: str) -> None:
        self._page.text_input(key="q").set_value(text).run()
        if self._page.exception or self._page.error:
            raise RadsearchError("the page shows an error")

    def usage(self) -> Usage:
        """Of this process: the page runs in it."""
        return used_by(None)
