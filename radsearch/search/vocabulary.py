"""Names by which users ask for findings, resolved through the lexicon."""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from radsearch.language.lexicon_file import aliases, read_table

MAX_SYNONYMS = 8
"""Other words looked for a finding: lexical nDCG@10 of the development queries 0.49 without, 0.53
with 8; 4 give 0.52."""

PREFERRED = {  # a general word, as radiologists mean it when they name no organ
    "nodule": "pulmonary_nodule",
    "effusion": "pleural_effusion",
    "opacity": "airspace_opacity",
    "edema": "pulmonary_edema",
    "embolism": "pulmonary_embolism",
    "stone": "nephrolithiasis",
    "pe": "pulmonary_embolism",
}


class FindingNames:
    """Ids, aliases and families of findings; see `radsearch.search.predicate.Vocabulary`."""

    def __init__(self) -> None:
        self._families: dict[str, list[str]] = defaultdict(list)
        self._aliases: dict[str, str] = {}
        self._words: dict[str, list[str]] = {}
        table = list(read_table("findings"))  # the whole lexicon takes ten times as long to load
        for row in table:
            name = row["id"]
            self._aliases[name] = name
            parts = row["family"].split("/")
            for end in range(1, len(parts) + 1):
                self._families["/".join(parts[:end])].append(name)
        for row in table:
            plain = row["id"].replace("_", " ")
            self._words[row["id"]] = list(dict.fromkeys([plain, *aliases(row["aliases"])]))
            for alias in aliases(row["aliases"]):
                self._aliases.setdefault(key(alias), row["id"])
        for row in read_table("combine"):
            if "" in (aliases(row["sites"]) or [""]):
                for head in aliases(row["heads"]):
                    self._aliases.setdefault(key(head), row["finding"])
        for alias, name in PREFERRED.items():
            if name in self._aliases:
                self._aliases[alias] = name

    def resolve(self, name: str) -> tuple[str, ...]:
        """Finding ids that a name, alias or family covers; () if it is unknown.

        >>> finding_names().resolve("Pleural effusion")
        ('pleural_effusion',)
        >>> "pneumothorax" in finding_names().resolve("pleura/air")
        True
        """
        plain = key(name)
        for word in (plain, plain.removesuffix("s"), plain.removesuffix("es")):
            if word in self._aliases:
                return (self._aliases[word],)
        return tuple(self._families.get(name.strip().lower(), ()))

    def synonyms(self, finding: str, text: str) -> tuple[str, ...]:
        """Other words for a finding, the commonest first, without those that `text` has.

        >>> finding_names().synonyms("cardiomegaly", "cardiomegaly")[0]
        'enlarged heart'
        """
        have = text.lower()
        words = (word for word in self._words.get(finding, ()) if word.lower() not in have)
        return tuple(islice(words, MAX_SYNONYMS))

    def names(self) -> Sequence[str]:
        """Every finding id and family, for the list in an error."""
        return sorted({*self._aliases.values(), *self._families, *PREFERRED})


@lru_cache(maxsize=1)
def finding_names() -> FindingNames:
    """The names of the shipped lexicon, made once."""
    return FindingNames()


def key(name: str) -> str:
    """A name as ids are written.

    >>> key("Ground-glass opacity")
    'ground_glass_opacity'
    """
    return re.sub(r"[\W_]+", "_", name.strip().lower()).strip("_")
