"""What is asked of the model for one thing, and what becomes of the answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .check import Fault

Item = TypeVar("Item")
Parts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task(Generic[Item]):
    """How items of one kind are asked for, checked and written.

    Attributes:
        version: Part of every cache key; changes with any word that is sent.
        system: Instructions.
        parts: What an answer consists of.
        schema: JSON schema of an answer with these parts.
        question: An item, with what of the last answer was refused and why.
        judge: Item, answer, parts asked for -> parts that may be kept, faults of the others.
        key: What an item is called in the list of rejects.
        row: Item, parts that were kept, writer -> the row; None if it needs more parts.
        expected: Characters of an answer, roughly.
    """

    version: str
    system: str
    parts: tuple[str, ...]
    schema: Callable[[Sequence[str]], dict[str, Any]]
    question: Callable[[Item, Mapping[str, Any], Sequence[str]], str]
    judge: Callable[[Item, Any, Sequence[str]], tuple[Parts, list[Fault]]]
    key: Callable[[Item], str]
    row: Callable[[Item, Parts, str], dict[str, Any] | None]
    expected: Callable[[Item], float]
