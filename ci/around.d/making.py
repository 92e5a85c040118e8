"""The steps of ci/around: draw, run with every SDK that keeps the contract, see what the rest notices, and write that."""

import json
import os
import random
import re
import subprocess
import sys

import writing
from drawing import draw

CIRCUMSTANCE = re.compile(r"/([^\[]*)\[around=([a-z0-9-]+)\]@")


class Maker:
    def __init__(self, root, options):
        self.root, self.options = root, options
        self.program, self.app = root / ".build/release/mamconform", root / ".build/release/mam-app"
        self.scratch = options.scratch
        self.suites = root / "suites"
        self.trial = self.scratch / "suites"
        #: In which circumstances each check is made, by the case and the check.
        self.asked = {}

    def say(self, text):
        print(text, file=sys.stderr, flush=True)

    def make(self):
        found = json.loads(self.output(self.program, "requirements", "--suites", self.suites, "--format", "json"))
        editions = {one["id"]: one["editions"] for one in found}
        drawn = draw(self.suites, self.options.seed, self.options.series, self.options.only, editions)
        self.lay(drawn)
        # First by the contract's own choices alone, which is quick and leaves out most of what does not hold.
        failing = self.failing([["--in-process"]])
        writing.write(self.trial, self.without(drawn, failing), anchors=False)
        noticing = {CIRCUMSTANCE.search(case).groups() for case in self.caught()}
        drawn = [one for one in drawn if any(one.id == case for case, _ in noticing)]
        if not drawn:
            self.say("no case is worth keeping, and nothing is written")
            return 0
        writing.write(self.trial, self.without(drawn, failing), anchors=False)
        failing |= self.failing(self.others())
        chosen = [(one, self.some(one, names, noticing)) for one, names in self.without(drawn, failing)]
        writing.write(self.options.output, chosen, self.options.series)
        self.say(f"{len(chosen)} cases in {sum(len(names) for _, names in chosen)} circumstances")
        return 0

    def some(self, one, names, noticing):
        """The circumstances in which a case notices something, and others up to as many as asked for."""
        chance = random.Random(f"{self.options.seed} {one.id}")
        others = [name for name in names if (one.id, name) not in noticing]
        left = max(0, self.options.most - len(names) + len(others))
        others = chance.sample(others, min(left, len(others)))
        return [name for name in names if (one.id, name) in noticing or name in others]

    def without(self, drawn, failing):
        """The cases with the circumstances in which no SDK fails, if there are several."""
        kept = [(one, [name for name in one.around if (one.id, name) not in failing]) for one in drawn]
        return [(one, names) for one, names in kept if len(names) > 1 and self.asks_everything(one.id, names)]

    def asks_everything(self, case, names):
        """False if a check of the case is made in none of the circumstances, because of its 'if': it would prove nothing."""
        return all(asked & set(names) for asked in self.asked.get(case, {}).values())

    def lay(self, drawn):
        """Writes everything that was drawn, beside what the suites have in common."""
        self.trial.mkdir(parents=True, exist_ok=True)
        for name in ("contract", "standing", "schemas", "profiles", "versions", "world.yaml"):
            link = self.trial / name
            if not link.exists():
                link.symlink_to(self.suites / name)
        writing.write(self.trial, [(one, list(one.around)) for one in drawn], anchors=False)

    def others(self):
        """The options of runs with every other SDK that keeps the contract."""
        names = [line.split()[0] for line in self.output(self.app, "--readings").splitlines()]
        groups = [",".join(names[index::7]) for index in range(7)]
        profiles = sorted([*self.root.glob("Tests/Fixtures/profiles/*.yaml"), *self.root.glob("suites/profiles/*.yaml")])
        return [*(["--in-process", "--reading", group] for group in groups),
                *(["--in-process", "--reading", groups[index % 7], "--profile", profile] for index, profile in enumerate(profiles)),
                *(["--sut", command] for command in self.options.against)]

    def failing(self, runs):
        """The cases and circumstances that do not pass in some run, as (case, circumstance)."""
        failing = set()
        for number, run in enumerate(runs, 1):
            report = self.scratch / "run.json"
            subprocess.run([self.program, "run", "--quiet", "--suites", self.trial, "--json", report, *run], capture_output=True)
            found = json.loads(report.read_text())
            if found.get("problem"):
                raise SystemExit(found["problem"]["message"])
            # An adapter need not fulfil the duties of an app, and a profile may leave a case out.
            bad = ("fail", "error", "warning", "not-offered") if len(runs) > 1 else ("fail", "error", "warning", "not-applicable")
            failing |= {CIRCUMSTANCE.search(case["name"]).groups() for case in found["cases"] if case["verdict"] in bad}
            for case in found["cases"]:
                name, circumstance = CIRCUMSTANCE.search(case["name"]).groups()
                for check in case.get("checks", []):
                    asked = self.asked.setdefault(name, {}).setdefault(check["id"], set())
                    if check["verdict"] != "not-applicable":
                        asked.add(circumstance)
            self.say(f"{number} of {len(runs)} runs, {len(failing)} left out")
        return failing

    def caught(self):
        """The cases that notice first what the suites do not."""
        drawn = self.output(self.program, "prove", "--suites", self.suites, "--verbose", "--seed", self.options.seed,
                            "--situations", self.options.pairs)
        unnoticed = re.findall(r"^(?:unnoticed|apart) +([^ :\n]+)", drawn, re.M)
        self.say(f"{len(unnoticed)} of {self.options.pairs} defects in a situation are not noticed")
        found = self.output(self.program, "prove", "--suites", self.trial, "--verbose", "--situations", len(unnoticed),
                            "--defect", ",".join(unnoticed))
        caught = re.findall(r"^caught +[^ ]+ in (.*)$", found, re.M)
        self.say(f"{len(caught)} of them are noticed in a circumstance")
        return caught

    def output(self, *command):
        """What a command writes; an error ends this program, and an inconclusive proof (2) does not."""
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=os.environ)
        if done.returncode not in (0, 1, 2):
            raise SystemExit(f"{' '.join(map(str, command))[:200]} ended with {done.returncode}:\n{done.stderr[-2000:]}")
        return done.stdout
