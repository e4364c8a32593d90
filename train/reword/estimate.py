"""How many requests a corpus takes and about how many tokens, without sending anything."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from radsearch.llm import AnswerCache

from .task import Item, Task

CHARACTERS = 4.0  # a token of English, as tokenizers of large models cut it; rough


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would cost.

    Attributes:
        items: What would be asked for.
        requests: Of them those whose first answer is not in the cache.
        tokens_in: Sent, roughly.
        tokens_out: Received, roughly.
    """

    items: int
    requests: int
    tokens_in: int
    tokens_out: int


def estimate(
    task: Task[Item], items: Iterable[Item], cache: AnswerCache | None, model: str
) -> Estimate:
    """Requests and tokens of the first round; a second one comes for parts that are refused.

    Args:
        task: What is asked.
        items: What for.
        cache: Answers of earlier runs.
        model: Name under which they are kept.

    Returns:
        Counts.
    """
    n, requests, sent, received = 0, 0, 0, 0.0
    constant = len(task.system) + len(json.dumps(task.schema(task.parts)))
    for item in items:
        n += 1
        question = task.question(item, {}, ())
        if cache is not None and cache.get(question, model, task.version) is not None:
            continue
        requests += 1
        sent += constant + len(question)
        received += task.expected(item)
    return Estimate(n, requests, round(sent / CHARACTERS), round(received / CHARACTERS))
