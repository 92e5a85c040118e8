"""Lines from the coordinator, and HTTP to the service: one wait for both.

While a response is awaited, the coordinator may say `held`: the response will not come at this instant of virtual
time. So the wait looks at standard input and at the connection together.
"""

import http.client
import json
import os
import selectors
import sys
from urllib.parse import urlsplit

from sdk import Response, UNREACHABLE

HELD = "held"


class Inbox:
    """The messages of the coordinator, read from a descriptor line by line."""

    def __init__(self, descriptor=0):
        self.descriptor = descriptor
        self.buffer = b""

    def next(self):
        """The next message; ends the process at the end of input, as the protocol demands."""
        while b"\n" not in self.buffer:
            piece = os.read(self.descriptor, 65536)
            if not piece:
                sys.exit(0)
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)


class Transport:
    """Requests over HTTP/1.1, one connection each: nothing is ever sent twice."""

    def __init__(self, inbox):
        self.inbox = inbox
        self.count = 0
        self.sent = 0  # requests put on the wire in this activation: events say how many came before them
        self.connections = {}  # of requests whose response is held back, by client-request-id

    def send(self, request):
        """Sends a request; returns its id and its response, `UNREACHABLE`, or `HELD`."""
        self.count += 1
        name = "r%d" % self.count
        url = urlsplit(request.url)
        connection = http.client.HTTPConnection(url.hostname, url.port)
        headers = {**request.headers, "client-request-id": name, "Connection": "close"}
        try:
            connection.connect()
            self.sent += 1
            connection.request("POST", url.path, request.body, headers)
        except OSError:
            connection.close()
            return name, UNREACHABLE
        if self.is_held(name, connection):
            self.connections[name] = connection
            return name, HELD
        return name, receive(connection)

    def is_held(self, name, connection):
        """Waits until the response begins (false) or the coordinator says that it is held back (true)."""
        with selectors.DefaultSelector() as selector:
            selector.register(connection.sock, selectors.EVENT_READ)
            selector.register(self.inbox.descriptor, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in selector.select()]
                if connection.sock in ready:
                    return False
                message = self.inbox.next()
                if message.get("op") == "held" and message.get("args", {}).get("request") == name:
                    return True

    def resume(self, name):
        """Receives the response to a held request, which is now on the wire."""
        return receive(self.connections.pop(name))

    def abandon(self, name):
        """Gives up a held request."""
        self.connections.pop(name).close()


def receive(connection):
    try:
        response = connection.getresponse()
        return Response(response.status, response.read())
    except (OSError, http.client.HTTPException):
        return UNREACHABLE
    finally:
        connection.close()
