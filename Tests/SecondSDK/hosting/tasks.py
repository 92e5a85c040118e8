"""Tasks: operations of the SDK are generators that yield what they wait for, and the host runs them."""

import os
import select
import socket
from collections import deque

from hosting.wire import UNREACHABLE, receive

TIMED_OUT = "timed out"  # the response was held back for longer than the request could wait


class Refusal(Exception):
    """The adapter cannot do what a message says; `code` is one of the protocol's error codes."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Request:
    """What a task yields to send a request: it gets (status, headers, body), UNREACHABLE or TIMED_OUT."""

    __slots__ = ("endpoint", "url", "headers", "body")

    def __init__(self, endpoint, url, body, content, token=None):
        self.endpoint, self.url, self.body = endpoint, url, body
        self.headers = "Content-Type: %s\r\n" % content
        if token:
            self.headers += "Authorization: Bearer %s\r\n" % token


class Ask:
    """What a task yields to ask the person: it gets (action, identity). `event` is prompt or dialog."""

    __slots__ = ("event", "members")

    def __init__(self, event, /, **members):
        self.event, self.members = event, members


class Wait:
    """What a task yields to wait for `Host.signal(key)`."""

    __slots__ = ("key",)

    def __init__(self, key):
        self.key = key


class Task:
    """An operation under way; its marks say of which kind and for whom, and read as attributes (None if not set)."""

    def __init__(self, gen, **marks):
        self.gen = gen
        self.marks = marks
        self.done = False
        self.open = None  # name of the request whose response is held back
        self.sending = None  # endpoint of the request under way
        self.on_end = None

    def __getattr__(self, name):
        return self.marks.get(name)


class Host:
    """The time, events, scripted answers, requests and tasks of one app."""

    def __init__(self, channel, timeout):
        self.channel = channel
        self.timeout = timeout  # of requests, in milliseconds
        self.seed = 0
        self.now = 0
        self.seq = 0
        self.answers = {}
        self.events = []
        self.count = 0
        self.sent = 0  # requests of this activation: events say how many came before them
        self.open = {}  # name: (socket, task, due)
        self.ready = deque()
        self.waiting = {}  # key: [task]
        self.prompts = []  # [kind, members, task or callback]
        self.tasks = []
        self.app = None
        self.current = None
        self.before = lambda: None  # called before anything can be seen outside

    # Events

    def event(self, name, /, **members):
        """Notes what the app saw. If the script says so, the app stands still here, to be killed."""
        self.before()
        self.events.append({"event": name, **members, "sent": self.sent})
        if self.answers.get("haltIn") == name:
            self.reply({"halted": name})
            while True:
                message = self.channel.next()
                if message["op"] == "held":
                    continue
                self.seq = message["seq"]
                if message["op"] == "stop":
                    self.reply({})
                    os._exit(0)
                self.reply({"error": {"code": "failed", "message": "the app stands still in " + name}})

    def reply(self, members):
        """Replies to the message, with what the app saw and when it wants to run again."""
        self.before()
        reply = {"seq": self.seq, **members}
        if self.app:
            reply["events"], self.events = self.events, []
            due = [one[2] for one in self.open.values()]
            own = self.app.next_instant()
            if own is not None:
                due.append(own)
            reply["next"] = max(min(due), self.now) if due else None
            reply["open"] = list(self.open)
        self.channel.write(reply)

    # Tasks

    def spawn(self, gen, on_end=None, **marks):
        """Starts a task, which `work` runs; `on_end` is told its result, but not if it is cancelled."""
        task = Task(gen, **marks)
        task.on_end = on_end
        self.tasks.append(task)
        self.ready.append((task, None))
        return task

    def cancel(self, task):
        """Ends a task without a result, and its request with it."""
        if task.done:
            return
        task.done = True
        if task.open:
            self.open.pop(task.open)[0].close()
            task.open = None
        self.prompts = [one for one in self.prompts if one[2] is not task]
        for tasks in self.waiting.values():
            if task in tasks:
                tasks.remove(task)
        self.ready = deque(one for one in self.ready if one[0] is not task)
        if task in self.tasks:
            self.tasks.remove(task)
        task.gen.close()

    def signal(self, key):
        """Continues all tasks that wait for the key."""
        for task in self.waiting.pop(key, []):
            self.ready.append((task, None))

    def work(self):
        """Runs tasks until each has ended or waits. At most one request is on its way at any time."""
        while self.ready:
            task, value = self.ready.popleft()
            if task.done:
                continue
            self.current = task
            try:
                wanted = task.gen.send(value)
            except StopIteration as end:
                task.done = True
                self.current = None
                self.tasks.remove(task)
                if task.on_end:
                    task.on_end(end.value)
                continue
            self.current = None
            kind = type(wanted)
            if kind is Request:
                self.send(wanted, task)
            elif kind is Ask:
                members = wanted.members
                self.prompts.append([members["kind"], wanted.event, task, members])
                self.event(wanted.event, **members)
            elif kind is Wait:
                self.waiting.setdefault(wanted.key, []).append(task)
            else:
                self.ready.append((task, None))

    # Requests and answers

    def send(self, request, task):
        """Sends a request; the task continues at once, or when the response is released."""
        self.before()
        self.count += 1
        name = "r%d" % self.count
        rest = request.url.split("://", 1)[1]
        place, slash, path = rest.partition("/")
        address, _, port = place.partition(":")
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        body = request.body.encode()
        head = ("POST /%s HTTP/1.1\r\nHost: %s\r\nclient-request-id: %s\r\nConnection: close\r\n%s"
                "Content-Length: %d\r\n\r\n" % (path, place, name, request.headers, len(body)))
        try:
            sock.connect((address, int(port)))
            self.sent += 1
            sock.sendall(head.encode() + body)
        except OSError:
            sock.close()
            self.ready.append((task, UNREACHABLE))
            return
        task.sending = request.endpoint
        if self.is_held(name, sock):
            task.open = name
            self.open[name] = (sock, task, self.now + self.timeout)
            return
        task.sending = None
        self.ready.append((task, receive(sock)))

    def is_held(self, name, sock):
        """Waits until the response begins (false) or the coordinator says that it is held back (true)."""
        channel = self.channel
        while True:
            poll = select.poll()
            poll.register(sock, select.POLLIN)
            if b"\n" not in channel.buffer:
                poll.register(channel.inp, select.POLLIN)
                ready = poll.poll()
                if any(number == sock.fileno() for number, _ in ready):
                    return False
            message = channel.next()
            if message.get("op") == "held" and message.get("args", {}).get("request") == name:
                return True

    def resume(self, name):
        """A response that was held back is there."""
        if name in self.open:
            sock, task, _ = self.open.pop(name)
            task.open = None
            task.sending = None
            self.ready.append((task, receive(sock)))

    def give_up_late(self):
        """Ends requests that have waited too long."""
        for name, (sock, task, due) in list(self.open.items()):
            if due <= self.now:
                del self.open[name]
                sock.close()
                task.open = None
                task.sending = None
                self.ready.append((task, TIMED_OUT))

    def answer(self, kind, action, identity):
        """The person answers the oldest question of that kind."""
        for index, (name, event, task, _) in enumerate(self.prompts):
            is_blocked = kind == name == "blocked"
            if (event == "dialog" and (kind == "dialog" or is_blocked)) or (event == "prompt" and kind == name):
                del self.prompts[index]
                if callable(task):
                    task(action, identity)
                else:
                    self.ready.append((task, (action, identity)))
                return
        raise Refusal("missing", "no prompt of kind %s is open" % kind)


class Pending:
    """A call that has not returned yet."""

    def __init__(self, host, api):
        self.host, self.api, self.call = host, api, host.seq
        self.finished, self.result = False, None

    def finish(self, result=None):
        """The call returns, at once or in a later activation."""
        self.finished, self.result = True, result
        if self.call != self.host.seq:
            self.host.event("callReturned", api=self.api, call=self.call, result=result)
