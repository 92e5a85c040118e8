"""What falls due: check-ins, retries, and unenrollments that are repeated."""

from choices import CHOICES
from sdk.names import same
from sdk.status import Failed

HOUR = 3_600_000
RETRY, CHECK_IN = 24 * HOUR, 8 * HOUR  # ENR-008, POL-002


class Timers:
    """The SDK has no clock of its own: the host asks for the next instant, and says when it has come."""

    def next_instant(self):
        """When the SDK wants to run again: the next check-in, or the next retry. Extensions have no timers (OQ-89)."""
        state = self.state
        if self.extension or (state["departure"] and not state["enrollment"]):
            return None
        if state["enrollment"]:
            is_busy = self.checking is state["enrollment"] or self.reenrolling()
            return None if is_busy else state["enrollment"]["checkInAt"]
        again = [state["again"]["at"]] if state.get("again") else []
        waiting = [one for one in state["accounts"] if not self.attempts(one["identity"], silent=True)]
        return min([one["retryAt"] for one in waiting] + again, default=None)

    def due(self):
        """Does what has fallen due (ENR-008, POL-002)."""
        instant = self.next_instant()
        if instant is None or instant > self.host.now:
            return
        again = self.state.get("again")
        if again and again["at"] <= self.host.now and not self.state["enrollment"]:
            del self.state["again"]
            self.touch()
            self.host.spawn(self.unenroll_again(again), kind="again", identity=again["identity"])
            self.host.work()
            instant = self.next_instant()
            if instant is None or instant > self.host.now:
                return
        if self.state["enrollment"]:
            self.host.spawn(self.check_in(), kind="checkin", identity=self.enrolled)
        else:
            ready = [one for one in self.state["accounts"]
                     if one["retryAt"] <= self.host.now and not self.attempts(one["identity"], silent=True)]
            for account in reversed(ready) if CHOICES["reverse"] else ready:
                self.spawn_attempt(account["identity"], "retry")
        self.host.work()

    def unenroll_again(self, departure):
        """Repeats a failed unenrollment, with a callback of its own (OQ-31)."""
        try:
            token = yield from self.token(departure["identity"])
            yield from self.request_unenrollment(departure, token)
            code = 104
        except Failed as failure:
            code = failure.code
            if code >= 200 and not self.state["enrollment"]:
                self.state["again"] = {**departure, "at": self.host.now + RETRY}
                self.touch()
        self.report("unenrollRequest", departure["identity"], code)

    def attempts(self, identity, silent=False):
        """The attempts of a user that are under way; with `silent` without logins, which prompt (CNF-10)."""
        return [task for task in self.host.tasks if task.kind == "attempt" and same(task.identity, identity)
                and not (silent and task.mode == "login") and not task.orphan]

    def reenrolling(self):
        """True while an enrollment is about to be replaced."""
        return any(task.kind == "attempt" and task.mode == "reenroll" for task in self.host.tasks)
