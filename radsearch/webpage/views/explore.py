"""Explore: the map of the index, findings over the years, the index's health."""

import streamlit as st

from radsearch.errors import RadsearchError
from radsearch.health import describe, rejects_by_reason
from radsearch.lookup import read_hits
from radsearch.projection import read_map
from radsearch.webpage import actions
from radsearch.webpage.card import report
from radsearch.webpage.charts import map_chart, thinned, years_chart
from radsearch.webpage.markup import study, title
from radsearch.webpage.opened import facets, searcher
from radsearch.webpage.patient import other_studies
from radsearch.webpage.url import leave

COLUMNS = ("modality", "body_part")


def main() -> None:
    """Draw the page."""
    leave()
    st.title("Explore")
    over, years, health = st.tabs(["Map", "Over the years", "Index"])
    with over:
        _map()
    with years:
        _years()
    with health:
        _health()


def _findings() -> list[str]:
    return [facet.value for facet in facets().count("present")]


def _map() -> None:
    try:
        table = read_map(searcher().store, searcher().path)
    except RadsearchError as error:
        st.info(str(error))
        return
    by = st.selectbox(
        "Colour by", [*COLUMNS, *_findings()], key="colour", format_func=title, index=0
    )
    kept = table.take(thinned(table.num_rows)).to_pylist()
    at = table.take(thinned(table.num_rows))["position"].to_numpy()
    rows = searcher().store.rows(at, COLUMNS)
    status = [] if by in COLUMNS else facets().status_of(by)
    points = [
        {
            **point,
            **row,
            "group": row[by] or "not stated" if by in COLUMNS else status[point["position"]],
        }
        for point, row in zip(kept, rows, strict=True)
    ]
    method = (table.schema.metadata or {}).get(b"method", b"").decode()
    st.caption(
        f"{len(points):,} of {len(searcher()):,} reports, by {method} of the vectors of whole "
        f"reports. Click a point to open its report; the wheel zooms."
    )
    picked = st.vega_lite_chart(
        spec=map_chart(points, by=title(by)), key="map", on_select="rerun", selection_mode="picked"
    )
    for one in list(picked.selection.get("picked") or [])[:1]:
        _open(str(one["report_id"]))


def _open(report_id: str) -> None:
    hit = read_hits(searcher(), [report_id])[0]
    with st.container(border=True, key="opened"):
        st.subheader(report_id)
        st.html(f'<p class="rs-report">{study(hit)}</p>{report(hit)}')
        other_studies(report_id, "opened")
        if st.button("Search for reports like this", key="like_picked"):
            actions.open_search({"like": [report_id]})
            st.switch_page(actions.SEARCH_PAGE)


def _years() -> None:
    if "year" not in facets().fields or not facets().count("year"):
        st.info("The reports state no study date.")
        return
    names = _findings()
    chosen = st.multiselect(
        "Findings", names, default=names[:3], key="trend", format_func=title, max_selections=6
    )
    status = st.segmented_control(
        "Status", ["present", "absent", "uncertain"], default="present", key="status", required=True
    )
    if chosen:
        st.vega_lite_chart(spec=years_chart({n: facets().by_year(n, status) for n in chosen}))
    counts = sorted(facets().count("year"), key=lambda facet: facet.value)
    st.caption("Reports: " + ", ".join(f"{facet.value}: {facet.count:,}" for facet in counts))


def _health() -> None:
    facts = describe(searcher().store.manifest)
    st.table({"": list(facts), "value": list(facts.values())}, hide_index=True)
    rejected = rejects_by_reason(searcher().path)
    st.subheader("Rows that became no report")
    if rejected:
        st.table({"reason": list(rejected), "rows": list(rejected.values())}, hide_index=True)
    else:
        st.caption("None.")


if __name__ == "__main__":
    main()
