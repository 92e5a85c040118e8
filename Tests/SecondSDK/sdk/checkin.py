"""Check-ins."""

from choices import CHOICES
from sdk.names import same
from sdk.status import Failed
from sdk.timers import CHECK_IN, RETRY


class CheckIn:
    """Periodic check-ins, and the request that an enrollment makes as well."""

    def check_in(self, codes=None):
        """A periodic check-in with its callback; `codes`, if given, is told the code."""
        enrollment = self.state["enrollment"]
        identity = enrollment["identity"]
        before = self.snapshot()
        self.checking = enrollment
        try:
            if self.take_internal_error():
                raise Failed(201)
            if CHOICES["locate-always"]:
                enrollment["hosts"] = yield from self.locate(identity)
                self.touch()
            token = yield from self.token(identity)
            outcome = yield from self.request_policy(enrollment, token)
        except Failed as failure:
            if self.state["enrollment"] is not enrollment:
                return
            enrollment["checkInAt"] = self.host.now + CHECK_IN
            self.touch()
            outcome = {"code": failure.code, "reenroll": False, "wipe": None, "token": None}
        finally:
            if self.checking is enrollment:
                self.checking = None
        if outcome is None:
            return
        if codes is not None:
            codes.append(outcome["code"])
        self.host.signal("checked")
        self.record("action", name="checkin")
        if not CHOICES["status-first"]:
            self.post_changes(before)
        if not outcome["reenroll"] and outcome["code"] != 102:
            self.report("policyRequest", identity, outcome["code"])
        if CHOICES["status-first"]:
            self.post_changes(before)
        if outcome["code"] == 102:
            self.maybe_begin()
            yield from self.wipe_by_administrator(identity, outcome)
        else:
            if outcome["reenroll"]:
                self.spawn_reenroll(identity)
            self.maybe_begin()
            self.restart_if_needed()
            self.ask_to_add()

    def request_policy(self, enrollment, token):
        """The check-in: puts the answer into force. None if its user has left meanwhile."""
        identity = enrollment["identity"]
        self.checking = enrollment
        outcome = {"code": None, "reenroll": False, "wipe": None, "token": token}
        try:
            version = enrollment["version"] if CHOICES["send-version"] else None
            answer = yield from self.ask("checkin", enrollment["hosts"]["policy"] + "/checkin",
                                         {"enrollmentId": enrollment["id"], "policyVersion": version}, {"result": str},
                                         token, identity)
            result = answer["result"]
            if result not in ("policy", "unchanged", "wipe", "none", "reenroll") or (
                    result == "policy" and not isinstance(answer.get("policy"), dict)) or (
                    result == "wipe" and not isinstance(answer.get("wipeId"), str)):
                raise Failed(206)
        except Failed as failure:
            result, outcome["code"] = None, failure.code
        finally:
            if self.checking is enrollment:
                self.checking = None
        if self.state["enrollment"] is not enrollment:
            if result == "reenroll" and not same(self.enrolled, identity):
                self.report("enrollmentRequest", identity, 221)
            return None
        enrollment["checkInAt"] = self.host.now + CHECK_IN
        self.touch()
        config = answer.get("configuration") or [] if result in ("policy", "none") else None
        if result == "policy":
            is_same = enrollment["policy"] == answer["policy"] and enrollment["config"] == config
            outcome["code"] = 101 if is_same and not CHOICES["send-version"] else 100
            enrollment["policy"], enrollment["version"] = answer["policy"], answer.get("version")
        elif result == "unchanged":
            outcome["code"] = 101
        elif result == "none":
            outcome["code"] = 103
            enrollment["policy"] = enrollment["version"] = None
        elif result == "wipe":
            outcome["code"], outcome["wipe"] = 102, answer["wipeId"]
        elif result == "reenroll":
            outcome["reenroll"], outcome["code"] = True, 100
        elif outcome["code"] == 220:
            self.end_enrollment(identity)
            for account in self.state["accounts"]:
                account["retryAt"] = self.host.now + RETRY
        if config is not None:
            enrollment["config"] = config
        return outcome

    def end_enrollment(self, identity):
        """Nobody is enrolled any more; a switch to the user who has left ends."""
        self.state["enrollment"] = None
        if not self.multi:
            self.own_process_identity = self.seen = None
        for prompt in list(self.host.prompts):
            task = prompt[2]
            if not callable(task) and task.kind == "switch" and same(task.identity, identity):
                self.host.prompts.remove(prompt)
                self.host.ready.append((task, ("left", None)))
        self.touch()
