"""Chooses which checks stay: those that some defect of the reference SDK makes fail, and of these the ones that see most."""

import json
import os
import shutil
import subprocess

import writing


def proof(root, runner, walks, options):
    """For each case and check the defects that make it fail, by `mamconform prove`."""
    folder = os.path.join(options.scratch, "proof")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for each in ("contract", "schemas"):
        shutil.copytree(root / "suites" / each, os.path.join(folder, each))
    shutil.copy(root / "suites/world.yaml", folder)
    for index in range(0, len(walks), 10):
        with open(os.path.join(folder, f"walks-{index}.yaml"), "w") as out:
            out.write(writing.suite("accounts", walks[index:index + 10], short=False).replace("suite: walks-accounts", f"suite: walks-{index}"))
    report = os.path.join(options.scratch, "matrix.json")
    done = subprocess.run([runner.program, "prove", "--suites", folder, "--matrix", "--format", "json", "--output", report], capture_output=True, text=True)
    if done.returncode not in (0, 1) or not os.path.exists(report):
        raise SystemExit(done.stderr + done.stdout[-2000:])
    with open(report) as source:
        return json.load(source)


def choose(root, runner, walks, options):
    """Leaves in each walk the facts that are worth their bytes; walks get equal room."""
    # A proof of every look would take very long: three times of what there is room for is enough to choose from.
    before = sum(len(facts) for walk in walks for facts in walk["facts"].values())
    pick(walks, 3 * options.budget * 1024, None)
    killers = {}
    for check in proof(root, runner, walks, options)["checks"]:
        killers[check["case"].split("/")[1], check["check"]] = check["defects"]
    idle = sum(not defects for defects in killers.values())
    pick(walks, options.budget * 1024, killers)
    print(f"chosen       {sum(len(facts) for walk in walks for facts in walk['facts'].values())} checks, of {len(killers)} that were tried "
          f"({idle} of which no defect makes fail), of {before} that were learned", flush=True)


# How much known defects count beside what is new.
WEIGHT = 0.5


def related(item, walk):
    """Whether a look is about what the action before it was about: a special action, and a look of the same area."""
    if item[0] == "answer":
        return True
    if item[0] != "look" or not item[1].startswith("a") or item[1].startswith("a0"):
        return False
    areas = set(walk["actions"][int(item[1].split("-")[0][1:]) - 1]["areas"])
    return bool(areas & set(item[2]["areas"]))


def worth(defects, met, walk):
    """What a check is worth for the defects that it sees: less if others see them, and least if others of this walk do."""
    return sum(1 / (1 + met.get((walk["id"], defect), 0)) / (1 + 0.2 * met.get(defect, 0)) for defect in defects) ** 0.5


def pick(walks, budget, killers):
    """Picks facts by what they are worth for a byte: a look that no walk has had after such an action, an answer that has just changed,
    a count over the whole walk, and, if `killers` says which, the defects that make it fail."""
    heads = sum(len(writing.case(walk["id"], walk, {walk["world"], "ascending"})) + sum(len(writing.step(item[1])) for item in walk["items"] if item[0] == "step")
                for walk in walks)
    room = (budget - heads) / len(walks)
    met, seen, kinds = {}, {}, {}
    for walk in walks:
        candidates, said = [], {}
        for item in walk["items"]:
            for fact, editions in walk["facts"].get(item[1], []) if item[0] != "step" else []:
                defects = killers.get((walk["id"], fact.id), []) if killers is not None else []
                if killers is not None and not defects:
                    continue
                answer = fact.text.split("returns: ")[-1]
                # What the action is about comes first: a file's owner after the file is copied, not who is registered.
                bonus = (1.5 if said.get(fact.kind) != answer else 0) + (3 if related(item, walk) else 0)
                said[fact.kind] = answer
                candidates.append((fact, defects, (fact.kind, item[-1].get("action", "all")), bonus, len(fact.text) + len(fact.id) + 42))
        left, kept = room, set()
        while True:
            best, value = None, 0
            for index, (fact, defects, context, bonus, size) in enumerate(candidates):
                if index in kept or size > left:
                    continue
                this = WEIGHT * worth(defects, met, walk) + (2 + bonus) / (1 + seen.get(context, 0)) + 6 / (1 + kinds.get(fact.kind, 0) / 4)
                if this / size > value:
                    best, value = index, this / size
            if best is None:
                break
            kept.add(best)
            fact, defects, context, bonus, size = candidates[best]
            left -= size
            kinds[fact.kind] = kinds.get(fact.kind, 0) + 1
            seen[context] = seen.get(context, 0) + 1
            for defect in defects:
                met[defect] = met.get(defect, 0) + 1
                met[walk["id"], defect] = met.get((walk["id"], defect), 0) + 1
        chosen = {id(candidates[index][0]) for index in kept}
        walk["facts"] = {place: [(fact, editions) for fact, editions in facts if id(fact) in chosen] for place, facts in walk["facts"].items()}
