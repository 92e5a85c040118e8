"""The list of mutants that may survive, each with its reason.

    - mutant: "Timers/TimerRules.swift startStrayCheckIn: *"
      because: equivalent
      reason: "only a defect sets strayCheckIn"

It is YAML of this one form, so that no library is needed to read it. A `*` stands for anything.
"""

import fnmatch
import json
import re

REASONS = ("equivalent", "unobservable", "no requirement")


class Accepted:
    def __init__(self, path):
        self.path, self.entries = path, []
        entry = None
        for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            found = re.fullmatch(r'(- |  )(mutant|because|reason): ("(?:[^"\\]|\\.)*"|[^"\s].*)', line)
            if not found or (found[1] == "- ") != (found[2] == "mutant"):
                raise SystemExit(f"{path}:{number}: expected \"- mutant:\", then \"  because:\" and \"  reason:\"")
            value = json.loads(found[3]) if found[3].startswith('"') else found[3]
            if found[1] == "- ":
                entry = {"line": number, "used": 0}
                self.entries.append(entry)
            entry[found[2]] = value
        for entry in self.entries:
            if not entry.get("reason") or not entry.get("because"):
                raise SystemExit(f"{path}:{entry['line']}: an accepted mutant needs \"because\" and \"reason\"")
            if entry["because"] not in REASONS and not re.fullmatch(r"(OQ|CNF)-\d+", entry["because"]):
                raise SystemExit(f"{path}:{entry['line']}: \"because\" is one of {', '.join(REASONS)}, or an OQ-nn or CNF-nn")
            pattern = "".join("*" if c == "*" else f"[{c}]" if c in "?[" else c for c in entry["mutant"])
            entry["pattern"] = re.compile(fnmatch.translate(pattern))

    def reason(self, mutant):
        """The entry that accepts a mutant; None without one."""
        for entry in self.entries:
            if entry["pattern"].match(mutant.name):
                entry["used"] += 1
                return entry
        return None
