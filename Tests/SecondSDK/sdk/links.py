"""Links and documents that other apps open in this one."""

from choices import CHOICES
from hosting.tasks import Wait
from sdk.names import same


class Links:
    """A link of another identity needs a switch, about which the app is asked (IDN-043)."""

    def open_url(self, link):
        """A link or document comes from another app."""
        self.links.append(link)
        if len(self.links) == 1:
            self.host.spawn(self.handle_links(), kind="links")

    def handle_links(self):
        """Links are handled one by one, in their order (IDN-043)."""
        while self.links:
            yield from self.handle_link(self.links[0])
            self.links.pop(0)

    def opened(self, link, identity, handled):
        """The app gets the link; one that it is not to handle has no activity."""
        members = {"url": link["url"], "identity": identity, "handled": handled}
        if handled:
            members["activity"] = link.get("identity") or None
        self.host.event("openedURL", **members)

    def handle_link(self, link):
        """Asks the app for a switch if the sender's identity is not in effect, and opens the link."""
        sender = link.get("identity") or ""
        if not self.multi:
            self.opened(link, self.process_identity or "", True)
            return
        window = self.window(link.get("window"))
        while self.busy:
            yield Wait("switched")
        target = self.enrolled if self.is_managed(sender) else ""
        current = self.ui_identity(window)
        if target:
            needs = not same(current, target)
        else:
            needs = self.is_managed(current) or (current is None and CHOICES["ask-nobody"])
        if not needs:
            self.opened(link, target, True)
            return
        self.busy.add(window)
        reason = 2 if link.get("document") and self.edition >= "2020-01" else 0
        members = {"identity": target, "reason": reason}
        if self.edition >= "2020-01" and (link.get("window") or CHOICES["names-window"]):
            members["window"] = link.get("window") or "main"
        answer = self.app.ask("identitySwitchRequired", 0, **members)
        if answer == "never":  # the app keeps the handler, and calls it later (OQ-44)
            results = []
            key = object()

            def handler(result):
                results.append(result)
                self.host.signal(key)
            self.handlers["identitySwitchRequired"].append(handler)
            while not results:
                yield Wait(key)
            answer = results[0]
        if answer == 0 and self.policy_of(target) is not None:
            task = self.host.current
            # Meanwhile it is a switch, which ends if its user leaves.
            task.marks["kind"], task.marks["identity"] = "switch", target
            answer = yield from self.checks(target)
            task.marks["kind"], task.marks["identity"] = "links", None
        self.busy.discard(window)
        if answer == 0:
            self.ui[window] = target
        self.opened(link, target if answer == 0 else self.ui_identity(window) or "", answer == 0)
        self.host.signal("switched")
