"""Words of one scale that a text exchanges: "lower" where its source says "upper".

The rule engine ties a place, a grade or a number to a finding; where it does not know the finding,
the words alone still tell. A group of words counts as exchanged if the source lacks it and the text
lacks another group of the scale that the section has. measured: docs/training.md
"""

import re
from collections.abc import Iterator

_SCALES = (
    {
        "upper": r"upper|apex|apices|apical|[lr]ul|superior|supra\w*",
        "middle": r"mid|middle|rml|lingula\w*",
        "lower": r"lower|bas[ei]s?|basal|basilar|[lr]ll|inferior|bibasal|bibasilar",
    },
    {
        "anterior": r"anterior\w*|ventral\w*|front",
        "posterior": r"posterior\w*|dorsal\w*|behind|back|rear",
    },
    {"medial": r"medial\w*|inner|inside", "lateral": r"lateral\w*|outer|outside"},
    {"proximal": r"proximal\w*", "distal": r"distal\w*"},
    {
        "frontal": "frontal",
        "parietal": "parietal",
        "temporal": "temporal",
        "occipital": "occipital",
    },
    {
        "trace": r"trace|tiny|minimal\w*|minute",
        "mild": r"mild\w*|small\w*|slight\w*|minor|little|discrete|low-grade",
        "moderate": r"moderate\w*|medium\w*|intermediate",
        "severe": r"severe\w*|large\w*|marked\w*|massive|extensive\w*|gross\w*|pronounced|"
        r"considerabl\w*|advanced|substantial|big|voluminous|high-grade",
    },
    {
        "possible": r"possibl\w*|questionabl\w*|may|might|could|excluded|perhaps|doubtful|"
        r"equivocal|uncertain|indeterminate",
        "probable": r"probabl\w*|likely|suspect\w*|suspicious|suggest\w*|presumab\w*|favou?r\w*|"
        r"consistent|compatible|keeping|concern\w*|indicat\w*|appear\w*|typical",
        "definite": r"definite\w*|confirmed|diagnostic|certain\w*|unequivocal\w*|proven",
    },
    {
        "new": "new|newly|fresh|appeared|developed",
        "increased": r"increas\w*|larger|bigger|wors\w*|progress\w*|grown|growing|enlarg\w*",
        "stable": r"unchanged|stab\w*|persist\w*|constant|static|same|changed?|before|remain\w*",
        "decreased": r"decreas\w*|smaller|improv\w*|less|regress\w*|resolv\w*|reduc\w*|"
        r"diminish\w*|shrunk|receded|fallen",
    },
    {
        "one": "single|solitary|one|lone|1",
        "two": "two|pair|both|couple|twin|double|2",
        "three": "three|triple|3",
        "four": "four|4",
        "five": "five|5",
        "six": "six|6",
        "several": r"several|few|multiple|some|numerous|many|various|scattered|plural\w*",
        "innumerable": "innumerable|countless",
    },
    {
        "ground-glass": "ground[- ]glass|hazy",
        "part-solid": "part[- ]solid|subsolid|mixed",
        "solid": "solid",
        "calcified": r"calci\w*",
    },
    {
        "hypodense": r"hypodens\w*|low[- ]density|hypoattenuat\w*|low[- ]attenuation|dark",
        "hyperdense": r"hyperdens\w*|high[- ]density|hyperattenuat\w*|dense|bright",
    },
    {"lytic": r"lytic|lucen\w*|lysis", "sclerotic": r"scleros\w*|sclerotic|blastic"},
    {
        "hypoechoic": "hypoechoic|echo-poor",
        "anechoic": "anechoic|echo-free",
        "hyperechoic": "hyperechoic|echogenic",
    },
    {
        "hyperintense": r"hyperintens\w*|bright|high signal",
        "hypointense": r"hypointens\w*|dark|low signal",
    },
)
_GROUPS = [
    {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in scale.items()}
    for scale in _SCALES
]


def exchanged(text: str, section: str, source: str) -> Iterator[str]:
    """Groups of words that a text has instead of those of a section.

    Args:
        text: Another wording.
        section: What it rewords.
        source: The whole report; what it says anywhere is not new.

    Yields:
        What the text says for what.

    >>> list(exchanged("At the base.", "Upper lobe.", "Upper lobe.")), list(
    ...     exchanged("At the apex.", "Upper lobe.", "Upper lobe."))
    (['lower for upper'], [])
    """
    for groups in _GROUPS:
        said, known, before = (_names(groups, words) for words in (text, source, section))
        new, lost = said - known, before - said
        if new and lost:
            yield f"{'/'.join(sorted(new))} for {'/'.join(sorted(lost))}"


def _names(groups: dict[str, re.Pattern[str]], text: str) -> set[str]:
    return {name for name, words in groups.items() if words.search(text)}
