"""The interface is what its OpenAPI document says: generated requests meet no server fault."""

import warnings

import pytest

pytest.importorskip("fastapi", reason="REST needs the extra 'app'")
pytest.importorskip("schemathesis", reason="the extra 'dev' brings schemathesis")

PATHS = (
    "/search", "/batch", "/more_like", "/timeline", "/compare", "/extract", "/export", "/health",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_generated_requests_get_documented_answers(searcher, path):
    from radsearch.rest.app import make_app

    service = make_app(searcher, local=False)  # schemathesis names the host as it likes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of schemathesis' own parts
        import schemathesis
        from hypothesis import HealthCheck, Phase, given, settings
        from schemathesis.specs.openapi.checks import positive_data_acceptance

        schema = schemathesis.openapi.from_asgi("/openapi.json", service)
        operation = schema[path]["GET" if path == "/health" else "POST"]

        @settings(
            max_examples=12, deadline=None, database=None, derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy())
        def check(case):
            answer = case.call()
            assert answer.status_code < 500
            # a well-formed query or filter may still be refused: no operator, unknown id
            case.validate_response(answer, excluded_checks=[positive_data_acceptance])

        check()
