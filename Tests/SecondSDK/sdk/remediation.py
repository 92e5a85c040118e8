"""Compliance remediation."""

from choices import CHOICES
from hosting.tasks import Wait
from sdk.names import same
from sdk.status import Failed
from sdk.timers import CHECK_IN

WORDS = {0: "The user complies.", 1: "The user does not comply.", 2: "The service failed.", 3: "The network failed.",
         4: "The user has to sign in.", 5: "The user cancelled."}
NETWORK = (204, 205, 212, 216, 217)  # codes of hosts that do not answer


class Remediation:
    """A queue of users, which is handled by one task."""

    def remediate(self, identity, silent, ended=False, status=None, restarted=False):
        """Queues a user; one who is in the queue is not queued again (AUTH-050)."""
        identity = identity or None
        if identity is None:
            self.report_compliance(None, 1)
            return
        if any(same(item["identity"], identity) for item in self.compliance):
            return
        self.compliance.append({"identity": identity, "silent": bool(silent), "ended": ended,
                                **({} if status is None else {"status": status}),
                                **({"restarted": True} if restarted else {})})
        self.keep_compliance()
        if not self.compliance_runs and not self.compliance_done:
            self.compliance_runs = True
            self.host.spawn(self.remediations(), kind="compliance")

    def remediating(self, identity):
        """True while the user is in the queue (AUTH-056)."""
        return bool(identity) and any(same(item["identity"], identity) for item in self.compliance)

    def keep_compliance(self):
        """The queue outlives a restart (AUTH-051)."""
        self.state["compliance"] = [dict(item) for item in self.compliance]
        self.touch()

    def report_compliance(self, identity, status):
        self.host.event("compliance", identity=identity, status=status, message=WORDS[status], title="Compliance",
                        thread="background")

    def remediations(self):
        """One remediation after the other (AUTH-050); the first policy ends the process (AUTH-051, RST-009)."""
        while self.compliance:
            item = self.compliance[0]
            restart = []
            known = status = item.get("status")
            if status is None:
                status = yield from self.remediate_one(item, restart)
            if status is None:
                self.compliance_done = True
                self.keep_compliance()
                self.restart()
                break
            if (item["ended"] or known is not None) and status == 0 and not same(self.enrolled, item["identity"]):
                status = 1
            needs_restart = restart or (status == 0 and not self.has_hooks and self.policy is not None)
            if known is None and needs_restart and CHOICES["restart-then-tell"]:
                item["status"] = status
                self.has_hooks = True
                self.compliance_done = True
                self.keep_compliance()
                self.restart()
                break
            self.compliance.pop(0)
            self.keep_compliance()
            self.report_compliance(item["identity"], status)
            if CHOICES["remediate-on"] and (restart or not self.has_hooks and self.policy is not None):
                self.has_hooks = self.has_hooks or self.policy is not None
                self.restart()
                continue
            if restart or (status == 0 and not self.has_hooks and self.policy is not None):
                self.has_hooks = True
                self.compliance_done = True
                self.restart()
                break
        self.compliance_runs = False

    def remediate_one(self, item, restart):
        """Enrolls a user, instead of another one if there is one; returns the status, or None if it goes on after a restart."""
        identity = item["identity"]
        results = []
        running = self.attempts(identity)
        if running:
            while self.attempts(identity):
                yield Wait("attempt")
            if same(self.enrolled, identity):
                return 0
            return 1
        if item["ended"]:
            return 1
        if same(self.enrolled, identity):
            if CHOICES["remediate-by-check-in"] and self.state["enrollment"]:
                return (yield from self.remediate_by_check_in(item))
            return 0
        if self.extension:
            return 2
        try:
            self.check_allowed(identity)
        except Failed:
            return 1
        if self.enrolled and CHOICES["restart-first"] and not item.get("restarted"):
            item["restarted"] = True
            return None
        if self.enrolled:
            if not item.get("restarted"):
                restart.append(True)
            departure = self.begin_departure("deregister", False)
            self.host.spawn(self.depart(departure))
        while self.state["departure"]:
            yield Wait("departed")
        if item["ended"]:
            return 1
        task = self.spawn_attempt(identity, "remediate", on_end=results.append, may_prompt=not item["silent"])
        while not task.done:
            yield Wait("attempt")
        if not results:
            return 1
        code = results[0]
        if same(self.enrolled, identity) or code < 200:
            return 0
        if code == 203:
            return 4 if item["silent"] else 1
        if code == 219:
            return 5
        return 3 if code in NETWORK else 2 if code in (201, 206) else 1

    def remediate_by_check_in(self, item):
        """An enrolled user checks in; returns the status."""
        identity, asked = item["identity"], False
        while True:
            enrollment = self.state["enrollment"]
            while self.checking is not None or self.reenrolling():
                yield Wait("checked")
            if item["ended"] or self.state["enrollment"] is not enrollment:
                return 1
            if not item["silent"] and not self.cached(identity) and not asked:
                asked = True
                try:
                    yield from self.ask_credentials(identity)
                except Failed as failure:
                    if not same(self.enrolled, identity):
                        return 1
                    enrollment["checkInAt"] = self.host.now + CHECK_IN
                    self.report("policyRequest", identity, 203)
                    return 5 if failure.code == 219 else 1
            codes = []
            task = self.host.spawn(self.check_in(codes), kind="checkin", identity=identity,
                                   on_end=lambda _: self.host.signal("checked"))
            while not task.done:
                yield Wait("checked")
            if item["ended"] or not same(self.enrolled, identity):
                return 1
            code = codes[0] if codes else 1
            if code == 203:
                return 4 if item["silent"] else 1
            return 0 if code < 200 else 3 if code in NETWORK else 2
