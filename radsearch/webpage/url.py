"""Keeps widgets and address bar the same: a shared address and the back button both work."""

from dataclasses import fields

import streamlit as st

from radsearch.webpage.ask import Ask

SHOWN = "url_shown"
NAMES = frozenset(item.name for item in fields(Ask))


def begin() -> None:
    """Before the widgets: take over an address that someone else wrote (link, back button)."""
    state = st.session_state
    given = {name: st.query_params.get_all(name) for name in st.query_params if name in NAMES}
    if not given and state.pop("away", False) and "last_ask" in state:
        _load(state["last_ask"])  # back from another page of ours: the search is still there
    elif state.get(SHOWN) != given or "q" not in state:
        _load(Ask.from_params(given))
        state[SHOWN] = given


def end() -> Ask:
    """After the widgets: what is asked now, written to the address bar if it changed."""
    state = st.session_state
    ask = _now()
    last = state.get("last_ask")
    if last is not None and _first_page(last) != _first_page(ask):
        state["page"] = 1
        ask = _now()
    params = ask.to_params()
    if params != {name: st.query_params.get_all(name) for name in st.query_params}:
        st.query_params.from_dict(params)
    state[SHOWN], state["last_ask"] = params, ask
    return ask


def leave() -> None:
    """On another page: the search comes back as it was."""
    st.session_state["away"] = True


def _load(ask: Ask) -> None:
    for item in fields(Ask):
        value = getattr(ask, item.name)
        st.session_state[item.name] = list(value) if isinstance(value, tuple) else value


def _now() -> Ask:
    state = st.session_state
    params = {}
    for item in fields(Ask):
        value = state.get(item.name, item.default)
        params[item.name] = list(value) if isinstance(value, list | tuple) else [str(value or "")]
    return Ask.from_params(params)


def _first_page(ask: Ask) -> dict[str, list[str]]:
    return {name: value for name, value in ask.to_params().items() if name != "page"}
