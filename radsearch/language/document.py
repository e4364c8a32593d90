"""What surrounds a sentence: the heading it stands under, what the whole text is about."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from radsearch.language.examined import examined_region
from radsearch.language.finding import Finding
from radsearch.language.lexicon import load_lexicon
from radsearch.language.sentence import Sentence, split_sentences
from radsearch.language.tokens import tokenize
from radsearch.language.variants import standardize

_ASKED = re.compile(
    r"\s*(?:clinical|indication|history|reason|question|request|hx)\b[^:.]{0,40}:", re.IGNORECASE
)
_MADE = re.compile(
    r"\s*(?:technique|comparison|exam|examination|procedure|protocol|contrast|dose)\b"
    r"(?! (?:of|was|is)\b)[^:.]{0,40}:",
    re.IGNORECASE,
)
"""How a study was made: its own sentence, as findings may follow without a heading of their own."""
_HEADING = re.compile(r"\s*([A-Za-z][A-Za-z /&,()'-]{0,60}):")
_CAPITALS = re.compile(r"([A-Z][A-Z /&,()'-]{2,40})")

_DOMAIN_WORDS = {
    "chest": "lung lungs pleural pleura cardiac heart mediastinum mediastinal pulmonary hilar "
    "costophrenic hemidiaphragm carina thoracic ptx pneumothorax rul rll rml lul lll ett svc hila "
    "hilum bronchi bronchus rib ribs thorax chest lingula cardiomegaly consolidation atelectasis "
    "pneumonia",
    "joint": "knee shoulder hip elbow wrist ankle meniscus meniscal menisci ligament tendon "
    "cruciate supraspinatus labrum glenohumeral patellar acl rotator scaphoid tibial tibia femur "
    "patellofemoral tibiofemoral humeral humerus metatarsal metacarpal carpal phalanx calcaneus "
    "talar talus fibula radius ulna acetabular acetabulum glenoid patella arthroplasty condyle "
    "epiphysis physis hamstring semimembranosus semitendinosus quadriceps musculotendinous",
    "spine": "vertebral disc canal foraminal lumbar cervical cord l4 l5 conus thecal endplate",
    "brain": "brain intracranial ventricles cerebral cerebellar infarct midline frontal parietal "
    "temporal calvarium hemisphere occipital encephalomalacia sylvian cistern cisterns "
    "infarction flair",
    "abdomen": "liver spleen kidney kidneys pancreas gallbladder bowel renal hepatic adrenal "
    "bladder uterus colon appendix ovary abdomen pelvis prostate",
    "breast": "breast breasts mammary nipple areola mammogram mammographic mammography bi-rads "
    "birads fibroglandular",
    "neck": "thyroid parotid tonsil larynx pharynx submandibular isthmus isthmic tirads vocal "
    "spongiform colloid nasopharynx oropharynx",
    "leg": "popliteal compressible calf saphenous",
}
_DOMAIN_OF = {word: name for name, words in _DOMAIN_WORDS.items() for word in words.split()}
_WORD = re.compile(r"[a-z]+\d?")


class Context(NamedTuple):
    """Where a sentence stands; a tuple, because what was read of a sentence is looked up by it.

    Attributes:
        sites: Groups of places that its heading names.
        topic: Group of places that the sentence before it spoke of.
        rows: Subject rows that its heading names.
        domain: What the whole text is about.
        asked: Whether it belongs to an indication, technique or comparison, which state nothing.
    """

    sites: tuple[str, ...] = ()
    topic: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    domain: str = ""
    asked: bool = False


@lru_cache(maxsize=64)
def domain_of(text: str) -> str:
    """The body region that a text's title names, else the one that most telling words belong to.

    >>> domain_of("Small tear of the medial meniscus. ACL intact. Moderate effusion.")
    'joint'
    """
    if named := examined_region(text):
        return named
    words = _WORD.findall(text.lower().replace("ti-rads", "tirads"))
    told = [name for word in words if (name := _DOMAIN_OF.get(word))]
    return max(dict.fromkeys(told), key=told.count, default="")  # the first of equals


def with_context(text: str) -> Iterator[tuple[Sentence, Context]]:
    """Sentences of a text, each with where it stands.

    Args:
        text: A report or a part of it.

    Yields:
        Sentence and context, in order.
    """
    domain = domain_of(text)
    context = Context(domain=domain)
    behind = 0
    alone = False  # whether the sentence before was nothing but a heading
    for sentence in split_sentences(text):
        gap = text[behind : sentence.start]
        behind = sentence.end
        opens = ":" in sentence.text  # without one, both patterns would look in vain
        heading = (_HEADING.match(sentence.text) if opens else None) or _title(text, sentence)
        if opens and _ASKED.match(sentence.text):
            context = Context(domain=domain, asked=True)
        elif made := (_MADE.match(sentence.text) if opens else None):
            yield sentence, Context(domain=domain, asked=True)
            below = len(sentence.text.rstrip()) <= made.end()
            context, alone = Context(domain=domain, asked=below), below
            continue
        elif heading:
            sites, rows = _meaning(heading.group(1))
            context = Context(sites, (), rows, domain)
        elif not alone and (gap.count("\n") > 1 or ("\n" in gap and context.sites)):
            context = Context(domain=domain)
        alone = heading is not None and len(sentence.text.rstrip(": .")) <= heading.end(1)
        yield sentence, context


def _title(text: str, sentence: Sentence) -> re.Match[str] | None:
    """A line in capitals, such as "THYROID", that heads the lines below it."""
    if text[sentence.end : sentence.end + 1] not in ("\n", "\r"):
        return None
    return _CAPITALS.fullmatch(sentence.text)


_TOPICS = {
    "neck/thyroid": "thyroid",
    "breast": "breast",
    "liver": "liver",
    "urinary/lesion": "kidney",
    "urinary/stones": "kidney",
    "urinary/size": "kidney",
    "urinary/obstruction": "kidney",
    "pancreas": "pancreas",
    "spleen": "spleen",
    "adrenal": "adrenal",
    "spine/cord": "cord",
    "pelvis/prostate": "prostate",
    "pelvis/uterus": "uterus",
    "pelvis/adnexa": "ovary",
    "pleura": "pleura",
    "mediastinum/mass": "mediastinum",
    "soft_tissue/mass": "soft_tissue",
}


def topic_of(found: Sequence[Finding]) -> tuple[str, ...]:
    """Group of places that the last finding of a sentence belongs to; empty if it has none.

    >>> topic_of([Finding("goiter", "neck/thyroid")])
    ('thyroid',)
    """
    if not found:
        return ()
    family = found[-1].family
    group = _TOPICS.get(family) or _TOPICS.get(family.partition("/")[0])
    return (group,) if group else ()


def _meaning(heading: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sites: dict[str, None] = {}
    rows: dict[str, None] = {}
    for match in load_lexicon().match(standardize(tokenize(heading))):
        if match.entry.kind == "site":
            sites[match.entry.name] = None
        elif match.entry.kind == "subject":
            rows[match.entry.name] = None
    return tuple(sites), tuple(rows)
