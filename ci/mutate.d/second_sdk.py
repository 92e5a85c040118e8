"""Runs the cases against the second SDK, as it is and with one change."""

import collections
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from situations import SITUATIONS

PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else "python3"

# The adapter with a record of the lines that each case comes to. What a process has seen is written before each reply,
# for a case may kill it after any.
TRACED = '''
import os, re, sys
sys.path.insert(0, {sdk!r})
import hosting.serving as serving
import hosting.tasks as tasks
from app.hosted import App

sys.path.append({tools!r})
import situations

situations.watch(App)
part = {sdk!r} + "/sdk/"
file = os.open({out!r} + "/lines-" + str(os.getpid()), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
seen, fresh = set(), []

def trace(frame, event, argument):
    if not frame.f_code.co_filename.startswith(part):
        return None
    sys.settrace(None)
    mask = situations.mask()
    sys.settrace(trace)

    def line(frame, event, argument):
        if event == "line":
            place = (frame.f_code.co_filename, frame.f_lineno, mask)
            if place not in seen:
                seen.add(place)
                fresh.append(place)
        return line
    return line

perform, reply = serving.perform, tasks.Host.reply

def traced(host, kind, op, args):
    if op == "launch":
        seen.clear()
        os.write(file, ("case " + re.search("case-([0-9]+)", args["dataFolder"]).group(1) + "\\n").encode())
    return perform(host, kind, op, args)

def recorded(self, members):
    if fresh:
        os.write(file, "".join("%s %d %d\\n" % (one[0][len(part):], *one[1:]) for one in fresh).encode())
        fresh.clear()
    reply(self, members)

serving.perform, tasks.Host.reply = traced, recorded
sys.settrace(trace)
serving.main(App)
'''


class Failure(Exception):
    """The cases do not pass without a change, or could not run."""


class Trials:
    """The lines that each case comes to, and the trial of one mutant."""

    def __init__(self, root, folder, suites, editions, most):
        self.root, self.folder, self.suites, self.editions, self.most = root, folder, suites, editions, most
        self.sdk = root / "Tests/SecondSDK"
        self.program = root / ".build/release/mamconform"
        self.cases = {}  # (file, line): [(case, the situations in which it comes there)]
        self.all = []

    def learn(self):
        """Runs all cases once, unless that was done with these suites and this SDK."""
        key = self.fingerprint()
        kept = self.folder / f"lines-{key}.json"
        if not kept.exists():
            self.record(kept)
        found = json.loads(kept.read_text())
        self.all = found["cases"]
        for place, cases in found["lines"].items():
            name, _, line = place.rpartition(" ")
            self.cases[name, int(line)] = [(self.all[number], mask) for number, mask in cases]

    def record(self, kept):
        with tempfile.TemporaryDirectory(dir=self.folder) as out:
            script = Path(out) / "traced"
            script.write_text(TRACED.format(sdk=str(self.sdk), tools=str(self.root / "ci/mutate.d"), out=out))
            # One case at a time: then the number in the name of a case's folder is its place in the run.
            run = self.run(f"{PYTHON} -SE {script}", ["--jobs", "1", "--edition", self.editions, "--report", out + "/report", "--watchdog", "60"])
            if run.returncode != 0:
                raise Failure("without a change not every case passes:\n" + (run.stdout + run.stderr)[-2000:])
            lines = (Path(out) / "report/verdicts.jsonl").read_text().splitlines()
            names = [one["case"] for one in map(json.loads, lines) if "case" in one and "corrects" not in one]
            reached = collections.defaultdict(dict)
            for path in Path(out).glob("lines-*"):
                number = None
                for line in path.read_text().splitlines():
                    name, value, *mask = line.split(" ")
                    if name == "case":
                        number = int(value) - 1
                    else:
                        cases = reached[f"{name} {value}"]
                        cases[number] = cases.get(number, 0) | int(mask[0])
        lines = {place: sorted(cases.items()) for place, cases in sorted(reached.items())}
        kept.write_text(json.dumps({"cases": names, "lines": lines}))

    def fingerprint(self):
        digest = hashlib.sha256(self.editions.encode())
        for path in sorted([*self.sdk.rglob("*.py"), *self.suites.rglob("*.yaml"), self.root / "ci/mutate.d/situations.py"]):
            digest.update(str(path).encode() + path.read_bytes())
        return digest.hexdigest()[:16]

    def run(self, sut, arguments, cases=()):
        command = [self.program, "run", "--quiet", "--suites", self.suites, "--sut", sut, *arguments, *cases]
        return subprocess.run([str(part) for part in command], capture_output=True, text=True,
                              env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "SECOND_SDK_CHOICES": "A"})

    def meet(self, mutant):
        """Runs the cases that come to a mutant's line, in its situation, until one notices it."""
        reached = self.cases.get((mutant.file, mutant.line), [])
        if not reached:
            return {"state": "unreached", "cases": 0}
        if mutant.situation is None:
            return self.attempt(mutant, [case for case, _ in reached])
        bit = 1 << list(SITUATIONS).index(mutant.situation)
        together = [case for case, mask in reached if mask & bit]
        if not together:
            return {"state": "apart", "cases": 0}
        result = self.attempt(mutant, together)
        # What nobody would notice anywhere says nothing about the situation.
        if result["state"] == "survived" and self.attempt(mutant.plain, [case for case, _ in reached])["state"] == "survived":
            result["state"] = "unnoticed"
        return result

    def attempt(self, mutant, cases):
        cases = self.order(cases)[: self.most]
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / "SecondSDK"
            shutil.copytree(self.sdk, copy)  # with what Python has compiled
            (copy / "sdk" / mutant.file).write_text(mutant.source())
            if mutant.situation is not None:
                shutil.copy(self.root / "ci/mutate.d/situations.py", copy)
                script = copy / "adapter"
                script.write_text(script.read_text().replace("\nmain(App)", "\nimport situations\n\nsituations.watch(App)\nmain(App)"))
            # A case that ends with an error does not stop a run, so the first runs are short.
            for start, end in ((0, 4), (4, 40), (40, 400), (400, self.most)):
                if not cases[start:end]:
                    break
                result = self.judge(f"{PYTHON} -SE {copy / 'adapter'}", cases[start:end])
                if result:
                    return {**result, "cases": min(end, len(cases))}
        return {"state": "survived", "cases": len(cases)}

    def judge(self, sut, cases):
        with tempfile.TemporaryDirectory() as out:
            run = self.run(sut, ["--jobs", "1", "--fail-fast", "--watchdog", "5", "--case-timeout", "10", "--json", out + "/run.json"], cases)
            if run.returncode == 0:
                return None
            try:
                report = json.loads((Path(out) / "run.json").read_text())
            except (OSError, ValueError):
                raise SystemExit("a run left no report: " + run.stderr[-2000:]) from None
            if report.get("problem"):
                raise SystemExit("a run could not be made: " + report["problem"]["message"])
            by = next((one["name"] for one in report["cases"] if one["verdict"] not in ("pass", "not-applicable")), "")
            return {"state": "killed" if run.returncode == 1 else "broken", "by": by}

    def order(self, cases):
        """One case of each suite first, then the rest, both in an order that is random but always the same."""
        mixed = list(cases)
        random.Random(7).shuffle(mixed)
        first, rest, suites = [], [], set()
        for case in mixed:
            suite = re.match("[^/]*", case).group()
            (rest if suite in suites else first).append(case)
            suites.add(suite)
        return first + rest
