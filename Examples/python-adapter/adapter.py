"""The adapter: an app around the SDK, driven by the step protocol on standard input and output.

Each message starts an activation. The adapter does what it says, runs every task of the SDK as far as it can go at
this instant, and then replies; the reply says when it wants to run again and what it waits for.
"""

import json
import os
import sys
from collections import deque

from files import Files, Store
from sdk import REQUEST_TIMEOUT_SECONDS, SDK, TIMED_OUT, Failed, Request
from transport import HELD, Inbox, Transport

CAPABILITIES = ["held", "halt", "wipe", "lifecycle"]


class Refusal(Exception):
    """The adapter cannot do what a message says; `code` is one of the protocol's error codes."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Halt(Exception):
    """The script says that the app stands still in this callback, to be killed there."""


class App:
    """What the app does when the SDK calls it: it notes an event, and answers as scripted."""

    def __init__(self, arguments, transport):
        self.events = []
        self.transport = transport
        self.answers = dict(arguments.get("answers") or {})
        delegates = arguments.get("delegates") or {}
        self.delegates = {kind: delegates.get(kind, True) for kind in ("enrollment", "policy")}

    def set_delegate(self, kind, value):
        """The SDK holds the enrollment delegate weakly and the policy delegate strongly."""
        if value == "new":
            self.delegates[kind] = True
        elif value == "none" or kind == "enrollment":
            self.delegates[kind] = False

    def implements(self, kind, method):
        methods = self.delegates[kind]
        return method in methods if isinstance(methods, list) else bool(methods)

    def event(self, name, /, **members):
        self.events.append({"event": name, **members, "sent": self.transport.sent})
        if self.answers.get("haltIn") == name:
            raise Halt(name)

    def status(self, callback, identity, code, text):
        if self.implements("enrollment", callback):
            succeeded = code < 200
            self.event(callback, identity=identity, statusCode=code, didSucceed=succeeded, errorString=text,
                       error=None if succeeded else text)

    def ask(self, callback, **members):
        """The scripted answer of a policy delegate method; None if the app does not implement it."""
        answer = self.answers.get(callback, False)
        if answer == "unimplemented" or not self.implements("policy", callback):
            return None
        self.event(callback, **members, answered=answer)
        return answer

    def notify(self, name, sender):
        self.event("notification", name=name, object=sender, userInfo=None)

    def log(self, level, message):
        self.event("log", level=level, message=message)

    def exit(self):
        self.event("exitRequested")


class Task:
    """A generator of the SDK that runs until it is done. `api` and `call` say which call it is, if it is one."""

    def __init__(self, generator, api=None, call=None):
        self.generator = generator
        self.api = api
        self.call = call
        self.is_done = False


class Adapter:
    """The loop of the protocol, and the tasks of the SDK."""

    def __init__(self):
        self.inbox = Inbox()
        self.transport = Transport(self.inbox)
        self.sdk = None
        self.app = None
        self.files = None
        self.authority = None
        self.now = 0
        self.sequence = 0
        self.halted = None
        self.ready = deque()  # tasks that can go on, and what they are sent
        self.open = {}  # tasks that wait for a held response, by request: (task, when it times out)
        self.questions = []  # tasks that wait for the person: (kind, task)

    def run(self):
        operation = None
        while operation != "stop":
            message = self.inbox.next()
            operation = message["op"]
            reply = self.activate(message)
            sys.stdout.write(json.dumps(reply, separators=(",", ":")) + "\n")
            sys.stdout.flush()

    def activate(self, message):
        """Does what a message says, then everything that can be done at this instant; returns the reply."""
        self.sequence, self.now = message["seq"], message["now"]
        self.transport.sent = 0
        reply = {"seq": self.sequence}
        try:
            reply.update(self.perform(message["op"], message.get("args") or {}))
        except Refusal as refusal:
            reply["error"] = {"code": refusal.code, "message": str(refusal)}
        except (Failed, OSError) as failure:
            reply["error"] = {"code": "failed", "message": "%s: %s" % (type(failure).__name__, failure)}
        except ValueError as error:
            reply["error"] = {"code": "badArguments", "message": str(error)}
        except KeyError as name:
            reply["error"] = {"code": "badArguments", "message": "the argument %s is missing" % name}
        except Halt as halt:
            self.halted = str(halt)
        if self.halted:
            reply["halted"] = self.halted
        if self.sdk:
            reply["events"], self.app.events = self.app.events, []
            reply["next"] = self.next_instant()
            reply["open"] = list(self.open)
        return reply

    def perform(self, name, arguments):
        operation = OPERATIONS.get(name)
        if operation is None:
            raise Refusal("unsupported", "the operation %s is not offered" % name)
        if self.sdk is None and name not in ("hello", "launch", "stop"):
            raise Refusal("failed", "the app is not launched")
        if self.halted and name != "stop":
            raise Refusal("failed", "the app stands still in " + self.halted)
        if self.sdk:
            self.sdk.now = self.now
        result = operation(self, arguments)
        if not isinstance(result, Task):
            self.run_tasks()
            return {"result": result}
        self.ready.append((result, None))
        self.run_tasks()
        return {"returned": result.is_done}

    # Tasks

    def spawn(self, generator):
        self.ready.append((Task(generator), None))

    def run_tasks(self):
        """Runs one task after the other until each is done or waits; at most one request is ever on its way."""
        while self.ready:
            task, answer = self.ready.popleft()
            try:
                wanted = task.generator.send(answer)
            except StopIteration:
                task.is_done = True
                if task.call not in (None, self.sequence):
                    self.app.event("callReturned", api=task.api, call=task.call, result=None)
                continue
            if isinstance(wanted, Request):
                name, answer = self.transport.send(wanted)
                if answer is HELD:
                    self.open[name] = (task, self.now + REQUEST_TIMEOUT_SECONDS * 1000)
                else:
                    self.ready.appendleft((task, answer))
            else:
                self.questions.append((wanted.answered_by, task))
                self.app.event(wanted.event, kind=wanted.kind, **wanted.members)

    def next_instant(self):
        instants = [due for _, due in self.open.values()]
        if self.sdk.next_instant() is not None:
            instants.append(self.sdk.next_instant())
        return min(instants, default=None)

    def catch_up(self):
        """Gives up the requests that have waited too long, then does what the SDK has to do by now."""
        for name, (task, due) in list(self.open.items()):
            if due <= self.now:
                del self.open[name]
                self.transport.abandon(name)
                self.ready.append((task, TIMED_OUT))
        self.sdk.do_what_is_due()

    # Operations

    def hello(self, arguments):
        return {"protocol": 1, "adapter": "python-adapter", "version": "1.0", "sdk": "example SDK 1.0",
                "capabilities": CAPABILITIES}

    def launch(self, arguments):
        store = Store(os.path.join(arguments["dataFolder"], "sdk-state.json"))
        self.app = App(arguments, self.transport)
        self.files = Files(arguments["dataFolder"], arguments["sharedFolder"], store)
        self.authority = arguments["authority"]
        self.sdk = SDK(arguments, store, self.files, self.app, self.spawn)
        self.sdk.now = self.now
        for identity in arguments.get("signedIn", []):  # what the app had done before it got the SDK
            self.spawn(self.sdk.sign_in(identity, self.authority))
        self.run_tasks()
        self.app.event("appStarted")
        self.sdk.launched()

    def call(self, arguments):
        api, identity = arguments.get("api"), arguments.get("identity")
        if api in ("registerAndEnrollAccount", "loginAndEnrollAccount"):
            return getattr(self.sdk, api)(identity)
        if api == "deRegisterAndUnenrollAccount":
            wipe = arguments.get("doWipe", False)
            return Task(self.sdk.deRegisterAndUnenrollAccount(identity, wipe), api, self.sequence)
        if api in ("registeredAccounts", "enrolledAccount", "getProcessIdentity"):
            return getattr(self.sdk, api)()
        if api in ("policyForIdentity", "isIdentityManaged", "setProcessIdentity"):
            return getattr(self.sdk, api)(identity)
        if api == "setCurrentThreadIdentity":
            return self.sdk.setCurrentThreadIdentity(identity, arguments.get("thread", "main"))
        if api == "getCurrentThreadIdentity":
            return self.sdk.getCurrentThreadIdentity(arguments.get("thread", "main"))
        if api == "instance":
            return "IntuneMAMEnrollmentManager"
        if api == "setDelegate":
            return self.app.set_delegate(arguments["delegate"], arguments["value"])
        raise Refusal("unsupported", "the API %s is not offered" % api)

    def wake(self, arguments):
        self.catch_up()

    def resume(self, arguments):
        name = arguments["request"]
        if name in self.open:
            task, _ = self.open.pop(name)
            self.ready.append((task, self.transport.resume(name)))

    def lifecycle(self, arguments):
        if arguments["to"] != "suspended":
            self.catch_up()

    def set_answers(self, arguments):
        self.app.answers.update(arguments)

    def user(self, arguments):
        """The person answers the oldest question of that kind."""
        for index, (kind, task) in enumerate(self.questions):
            if kind == arguments["kind"]:
                del self.questions[index]
                self.ready.append((task, (arguments["action"], arguments.get("identity"))))
                return
        raise Refusal("failed", "no prompt of kind %s is open" % arguments["kind"])

    def tokens(self, arguments):
        if arguments["do"] == "signIn":
            self.spawn(self.sdk.sign_in(arguments["identity"], self.authority))
        else:
            self.sdk.purge_tokens(arguments["identity"])

    def file(self, arguments):
        return self.files.do(arguments, user=self.sdk.identity_in_force(arguments.get("thread", "main")))

    def stop(self, arguments):
        return None


OPERATIONS = {
    "hello": Adapter.hello, "launch": Adapter.launch, "call": Adapter.call, "wake": Adapter.wake,
    "resume": Adapter.resume, "lifecycle": Adapter.lifecycle, "answers": Adapter.set_answers, "user": Adapter.user,
    "tokens": Adapter.tokens, "file": Adapter.file, "stop": Adapter.stop,
}

if __name__ == "__main__":
    Adapter().run()
