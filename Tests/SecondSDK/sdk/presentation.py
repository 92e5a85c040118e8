"""What the SDK shows and what the app may set of it; logs and test policies."""

import os
import re

from choices import CHOICES


class Presentation:
    """Colours, splash, defaults and diagnostics."""

    def color(self, name, args):
        """Reads or sets a colour; an invalid one changes nothing (CNF-19)."""
        if "value" not in args:
            return self.state["colors"].get(name, "default" if CHOICES["color-name"] else None)
        value = args["value"]
        if not value:
            self.state["colors"].pop(name, None)
        elif re.fullmatch(r"#?[0-9A-Fa-f]{6}" if CHOICES["lower-hex"] else r"#?[0-9A-F]{6}", value):
            self.state["colors"][name] = value
        self.touch()

    def set_default(self, key, value):
        """A user default that the app sets for the SDK."""
        self.state["defaults"][key] = value
        self.touch()

    def set_test_policy(self, args):
        """Test policies for the next launch (OQ-77)."""
        self.state["testPolicy"] = args.get("value")
        if self.edition >= "2017-11":
            self.state["testWipe"] = bool(args.get("doWipe"))
        self.touch()

    def splash(self):
        """True while the splash is shown: at a managed launch, for SplashDuration seconds (UIX-001, UIX-002, OQ-81)."""
        try:
            duration = float(self.settings.get("SplashDuration", 1.5))
            if not 0 <= duration < 1e6 or isinstance(self.settings.get("SplashDuration"), bool):
                raise ValueError
        except (TypeError, ValueError):
            duration = 1.5
        return self.was_managed and self.host.now < self.launched_at + duration * 1000 + CHOICES["splash-more"]

    def left_to_app(self, url):
        """WebViewHandledURLSchemes, from 2017-11 on."""
        schemes = self.settings.get("WebViewHandledURLSchemes") or []
        return self.edition >= "2017-11" and url.partition(":")[0].lower() in [one.lower() for one in schemes]

    def diagnostics(self):
        """What the SDK reports of itself."""
        return {"version": "3.1.0", "enrolled": self.enrolled is not None, "policy": self.policy is not None}

    def log_paths(self):
        """The log files, which exist from then on."""
        paths = [os.path.join(self.args["dataFolder"], "logs", name) for name in ("standard.log", "diagnostic.log")]
        os.makedirs(os.path.dirname(paths[0]), exist_ok=True)
        for path in paths:
            open(path, "a").close()
        return paths
