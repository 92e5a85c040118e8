"""Measures how long a person waits for the debugger: for a step back, and for 'why'.

usage: debugger.py PROGRAMS ROOT [--pause SECONDS] [--every N]
  --pause: the time that a person looks before the next step; default: 0.3
  --every: asks 'why' of each N-th planted defect; default: 10, which takes about a minute and a half in all; 1 asks of every one

Prints the 50th and 95th percentile and the longest, in milliseconds.
"""

import argparse
import json
import os
import subprocess
import time

import decisions


class Session:
    """A debugger that takes commands from a pipe."""

    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def milliseconds(self, command):
        """Carries out a command; a comment, which is shown when its turn comes, says when it is over."""
        start = time.perf_counter()
        self.process.stdin.write(command + "\n# over\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("error:"):
                raise SystemExit("'%s' failed: %s" % (command, line))
            if line == "(debug) # over\n":
                return (time.perf_counter() - start) * 1000
        raise SystemExit("the debugger has ended at '%s'" % command)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def show(what, times, unit="ms"):
    times = sorted(times)
    place = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    print("%-44s %4d  %8.1f  %8.1f  %8.1f %s" % (what, len(times), place(0.5), place(0.95), times[-1], unit), flush=True)


def back(programs, root, adapter, pause, what):
    words = [os.path.join(programs, "mamconform"), "debug", os.path.join(root, "ci/bench-suites/bench.yaml"), "bench/five-apps",
             "--suites", os.path.join(root, "suites")]
    session = Session(words + (["--sut", os.path.join(programs, "mam-app")] if adapter else []))
    session.milliseconds("goto end")
    back, looks, steps = [], [], []
    # Near the end, where most has to be run again, and in the middle; by beginnings, and by records.
    for start in ["end", "360 h"]:
        for command in ["back step", "back record"]:
            session.milliseconds("goto " + start)
            for number in range(25):
                time.sleep(pause)
                back.append(session.milliseconds(command))
                looks.append(session.milliseconds("print apps.one"))
                # What was shown may have been a copy: a step ahead needs a run that stands there.
                if number % 5 == 4:
                    time.sleep(pause)
                    steps.append(session.milliseconds("step"))
    session.close()
    show("step back, 5 apps, 30 days, " + what, back)
    show("a look at the state there", looks)
    show("a step ahead after five steps back", steps)


def why(programs, root, adapter, every, what):
    times, cut = [], 0
    planted = [one for table in decisions.tables(root) for one in decisions.read(table)[0]]
    for one in planted[::every]:
        start = time.perf_counter()
        found = subprocess.run(decisions.command(programs, root, one, adapter), stdout=subprocess.PIPE, text=True)
        times.append((time.perf_counter() - start) * 1000)
        cut += not json.loads(found.stdout)["complete"]
    show("why, of planted defects, " + what, times)
    if cut:
        print("    of which %d were not tried to their end in 2 s" % cut)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("root")
    parser.add_argument("--pause", type=float, default=0.3)
    parser.add_argument("--every", type=int, default=10)
    given = parser.parse_args()
    print("%-44s %4s  %8s  %8s  %8s" % ("", "", "median", "95 %", "longest"))
    for adapter, what in [(False, "in process"), (True, "processes")]:
        back(given.programs, given.root, adapter, given.pause, what)
        why(given.programs, given.root, adapter, max(1, given.every), what)


main()
