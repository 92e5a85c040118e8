"""Holds standing checks to walks that nobody has looked at: what keeps the contract must not violate one, in any order of actions."""

import collections
import os

import drawing
import laying
import writing
from making import GROUPS, PART, profiles, say


def draw(options):
    """The walks of a seed, laid out in time."""
    walks, _ = drawing.draw(options.seed, options.standing)
    for index, walk in enumerate(walks):
        walk["id"] = f"{walk['world']}-{index + 1}"
        walk["items"], walk["instants"] = laying.lay(walk)
    return walks


def hold(root, options, runner):
    """Runs the walks in every allowed way; 1 if a standing check was violated, whose first walk is kept in the scratch folder."""
    walks = draw(options)
    with open(os.path.join(options.scratch, "world.yaml"), "w") as out:
        out.write((root / "suites/world.yaml").read_text())
    files = []
    for part in range(0, len(walks), PART):
        files.append(os.path.join(options.scratch, f"standing-{part // PART + 1}.yaml"))
        with open(files[-1], "w") as out:
            out.write(writing.learning(walks[part:part + PART], part // PART + 1))
    ways = [("the contract", [])]
    if not options.quick:
        readings = runner.readings()
        ways += [(f"readings {','.join(readings[index::GROUPS])}", ["--reading", ",".join(readings[index::GROUPS])]) for index in range(GROUPS)]
        ways += [(f"profile {path}", ["--profile", path]) for path in profiles(root)]
    ways += [(f"--sut {command}", ["--sut", command]) for command in options.against]
    violated = 0
    for words, arguments in ways:
        results, _ = runner.run(files, *arguments)
        found, first = collections.Counter(), {}
        for name, result in results.items():
            for check in result["checks"]:
                if check["id"].startswith("always-") and check["verdict"] == "fail":
                    found[check["id"]] += 1
                    first.setdefault(check["id"], (name, check.get("found", "")))
        violated += len(found)
        say(f"{len(results)} walks, {sum(found.values())} violations: {words}")
        for check, count in found.most_common():
            name, what = first[check]
            say(f"  {count} x {check}, first in {name}: {what}")
    if violated:
        say(f"{violated} standing checks are violated by what the contract allows; the walks are in {options.scratch}")
    return 1 if violated else 0
