"""One part of the benchmark book, and the command that runs it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One benchmark of the book.

    Attributes:
        name: Short name, also of its cached result.
        title: Heading.
        paper: Table or figure of the paper that it re-makes.
        arguments: Of `radsearch bench`; a word in braces is the path of a data set.
        beside: The paper's number, and how its data differ from ours.
        data: What is measured on, which split of it, and how chance enters: seeds, intervals.
        reads: Files that it draws besides code and corpora; the part runs again once they change.
    """

    name: str
    title: str
    paper: str
    arguments: tuple[str, ...]
    beside: str = ""
    data: str = ""
    reads: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """Paths that the user must give.

        >>> Part("a", "A", "1", ("retrieval", "--openi", "{openi}")).needs
        ('openi',)
        """
        return tuple(word[1:-1] for word in self.arguments if word.startswith("{"))

    @property
    def uses(self) -> frozenset[str]:
        """Paths that it runs with where they are given.

        >>> sorted(Part("a", "A", "1", ("cost", "{openi}", "--backbone={backbone?}")).uses)
        ['backbone', 'openi']
        """
        optional = {word[:-2].partition("={")[2] for word in self.arguments if word.endswith("?}")}
        return frozenset(self.needs) | optional

    def command(self, paths: Mapping[str, str]) -> tuple[str, ...] | None:
        """The arguments with the paths filled in; None if one that must be given is not.

        A word such as "--backbone={backbone?}" is left out where that path is not given.

        >>> Part("a", "A", "1", ("figures", "--backbone={backbone?}")).command({})
        ('figures',)
        """
        if any(name not in paths for name in self.needs):
            return None
        found: list[str] = []
        for word in self.arguments:
            if word.startswith("{"):
                found.append(paths[word[1:-1]])
            elif word.endswith("?}"):
                option, _, name = word[:-2].partition("={")
                found += [option, paths[name]] if name in paths else []
            else:
                found.append(word)
        return tuple(found)
