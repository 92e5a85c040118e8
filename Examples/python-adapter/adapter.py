"""The app around the example SDK: the one class that the kit asks for.

The SDK's operations are generators that yield what they need. `work` runs them as far as they can go at this instant.
"""

import os
from collections import deque

import kit
from files import Files, Store
from sdk import REQUEST_TIMEOUT_SECONDS, SDK, Request


class Delegates:
    """What the app does when the SDK calls it: it notes an event, and answers as scripted."""

    def __init__(self, host, arguments):
        self.host = host
        self.answers = host.answers
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

    def status(self, callback, identity, code, text):
        if self.implements("enrollment", callback):
            succeeded = code < 200
            self.host.event(callback, identity=identity, statusCode=code, didSucceed=succeeded, errorString=text,
                            error=None if succeeded else text)

    def ask(self, callback, **members):
        """The scripted answer of a policy delegate method; None if the app does not implement it."""
        answer = self.answers.get(callback, False)
        if answer == "unimplemented" or not self.implements("policy", callback):
            return None
        self.host.event(callback, **members, answered=answer)
        return answer

    def notify(self, name, sender):
        self.host.event("notification", name=name, object=sender, userInfo=None)

    def log(self, level, message):
        self.host.event("log", level=level, message=message)

    def exit(self):
        self.host.event("exitRequested")


class ExampleApp(kit.HostedApp):
    NAME, VERSION, SDK = "python-adapter", "1.0", "example SDK 1.0"
    CAPABILITIES = ["held", "halt", "wipe", "lifecycle"]

    def __init__(self, host):
        super().__init__(host)
        self.ready = deque()  # generators that can go on, what they are sent, and the call that waits for their end
        self.questions = []  # those that wait for the person: (kind, generator, call)

    def launch(self, arguments):
        store = Store(os.path.join(arguments["dataFolder"], "sdk-state.json"))
        self.delegates = Delegates(self.host, arguments)
        self.files = Files(arguments["dataFolder"], arguments["sharedFolder"], store)
        self.authority = arguments["authority"]
        self.sdk = SDK(arguments, store, self.files, self.delegates, self.spawn)
        self.sdk.now = self.host.now
        for identity in arguments.get("signedIn", []):  # what the app had done before it got the SDK
            self.spawn(self.sdk.sign_in(identity, self.authority))
        self.work()
        self.host.event("appStarted")
        self.sdk.launched()

    def call(self, api, arguments):
        self.sdk.now = self.host.now
        identity = arguments.get("identity")
        if api in ("registerAndEnrollAccount", "loginAndEnrollAccount"):
            return getattr(self.sdk, api)(identity)
        if api == "deRegisterAndUnenrollAccount":
            blocking = self.host.blocks(api)
            wipe = arguments.get("doWipe", False)
            self.spawn(self.sdk.deRegisterAndUnenrollAccount(identity, wipe), blocking)
            return blocking
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
            return self.delegates.set_delegate(arguments["delegate"], arguments["value"])
        return super().call(api, arguments)

    def next_instant(self):
        return self.sdk.next_instant()

    def wake(self):
        self.sdk.now = self.host.now
        self.sdk.do_what_is_due()

    def lifecycle(self, to):
        if to != "suspended":
            self.wake()

    def user(self, kind, action, identity):
        """The person answers the oldest question of that kind."""
        for index, (asked, task, blocking) in enumerate(self.questions):
            if asked == kind:
                del self.questions[index]
                self.ready.append((task, (action, identity), blocking))
                return
        raise kit.Refusal("missing", "no prompt of kind %s is open" % kind)

    def tokens(self, do, identity):
        if do == "signIn":
            self.spawn(self.sdk.sign_in(identity, self.authority))
        else:
            self.sdk.purge_tokens(identity)

    def file(self, arguments):
        return self.files.do(arguments, user=self.sdk.identity_in_force(arguments.get("thread", "main")))

    def spawn(self, generator, blocking=None):
        self.ready.append((generator, None, blocking))

    def work(self):
        """Runs one generator after the other until each is done or waits; at most one request is ever on its way."""
        self.sdk.now = self.host.now
        while self.ready:
            task, answer, blocking = self.ready.popleft()
            try:
                wanted = task.send(answer)
            except StopIteration:
                if blocking:
                    blocking.finish()
                continue
            if isinstance(wanted, Request):
                self.send(wanted, task, blocking)
            else:
                self.questions.append((wanted.answered_by, task, blocking))
                self.host.event(wanted.event, kind=wanted.kind, **wanted.members)

    def send(self, request, task, blocking):
        sequence = self.host.sequence

        def done(response):
            # Whoever gets its response at once goes on at once; after a wait it stands behind the others.
            is_at_once = self.host.sequence == sequence
            (self.ready.appendleft if is_at_once else self.ready.append)((task, response, blocking))

        self.host.post(request.url, request.headers, request.body, done, REQUEST_TIMEOUT_SECONDS)


if __name__ == "__main__":
    kit.main(ExampleApp)
