"""The service protocol at its smallest: enough to test the adapter before it meets the mock service."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs


class FakeService:
    """Answers every operation with success unless told otherwise; notes every request."""

    def __init__(self):
        self.requests = []  # (endpoint, body)
        self.scripted = {}  # endpoint: list of (status, body) to answer once each; None breaks the connection
        self.policy = {"pinRequired": True}
        self.version = "1"
        self.held = {}  # endpoint: event that lets the response go
        self.arrived = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                service.answer(self)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def close(self):
        for event in self.held.values():
            event.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def answer(self, handler):
        endpoint = handler.path.rsplit("/", 1)[1]
        text = handler.rfile.read(int(handler.headers["Content-Length"])).decode()
        if endpoint == "token":
            body = {name: values[0] for name, values in parse_qs(text).items()}
        else:
            body = json.loads(text)
        body["client"] = handler.headers["client-request-id"]
        self.requests.append((endpoint, body))
        if endpoint in self.held:
            event = self.held.pop(endpoint)
            self.arrived.set()
            event.wait()
        scripted = self.scripted.get(endpoint)
        reply = scripted.pop(0) if scripted else (200, getattr(self, endpoint)(body))
        if reply is None:
            handler.close_connection = True
            return
        content = reply[1].encode() if isinstance(reply[1], str) else json.dumps(reply[1]).encode()
        try:
            handler.send_response(reply[0])
            handler.send_header("Content-Length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content)
        except BrokenPipeError:  # the client gave up in the meantime
            handler.close_connection = True

    def locate(self, body):
        return {"enrollment": self.url, "policy": self.url, "telemetry": self.url, "tenant": "contoso",
                "authority": self.url + "/contoso"}

    def token(self, body):
        return {"token_type": "Bearer", "access_token": "a", "refresh_token": "f", "expires_in": 86400, "scope": "mam"}

    def enroll(self, body):
        return {"enrollmentId": "e-" + body["identity"], "identity": body["identity"], "objectId": "o"}

    def checkin(self, body):
        if body["policyVersion"] == self.version:
            return {"result": "unchanged"}
        return {"result": "policy", "version": self.version, "policy": self.policy, "configuration": []}

    def unenroll(self, body):
        return {}
