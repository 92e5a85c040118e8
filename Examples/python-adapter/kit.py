"""The kit: what every adapter needs around its SDK, so that an author writes one class and nothing else.

    class MyApp(kit.HostedApp):
        NAME, VERSION, SDK, CAPABILITIES = "my-adapter", "1.0", "my SDK 3.2", ["held"]
        ...
    kit.main(MyApp)

It reads messages and writes replies, over standard input and output or over a socket; sends the SDK's requests and
knows when a response is held back; stands still in a callback when the script says so; and turns what goes wrong into
errors of the protocol. Standard output belongs to the protocol: whatever is for people goes to standard error.
"""

import http.client
import json
import os
import selectors
import socket
import sys
import time
from urllib.parse import urlsplit

UNREACHABLE = "unreachable"  # the host refused, or the connection ended before the whole response was there
TIMED_OUT = "timed out"  # the response was held back for longer than the request could wait
HELD = "held"
CONNECT_SECONDS = 10


class Refusal(Exception):
    """The adapter cannot do what a message says; `code` is one of the protocol's error codes."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def unsupported(what):
    return Refusal("unsupported", what + " is not offered")


class Response:
    """What the service answered."""

    def __init__(self, status, body):
        self.status = status
        self.body = body


class Pending:
    """A call that has not returned yet: `Host.blocks` makes one, and the app finishes it, now or at a later instant."""

    def __init__(self, host, api):
        self.host = host
        self.api = api
        self.call = host.sequence
        self.is_finished = False
        self.result = None

    def finish(self, result=None):
        self.is_finished, self.result = True, result
        if self.call != self.host.sequence:
            self.host.event("callReturned", api=self.api, call=self.call, result=result)


class HostedApp:
    """An app with the SDK in it: the one class that an author writes. What it leaves out is not offered.

    `host` is the kit. Each method does all that can be done at this instant, which is `host.now`; a value that is
    returned is the result of the operation.
    """

    NAME, VERSION, SDK, CAPABILITIES = "adapter", "1.0", "an SDK", []

    def __init__(self, host):
        self.host = host

    def launch(self, arguments):
        """The app starts: start the SDK. Ends with the event `appStarted`."""
        raise unsupported("launch")

    def call(self, api, arguments):
        """Calls an API of the SDK. A call that blocks returns `host.blocks(api)`."""
        raise unsupported("the API " + api)

    def next_instant(self):
        """The earliest instant at which the SDK wants to run again, in milliseconds, or None."""
        return None

    def wake(self):
        """The instant of `next_instant` has come, or that of a request that waited too long."""

    def lifecycle(self, to):
        raise unsupported("the operation lifecycle")

    def user(self, kind, action, identity):
        raise unsupported("the operation user")

    def tokens(self, do, identity):
        raise unsupported("the operation tokens")

    def file(self, arguments):
        raise unsupported("the operation file")

    def device(self, arguments):
        raise unsupported("the operation device")

    def open_url(self, arguments):
        raise unsupported("the operation openURL")

    def complete(self, callback, result):
        raise unsupported("the operation complete")

    def work(self):
        """Whatever is left to do at this instant; called at the end of every operation."""


class Host:
    """What the kit does for an app: the time, events, scripted answers, and requests to the service."""

    def __init__(self, channel):
        self.channel = channel
        self.now = 0
        self.sequence = 0
        self.answers = {}
        self.events = []
        self.count = 0
        self.sent = 0  # requests put on the wire in this activation: events say how many came before them
        self.open = {}  # requests whose response is held back, by name: (connection, done, when they time out)
        self.app = None

    def event(self, name, /, **members):
        """Notes what the app saw. If the script says so, the app stands still here, to be killed."""
        self.events.append({"event": name, **members, "sent": self.sent})
        if self.answers.get("haltIn") == name:
            self.reply(halted=name)
            self.stand_still(name)

    def blocks(self, api):
        return Pending(self, api)

    def post(self, url, headers, body, done, timeout=60):
        """Sends a request. `done` is given its `Response`, `UNREACHABLE` or `TIMED_OUT`: before this returns, or, if the
        response is held back, at a later instant."""
        self.count += 1
        name = "r%d" % self.count
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port)
        headers = {**headers, "client-request-id": name, "Connection": "close"}
        try:
            connection.connect()
            self.sent += 1
            connection.request("POST", parts.path, body, headers)
        except OSError:
            connection.close()
            return done(UNREACHABLE)
        if self.is_held(name, connection):
            self.open[name] = (connection, done, self.now + timeout * 1000)
        else:
            done(receive(connection))

    def is_held(self, name, connection):
        """Waits until the response begins (false) or the coordinator says that it is held back (true)."""
        with selectors.DefaultSelector() as selector:
            selector.register(connection.sock, selectors.EVENT_READ)
            selector.register(self.channel.input, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in selector.select()]
                if connection.sock in ready:
                    return False
                message = self.channel.next()
                if message.get("op") == "held" and message.get("args", {}).get("request") == name:
                    return True

    def resume(self, name):
        if name in self.open:
            connection, done, _ = self.open.pop(name)
            done(receive(connection))

    def give_up_late_requests(self):
        for name, (connection, done, due) in list(self.open.items()):
            if due <= self.now:
                del self.open[name]
                connection.close()
                done(TIMED_OUT)

    def next_instant(self):
        instants = [due for _, _, due in self.open.values()]
        own = self.app.next_instant()
        return min(instants + ([] if own is None else [own]), default=None)

    def reply(self, **members):
        reply = {"seq": self.sequence, **members}
        if self.app:
            reply["events"], self.events = self.events, []
            reply["next"] = self.next_instant()
            reply["open"] = list(self.open)
        self.channel.write(reply)

    def stand_still(self, callback):
        while True:
            message = self.channel.next()
            self.sequence = message["seq"]
            if message["op"] == "stop":
                self.reply()
                sys.exit(0)
            self.reply(error={"code": "failed", "message": "the app stands still in " + callback})


class Adapter:
    """The loop of the protocol around one app after the other."""

    def __init__(self, kind, channel):
        self.kind = kind
        self.channel = channel

    def run(self):
        """Serves until the app is closed; again and again if it offers `reuse` and that is wanted."""
        while self.serve():
            pass

    def serve(self):
        host, is_reused, operation = Host(self.channel), False, None
        while operation != "stop":
            message = self.channel.next()
            operation, arguments = message["op"], message.get("args") or {}
            if operation == "held":  # the response has overtaken the word that it is held back
                continue
            host.sequence, host.now, host.sent = message["seq"], message["now"], 0
            if operation == "hello":
                is_reused = arguments.get("reuse", False) and "reuse" in self.kind.CAPABILITIES
            try:
                members = self.perform(host, operation, arguments)
            except Refusal as refusal:
                members = {"error": {"code": refusal.code, "message": str(refusal)}}
            except ValueError as error:
                members = {"error": {"code": "badArguments", "message": str(error)}}
            except KeyError as name:
                members = {"error": {"code": "badArguments", "message": "the argument %s is missing" % name}}
            except FileNotFoundError as failure:
                members = {"error": {"code": "missing", "message": str(failure)}}
            except Exception as failure:
                text = "%s: %s" % (type(failure).__name__, failure)
                members = {"error": {"code": "failed", "message": text}}
            host.reply(**members)
        return is_reused

    def perform(self, host, operation, arguments):
        if operation == "hello":
            kind = self.kind
            return {"result": {"protocol": 1, "adapter": kind.NAME, "version": kind.VERSION, "sdk": kind.SDK,
                               "capabilities": kind.CAPABILITIES}}
        if operation == "stop":
            return {}
        perform = OPERATIONS.get(operation)
        if perform is None:
            raise unsupported("the operation " + operation)
        if operation == "launch":
            host.answers = dict(arguments.get("answers") or {})
            host.app = self.kind(host)
        elif host.app is None:
            raise Refusal("failed", "the app is not launched")
        result = perform(host, host.app, arguments)
        host.app.work()
        if not isinstance(result, Pending):
            return {"result": result}
        return {"result": result.result} if result.is_finished else {"returned": False}


def wake(host, app, arguments):
    host.give_up_late_requests()
    app.wake()


def lifecycle(host, app, arguments):
    if arguments["to"] != "suspended":
        host.give_up_late_requests()
    return app.lifecycle(arguments["to"])


OPERATIONS = {
    "launch": lambda host, app, arguments: app.launch(arguments),
    "call": lambda host, app, arguments: app.call(arguments.get("api") or "", arguments),
    "wake": wake,
    "resume": lambda host, app, arguments: host.resume(arguments["request"]),
    "lifecycle": lifecycle,
    "answers": lambda host, app, arguments: host.answers.update(arguments),
    "user": lambda host, app, arguments: app.user(arguments["kind"], arguments["action"], arguments.get("identity")),
    "tokens": lambda host, app, arguments: app.tokens(arguments["do"], arguments["identity"]),
    "file": lambda host, app, arguments: app.file(arguments),
    "device": lambda host, app, arguments: app.device(arguments),
    "openURL": lambda host, app, arguments: app.open_url(arguments),
    "complete": lambda host, app, arguments: app.complete(arguments["callback"], arguments.get("result")),
}


class Channel:
    """Lines of JSON in both directions, over pipes or a socket."""

    def __init__(self, input=0, output=1):
        self.input = input
        self.output = output
        self.buffer = b""

    def next(self):
        """The next message; ends the process at the end of input, as the protocol demands."""
        while b"\n" not in self.buffer:
            piece = os.read(self.input, 65536)
            if not piece:
                sys.exit(0)
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        message = json.loads(line)
        if "refused" in message:
            sys.exit("the connection was refused: " + message["refused"])
        return message

    def write(self, reply):
        line = json.dumps(reply, separators=(",", ":")).encode() + b"\n"
        while line:
            line = line[os.write(self.output, line):]


def connect(address, token):
    """Connects to `unix:PATH` or `tcp:HOST:PORT` and shows the token."""
    kind, _, place = address.partition(":")
    end = time.monotonic() + CONNECT_SECONDS
    while True:
        if kind == "unix":
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            target = place
        else:
            connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            host, _, port = place.rpartition(":")
            target = (host, int(port))
        try:
            connection.connect(target)
            break
        except OSError as error:
            connection.close()
            if time.monotonic() > end:
                sys.exit("cannot connect to %s: %s" % (address, error))
            time.sleep(0.1)
    number = connection.detach()
    channel = Channel(number, number)
    channel.write({"token": token})
    return channel


def main(kind):
    """Runs an app: over the socket that MAMCONFORM_CONNECT and MAMCONFORM_TOKEN (or two arguments) name, else over
    standard input and output."""
    arguments = sys.argv[1:] or [os.environ.get("MAMCONFORM_CONNECT"), os.environ.get("MAMCONFORM_TOKEN")]
    address, token = (arguments + [None])[:2]
    Adapter(kind, connect(address, token or "") if address else Channel()).run()


def receive(connection):
    try:
        response = connection.getresponse()
        return Response(response.status, response.read())
    except (OSError, http.client.HTTPException):
        return UNREACHABLE
    finally:
        connection.close()
