import pytest

from tests.chat_server import chat_server
from tests.train.reword.toy_answers import good_answer


@pytest.fixture
def server():
    with chat_server(good_answer) as made:
        yield made
