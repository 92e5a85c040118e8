"""Telemetry, and the upload of diagnostic information."""

from sdk.status import Failed


class Telemetry:
    """Events wait until an answer has named the telemetry host."""

    @property
    def sends_telemetry(self):
        """True if the launch wants telemetry, and neither settings nor the app have switched it off (CNF-34)."""
        return bool(self.args.get("telemetry")) and self.telemetry_enabled({})

    def telemetry_enabled(self, args):
        """Reads or sets the switch of the app; the settings come first (OQ-68)."""
        if "value" in args:
            self.state["telemetry"] = bool(args["value"])
            self.touch()
            return None
        return not self.setting("MAMTelemetryDisabled") and self.state.get("telemetry", True)

    def record(self, kind, **members):
        """Notes a telemetry event; before 2020-01 there are none of kind action."""
        if not self.sends_telemetry or (kind == "action" and self.edition < "2020-01"):
            return
        self.telemetry_waits.append({"kind": kind, **members})
        self.send_telemetry()

    def send_telemetry(self):
        """Sends what waits, as soon as a host is known and unless telemetry is switched off (OQ-67)."""
        if not self.telemetry_host or not self.telemetry_waits:
            return
        waits, self.telemetry_waits = self.telemetry_waits, []
        if self.sends_telemetry:
            self.host.spawn(self.post_telemetry(waits), kind="telemetry")

    def post_telemetry(self, waits):
        """Sends events; nobody is told of a failure."""
        for one in waits:
            self.host.event("telemetry", **{name: value for name, value in one.items() if name != "name"})
        try:
            yield from self.ask("telemetry", self.telemetry_host + "/telemetry", {"events": waits}, {})
        except Failed:
            pass

    def upload(self):
        """Sends diagnostic information. Returns whether it arrived."""
        place = self.telemetry_host
        try:
            if not place:
                known = self.enrolled or next((one["identity"] for one in self.state["accounts"]), None)
                if not known:
                    return False
                place = (yield from self.locate(known)).get("telemetry")
            yield from self.ask("telemetry", place + "/telemetry", {"events": []}, {})
            return True
        except Failed:
            return False
