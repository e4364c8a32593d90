"""Findings by a large language model behind an OpenAI-compatible endpoint, checked by the rules.

No text leaves the machine unless the user names an endpoint.
"""

from radsearch.llm.cache import AnswerCache
from radsearch.llm.client import ChatClient, EndpointError
from radsearch.llm.extractor import LlmExtractor, Tally

__all__ = ["AnswerCache", "ChatClient", "EndpointError", "LlmExtractor", "Tally"]
