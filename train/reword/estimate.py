"""How many requests a corpus takes and about how many tokens, without sending anything."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from radsearch.llm import AnswerCache
from radsearch.report import Report

from .prompt import SYSTEM, VERSION, answer_schema, user_prompt

CHARACTERS = 4.0  # a token of English, as tokenizers of large models cut it; rough
REWORDED = 0.92  # length of a rewording to its section; measured on data/corpus/authored3
THOUGHT = 400  # characters of the three levels with the names of the parts: our guess


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would cost.

    Attributes:
        reports: With findings and impression.
        requests: Of them those whose first answer is not in the cache.
        tokens_in: Sent, roughly.
        tokens_out: Received, roughly.
    """

    reports: int
    requests: int
    tokens_in: int
    tokens_out: int


def estimate(reports: Iterable[Report], cache: AnswerCache | None, model: str) -> Estimate:
    """Requests and tokens of the first round; a second one comes for parts that are refused.

    Args:
        reports: As they would be sent.
        cache: Answers of earlier runs.
        model: Name under which they are kept.

    Returns:
        Counts.

    >>> estimate([Report("1", findings="Clear.", impression="Normal.")], None, "").requests
    1
    """
    n, requests, sent, received = 0, 0, 0, 0.0
    constant = len(SYSTEM) + len(json.dumps(answer_schema()))
    for report in reports:
        n += 1
        user = user_prompt(report.findings, report.impression)
        if cache is not None and cache.get(user, model, VERSION) is not None:
            continue
        requests += 1
        sent += constant + len(user)
        received += REWORDED * (len(report.findings) + len(report.impression)) + THOUGHT
    return Estimate(n, requests, round(sent / CHARACTERS), round(received / CHARACTERS))
