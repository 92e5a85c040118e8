"""Requests to the hosts of the service."""

import json

from hosting.tasks import TIMED_OUT, UNREACHABLE, Request
from sdk.names import fold
from sdk.status import HOST_FAILURE, SERVICE, Failed

SAFE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")


def quote(text):
    """Percent encoding; without urllib, which takes longer to load than a case to run."""
    return "".join(chr(byte) if byte in SAFE else "%%%02X" % byte for byte in text.encode("utf-8", "surrogatepass"))


class Service:
    """The one way in which requests are made and their answers read."""

    def ask(self, endpoint, url, body, needed, token=None, identity=None):
        """Sends a request. Returns the answer, which has the members that are needed, or raises `Failed`."""
        content = "application/json"
        if endpoint == "token":
            content = "application/x-www-form-urlencoded"
            text = "&".join(name + "=" + quote(value) for name, value in body.items())
        else:
            text = json.dumps(body)
        response = yield Request(endpoint, url, text, content, token)
        if response is TIMED_OUT:
            raise Failed(216)
        if response is UNREACHABLE:
            raise Failed(HOST_FAILURE[endpoint])
        status, headers, raw = response
        try:
            answer = json.loads(raw)
        except ValueError:
            answer = None
        if status == 200:
            if isinstance(answer, dict) and all(isinstance(answer.get(name), kind) for name, kind in needed.items()):
                return answer
            raise Failed(217 if endpoint == "token" else 206)
        error = answer.get("error") if isinstance(answer, dict) else None
        word = error.get("code") if isinstance(error, dict) else error
        if status == 401 and identity:
            self.access.pop(fold(identity), None)
        after = headers.get("retry-after", "")
        code = SERVICE.get(word if isinstance(word, str) else None, HOST_FAILURE[endpoint])
        if status == 410 and endpoint == "checkin":
            code = 220
        raise Failed(code, int(after) if after.isdigit() else 0)
