"""Providers of models: how a model is named and configured, and how a request reaches it.

Only :mod:`~thinkingbox_plugin.providers.openai_client` imports the ``openai`` package, and only when the
first request is made.  Another provider comes in through the hook ``pytest_thinkingbox_client``.
"""

from thinkingbox_plugin.providers.client import ChatClient, ChatRequest, ChatResponse, Origin, ResponseFormat
from thinkingbox_plugin.providers.entry import ModelEntry, Who
from thinkingbox_plugin.providers.models import Models, load_models

__all__ = [
    "ChatClient",
    "ChatRequest",
    "ChatResponse",
    "ModelEntry",
    "Models",
    "Origin",
    "ResponseFormat",
    "Who",
    "load_models",
]
