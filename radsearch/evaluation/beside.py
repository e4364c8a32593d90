"""Ours beside the paper's numbers, read out of what the parts of the book have printed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """One number of the paper and where ours stands.

    Attributes:
        table: Of the paper.
        measure: What is measured.
        part: Of the book.
        pattern: Finds ours in the part's output: its group 1, and the interval as group 2.
        paper: The paper's number.
        difference: How its data differ from ours.
        untrained: Finds the backbone's number in the same output; "" = the same pattern in the
            part of the backbone, if it has one.
    """

    table: str
    measure: str
    part: str
    pattern: str
    paper: str
    difference: str
    untrained: str = ""


def _recall(corpus: str, part: str, table: str, paper: tuple[str, str], why: str) -> list[Number]:
    """R@1 of the encoder alone, of its vectors in the space of the index, and of hybrid search."""
    return [
        Number(
            table,
            f"{corpus}, R@1 %, {direction}, {system}",
            part,
            rf"\*\*{direction}\*\*(?:(?!\*\*).)*^\| {system} \| ([\d.]+) [^\n]*\| ([\d.-]+) \|$",
            value,
            why,
        )
        for direction, value in zip(
            ("findings -> impression", "impression -> findings"), paper, strict=True
        )
        for system in ("cosine", "dense", "hybrid")
    ]


_OPENI = "4B on its own Open-I pool of unstated size and tie rule; ours all 3,331 pairs"
_CT = "another CT set; ours 740 distinct pairs of CT-RATE, cut by a heuristic"
_SUITE = "its own generated contrasts; ours written by us, half of them rewording traps"
_PAIRS = "its own Open-I pairs, directional score; ours chest films, every text written by us"
_HEADS = "hospital reports; ours held-out sentences and families of our own"
_WIN = r" +([\d.]+)  (\[[^\n\]]+\])"
NUMBERS = (
    *_recall("Open-I", "openi", "2", ("10.5", "11.2"), _OPENI),
    *_recall("chest CT", "ct-rate", "1", ("42.9", "45.6"), _CT),
    Number("3", "ten-axis ordering", "axes", r"^ordering accuracy +([\d.]+)", "0.996", _SUITE),
    Number(
        "3", "joint attributes, Spearman", "axes", r"^joint attributes, Spearman +([\d.]+)",
        "0.976", _SUITE,
    ),
    Number(
        "5", "paraphrase over error, compare", "discrepancy-chest",
        rf"^compare with [^\n]*\n  paraphrase{_WIN}", ".864; GREEN .825", _PAIRS,
    ),
    Number(
        "5", "condensation over error, compare", "discrepancy-chest",
        rf"^compare with (?:(?!\n\n).)*^  condensation{_WIN}", ".928; GREEN .538", _PAIRS,
    ),
    Number(
        "5", "paraphrase over error, directional", "discrepancy-chest",
        rf"^[^\n]* directional\n  paraphrase{_WIN}", ".864", _PAIRS,
        rf"^[^\n]* \(backbone\) directional\n  paraphrase{_WIN}",
    ),
    Number(
        "6", "ranking tests passed, compare", "agreement", r"^RadJudge compare +(\d+ of \d+)", "-",
        "the paper has tau on sets that are not ours to ship",
    ),
    Number(
        "7", "s per 1,000 pairs, cosine", "cost", r"^(?!TF-IDF)\S+ cosine +([\d.]+) +[\d.]+$",
        "8.8; GREEN 2,755", "4B on an L40S; ours on CPU cores",
        r"^\S+ \(backbone\) cosine +([\d.]+) +[\d.]+$",
    ),
    Number(
        "7", "s per 1,000 pairs, findings", "cost", r"^findings \(compare\) +([\d.]+)", "-",
        "not in the paper",
    ),
    Number(
        "10", "attribute heads, mean Spearman", "heads", r"^  mean Spearman ([\d.]+)", "0.940",
        _HEADS,
    ),
    Number(
        "10", "modularity ratio", "heads", r"^  modularity ratio ([\d.]+)", "3.634", _HEADS,
    ),
    Number(
        "11", "contradiction AUC", "heads", r"^  contradiction AUROC ([\d.]+)", "1.000", _HEADS,
    ),
    Number(
        "fig. 10", "probes, 100 labels, macro F1", "heads",
        r"^ +ours +100 labels +macro F1 ([\d.]+) (\([\d.-]+\))", "0.481 (backbone 0.412)",
        "hospital reports; ours Open-I, 14 NegBio labels",
        r"^ +backbone +100 labels +macro F1 ([\d.]+) (\([\d.-]+\))",
    ),
)  # fmt: skip


def beside(outputs: Mapping[str, str]) -> list[str]:
    """A Markdown table of the paper's numbers and ours; empty where none was found.

    Args:
        outputs: Part of the book -> what it printed.

    Returns:
        Lines.

    >>> found = {"axes": "ordering accuracy  0.912", "axes-backbone": "ordering accuracy  0.616"}
    >>> beside(found)[-1].split(" | ")[1:5]
    ['ten-axis ordering', '0.912', '0.616', '0.996']
    """
    rows = []
    for number in NUMBERS:
        output, apart = (outputs.get(n, "") for n in (number.part, f"{number.part}-backbone"))
        ours = _found(number.pattern, output)
        if ours:
            plain = _found(number.untrained, output) if number.untrained else ""
            plain = plain or _found(number.pattern, apart)
            cells = (ours, plain or "-", number.paper, number.difference)
            rows.append(f"| {number.table} | {number.measure} | {' | '.join(cells)} |")
    if not rows:
        return []
    head = "| table | measure | ours | backbone, untrained | paper | the paper's data, and ours |"
    rule = "|--:|---|--:|--:|--:|---|"
    return ["", "## Ours beside the paper", "", "Intervals: 95 %.", "", head, rule, *rows]


def _found(pattern: str, output: str) -> str:
    """A number with its interval; "" where there is none.

    >>> _found(r"F1 ([0-9.]+) (.*)", "F1 0.28 (0.24-0.31)")
    '0.28 [0.24-0.31]'
    """
    found = re.search(pattern, output, re.MULTILINE | re.DOTALL)
    if not found:
        return ""
    value, *interval = found.groups()
    return " ".join([value, *(f"[{bounds.strip('[]()')}]" for bounds in interval if bounds)])
