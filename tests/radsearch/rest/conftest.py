import pytest


@pytest.fixture
def service(index, encoder):
    from radsearch.rest.app import make_app
    from radsearch.searcher import Searcher

    return make_app(Searcher.open(index, encoder=encoder))


@pytest.fixture
def client(service):
    from starlette.testclient import TestClient

    return TestClient(service, base_url="http://127.0.0.1", raise_server_exceptions=False)
