"""Findings of many texts by a language model, with the rule engine as check and fall-back."""

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.language.lexicon import load_lexicon
from radsearch.llm import prompt
from radsearch.llm.cache import AnswerCache
from radsearch.llm.client import ChatClient, EndpointError
from radsearch.llm.schema import InvalidRecordError, answer_schema, to_finding


@dataclass(slots=True)
class Tally:
    """What became of the texts; every text is counted once in the first three.

    Attributes:
        answered: Read by the model now.
        cached: Read by the model before.
        fallen_back: Read by the rules, since the model gave no usable answer.
        dropped: Records of the model that were refused, by field at fault.
        disagreements: Findings that model and rules both state, with opposite presence.
        faults: Messages of failed requests, with their number.
    """

    answered: int = 0
    cached: int = 0
    fallen_back: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    disagreements: int = 0
    faults: Counter[str] = field(default_factory=Counter)


class LlmExtractor:
    """Reads texts as `radsearch.extract` does, by a model that the user named."""

    def __init__(
        self,
        client: ChatClient,
        cache: AnswerCache | None = None,
        *,
        batch_size: int = 8,
        workers: int = 4,
    ) -> None:
        self.client = client
        self.cache = cache
        self.batch_size = batch_size
        self.workers = workers
        self.tally = Tally()
        self._families = load_lexicon().families
        self._system = prompt.system_prompt(self._families)
        self._schema = answer_schema()

    def extract_many(self, texts: Sequence[str]) -> list[list[Finding]]:
        """Findings of each text, in order of their words.

        A text whose answer is missing or holds no valid record is read by the rules and counted in
        `tally`; a text that repeats is sent once.

        Args:
            texts: Reports or sections.

        Returns:
            One list a text, in order.
        """
        found: dict[str, list[Finding]] = {}
        todo = []
        for text in dict.fromkeys(texts):
            known = None
            if self.cache is not None:
                known = self.cache.get(text, self.client.model, prompt.VERSION)
            if known is None:
                todo.append(text)
            else:
                found[text] = [to_finding(record, text, self._families) for record in known]
                self.tally.cached += 1
        with ThreadPoolExecutor(self.workers) as pool:
            size = self.batch_size
            groups = [todo[i : i + size] for i in range(0, len(todo), size)]
            for group, answers in zip(groups, pool.map(self._ask, groups), strict=True):
                for place, text in enumerate(group):
                    found[text] = self._accept(text, answers.get(place))
        return [found[text] for text in texts]

    def _ask(self, texts: Sequence[str]) -> Mapping[int, list[Any]]:
        """Answers by place in the group; a failed group is tried again one by one."""
        try:
            answer = self.client.complete(self._system, prompt.user_prompt(texts), self._schema)
            answers = dict(_by_place(answer, len(texts)))
        except EndpointError as error:
            self.tally.faults[str(error)] += 1
            return {}
        if len(texts) > 1:
            for place in set(range(len(texts))) - set(answers):
                alone = self._ask([texts[place]])
                answers |= {place: alone[0]} if alone else {}
        return answers

    def _accept(self, text: str, records: list[Any] | None) -> list[Finding]:
        rules = extract(text)
        if records is None:
            self.tally.fallen_back += 1
            return rules
        kept, findings = [], []
        for record in records:
            try:
                findings.append(to_finding(record, text, self._families))
                kept.append(record)
            except InvalidRecordError as fault:
                self.tally.dropped[str(fault)] += 1
            except AttributeError:  # not even an object
                self.tally.dropped["record"] += 1
        if records and not kept:
            self.tally.fallen_back += 1
            return rules
        self.tally.answered += 1
        self.tally.disagreements += _opposed(findings, rules)
        if self.cache:
            self.cache.put(text, self.client.model, prompt.VERSION, kept)
        return sorted(findings, key=lambda finding: finding.start)


def _by_place(answer: Any, n: int) -> dict[int, list[Any]]:
    reports = answer.get("reports") if isinstance(answer, Mapping) else None
    answers: dict[int, list[Any]] = {}
    for item in reports if isinstance(reports, list) else ():
        if not isinstance(item, Mapping) or not isinstance(item.get("findings"), list):
            continue
        place = item.get("id")
        if isinstance(place, int) and 0 <= place < n:
            answers[place] = item["findings"]
    return answers


def _opposed(a: Sequence[Finding], b: Sequence[Finding]) -> int:
    """Finding ids that one side only states and the other only denies."""
    states = [
        {
            presence: {f.finding for f in findings if f.presence == presence}
            for presence in ("present", "absent")
        }
        for findings in (a, b)
    ]
    count = 0
    for first, second in (states, states[::-1]):
        only_present = first["present"] - first["absent"]
        count += len(only_present & (second["absent"] - second["present"]))
    return count
