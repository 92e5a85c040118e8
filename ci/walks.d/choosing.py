"""Chooses which checks stay: those that some defect of the reference SDK makes fail, and of these the ones that see most."""

import json
import os
import shutil
import subprocess

import writing
from alphabet import WORLDS


def proof(root, runner, walks, options):
    """For each case and check the defects that make it fail, by `mamconform prove`."""
    folder = os.path.join(options.scratch, "proof")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for each in ("contract", "schemas"):
        shutil.copytree(root / "suites" / each, os.path.join(folder, each))
    shutil.copy(root / "suites/world.yaml", folder)
    for area in {WORLDS[walk["world"]]["suite"] for walk in walks}:
        with open(os.path.join(folder, f"walks-{area}.yaml"), "w") as out:
            out.write(writing.suite(area, [walk for walk in walks if WORLDS[walk["world"]]["suite"] == area], short=False))
    report = os.path.join(options.scratch, "matrix.json")
    done = subprocess.run([runner.program, "prove", "--suites", folder, "--matrix", "--format", "json", "--output", report], capture_output=True, text=True)
    if done.returncode not in (0, 1) or not os.path.exists(report):
        raise SystemExit(done.stderr + done.stdout[-2000:])
    with open(report) as source:
        return json.load(source)


def choose(root, runner, walks, options):
    """Leaves in each walk the facts that are worth their bytes; walks get equal room."""
    killers = {}
    for check in proof(root, runner, walks, options)["checks"]:
        killers[check["case"].split("/")[1], check["check"]] = check["defects"]
    heads = sum(len(writing.case(walk["id"], walk, {walk["world"], "ascending"})) + sum(len(writing.step(item[1])) for item in walk["items"] if item[0] == "step")
                for walk in walks)
    room = (options.budget * 1024 - heads) / len(walks)
    met, seen = {}, {}
    for walk in walks:
        candidates, said = [], {}
        for item in walk["items"]:
            for fact, editions in walk["facts"].get(item[1], []) if item[0] != "step" else []:
                defects = killers.get((walk["id"], fact.id), [])
                if not defects:
                    continue
                about = item[-1]
                action = about.get("action", "all")
                answer = fact.text.split("returns: ")[-1] if "returns: " in fact.text else fact.text
                changed = said.get(fact.kind) != answer
                said[fact.kind] = answer
                size = len(fact.text) + len(fact.id) + 42
                candidates.append((item[1], fact, editions, defects, (fact.kind, action), changed, size))
        left, kept = room, set()
        while True:
            best, value = None, 0
            for index, (place, fact, editions, defects, context, changed, size) in enumerate(candidates):
                if index in kept or size > left:
                    continue
                worth = sum(1 / (1 + met.get((walk["id"], defect), 0)) / (1 + 0.2 * met.get(defect, 0)) for defect in defects) ** 0.5
                worth += 2 / (1 + seen.get(context, 0)) + (1.5 if changed else 0) + (2 if context[1] == "all" else 0)
                if worth / size > value:
                    best, value = index, worth / size
            if best is None:
                break
            kept.add(best)
            place, fact, editions, defects, context, changed, size = candidates[best]
            left -= size
            seen[context] = seen.get(context, 0) + 1
            for defect in defects:
                met[defect] = met.get(defect, 0) + 1
                met[walk["id"], defect] = met.get((walk["id"], defect), 0) + 1
        chosen = {id(candidates[index][1]) for index in kept}
        walk["facts"] = {place: [(fact, editions) for fact, editions in facts if id(fact) in chosen] for place, facts in walk["facts"].items()}
    print(f"chosen       {sum(len(facts) for walk in walks for facts in walk['facts'].values())} checks, of {len(killers)}", flush=True)
