"""A search-box query in the words of a report: lay words, abbreviations, polite phrases."""

import re
from functools import lru_cache
from importlib.resources import files

_LEAD = re.compile(
    r"^\W*(?:(?:please|can you|could you|i am|i'm|we are|i|we)\s+)*"
    r"(?:(?:looking for|search(?:ing)? for|find(?: me)?|show(?: me)?|give me|list|get|want|need|"
    r"see|is there|are there|do you have|which|what|any|all|some)\s+)*"
    r"(?:(?:a|an|the|all|any|some|other|chest(?=\s+(?:studies|cases|reports|exams)))\s+)*"
    r"(?:(?:reports?|studies|study|cases?|exams?|examinations?|patients?|examples?|images?|scans?|people|"
    r"someone|those)\s+)*"
    r"(?:(?:of|with|who|whose|that|which|in|have|has|had|having|show(?:s|ing)?|describ(?:e|es|ing)|"
    r"mention(?:s|ing)?|report(?:s|ing)?|containing|contain|stating|state|where|there|is|are|a|an|the|"
    r"both|either)\s+)*",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _table() -> tuple[re.Pattern[str], dict[str, str]]:
    text = files("radsearch.search").joinpath("rewrites.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line and line[0] != "#"]
    said = {asked.lower(): words for asked, words in rows[1:]}
    longest_first = sorted(said, key=len, reverse=True)
    parts = "|".join(re.escape(asked).replace(r"\ ", r"\s+") for asked in longest_first)
    return re.compile(rf"(?<![\w/-])(?:{parts})(?![\w/-])", re.IGNORECASE), said


def without_lead(text: str) -> str:
    """The query without the words that only ask.

    >>> without_lead("Find reports with a pneumothorax?")
    'pneumothorax'
    >>> without_lead("I am looking for kidney stones")
    'kidney stones'
    """
    return _LEAD.sub("", text, count=1).strip(" ?.!") or text


def rewrite(text: str) -> tuple[str, dict[str, str]]:
    """The query as a report would say it, and what was put for what.

    >>> rewrite("PTX small L")
    ('pneumothorax small left', {'PTX': 'pneumothorax', 'L': 'left'})
    """
    pattern, said = _table()
    done: dict[str, str] = {}

    def put(found: re.Match[str]) -> str:
        asked = found[0]
        words = said[re.sub(r"\s+", " ", asked.lower())]
        done[asked] = words
        return words

    return pattern.sub(put, text), done
