"""Attempts to enroll."""

from choices import CHOICES
from hosting.tasks import Ask, Wait
from sdk.names import fold, same
from sdk.status import Failed
from sdk.timers import RETRY


class Enrollment:
    """An attempt is one task with one callback.

    Its modes: register, retry, login, auto (at launch), remediate, and reenroll (instead of an older enrollment).
    """

    def attempt(self, identity, mode, may_prompt=False, replaces=None):
        """One attempt, with one callback; returns the code.

        Registrations, retries and launches move the retry of their account (CNF-10). Whoever comes back waits
        until the departure is over (OQ-07).
        """
        began = self.host.now
        before = self.snapshot()
        outcome = None
        counts = mode in ("register", "retry", "auto")
        account = self.account(identity)
        if account and counts:
            account["retryAt"] = began + RETRY
            account["trying"] = True
            account.pop("refused", None)
            self.touch()
        try:
            if self.take_internal_error():
                raise Failed(201)
            departure = self.state["departure"]
            if departure and same(departure["identity"], identity) and not CHOICES["enrolls-beside"]:
                while self.state["departure"]:
                    yield Wait("departed")
                began = self.host.now
                before = self.snapshot()
                account = self.account(identity)
                if mode == "register" and not account:
                    return 214
            token, enrollment = yield from self.enroll(identity, mode, may_prompt, replaces)
            if CHOICES["early-callback"]:
                self.report("enrollmentRequest", identity, CHOICES["enrolled-code"])
            outcome = yield from self.request_policy(enrollment, token)
            if outcome is None:
                return 214
            code = outcome["code"]
        except Failed as failure:
            code = failure.code
            account = self.account(identity)
            if account and (counts or CHOICES["login-moves-retry"]) and not self.state["enrollment"]:
                self.postpone(account, began, failure)
        if outcome and (outcome["code"] in (102, 220) or outcome["reenroll"]):
            code = 220 if outcome["code"] == 220 else CHOICES["enrolled-code"]
        if outcome and not CHOICES["one-callback"]:
            code = CHOICES["enrolled-code"]
        if account:
            account.pop("trying", None)
        if self.host.current.orphan:  # the user has left meanwhile, and nobody waits for a callback
            self.host.signal("attempt")
            return code
        is_beaten = code == 218 and outcome is None and mode in ("register", "retry")
        if is_beaten and self.host.current.sent_something and CHOICES["unreported"]:
            self.host.signal("attempt")
            return code
        self.record("enrollment", didSucceed=code < 200, duration=self.host.now - began)
        shown = self.report_attempt(identity, mode, code, outcome, before)
        if outcome:
            yield from self.after_policy(identity, outcome, mode)
        if mode == "auto" and code >= 200 and self.required and not self.started and self.policy is None:
            if not any(one[0] == "blocked" for one in self.host.prompts):
                self.show_blocked()
        self.ask_to_add()
        self.host.signal("attempt")
        return shown

    def postpone(self, account, began, failure):
        """The next attempt comes after 24 hours (ENR-008), or later if the service asks for it (OQ-87)."""
        start = began if CHOICES["retry-from-start"] else self.host.now
        account["retryAt"] = start + RETRY
        if CHOICES["honour-retry-after"] and failure.retry_after:
            account["retryAt"] = max(account["retryAt"], self.host.now + failure.retry_after * 1000)
        if self.state["departure"]:
            account["refused"] = True  # it keeps this retry when the departure is over
        self.touch()

    def report_attempt(self, identity, mode, code, outcome, before):
        """The callbacks and notifications of an attempt (OQ-18, OQ-24, OQ-74). Returns the code that was reported."""
        if not CHOICES["status-first"]:
            self.post_changes(before)
        if outcome and CHOICES["early-callback"]:
            shown = code
        elif mode == "auto" and code >= 200 and CHOICES["auto-is-silent"]:
            shown = code
        else:
            shown = self.report("enrollmentRequest", identity, code)
        if outcome and not CHOICES["one-callback"] and not outcome["reenroll"] and outcome["code"] != 102:
            self.report("policyRequest", identity, outcome["code"])
        if CHOICES["status-first"]:
            self.post_changes(before)
        return shown

    def after_policy(self, identity, outcome, mode):
        """What the answer of a first check-in demands: a wipe, another enrollment, or a restart."""
        self.maybe_begin()
        if outcome["code"] == 102:
            yield from self.wipe_by_administrator(identity, outcome)
        elif outcome["reenroll"]:
            self.spawn_reenroll(identity)
        if mode != "remediate":
            self.restart_if_needed()

    def spawn_reenroll(self, identity):
        """A check-in asked for another enrollment, which replaces this one when it succeeds."""
        self.spawn_attempt(identity, "reenroll", replaces=self.state["enrollment"])

    def check_allowed(self, identity):
        """The device may allow only one user (codes 209, 210 and 211)."""
        for name, code in (("emmUser", 209), ("mdmUser", 210), ("deviceUser", 211)):
            if self.managed.get(name) and not same(self.managed[name], identity):
                raise Failed(code)

    def refuse_if_enrolled(self, identity, replaces):
        """Only one user is enrolled (OQ-07); an enrollment that replaces another one needs that one."""
        current = self.state["enrollment"]
        if replaces is not None:
            if current is not replaces:
                raise Failed(221)
            return
        if current:
            raise Failed(208 if same(current["identity"], identity) else CHOICES["second-account"])
        if self.state["departure"] and not CHOICES["enrolls-beside"]:
            raise Failed(218)

    def enroll(self, identity, mode, may_prompt, replaces):
        """Locates the hosts, gets a token, and enrolls; may prompt once, for a token that is refused (OQ-14)."""
        self.refuse_if_enrolled(identity, replaces)
        self.check_allowed(identity)
        is_needed = mode == "auto" and self.required and (self.at_launch or CHOICES["auto-prompts"])  # LCH-005
        prompts = mode == "login" or may_prompt or is_needed
        while True:
            token = None
            try:
                if CHOICES["locate-first"]:
                    hosts = yield from self.locate(identity)
                token = yield from self.token(identity)
                if not CHOICES["locate-first"]:
                    hosts = yield from self.locate(identity)
                answer = yield from self.request_enrollment(identity, hosts, token, replaces)
                break
            except Failed as failure:
                if failure.code != 203 or not prompts or token and not CHOICES["asks-refused"]:
                    raise
                prompts = False
                yield from self.ask_credentials(identity)
        if answer.get("objectId"):
            self.object_ids[fold(identity)] = answer["objectId"]
        old = self.state["enrollment"] if replaces is not None else None
        enrollment = self.state["enrollment"] = {
            "identity": identity, "id": answer["enrollmentId"], "hosts": hosts, "checkInAt": self.host.now,
            "version": None, "policy": old["policy"] if old else None, "config": old["config"] if old else [],
        }
        if not self.account(identity):
            self.state["accounts"].append({"identity": identity, "retryAt": self.host.now + RETRY})
        self.state.pop("again", None)
        if mode == "auto":
            enrollment["add"] = True
        elif old and old.get("add"):
            enrollment["add"] = True
        if not self.multi and old is None:
            self.own_process_identity = self.seen = identity
        self.touch()
        return token, enrollment

    def ask_credentials(self, identity):
        """Lets the person sign in."""
        authority = self.candidates(identity)[0]
        action, entered = yield Ask("prompt", kind="credentials", identity=identity, authority=authority)
        if action != "enter":
            raise Failed(219)
        entered = entered or identity
        self.access.pop(fold(identity), None)
        yield from self.sign_in(entered, authority, raises=True)
        if not same(entered, identity):
            raise Failed(203)  # nobody is enrolled with another user's token

    def request_enrollment(self, identity, hosts, token, replaces):
        """The request itself, one at a time."""
        task = self.host.current
        task.marks["sent_something"] = True
        while self.enrolling:
            yield Wait("enrolling")
        self.refuse_if_enrolled(identity, replaces)
        self.enrolling = True
        try:
            answer = yield from self.ask(
                "enroll", hosts["enrollment"] + "/enroll",
                {"identity": identity, "bundleId": self.bundle, "deviceTag": self.args["device"],
                 "appVersion": self.args["appVersion"], "sdkVersion": "3.1.0", "edition": self.edition},
                {"enrollmentId": str}, token, identity)
            if task.orphan:
                try:
                    departure = {"id": answer["enrollmentId"], "wipeId": None, "reason": "deregister", "hosts": hosts,
                                 "identity": identity}
                    yield from self.request_unenrollment(departure, token)
                except Failed:
                    pass
                raise Failed(214)
            self.refuse_if_enrolled(identity, replaces)
            return answer
        finally:
            self.enrolling = False
            self.host.signal("enrolling")

    def locate(self, identity):
        """The hosts of a user; what telemetry waits for its host is sent."""
        hosts = yield from self.ask("locate", self.args["location"] + "/locate", {"identity": identity},
                                    {"enrollment": str, "policy": str})
        if hosts.get("telemetry"):
            self.telemetry_host = hosts["telemetry"]
            self.send_telemetry()
        return hosts
