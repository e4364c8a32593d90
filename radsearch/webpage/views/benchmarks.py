"""Benchmarks: retrieval on the open index itself, and the benchmark book."""

import json
from pathlib import Path

import streamlit as st

from radsearch.evaluation import retrieval_table
from radsearch.evaluation.index_retrieval import evaluate_index
from radsearch.webpage.book import FILE as BOOK
from radsearch.webpage.book import find_book, parts
from radsearch.webpage.opened import searcher
from radsearch.webpage.url import leave

FILE = "report.json"
AXIS = {"labelOverlap": False, "labelLimit": 220}
SMALL = 5000  # reports up to which a click measures in about a minute


def main() -> None:
    """Draw the page."""
    leave()
    st.title("Benchmarks")
    own, book = st.tabs(["This index", "The book"])
    with own:
        _index()
    with book:
        _book()


def _index() -> None:
    st.caption(
        "Each report's findings look for its own impression among all, and the reverse. “hybrid” "
        "is what a search uses, “dense” the vectors alone by exact search, “index” the same by "
        "the engine, “tfidf” and “bm25” see words only. The same as `radsearch eval`."
    )
    path = searcher().path
    saved = path / "eval" / FILE
    result = st.session_state.get("measured")
    if result is None and saved.is_file():
        _records(json.loads(saved.read_text(encoding="utf-8")))
        return
    if result is None:
        if len(searcher()) > SMALL:
            st.info(f"Measure it once: radsearch eval -i {path} --out {path / 'eval'}")
            return
        if not st.button("Measure this index", key="measure", type="primary"):
            return
        with st.spinner("Measuring"):
            result = st.session_state["measured"] = evaluate_index(path)
    _records(list(retrieval_table.records(result)))
    st.markdown(retrieval_table.slices(result, "dense"))


def _book() -> None:
    folder = find_book(searcher().path)
    if folder is None:
        where = searcher().path / "book"
        st.info(f"No book yet. Make it once: radsearch bench all --out {where}")
        return
    for heading, pieces in parts((folder / BOOK).read_text(encoding="utf-8")):
        if heading:
            st.subheader(heading)
        for piece in pieces:
            if piece.text:
                st.markdown(piece.text)
            else:
                _figure(folder / piece.figure)


def _figure(file: Path) -> None:
    if file.is_file():
        st.image(str(file))
    else:
        st.caption(f"The figure {file.name} is missing.")


def _records(records: list[dict[str, object]]) -> None:
    for direction, arrow in retrieval_table.ARROW.items():
        rows = [row for row in records if row["direction"] == direction]
        if not rows:
            continue
        st.subheader(arrow.replace("->", "→"))
        shown = [
            {"system": row["system"]}
            | {name: value for name, value in row.items() if isinstance(value, float)}
            for row in rows
        ]
        columns = {name: [_percent(row[name]) for row in shown] for name in shown[0]}
        st.table(columns, hide_index=True)
        st.vega_lite_chart(spec=_chart(shown), height=60 + 26 * len(shown))


def _percent(value: object) -> str:
    return f"{100 * value:.1f}" if isinstance(value, float) else str(value)


def _chart(rows: list[dict[str, object]]) -> dict[str, object]:
    values = [{"system": row["system"], "R@1": row.get("recall@1")} for row in rows]
    return {
        "data": {"values": values},
        "mark": "bar",
        "encoding": {
            "y": {"field": "system", "type": "nominal", "title": None, "sort": None, "axis": AXIS},
            "x": {"field": "R@1", "type": "quantitative", "axis": {"format": "%"}},
        },
    }


if __name__ == "__main__":
    main()
