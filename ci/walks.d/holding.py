"""Holds the standing checks to random walks: what keeps the contract must not violate one, in any order of actions."""

import collections

from making import draw, prepare, say, ways


def hold(root, options, runs):
    """Runs the walks in every allowed way; 1 if a standing check was violated, of which the first walk is shown."""
    walks, _ = draw(options, options.standing)
    files = prepare(root, options.scratch, walks)
    violated = 0
    everyone = ([("the contract", [])] + [(words, arguments) for words, arguments, _ in ways(root, runs, options.quick)]
                + [(f"--sut {command}", ["--sut", command]) for command in options.against])
    for words, arguments in everyone:
        results, _ = runs.run(files, *arguments)
        found = collections.defaultdict(list)
        for name, result in results.items():
            for check in result["checks"]:
                if check["id"].startswith("always-") and check["verdict"] == "fail":
                    found[check["id"]].append(f"{name}: {check.get('found', '')}")
        violated += len(found)
        say(f"{len(results)} walks, standing checks violated: {len(found)}, {words}")
        for check, where in sorted(found.items()):
            say(f"  {len(where)} x {check}, first in {where[0]}")
    if violated:
        say(f"what the contract allows violates standing checks; the walks are in {options.scratch}")
    return 1 if violated else 0
