"""Names by which users ask for findings, resolved through the lexicon."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
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
    """Ids, aliases and families of findings; see `radsearch.search.bind.Vocabulary`."""

    def __init__(self) -> None:
        self._families: dict[str, list[str]] = defaultdict(list)
        self._aliases: dict[str, str] = {}
        self._words: dict[str, list[str]] = {}
        self._paths: dict[str, str] = {}
        self._ends: dict[str, list[str]] = defaultdict(list)
        table = list(read_table("findings"))  # the whole lexicon takes ten times as long to load
        for row in table:
            name = row["id"]
            self._aliases[name] = name
            self._paths[name] = f"{row['family']}/{name}"
            parts = row["family"].split("/")
            for end in range(1, len(parts) + 1):
                self._families["/".join(parts[:end])].append(name)
        for path in self._families:
            self._ends[path.rpartition("/")[2]].append(path)
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
        """Finding ids that a name covers; () if it is unknown.

        A family, by its path or its last part, covers all findings below it and the finding of
        that name. Of several families that end alike all are meant, but a path wins ("urinary" is
        not "device/urinary"), and so does what is meant by convention (`PREFERRED`).

        >>> finding_names().resolve("Pleural effusion")
        ('pleural_effusion',)
        >>> "rib_fracture" in finding_names().resolve("fracture")
        True
        >>> finding_names().resolve("bone/fracture/fracture")
        ('fracture',)
        """
        path = "/".join(map(key, name.split("/")))
        finding = path.rpartition("/")[2]
        if path == self._paths.get(finding):
            return (finding,)
        for word in (path, path.removesuffix("s"), path.removesuffix("es")):
            named = self._aliases.get(key(word))
            if named and word in PREFERRED:
                return (named,)
            families = [word] if word in self._families else self._ends.get(word, [])
            ids = [each for family in families for each in self._families[family]]
            if found := dict.fromkeys([*ids, named] if named else ids):
                return tuple(found)
        return ()

    def alone(self, finding: str) -> str:
        """The name that covers this finding and no other.

        >>> finding_names().alone("pneumothorax"), finding_names().alone("fracture")
        ('pneumothorax', 'bone/fracture/fracture')
        """
        return finding if self.resolve(finding) == (finding,) else self._paths.get(finding, finding)

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

    def values(self, attribute: str) -> Mapping[str, str]:
        """Wordings of an attribute's values, as ids are written -> what extraction makes of them.

        >>> finding_names().values("location")["rul"]
        'upper_lobe'
        """
        return _values(attribute)


@lru_cache(maxsize=8)
def _values(attribute: str) -> Mapping[str, str]:
    places = [
        (row["id"], row["aliases"])
        for row in (read_table("anatomy") if attribute in ("location", "zone") else ())
        if (row["kind"] == "zone") == (attribute == "zone")
    ]
    words = [
        (row["value"], row["aliases"])
        for row in read_table("modifiers")
        if row["axis"] == attribute
    ]
    out = {value: value for value, _ in (*places, *words)}
    for value, cell in (*places, *words):
        for alias in aliases(cell):
            out.setdefault(key(alias), value)
    return out


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
