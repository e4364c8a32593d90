"""Compare: two reports side by side, findings aligned, differences marked in both texts."""

import streamlit as st

from radsearch.comparison import Comparison, compare
from radsearch.errors import RadsearchError
from radsearch.lookup import body, read_hits
from radsearch.webpage.opened import searcher
from radsearch.webpage.sides import SIGNS, WORDS, aligned, both, errors
from radsearch.webpage.url import leave

NAMES = ("reference", "candidate")


def main() -> None:
    """Draw the page."""
    leave()
    st.title("Compare")
    try:
        _take_ids()
    except RadsearchError as error:
        st.error(str(error))
    left, right = st.columns(2)
    with left:
        st.text_area("Reference report", key="reference", height=160)
    with right:
        st.text_area("Candidate report", key="candidate", height=160)
    with st.container(horizontal=True, key="compare_buttons"):
        st.button("Compare", key="compare_now", type="primary")
        st.button("Swap", key="swap", on_click=_swap)
    reference, candidate = (str(st.session_state[name]).strip() for name in NAMES)
    if not reference or not candidate:
        st.info(
            "Paste two reports, or press “Compare” on two search results. The reference is what "
            "should be said, the candidate what is said."
        )
        return
    with st.spinner("Comparing"):
        _show(compare(reference, candidate, encoder=searcher().encoder), reference, candidate)


def _take_ids() -> None:
    """Texts of the reports that the address or the search page names, once each time."""
    state = st.session_state
    linked = tuple(value for name in ("a", "b") if (value := st.query_params.get(name)))
    chosen = tuple(state.get("compare", ()))
    wanted = linked if linked and linked != state.get("compare_linked") else chosen
    if len(wanted) == 2 and wanted != state.get("compare_shown"):
        for name, hit in zip(NAMES, read_hits(searcher(), wanted), strict=True):
            state[name] = body(hit)
        state["compare_shown"] = state["compare_linked"] = wanted
        state["compare"] = list(wanted)
        st.query_params.from_dict({"a": wanted[0], "b": wanted[1]})
    for name in NAMES:
        state[name] = state.get(name) or state.get(f"{name}_kept", "")
        state[f"{name}_kept"] = state[name]


def _swap() -> None:
    state = st.session_state
    state["reference"], state["candidate"] = state["candidate"], state["reference"]


def _show(found: Comparison, reference: str, candidate: str) -> None:
    values = {
        "Agreement": f"{found.score:.2f}",
        "Errors that could change care": str(found.n_actionable),
        "All differences": str(len(found.errors)),
        "Cosine": "" if found.cosine is None else f"{found.cosine:.2f}",
        "Sentences found": "" if found.align_f1 is None else f"{found.align_f1:.2f}",
    }
    with st.container(horizontal=True):
        for name, value in values.items():
            st.metric(name, value, width="content")
    legend = "".join(
        f'<mark class="{grade}">{sign} {WORDS[grade]}</mark>' for grade, sign in SIGNS.items()
    )
    st.html(f'<p class="rs-legend">{legend}</p>')
    texts = both(found, reference, candidate)
    for column, name, text in zip(st.columns(2), NAMES, texts, strict=True):
        with column, st.container(border=True, key=f"side_{name}"):
            st.caption(name.capitalize())
            st.html(text)
    if found.errors:
        st.subheader("Differences")
        st.html(errors(found.errors))
    st.subheader("Findings aligned")
    st.html(aligned(found))


if __name__ == "__main__":
    main()
