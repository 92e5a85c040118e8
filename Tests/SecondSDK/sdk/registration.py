"""Registering accounts, and signing in."""

from hosting.tasks import Ask
from sdk.store import MAM_GROUP
from sdk.timers import RETRY


class Registration:
    """The two calls that start an attempt to enroll."""

    def registered(self):
        """The accounts that are registered; an extension knows those of its app."""
        view = self.keychain.read(MAM_GROUP).get("apps", {}).get(self.parent) if self.parent else None
        known = (view or {}).get("accounts", []) if self.parent else [one["identity"] for one in self.state["accounts"]]
        return [self.out(one) for one in known]

    def register(self, identity):
        """registerAndEnrollAccount: remembers the account, and tries at once."""
        identity = identity or None
        if self.extension and self.edition >= "2020-01":
            self.report("enrollmentRequest", identity, 223)
        elif identity is None:
            self.report("enrollmentRequest", None, 207)
        elif self.extension and self.parent:
            self.report("enrollmentRequest", identity, 201)
        elif self.account(identity):
            self.host.event("log", level="warning", message="The account is registered already; the call is ignored.")
        else:
            self.state["accounts"].append({"identity": identity, "retryAt": self.host.now + RETRY})
            self.touch()
            if not self.attempts(identity, silent=True):
                self.spawn_attempt(identity, "register")

    def login(self, identity):
        """loginAndEnrollAccount: one attempt that may prompt, and that is not retried (CNF-10)."""
        identity = identity or None
        if self.extension and self.edition >= "2020-01":
            self.report("enrollmentRequest", identity, 223)
        elif self.extension and self.parent:
            self.report("enrollmentRequest", identity, 201)
        elif identity is None:
            known = self.managed.get("mdmUser") or self.enrolled_on_device()
            if known:
                self.spawn_attempt(known, "login")
            else:
                self.host.spawn(self.ask_name(), kind="attempt", mode="login", identity=None)
        else:
            self.spawn_attempt(identity, "login")

    def enrolled_on_device(self):
        """The user of this app, else one whom another app of the device has enrolled (CNF-09)."""
        if self.enrolled:
            return self.enrolled
        apps = self.keychain.read(MAM_GROUP).get("apps", {})
        others = (apps[name].get("identity") for name in sorted(apps) if name != self.bundle)
        return next(filter(None, others), None)

    def ask_name(self):
        """A login without an identity asks the person for one."""
        action, name = yield Ask("prompt", kind="userName", identity=None)
        if action != "enter" or not name:
            self.report("enrollmentRequest", None, 219)
            return
        self.spawn_attempt(name, "login")

    def spawn_attempt(self, identity, mode, on_end=None, **more):
        task = self.attempt(identity, mode, **more)
        return self.host.spawn(task, on_end=on_end, kind="attempt", identity=identity, mode=mode)
