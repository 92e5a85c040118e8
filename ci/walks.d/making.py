"""From a seed to suites: draw, run, learn, prove, choose, write."""

import os
import time

import awaiting
import choosing
import drawing
import laying
import learning
import writing
from alphabet import WORLDS
from running import Runner

GROUPS = 7
PART = 6


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


def draw(options, count):
    """The walks of a seed, laid out in time, and what was drawn for them."""
    walks, drawn = awaiting.draw(options.seed, count, options.common) if options.awaiting else drawing.draw(options.seed, count)
    for index, walk in enumerate(walks):
        walk["id"] = f"{walk.get('name', walk['world'])}-{index + 1}"
        walk["items"], walk["instants"] = laying.lay(walk)
    return walks, drawn


def ways(root, runs, quick):
    """The ways that the contract allows beside its own: groups of readings, unless in a hurry, and profiles, each with words, options and numbers."""
    readings = [] if quick else runs.readings()
    groups = [readings[index::GROUPS] for index in range(GROUPS if readings else 0)]
    return ([("readings " + ",".join(each), ["--reading", ",".join(each)], laying.CONTRACT) for each in groups]
            + [(os.path.basename(each), ["--profile", each], numbers) for each, numbers in profiles(root).items()])


def prepare(root, scratch, walks):
    """The walks with all looks, in files of a size that the YAML reader takes, beside their world."""
    with open(os.path.join(scratch, "world.yaml"), "w") as out:
        out.write((root / "suites/world.yaml").read_text())
    files = []
    for part in range(0, len(walks), PART):
        files.append(os.path.join(scratch, f"part-{part // PART + 1}.yaml"))
        with open(files[-1], "w") as out:
            out.write(writing.learning(walks[part:part + PART], part // PART + 1))
    return files


def observe(runner, files, options, numbers, first):
    """What a run has shown that the first one has not, by case; None for a case that broke down."""
    results, folder = runner.run(files, *options)
    out = {}
    for full, result in results.items():
        name = full.split("/")[1]
        if result["verdict"] in ("not-applicable",):
            continue
        if result["verdict"] not in ("pass", "fail"):
            out[name] = None
            continue
        raw = runner.records(folder, full)
        if first is None or first.get(name) != (raw, str(numbers)):
            out[name] = (raw, learning.Observation(result, raw, numbers))
    return out


def runner(root, options):
    """What runs walks with the released programs."""
    return Runner(str(root / ".build/release/mamconform"), str(root / ".build/release/mam-app"), options.scratch, str(root / "suites"))


def make(root, options):
    runs = runner(root, options)
    walks, drawn = draw(options, options.count)
    say(f"drawn        {len(walks)} walks, {len(drawn.pairs)} ordered pairs, {len(drawn.triples)} adjacent triples of {len(drawn.used)} actions")
    files = prepare(root, options.scratch, walks)
    began = time.time()
    base = observe(runs, files, [], laying.CONTRACT, None)
    broken = sorted({name.split("@")[0] for name, seen in base.items() if seen is None})
    say(f"first run    {len(base)} cases, {time.time() - began:.1f} s, broken: {', '.join(broken) or 'none'}")
    walks = [walk for walk in walks if walk["id"] not in broken]
    files = prepare(root, options.scratch, walks)
    seen = {name: [each[1]] for name, each in base.items() if each}
    first = {name: (each[0], str(laying.CONTRACT)) for name, each in base.items() if each}
    allowed = ways(root, runs, options.quick)
    for words, arguments, numbers in allowed:
        for name, each in observe(runs, files, arguments, numbers, first).items():
            if name not in seen:
                continue
            if each is None:
                say(f"  broken with {words}: {name}")
                seen.pop(name)
            else:
                seen[name].append(each[1])
    say(f"ways         {len(allowed)}, {sum(map(len, seen.values()))} observations that differ, {time.time() - began:.0f} s")
    others = []
    for command in options.against:
        others.append(observe(runs, files, ["--sut", command], laying.CONTRACT, None))
    differences = {}
    for walk in walks:
        world = WORLDS[walk["world"]]
        apps = ["mail", "docs"] if walk["world"] == "two-apps" else ["mail"]
        areas = set(world["areas"].split())
        learned = {}
        for edition in walk["editions"]:
            name = f"{walk['id']}@{edition}"
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
        choosing.choose(root, runs, walks, options)
    if not options.quick:
        hold(runs, walks, options, profiles(root))
    # A walk of which no check has stayed would never be run.
    walks = [walk for walk in walks if any(walk["facts"].values())]
    write(walks, options.output, PART if options.no_proof else None, series=options.series, more="while something is awaited" if options.awaiting else "once more")
    return 0


def hold(runner, walks, options, numbers):
    """Holds what is left to every reading alone, every profile and every other SDK, and drops whatever one of them fails."""
    folder = os.path.join(options.scratch, "held")
    os.makedirs(folder, exist_ok=True)
    ways = [[]] + [["--reading", each] for each in runner.readings()] + [["--profile", each] for each in numbers] + [["--sut", each] for each in options.against]
    dropped, lost = 0, []
    for round_ in range(3):
        for old in os.listdir(folder):
            os.remove(os.path.join(folder, old))
        files = write(walks, folder, PART if options.no_proof else None, quiet=True)
        with open(os.path.join(folder, "world.yaml"), "w") as out:
            out.write(open(os.path.join(options.scratch, "world.yaml")).read())
        failing, again = set(), []
        for way in ways:
            before = len(failing)
            results, _ = runner.run(files, *way)
            for name, result in results.items():
                walk = name.split("/")[1].split("@")[0]
                failing |= {(walk, check["id"]) for check in result["checks"] if check["verdict"] in ("fail", "warning")}
                if result["verdict"] not in ("pass", "fail", "not-applicable", "warning"):
                    lost.append(walk)
            if len(failing) > before:
                again.append(way)
        walks[:] = [walk for walk in walks if walk["id"] not in lost]
        for walk in walks:
            walk["facts"] = {place: [(fact, editions) for fact, editions in facts if (walk["id"], fact.id) not in failing] for place, facts in walk["facts"].items()}
        dropped += len(failing)
        ways = again
        if not again:
            break
    say(f"held         {dropped} checks dropped that one of the ways fails, walks that one cannot go: {', '.join(sorted(set(lost))) or 'none'}")


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


def write(walks, folder, size=None, quiet=False, series=None, more="once more"):
    total, files = 0, []
    areas = sorted({WORLDS[walk["world"]]["suite"] for walk in walks})
    for area in areas:
        mine = [walk for walk in walks if WORLDS[walk["world"]]["suite"] == area]
        # With every check they are too large for one file.
        parts = [mine] if size is None else [mine[at:at + size] for at in range(0, len(mine), size)]
        for index, part in enumerate(parts):
            text = writing.suite(area, part)
            suffix = (f"-{series}" if series else "") + ("" if size is None else f"-{index + 1}")
            path = os.path.join(folder, f"walks-{area}{suffix}.yaml")
            files.append(path)
            with open(path, "w") as out:
                text = text.replace(f"suite: walks-{area}", f"suite: walks-{area}{suffix}")
                title = writing.TITLES[area][1]
                out.write(text.replace(f"title: {title}", f"title: {title}, {more}", 1) if series else text)
            total += len(text)
        quiet or say(f"written      walks-{area}: {sum(len(facts) for walk in mine for facts in walk['facts'].values())} checks")
    quiet or say(f"in all       {len(walks)} walks, {sum(len(walk['editions']) for walk in walks)} cases, {total // 1024} KiB")
    return files
