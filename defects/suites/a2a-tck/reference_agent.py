"""Lets the official kit talk to the reference agent: a pytest plugin, loaded with `-p reference_agent`.

The kit knows no credentials, asks for behaviours by the prefix of a message's id, uses one id for many messages, posts
JSON-RPC to a path with a slash appended, and takes any port for its webhook. The reference agent wants a bearer token,
is told what to do by the first word of a text, takes a message with a known id for a repetition, serves the very path
that its card says, and calls internal webhooks only where it was told to. What is judged, and how, stays the kit's affair.
"""

import itertools
import os
from http.server import HTTPServer

import httpx

ORIGIN = os.environ["A2A_AGENT_URL"]
TOKEN = os.environ["A2A_TOKEN_ALICE"]
WEBHOOK_HOST, WEBHOOK_PORT = os.environ["A2A_WEBHOOK"].split(":")

WORDS = {
    "tck-complete-task": "complete",
    "tck-input-required": "ask",
    "tck-reject-task": "reject",
    "tck-message-response": "reply",
    "tck-stream-artifact-chunked": "stream",
    "test-resubscribe-message-id": "slow",
}

numbers = itertools.count(1)
build_request = httpx.Client.build_request


def prepared(self, method, url, *, json=None, headers=None, **others):
    """Builds a request as the kit means it, and as the reference agent understands it."""
    request = build_request(self, method, url, json=understood(json), headers=headers, **others)
    if str(request.url).startswith(ORIGIN):
        request.headers.setdefault("Authorization", f"Bearer {TOKEN}")
        if request.url.path != "/":
            request.url = request.url.copy_with(path=request.url.path.removesuffix("/"))
    return request


def understood(body):
    """The body with an id of its own for its message, and the word for the behaviour that the id asked for."""
    params = body.get("params", body) if isinstance(body, dict) else None
    message = params.get("message") if isinstance(params, dict) else None
    if not isinstance(message, dict):
        return body
    name = str(message.get("messageId"))
    spoken = {**message, "messageId": f"{name}-{next(numbers)}"}
    word = next((word for prefix, word in WORDS.items() if name.startswith(prefix)), None)
    if word and message.get("parts"):
        first, *rest = message["parts"]
        spoken["parts"] = [{**first, "text": f"{word}: {first.get('text')}"}, *rest]
    changed = {**params, "message": spoken}
    return {**body, "params": changed} if params is not body else changed


def pytest_configure(config):
    """Takes over how the kit builds requests and where it listens."""
    import tck.webhook.server

    httpx.Client.build_request = prepared
    config.option.webhook_host = WEBHOOK_HOST
    listening = lambda address, handler: HTTPServer((WEBHOOK_HOST, int(WEBHOOK_PORT)), handler)
    tck.webhook.server.HTTPServer = listening
