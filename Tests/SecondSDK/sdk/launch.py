"""The launch of the app: what is shown, what is tried, and the restart for a first policy."""

from choices import CHOICES
from sdk.status import Failed


class Launch:
    """Launches and restarts (LCH, RST)."""

    def start(self):
        """The launch: what the last process left is finished, and the app starts if nothing withholds it (LCH)."""
        self.touch()
        self.flush()
        self.record("launch", management="mamWithMDM" if self.managed.get("mdmUser") else "mam")
        departure = self.state["departure"]  # which its process has not ended
        is_test = self.edition >= "2017-11" and self.setting("DebugSettingsEnabled")
        if is_test and not departure and self.state.get("testWipe"):
            self.state["testWipe"] = False
            self.touch()
            if self.state["enrollment"]:
                departure = self.begin_departure("deregister", True)
        broken = [one for one in self.state["accounts"] if one.pop("trying", None)]
        self.required = bool(self.setting("MAMPolicyRequired"))
        auto = bool(self.setting("AutoEnrollOnLaunch")) and self.edition >= "2017-11" and not self.extension
        self.at_launch = auto and self.required and self.edition >= "2020-01"
        managed = self.managed.get("mdmUser")
        self.auto_user = managed if auto and managed else None
        if auto and not managed and CHOICES["tries-registered"] and self.state["accounts"]:
            self.auto_user = self.state["accounts"][0]["identity"]
        tries = self.auto_user and not self.enrolled
        if self.policy is None and self.required:
            if not tries:
                self.show_blocked()
        elif self.policy is None and self.setting("MAMPolicyWarnAbsent"):
            self.show("policyAbsent", lambda action, identity: self.begin())
            if not CHOICES["warning-first"]:
                self.begin()
        else:
            self.begin()
        unfinished = ([departure] if departure else []) + self.state.get("first", [])
        if unfinished and not self.extension:
            for one in unfinished:
                self.host.spawn(self.depart(one))
            self.host.work()
        if CHOICES["token-at-launch"] and self.enrolled and not departure and not self.extension:
            self.host.spawn(self.token_at_launch(self.enrolled))
        if CHOICES["add-at-launch"] and not self.extension:
            self.ask_to_add(is_early=True)
        if tries:
            self.spawn_attempt(self.auto_user, "auto")
            self.host.work()
        if self.policy is not None:
            self.ask_to_add()
        if CHOICES["repeat-broken"] and not self.enrolled and not self.extension and not self.state["departure"]:
            for account in broken:
                if not self.attempts(account["identity"]):
                    self.spawn_attempt(account["identity"], "retry")
            self.host.work()
        self.due()

    def token_at_launch(self, identity):
        """Gets the user's token before something needs it; a failure matters to nobody."""
        try:
            yield from self.token(identity)
        except Failed:
            pass

    def begin(self):
        """The app starts; remediations that waited for the restart continue (AUTH-051)."""
        if self.started:
            return
        self.started = True
        self.host.event("appStarted")
        self.has_hooks = self.has_hooks or (self.at_launch and self.policy is not None)
        waiting = self.state.pop("compliance", None)
        if waiting:
            self.touch()
            for item in waiting:
                self.remediate(item["identity"], item["silent"], item["ended"], item.get("status"), item.get("restarted", False))

    def maybe_begin(self):
        """A required policy has come: the app is not blocked any more."""
        if not self.started and self.required and self.policy is not None:
            self.host.prompts = [one for one in self.host.prompts if one[0] != "blocked" or one[1] != "dialog"]
            self.begin()

    def show(self, kind, callback):
        """A dialog of the SDK; what the person does goes to the callback."""
        self.host.prompts.append([kind, "dialog", callback, {}])
        self.host.event("dialog", kind=kind)

    def show_blocked(self):
        """Without the required policy the app stays blocked, and the person may try again (OQ-73)."""
        if self.started or self.policy is not None:
            return
        self.show("blocked", self.unblock)

    def unblock(self, action, identity):
        """The person has answered: to try again is a check-in, or the automatic attempt."""
        if self.started:
            return

        def again(result):
            if not self.started and not any(one[0] == "blocked" for one in self.host.prompts):
                self.show_blocked()
        if action == "retry" and not self.parent and not self.state["departure"]:
            if self.state["enrollment"]:
                if self.checking is None:
                    self.host.spawn(self.check_in(), on_end=again, kind="checkin", identity=self.enrolled)
                    return
            elif self.auto_user and not self.attempts(self.auto_user):
                self.spawn_attempt(self.auto_user, "auto", on_end=again)
                return
        self.show_blocked()

    def restart_if_needed(self):
        """The first policy asks for a restart, once (RST-001, RST-007)."""
        if self.has_hooks or self.policy is None:
            return
        self.has_hooks = True
        self.restart()

    def restart(self):
        """Asks the app, and restarts it if it does not do so itself (RST-004, RST-005, CNF-38)."""
        if self.app.ask("restartApplication", thread="background") is True:
            return
        if CHOICES["no-dialog"]:
            self.host.event("exitRequested")
            return
        self.show("restart", lambda action, identity: self.host.event("exitRequested"))
        if CHOICES["exit-with-dialog"]:
            self.host.event("exitRequested")

    def ask_to_add(self, is_early=False):
        """The app is to add a user whom the SDK has enrolled by itself; each process asks until it has answered."""
        enrollment = self.state["enrollment"]
        if not enrollment or not enrollment.get("add") or self.asked_to_add:
            return
        if not self.started and not is_early:
            return

        def answered(result):
            enrollment.pop("add", None)
            self.touch()
            if result not in (None, 0) and self.state["enrollment"] is enrollment:
                self.host.spawn(self.deregister(enrollment["identity"], False))
        self.asked_to_add = True
        answer = self.app.ask("addIdentity", 0, identity=enrollment["identity"])
        if answer == "never":
            self.handlers["addIdentity"].append(answered)
        else:
            answered(answer)
