"""Switches of the identity of a window."""

from choices import CHOICES
from hosting.tasks import Ask, Wait
from sdk.names import domain, same


class Switches:
    """One switch at a time; it may wait for a person (OQ-42)."""

    def set_ui_identity(self, identity, window, done):
        """Switches, with the checks of conditional launch if the identity has policy; `done` is told the result."""
        window = self.window(window)
        main = self.threads.get("main")
        enrolled = self.enrolled
        if self.busy and CHOICES["ui-waits"]:
            def later():
                while self.busy:
                    yield Wait("switched")
                self.set_ui_identity(identity, window, done)
            self.host.spawn(later(), kind="later")
            return
        if self.busy or (main is not None and not same(main, identity)):
            return done(2)
        if identity and enrolled and not same(identity, enrolled) and domain(identity) == domain(enrolled):
            return done(2)
        if self.policy_of(identity) is None or (CHOICES["known-at-once"] and same(self.ui.get(window), identity)):
            self.ui[window] = identity
            return done(0)
        self.busy.add(window)
        self.host.spawn(self.switch(identity, window, done), kind="switch", identity=identity)

    def switch(self, identity, window, done):
        """Runs the checks of a switch, then switches."""
        result = yield from self.checks(identity)
        self.busy.discard(window)
        if result == 0:
            self.ui[window] = identity
        done(result)
        self.host.signal("switched")

    def checks(self, identity):
        """Conditional launch (IDN): each check passes, fails, or asks the person. Returns the result of the switch."""
        policy = self.policy_of(identity) or {}
        checks = []
        if policy.get("deviceComplianceRequired"):
            checks += ["jailbreak", "compliance"]
        if policy.get("pinRequired"):
            checks.append("pin")
        if policy.get("organizationalCredentialsRequired"):
            checks.append("credentials")
        for check in checks:
            self.host.event("conditionalLaunch", identity=identity, check=check)
            while True:
                answer = self.host.answers.get("conditionalLaunch") or "pass"
                if answer == "ask":
                    kind = "blocked" if check in ("jailbreak", "compliance") else check
                    action, _ = yield Ask("prompt", kind=kind, identity=identity)
                    if action == "left":
                        return 3
                    if action == "retry":
                        continue
                    if action != "enter":
                        return 1
                elif answer == "cancel":
                    return 1
                elif answer == "fail":
                    return 3
                break
        return 0
