"""Measures runs of mamconform beside the floors of the machine; see ci/bench for how it is used.

Whatever is compared takes turns, and every ratio is one of figures of the same round, because what else the machine does
differs from round to round. Processor time is that of all processes of a run together; on a loaded machine it says more than
the time that passes. The cost of an event is that of a case with many events less that of a case with few, by the difference.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUITES = ROOT / "ci" / "bench-suites"
#: Days of the case with few refreshes and of the one with many; three refreshes a day.
DAYS = {"few": 30, "many": 3030}
TICKS = 200_000
STARTED = time.monotonic()
#: How many cases there were when the goal of all of them was set.
GOALS_CASES = 2060
GOALS = {"timer": 1.5, "refresh": 2.5, "in-process": 40, "cases": 3000, "apps": 1.3, "memory": 6.0}


class Failure(Exception):
    """A program did not do what it is measured by."""


def floor(command, events):
    """What a floor prints, and its processor time for an exchange in microseconds; the first half of its exchanges warms up."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    figure = float(process.stdout.read().split()[1])
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failure(f"{' '.join(command)} failed")
    return {"case": figure, "processor": (usage.ru_utime + usage.ru_stime) * 1e6 / (2 * events)}


class Programs:
    """The programs of one version, with the suites and the contract of its tree: what another version cannot read."""

    def __init__(self, name, folder, tree, work):
        self.name = name
        self.folder = pathlib.Path(folder)
        self.tree = pathlib.Path(tree)
        self.work = pathlib.Path(work, name)
        self.report = self.work / "run.json"
        self.suites = self.folder_of_suites("suites")
        for file in SUITES.iterdir():
            shutil.copy(file, self.suites)

    def folder_of_suites(self, name):
        """A new folder for suites that are judged by this version's contract."""
        folder = self.work / name
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "contract").exists():
            (folder / "contract").symlink_to(self.tree / "suites" / "contract")
        return folder

    def run(self, case, *arguments, suites=None, wrapper=(), jobs=1):
        """Runs cases; returns the time of the cases and the processor time of all processes, in milliseconds."""
        command = [*wrapper, str(self.folder / "mamconform"), "run", "--quiet", "--json", str(self.report)]
        command += ["--jobs", str(jobs)] if jobs else []
        command += ["--suites", str(suites or self.suites)]
        self.report.unlink(missing_ok=True)
        start = time.monotonic()
        process = subprocess.Popen([*command, *([case] if case else []), *arguments], cwd=self.tree,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = (time.monotonic() - start) * 1000
        if process.returncode != 0:
            raise Failure(f"{' '.join(command)} failed: {process.stderr.read().decode()[-500:]}")
        process.stderr.close()
        cases = json.loads(self.report.read_text())["cases"]
        return {"case": sum(one["wallMilliseconds"] for one in cases) if len(cases) == 1 else wall, "wall": wall,
                "processor": (usage.ru_utime + usage.ru_stime) * 1000, "count": len(cases)}

    def per_event(self, name, events, *arguments, suites=None):
        """What one event of a case costs, in microseconds: time of the case, and processor time."""
        few = self.run(f"{name}=few]@*", *arguments, suites=suites)
        many = self.run(f"{name}=many]@*", *arguments, suites=suites)
        return {what: (many[what] - few[what]) / events * 1000 for what in ("case", "processor")}

    def calls_per_event(self, name, events, work, *arguments, suites):
        """How many system calls all processes make for one event."""
        def total(size):
            log = pathlib.Path(work, "strace")
            self.run(f"{name}={size}]@*", *arguments, suites=suites, wrapper=["strace", "-f", "-c", "-o", str(log)])
            total = next(line for line in log.read_text().splitlines() if line.endswith(" total"))
            return int(total.split()[3])
        return (total("many") - total("few")) / events


def world(count):
    """The world of the benchmark with so many apps."""
    names = [f"app{number}" for number in range(1, count + 1)]
    apps = "".join(
        f"  {name}: {{bundleId: com.contoso.{name}, device: phone, appVersion: \"1.0\", settings: {{}}, answers: {{}}, "
        "delegates: {}, signedIn: [ana]}\n" for name in names)
    text = (SUITES / "world.yaml").read_text().replace("apps: [one, two, three, four, five]",
                                                       f"apps: [{', '.join(names)}]")
    return text[:text.index("\napps:")] + "\napps:\n" + apps, names


def write_suite(folder, names, few, many):
    """A suite in which apps refresh their policies for few days, and for many."""
    steps = []
    for number, name in enumerate(names, 1):
        steps += [f"      - launch: {name}", f"      - call: {name}.registerAndEnrollAccount(ana)"]
        # So much happens at one instant that the coordinator would suspect an app of waking itself for ever.
        if number % 500 == 0:
            steps.append("      - advance: 1 s")
    (folder / "bench.yaml").write_text(f"""suite: bench
area: POL
title: Many apps
cases:
  - id: apps
    title: Many apps refresh their policies
    editions: [2020-06]
    limit: 4000 d
    matrix: {{count: {{few: {{time: {few} d}}, many: {{time: {many} d}}}}}}
    steps:
{chr(10).join(steps)}
      - advance: ${{count.time}}
      - expect: {{request: checkin, count: {{min: {3 * few * len(names)}}}}}
        check: refreshed
        proves: [POL-001]
""")


def private_memory(processes):
    """The private memory of processes, in MiB each: what they alone have in memory."""
    sizes = []
    for process in processes:
        try:
            text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        sizes.append(sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_")) / 1024)
    return sizes


def adapters_below(process):
    """The processes named mam-app that descend from a process."""
    parents = {}
    names = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text()
            except OSError:
                continue
            names[int(entry.name)] = fields[fields.index("(") + 1:fields.rindex(")")]
            parents[int(entry.name)] = int(fields[fields.rindex(")") + 2:].split()[1])
    def descends(one):
        while one > 1:
            if one == process:
                return True
            one = parents.get(one, 0)
        return False
    return [one for one, name in names.items() if name == "mam-app" and descends(one)]


def watch_memory(process, count):
    """The private memory of each of so many apps of a run, once all are there; waits for the end of the run."""
    memory = []
    while process.poll() is None and not memory:
        if len(adapters_below(process.pid)) == count:
            # Until the last one is enrolled and has refreshed its policy.
            time.sleep(0.5)
            memory = private_memory(adapters_below(process.pid))
        time.sleep(0.05)
    process.wait()
    return memory


def measure_apps(programs, counts, short):
    """What a refresh costs beside so many apps, and how much memory an app has of its own."""
    rows = []
    for count in counts:
        folder = programs.folder_of_suites(f"apps-{count}")
        text, names = world(count)
        # As many refreshes for any number of apps, and whole days.
        days = max(1, (600 if short else 9000) // (3 * count))
        write_suite(folder, names, 1, 1 + days)
        (folder / "world.yaml").write_text(text)
        few = programs.run("bench/apps[count=few]@*", suites=folder)
        many = programs.run("bench/apps[count=many]@*", suites=folder)
        memory = watch_memory(subprocess.Popen(
            [str(programs.folder / "mamconform"), "run", "--quiet", "--jobs", "1", "--suites", str(folder),
             "bench/apps[count=many]@*"], cwd=programs.tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), count)
        events = 3 * days * count
        rows.append({"apps": count, "events": events,
                     **{what: (many[what] - few[what]) / events * 1000 for what in ("case", "processor")},
                     "memory": statistics.median(memory) if memory else None})
    return rows


def measure_calls(programs, work):
    """How many system calls a refresh and a timer event take; fewer events than elsewhere, because strace is slow."""
    folder = programs.folder_of_suites("calls")
    write_suite(folder, ["one"], 1, 301)
    text = (SUITES / "bench.yaml").read_text().replace("201000 s", "11000 s")
    (folder / "bench.yaml").write_text((folder / "bench.yaml").read_text() + text[text.index("  - id: ticks"):
                                                                                  text.index("  - id: refreshes")])
    shutil.copy(SUITES / "world.yaml", folder)
    return {
        "refresh": programs.calls_per_event("bench/apps[count", 900, work, suites=folder),
        "timer event": programs.calls_per_event(
            "bench/ticks[count", 10_000, work, "--sut", str(pathlib.Path(work, "ticker")), suites=folder)}


def progress(what):
    """Says on standard error what is measured next: all of it takes ten minutes and more."""
    print(f"{time.monotonic() - STARTED:4.0f} s  {what}", file=sys.stderr, flush=True)


def measure(options, versions):
    """Every round's figures, by what they are of and by version."""
    rounds = []
    ticker = str(pathlib.Path(options.work, "ticker"))
    for number in range(options.rounds):
        progress(f"round {number + 1} of {options.rounds}: floors")
        one = {"floor": {}}
        for what, count in (("timer", 100_000), ("http", 50_000)):
            one["floor"][what] = floor(["taskset", "-c", "0", f"{options.work}/floor", what, str(count)], count)
        one["floor"]["post"] = floor(["taskset", "-c", "0", f"{options.work}/post", "20000"], 20_000)
        one["floor"]["post-free"] = floor([f"{options.work}/post", "20000"], 20_000)
        if os.access(options.mosaik, os.X_OK) and "mosaik" not in options.without:
            for what, switch in (("mosaik", ["--processes"]), ("mosaik-in-process", [])):
                one["floor"][what] = floor([options.mosaik, str(HERE / "mosaik_apps.py"), *switch], 500)
        refreshes = 3 * (DAYS["many"] - DAYS["few"])
        for version in versions:
            progress(f"round {number + 1} of {options.rounds}: {version.name}")
            figures = one[version.name] = {}
            figures["timer"] = version.per_event("bench/ticks[count", TICKS, "--sut", ticker)
            figures["refresh"] = version.per_event("bench/refreshes[count", refreshes)
            figures["in-process"] = version.per_event("bench/refreshes[count", refreshes, "--in-process")
            figures["five-apps"] = version.run("bench/five-apps@*")
            figures["five-apps-in-process"] = version.run("bench/five-apps@*", "--in-process")
            if "cases" not in options.without:
                suites = version.tree / "suites"
                figures["cases"] = version.run(None, suites=suites, jobs=None)
                figures["cases-in-process"] = version.run(None, "--in-process", suites=suites, jobs=None)
        rounds.append(one)
    return rounds


def middle(rounds, of):
    """The median over the rounds of what a function finds in each."""
    return statistics.median(of(one) for one in rounds)


def spread(rounds, of):
    """The median, and the least and the greatest."""
    values = sorted(of(one) for one in rounds)
    return f"{statistics.median(values):.2f} ({values[0]:.2f} to {values[-1]:.2f})"


def report(options, rounds, versions, calls, apps):
    """The tables of a run."""
    floors = {name: {what: middle(rounds, lambda one: one["floor"][name][what]) for what in ("case", "processor")}
              for name in rounds[0]["floor"]}
    print("\nfloors, medians")
    for name, label in (("timer", "an exchange over two pipes"), ("http", "a bare exchange in HTTP"),
                        ("post", "a POST, libcurl to libmicrohttpd"), ("post-free", "the same on any processors")):
        print(f"{label:34} {floors[name]['case']:9.1f} us   processor {floors[name]['processor']:9.1f} us")
    for name, label in (("mosaik", "mosaik, 5 processes x 30 days"), ("mosaik-in-process", "the same in one process")):
        if name in floors:
            print(f"{label:34} {floors[name]['case']:9.1f} ms, the steps alone")
    for version in versions:
        get = lambda *path: (lambda one: one[version.name][path[0]][path[1]])
        def line(label, what, unit, ratio="", goal=""):
            print(f"{label:34} {middle(rounds, get(what, 'case')):9.1f} {unit}   processor "
                  f"{middle(rounds, get(what, 'processor')):9.1f} {unit}   {ratio:62}{goal}")
        def over(what, floor):
            return "ratio " + ", processor ".join(
                spread(rounds, lambda one: one[version.name][what][kind] / one["floor"][floor][kind])
                for kind in ("case", "processor"))
        print(f"\n{version.name} ({version.folder})")
        line("timer event, history included", "timer", "us", over("timer", "timer"), f"goal <= {GOALS['timer']}")
        line("refresh over processes", "refresh", "us", over("refresh", "post"), f"goal <= {GOALS['refresh']}")
        print(f"{'  over the POST on any processors':34} {'':41}{over('refresh', 'post-free')}")
        line("refresh in process", "in-process", "us", "", f"goal <= {GOALS['in-process']} us")
        for what, label, other in (("five-apps", "5 apps x 30 days, starts included", "mosaik"),
                                   ("five-apps-in-process", "the same in process", "mosaik-in-process")):
            # Python's start is in mosaik's processor time, and ours in ours: only the time of the case is compared.
            ratio = "ratio " + spread(rounds, lambda one: one[version.name][what]["case"] / one["floor"][other]["case"]) \
                if other in floors else ""
            line(label, what, "ms", ratio, "goal < mosaik")
        for what, label in (("cases", "all cases"), ("cases-in-process", "all cases in process")):
            if what in rounds[0][version.name]:
                count = rounds[0][version.name][what]["count"]
                goal = f"goal <= {GOALS['cases']} ms for {GOALS_CASES}" if what != "cases" else ""
                each = middle(rounds, get(what, "case")) / count
                line(label, what, "ms", f"{count} of them, {each:.2f} ms each", goal)
        for what, count in calls.get(version.name, {}).items():
            print(f"{'system calls a ' + what:34} {count:9.1f}")
        rows = apps.get(version.name, [])
        for row in rows:
            memory = "" if row["memory"] is None else f"{row['memory']:.1f} MiB private an app, goal <= {GOALS['memory']}"
            print(f"{'refresh beside ' + str(row['apps']) + ' apps':34} {row['case']:9.1f} us   processor "
                  f"{row['processor']:9.1f} us   {row['processor'] / rows[0]['processor']:.2f} x that of "
                  f"{rows[0]['apps']}, goal <= {GOALS['apps']}   {memory}")


def main():
    parser = argparse.ArgumentParser(prog="ci/bench")
    parser.add_argument("work")
    parser.add_argument("mosaik")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--apps", default=None)
    parser.add_argument("--before")
    parser.add_argument("--without", action="append", default=[], choices=["mosaik", "calls", "apps", "cases"])
    parser.add_argument("--json")
    options = parser.parse_args()
    options.rounds = options.rounds or (1 if options.short else 5)
    counts = [int(text) for text in (options.apps or ("5,50" if options.short else "5,50,200,1000")).split(",")]
    versions = []
    if options.before:
        tree = pathlib.Path(options.before).resolve()
        versions.append(Programs("before", tree / ".build" / "release", tree, options.work))
    versions.append(Programs("now", os.environ["MAMCONFORM_BIN"], ROOT, options.work))
    calls, apps = {}, {}
    try:
        rounds = measure(options, versions)
        for version in versions:
            if "calls" not in options.without and shutil.which("strace"):
                progress(f"system calls: {version.name}")
                calls[version.name] = measure_calls(version, options.work)
            if "apps" not in options.without:
                progress(f"{', '.join(map(str, counts))} apps: {version.name}")
                apps[version.name] = measure_apps(version, counts, options.short)
    except Failure as failure:
        sys.exit(f"cannot go on: {failure}")
    report(options, rounds, versions, calls, apps)
    if options.json:
        pathlib.Path(options.json).write_text(
            json.dumps({"rounds": rounds, "calls": calls, "apps": apps}, indent=2) + "\n")


main()
