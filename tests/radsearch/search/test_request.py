import pytest

from radsearch.errors import QueryError
from radsearch.search.request import Request, check


def test_half_a_surrogate_pair_is_refused_before_the_encoder_sees_it():
    check(Request(["Grüße \U0001f600 effusion"]))
    with pytest.raises(QueryError, match="not UTF-8") as caught:
        check(Request(["effusion", "\udce9panchement"]))
    assert "panchement" not in str(caught.value)
