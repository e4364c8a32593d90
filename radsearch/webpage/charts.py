"""Charts as Vega-Lite specifications, drawn by the browser without any request. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

POINTS = 4000
"""On the map at once: more make a phone slow."""

STATUS_COLOURS = {
    "present": "#c2410c",
    "uncertain": "#a16207",
    "absent": "#1d6fa5",
    "not stated": "#9aa1ab",
}


def map_chart(points: Sequence[Mapping[str, Any]], *, by: str) -> dict[str, Any]:
    """The map: a point a report, colour and shape by one property; a click picks a report.

    Args:
        points: x, y, report_id, group, and what the tooltip shows.
        by: What the groups are, for the legend.

    Returns:
        A specification with its data; the selection is called "picked".
    """
    groups = {str(point["group"]) for point in points}
    colour: dict[str, Any] = {"field": "group", "type": "nominal", "title": by}
    if groups <= set(STATUS_COLOURS):
        names = [name for name in STATUS_COLOURS if name in groups]
        colour["scale"] = {"domain": names, "range": [STATUS_COLOURS[name] for name in names]}
    axis = {"axis": None, "type": "quantitative", "scale": {"padding": 14}}
    return {
        "data": {"values": list(points)},
        "height": 520,
        "mark": {"type": "point", "filled": True, "size": 45, "opacity": 0.8},
        "params": [
            {"name": "picked", "select": {"type": "point", "fields": ["report_id"]}},
            {"name": "zoom", "select": "interval", "bind": "scales"},
        ],
        "encoding": {
            "x": {"field": "x", **axis},
            "y": {"field": "y", **axis},
            "color": {**colour, "legend": {"orient": "bottom", "columns": 4}},
            "shape": {"field": "group", "type": "nominal", "title": by, "legend": None},
            "tooltip": [
                {"field": name, "type": "nominal"}
                for name in ("report_id", "group", "modality", "body_part")
            ],
        },
    }


def years_chart(shares: Mapping[str, Mapping[str, float]]) -> dict[str, Any]:
    """Prevalence by year, a line a finding; lines differ in dashes too.

    Args:
        shares: Finding -> year -> part of that year's reports.

    Returns:
        A specification with its data.

    >>> years_chart({"mass": {"2024": 0.5}})["data"]["values"]
    [{'finding': 'mass', 'year': '2024', 'share': 0.5}]
    """
    values = [
        {"finding": finding.replace("_", " "), "year": year, "share": share}
        for finding, years in shares.items()
        for year, share in years.items()
    ]
    finding = {"field": "finding", "type": "nominal", "title": None}
    return {
        "data": {"values": values},
        "height": 300,
        "mark": {"type": "line", "point": True},
        "encoding": {
            "x": {"field": "year", "type": "ordinal", "title": "year"},
            "y": {
                "field": "share",
                "type": "quantitative",
                "title": "part of reports",
                "axis": {"format": "%"},
            },
            "color": {**finding, "legend": {"orient": "bottom", "columns": 2}},
            "strokeDash": {**finding, "legend": None},
        },
    }


def thinned(count: int, at_most: int = POINTS) -> list[int]:
    """Numbers below `count` at even distances, `at_most` of them.

    >>> thinned(5, 2), thinned(2)
    ([0, 2], [0, 1])
    """
    if count <= at_most:
        return list(range(count))
    return [number * count // at_most for number in range(at_most)]
