"""App configuration, allowed accounts, and management of the device."""

import json
import re

from choices import CHOICES
from sdk.names import fold, same


class Configuration:
    """What administrators configure, for the app to read (APC)."""

    def device_set(self):
        """The configuration that MDM has set for its user, or None."""
        if self.edition < "2020-01" or not self.managed.get("mdmUser") or not self.managed.get("configuration"):
            return None
        return fold(self.managed["mdmUser"]), self.managed["configuration"]

    def device(self, args):
        """The device's management changes while the app runs."""
        if "managed" not in args:
            return
        allowed, old = self.allowed(), self.device_set()
        self.managed = args["managed"] or {}
        if self.edition >= "2020-01":
            if [fold(one) for one in allowed or []] != [fold(one) for one in self.allowed() or []]:
                accounts = self.allowed()
                self.notify("IntuneMAMAllowedAccountsDidChangeNotification", accounts and [self.out(one) for one in accounts])
            if old != self.device_set():
                self.notify("IntuneMAMAppConfigDidChangeNotification", "IntuneMAMAppConfigManager")

    def allowed(self):
        """The allowed accounts, or None without a restriction."""
        if self.managed.get("IntuneMAMAllowedAccountsOnly") == "Enabled" and self.managed.get("IntuneMAMUPN"):
            return [self.managed["IntuneMAMUPN"]]
        return [] if CHOICES["empty-for-none"] else None

    def sets(self, identity):
        """The configurations of a user, from MAM and from MDM."""
        identity = identity or self.enrolled
        found = []
        view = self.view()
        if identity and view and same(view["identity"], identity):
            found += view.get("config") or []
        device = self.device_set()
        if identity and device and fold(identity) == device[0]:
            found.append(device[1])
        return found

    def raw_values(self, identity, key):
        """Targeted values; defaults only if there are none."""
        sets = self.sets(identity)
        values = [one[key] for one in sets if one.get("__IsDefault") is not True and key in one]
        return values or [one[key] for one in sets if one.get("__IsDefault") is True and key in one]

    def has_conflict(self, identity, key):
        """True if targeted values of a key differ."""
        values = [one[key] for one in self.sets(identity) if one.get("__IsDefault") is not True and key in one]
        return len({value if isinstance(value, str) else json.dumps(value, sort_keys=True) for value in values}) > 1

    def values(self, kind, identity, key):
        """Values that fit the kind (OQ-62), duplicates included (OQ-63)."""
        found = []
        for value in self.raw_values(identity, key):
            if kind == "string":
                if isinstance(value, str):
                    found.append(value)
            elif kind == "bool":
                if isinstance(value, bool) or value in ("true", "false"):
                    found.append(value if isinstance(value, bool) else value == "true")
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                found.append(value)
            elif isinstance(value, str) and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value):
                found.append(float(value) if "." in value or len(value) > 15 else int(value))
        return found

    def select(self, kind, identity, key, query):
        """One value: 0 any, 1 minimum or or, 2 maximum or and."""
        values = self.values(kind, identity, key)
        if not values:
            return None
        if query == 0:
            return values[0 if CHOICES["any-first"] else -1]
        if kind == "bool":
            return any(values) if query == 1 else all(values)
        return min(values) if query == 1 else max(values)
