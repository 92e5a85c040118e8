"""From a seed to suites: draw, run, learn, prove, choose, write."""

import os
import time

import choosing
import drawing
import laying
import learning
import writing
from alphabet import WORLDS
from running import Runner

GROUPS = 7


def say(*words):
    print(*words, flush=True)


def profiles(root):
    """The numbers of the profiles in which a check-in comes before a retry, by their files."""
    import re
    out = {}
    for file in sorted(list((root / "suites/profiles").glob("*.yaml")) + list((root / "Tests/Fixtures/profiles").glob("*.yaml"))):
        numbers = dict(laying.CONTRACT)
        for word, amount, unit in re.findall(r"(retry|checkIn|timeout): (\d+) (\w+)", file.read_text().split("numbers:")[1]):
            numbers[word] = int(amount) * laying.MILLISECONDS[unit]
        if numbers["checkIn"] < numbers["retry"]:
            out[str(file)] = numbers
    return out


def observe(runner, file, options, numbers, first):
    """What a run has shown that the first one has not, by case; None for a case that broke down."""
    results, folder = runner.run(file, *options)
    out = {}
    for name, result in results.items():
        if result["verdict"] in ("not-applicable",):
            continue
        if result["verdict"] not in ("pass", "fail"):
            out[name] = None
            continue
        raw = runner.records(folder, name)
        if first is None or first.get(name) != (raw, str(numbers)):
            out[name] = (raw, learning.Observation(result, raw, numbers))
    return out


def make(root, options):
    runner = Runner(str(root / ".build/release/mamconform"), str(root / ".build/release/mam-app"), options.scratch, str(root / "suites"))
    walks, drawn = drawing.draw(options.seed, options.count)
    for index, walk in enumerate(walks):
        walk["id"] = f"{walk['world']}-{index + 1}"
        walk["items"], walk["instants"] = laying.lay(walk)
    say(f"drawn        {len(walks)} walks, {len(drawn.pairs)} ordered pairs, {len(drawn.triples)} adjacent triples of {len(drawn.used)} actions")
    file = os.path.join(options.scratch, "learning.yaml")
    (root / "suites/world.yaml").exists() and open(os.path.join(options.scratch, "world.yaml"), "w").write((root / "suites/world.yaml").read_text())
    with open(file, "w") as out:
        out.write(writing.learning(walks))
    began = time.time()
    base = observe(runner, file, [], laying.CONTRACT, None)
    broken = sorted({name.split("/")[1].split("@")[0] for name, seen in base.items() if seen is None})
    say(f"first run    {len(base)} cases, {time.time() - began:.1f} s, broken: {', '.join(broken) or 'none'}")
    walks = [walk for walk in walks if walk["id"] not in broken]
    with open(file, "w") as out:
        out.write(writing.learning(walks))
    seen = {name: [each[1]] for name, each in base.items() if each}
    first = {name: (each[0], str(laying.CONTRACT)) for name, each in base.items() if each}
    ways = []
    if not options.quick:
        readings = runner.readings()
        ways += [(each, ["--reading", each], laying.CONTRACT) for each in readings]
        ways += [(f"group {index + 1}", ["--reading", ",".join(readings[index::GROUPS])], laying.CONTRACT) for index in range(GROUPS)]
    ways += [(os.path.basename(each), ["--profile", each], numbers) for each, numbers in profiles(root).items()]
    for words, arguments, numbers in ways:
        for name, each in observe(runner, file, arguments, numbers, first).items():
            if name not in seen:
                continue
            if each is None:
                say(f"  broken with {words}: {name}")
                seen.pop(name)
            else:
                seen[name].append(each[1])
    say(f"ways         {len(ways)}, {sum(map(len, seen.values()))} observations that differ, {time.time() - began:.0f} s")
    others = []
    for command in options.against:
        others.append(observe(runner, file, ["--sut", command], laying.CONTRACT, None))
    differences = {}
    for walk in walks:
        world = WORLDS[walk["world"]]
        apps = ["mail", "docs"] if walk["world"] == "two-apps" else ["mail"]
        areas = set(world["areas"].split())
        learned = {}
        for edition in walk["editions"]:
            name = f"walks-accounts/{walk['id']}@{edition}"
            if name not in seen:
                continue
            facts = learning.learn(walk["items"], walk["instants"], seen[name], apps, areas)
            extra = [other[name][1] for other in others if other.get(name)]
            if extra:
                relaxed = learning.learn(walk["items"], walk["instants"], seen[name] + extra, apps, areas)
                for place, each in facts.items():
                    kept = {fact.key() for fact in relaxed.get(place, [])}
                    for fact in each:
                        if fact.key() not in kept:
                            differences.setdefault(fact.kind, []).append((name, fact.id, fact.text))
                facts = relaxed
            learned[edition] = facts
        walk["facts"] = merge(learned)
        walk["editions"] = [edition for edition in walk["editions"] if edition in learned]
    walks = [walk for walk in walks if walk["editions"]]
    with open(os.path.join(options.scratch, "differences.txt"), "w") as out:
        for kind, each in sorted(differences.items(), key=lambda pair: -len(pair[1])):
            out.write(f"{kind}: {len(each)}\n" + "".join(f"  {name} {id_}: {text}\n" for name, id_, text in each))
    say(f"differences  {sum(map(len, differences.values()))} (differences.txt)")
    if not options.no_proof:
        choosing.choose(root, runner, walks, options)
    write(walks, options.output, root)
    return 0


def merge(learned):
    """The facts of all editions, each with the editions in which it holds; an ID that says two things has the edition behind it."""
    out = {}
    for edition, facts in learned.items():
        for place, each in facts.items():
            for fact in each:
                out.setdefault(place, {}).setdefault(fact.key(), [fact, []])[1].append(edition)
    for place, each in out.items():
        used, kept = {}, []
        for fact, editions in each.values():
            if fact.id in used:
                fact.id += "-in-" + editions[0]
            used[fact.id] = True
            kept.append((fact, editions))
        out[place] = kept
    return out


def write(walks, folder, root):
    total = 0
    areas = sorted({WORLDS[walk["world"]]["suite"] for walk in walks})
    for area in areas:
        text = writing.suite(area, [walk for walk in walks if WORLDS[walk["world"]]["suite"] == area])
        path = os.path.join(folder, f"walks-{area}.yaml")
        with open(path, "w") as out:
            out.write(text)
        total += len(text)
        say(f"written      {path}: {text.count('check: ')} checks, {len(text) // 1024} KiB")
    say(f"in all       {len(walks)} walks, {sum(len(walk['editions']) for walk in walks)} cases, {total // 1024} KiB")
