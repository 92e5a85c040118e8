"""Deregistration, unenrollment and wipes."""

from choices import CHOICES
from sdk.names import fold, same
from sdk.status import Failed
from sdk.timers import RETRY


class Leaving:
    """A departure is written down before anything else happens, so that the next process finishes it (OQ-31, OQ-35)."""

    def deregister(self, identity, wipe):
        """deRegisterAndUnenrollAccount: returns when the token is there (DRG); the request follows."""
        identity = identity or None
        if self.extension and self.edition >= "2020-01":
            self.report("unenrollRequest", identity, 223)
            return
        if identity is None:
            self.report("unenrollRequest", None, 207)
            return
        if self.parent:
            self.report("unenrollRequest", identity, 201)
            return
        for item in self.compliance:
            if same(item["identity"], identity):
                item["ended"] = True
                self.keep_compliance()
        if same(self.enrolled, identity):
            if self.state["departure"]:
                self.state.setdefault("first", []).append(self.state["departure"])
            departure = self.begin_departure("deregister", wipe)
            token = yield from self.prepare(departure)
            self.host.spawn(self.finish(departure, token))
        else:
            self.forget(identity, wipe)

    def forget(self, identity, wipe):
        """Deregisters somebody who is not enrolled: never was, or is leaving, or has left (OQ-29, OQ-30, OQ-33)."""
        self.state["accounts"] = [one for one in self.state["accounts"] if not same(one["identity"], identity)]
        self.touch()
        self.break_off(identity)
        departure = self.state["departure"]
        if departure and same(departure["identity"], identity):
            if wipe and not departure["wiped"]:
                departure["wipe"] = True
                self.wipe(departure)
            self.report("unenrollRequest", identity, CHOICES["already-left"])
        elif fold(identity) in self.left or CHOICES["tells-unknown"]:
            self.report("unenrollRequest", identity, 214 if self.enrolled else CHOICES["already-left"])

    def break_off(self, identity):
        """Ends what is under way for a user who leaves, except requests whose answers still count."""
        for task in list(self.host.tasks):
            if task is self.host.current or task.kind not in ("attempt", "checkin"):
                continue
            if not same(task.identity, identity):
                continue
            if task.sending == "checkin":
                continue  # its answer still counts
            if task.sending == "enroll" and task.mode != "reenroll" and CHOICES["takes-answer"]:
                task.marks["orphan"] = True
                continue
            self.host.cancel(task)
            if task.kind == "attempt" and task.mode == "reenroll":
                self.report("enrollmentRequest", identity, 221)
            elif CHOICES["tells-broken-off"]:
                self.report("enrollmentRequest" if task.kind == "attempt" else "policyRequest", identity, 214)
        self.host.signal("attempt")
        self.host.signal("checked")

    def begin_departure(self, reason, wipe, wipe_id=None):
        """Writes down that the user leaves; from here on nobody is enrolled."""
        enrollment = self.state["enrollment"]
        before = self.snapshot()
        identity = enrollment["identity"]
        departure = self.state["departure"] = {
            "identity": identity, "id": enrollment["id"], "hosts": enrollment["hosts"], "reason": reason,
            "wipe": bool(wipe), "wiped": False, "wipeId": wipe_id, "before": list(before),
        }
        self.state["accounts"] = [one for one in self.state["accounts"] if not same(one["identity"], identity)]
        self.checking = None
        self.end_enrollment(identity)
        self.handlers["addIdentity"] = []
        self.asked_to_add = False
        self.flush()
        self.break_off(identity)
        return departure

    def depart(self, departure, token=None):
        """The whole departure: at a launch, or after a wipe."""
        token = yield from self.prepare(departure, token)
        yield from self.finish(departure, token)

    def wipe(self, departure):
        """The app deletes the user's data, or the SDK does (CNF-06)."""
        identity = departure["identity"]
        if self.app.ask("wipeDataForAccount", identity=identity, thread="background") is not True:
            self.files.wipe(identity, self.settings.get("AppGroupIdentifiers") or [])
        departure["wiped"] = True
        self.touch()

    def prepare(self, departure, token=None):
        """What comes before the request: wipe, notifications, token. Returns the token, or the failure to get one."""
        if departure["wipe"] and not departure["wiped"]:
            self.wipe(departure)
        before = departure.pop("before", None)
        if before:
            self.touch()
            self.post_changes(tuple(before))
        if token is None:
            try:
                if self.take_internal_error():
                    raise Failed(201)
                token = yield from self.token(departure["identity"])
            except Failed as failure:
                return failure
        return token

    def request_unenrollment(self, departure, token):
        """The request; it names the wipe that has been carried out, if there was one."""
        body = {"enrollmentId": departure["id"], "wipeId": departure["wipeId"], "reason": departure["reason"]}
        url = departure["hosts"]["enrollment"] + "/unenroll"
        yield from self.ask("unenroll", url, body, {}, token, departure["identity"])

    def finish(self, departure, token):
        """Requests the unenrollment, and reports it; everything local has happened already (OQ-31)."""
        identity = departure["identity"]
        try:
            if isinstance(token, Failed):
                raise token
            yield from self.request_unenrollment(departure, token)
            code = 104
        except Failed as failure:
            code = failure.code
        if CHOICES["unenroll-again"] and 200 <= code and code != 215 and departure["reason"] == "deregister":
            self.state["again"] = {**departure, "at": self.host.now + RETRY}
        if self.host.answers.pop("failToClear", False):
            code = 215
        if self.state["departure"] is departure:
            self.state["departure"] = None
        self.state["first"] = [one for one in self.state.get("first", []) if one is not departure]
        if self.edition >= "2017-11" and (code == 104 or not CHOICES["keep-overrides"]):
            self.state["overrides"] = {}
        for account in self.state["accounts"]:
            if not account.pop("refused", None) and not self.attempts(account["identity"]):
                account["retryAt"] = self.host.now + RETRY
        self.left.add(fold(identity))
        self.touch()
        self.report("unenrollRequest", identity, code)
        self.host.signal("departed")

    def wipe_by_administrator(self, identity, outcome):
        """A wipe that a check-in has brought: status 102, wipe, unenrollment (OQ-24)."""
        if not CHOICES["wipe-first"]:
            self.report("policyRequest", identity, 102)
        departure = self.begin_departure("wipe", True, outcome["wipe"])
        if CHOICES["wipe-first"]:
            self.wipe(departure)
            self.report("policyRequest", identity, 102)
        yield from self.depart(departure, outcome["token"])
