"""Draws one combination of a case, an edition and a place, and puts each circumstance in."""

import itertools
import random
import re

from cases import Plain, Quoted, combination, load, put, verb
from circumstances import NOTHING, circumstances

EDITIONS = ["2016-09", "2016-12", "2017-11", "2020-01", "2020-06"]


def editions_of(text):
    if text is None or text == "all":
        return EDITIONS
    if isinstance(text, list):
        return [each for each in EDITIONS if each in text]
    if text.endswith("+"):
        return [each for each in EDITIONS if each >= text[:-1]]
    if text.startswith(".."):
        return [each for each in EDITIONS if each <= text[2:]]
    return [each for each in EDITIONS if each == text]


def holds(step, edition):
    return edition in editions_of(step.get("editions")) if isinstance(step, dict) else True


#: The circumstances that change the first launch.
LAUNCHES = {"in-an-extension", "with-app-groups"}

#: In how many circumstances a case is tried: all suites together may have four million steps.
MOST = 40


class Drawn:
    """A case with places for a circumstance."""

    def __init__(self, suite, area, case, seed, series, requirements):
        chance = random.Random(f"{seed} {series or 0} {suite} {case['id']}")
        self.area, self.source = area, f"{suite}/{case['id']}"
        self.id = re.sub("-+", "-", f"{suite}-{case['id']}-{series}" if series else f"{suite}-{case['id']}")
        chosen = combination(case.get("matrix"), chance)
        editions = [each for each in editions_of(put(case.get("editions"), chosen) if case.get("editions") else None)]
        self.edition = chance.choice(editions or EDITIONS[-1:])
        chosen["edition"] = (self.edition, Plain(self.edition))
        self.title = str(put(case["title"], chosen))
        self.given = put(case.get("given") or {}, chosen)
        self.needs = put(case["needs"], chosen) if "needs" in case else None
        self.limit = put(case["limit"], chosen) if "limit" in case else None
        self.steps = []
        for step in put(case["steps"], chosen):
            if not holds(step, self.edition):
                continue
            self.steps.append({key: each for key, each in step.items() if key != "editions"})
        launches = [index for index, step in enumerate(self.steps) if verb(step) == "launch"]
        self.app, self.place = None, None
        if not launches:
            return
        self.launch = launches[0]
        first = self.steps[self.launch]["launch"]
        self.app = str(first if isinstance(first, str) else first.get("app"))
        looks = [index for index, step in enumerate(self.steps) if "check" in step]
        # A check of which nothing holds in the edition is left out with its step, which a circumstance might change.
        if any(not self.demands(self.steps[index], requirements) for index in looks):
            return
        if not looks or looks[-1] <= launches[0]:
            return
        # Right after the launch, after the first enrollment, or anywhere before the last check, while the app runs.
        running = self.running(launches[0], looks[-1])
        enrolled = [index + 1 for index, step in enumerate(self.steps) if verb(step) == "call" and "nrollAccount(" in str(step["call"])]
        kinds = {"first": running[:1], "later": [index for index in running if index in enrolled][:1], "any": running}
        kind = chance.choice([name for name in sorted(kinds) if kinds[name]])
        self.place = self.behind_looks(chance.choice(kinds[kind]), looks[-1])
        self.around = {}
        for name, (steps, where) in circumstances(self.app, self.edition).items():
            if any("advance" in step for step in steps) and any("'to'" in str(step) for step in self.steps):
                continue
            if "baseline" in str(steps) and "policies" in self.given:
                continue
            if where == "configuration" and "configurations" in self.given:
                continue
            if where == "launch" and any(word in str(first) for word in ("extension", "AppGroup")):
                continue
            if where in ("any", "name", "configuration", "launch") or where == kind or (where == "later" and kind == "any"):
                self.around[name] = steps
        drawn = chance.sample(list(self.around), min(MOST, len(self.around)))
        self.around = {name: steps for name, steps in self.around.items() if name in drawn}

    def demands(self, step, requirements):
        """True if a requirement of a check holds in the edition."""
        proves = step.get("proves") or []
        names = [next(iter(one)) if isinstance(one, dict) else str(one) for one in (proves if isinstance(proves, list) else [proves])]
        return any(self.edition in requirements.get(name, ()) for name in names)

    def behind_looks(self, place, last):
        """The same place, or the one behind the checks that look at the step before it alone."""
        while place < last and verb(self.steps[place]) in ("expect", "none", "sequence") and "over" not in self.steps[place]:
            place += 1
        return place

    def running(self, first, last):
        """The places before which the app has been launched and has not ended since."""
        places, runs = [], False
        for index in range(first, last + 1):
            if runs:
                places.append(index)
            step = self.steps[index]
            if self.app in re.findall(r"[a-z]+", str(step.get(verb(step), ""))):
                if verb(step) in ("launch", "relaunch"):
                    runs = True
                elif verb(step) in ("kill", "stop", "suspend"):
                    runs = False
            if verb(step) in ("resume", "foreground", "background") and places:
                runs = True
        return places or [first + 1]

    def named_steps(self, letters):
        """The steps with places for a circumstance."""
        return self.steps[:self.place] + [Quoted("${around.%s}" % letter) for letter in letters] + self.steps[self.place:]

    def mapping(self, names):
        """The case with these circumstances, as a mapping."""
        given = self.given
        letters = "abcd"[:max(len(self.around[name]) for name in names)]
        around = {name: dict(itertools.zip_longest(letters, self.around[name], fillvalue=NOTHING)) for name in names}
        if "with-capitals" in names:
            users = dict(given.get("users") or {})
            users["ana"] = {**(users.get("ana") or {}), "upn": Quoted("${around.upn}")}
            given = {**given, "users": users}
            for name, members in around.items():
                members["upn"] = Quoted("Ana@Contoso.com" if name == "with-capitals" else "ana@contoso.com")
        steps = self.named_steps(letters)
        if LAUNCHES & set(names):
            steps = [self.launched(step, around) if index == self.launch else step for index, step in enumerate(steps)]
        if "with-configuration" in names:
            given = {**given, "configurations": Quoted("${around.configurations}")}
            blue = {"around": {"assign": [Plain("staff")], "apps": [Plain(self.app)], "settings": {"around": Plain("blue")}}}
            for name, members in around.items():
                members["configurations"] = blue if name == "with-configuration" else {}
        case = {"id": Plain(self.id), "title": Quoted(self.title), "editions": [Plain(self.edition)]}
        if self.limit:
            case["limit"] = self.limit
        if self.needs:
            case["needs"] = self.needs
        return {**case, "matrix": {"around": around}, **({"given": given} if given else {}), "steps": steps}

    def launched(self, step, around):
        """The first launch with what the circumstances say of it, which is in their members `extension` and `settings`."""
        launch = step["launch"] if isinstance(step["launch"], dict) else {"app": step["launch"]}
        for name, members in around.items():
            groups = {"AppGroupIdentifiers": [Plain("group.com.contoso")]} if name == "with-app-groups" else {}
            members["extension"] = Plain("true" if name == "in-an-extension" else str(launch.get("extension", "false")))
            members["settings"] = {**launch.get("settings", {}), **groups}
        return {**step, "launch": {**launch, "extension": Quoted("${around.extension}"), "settings": Quoted("${around.settings}")}}


def draw(folder, seed, series, pattern, requirements):
    """Every case of the suites that can be put into circumstances; `requirements` has the editions of each."""
    drawn = []
    for path in sorted(folder.glob("*.yaml")):
        if path.name in ("world.yaml", "sweeps.yaml") or path.name.startswith(("walks-", "around-", "grid-")) or not re.match(pattern, path.name):
            continue
        suite = load(path)
        for case in suite.get("cases", []):
            if "sweep" in case or "given" in case and not isinstance(case["given"], dict):
                continue
            one = Drawn(str(suite["suite"]), str(case.get("area") or suite.get("area")), case, seed, series, requirements)
            if one.place is not None and len(str(one.steps)) < 12000 and "upn" not in str(one.given.get("users", {}).get("ana", "")):
                drawn.append(one)
    return drawn
