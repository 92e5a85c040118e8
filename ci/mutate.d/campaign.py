"""Runs the cases of the suites against mutants, in processes that each try one mutant after the other."""

import os
import queue
import resource
import select
import subprocess
import tempfile
import threading
import time


class Worker:
    """A process of the driver."""

    # The most memory and silence, beyond which a mutant counts as broken.
    memory = 6 << 30
    silence = 60

    def __init__(self, driver, suites):
        self.driver, self.suites = driver, suites
        self.process = None
        self.scratch = tempfile.TemporaryDirectory(prefix="mutate-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.names = []

    def start(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))
        self.process = subprocess.Popen(
            [self.driver, self.suites, self.scratch.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, preexec_fn=limit)
        self.buffer = b""
        count = int(self.line().split()[1])
        self.names = [self.line().split(" ", 1)[1] for _ in range(count)]

    def line(self):
        """The next line; None if the process has ended or says nothing for too long."""
        until = time.monotonic() + self.silence
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))
            if not ready:
                return None
            more = os.read(self.process.stdout.fileno(), 1 << 20)
            if not more:
                return None
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode()

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def close(self):
        self.stop()
        self.scratch.cleanup()

    def send(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def trace(self):
        """For each case: its verdict, and the places with a mutant that it comes to."""
        self.start()
        self.send("trace")
        verdicts, reached = [], []
        while True:
            words = (self.line() or "").split()
            if words == ["done"]:
                return verdicts, reached
            if not words or words[0] != "case":
                raise SystemExit("ci/mutate: the driver has ended while it ran the cases without a mutant")
            verdicts.append(words[2])
            reached.append([int(word) for word in words[3:]])

    def attempt(self, number, cases):
        """What the cases say of a mutant: (word, case or None, check or None)."""
        if not cases:
            return "unreached", None, None
        if not self.process:
            self.start()
        self.send(" ".join(map(str, [number, *cases])))
        while True:
            line = self.line()
            if line is None:
                self.stop()
                return "broken", None, "the process ended or stood still"
            words = line.split(" ", 2)
            if words[0] == "going":
                continue
            place = int(words[1]) if len(words) > 1 else None
            return words[0], place, words[2] if len(words) > 2 else None


class Campaign:
    def __init__(self, driver, suites, jobs, quick=False):
        self.driver, self.suites, self.jobs, self.quick = str(driver), str(suites), jobs, quick
        self.cases_of = {}
        self.names = []

    def trace(self):
        """Runs the cases once without a mutant; the names of those that do not pass."""
        worker = Worker(self.driver, self.suites)
        verdicts, reached = worker.trace()
        self.names = worker.names
        worker.close()
        self.weight = [len(places) for places in reached]
        failing = {i for i, verdict in enumerate(verdicts) if verdict in ("fail", "error")}
        for index, places in enumerate(reached):
            if index in failing:
                continue
            for place in places:
                self.cases_of.setdefault(place, []).append(index)
        return [self.names[i] for i in sorted(failing)]

    def order(self, number, likely):
        """The cases that come to a mutant: those that caught its neighbours first, then the smallest ones of all suites in turn."""
        cases = self.cases_of.get(number, [])
        here = set(cases)
        first = [case for case in likely if case in here]
        seen = set(first)
        rest = sorted((case for case in cases if case not in seen), key=lambda case: self.weight[case])
        # A combination of a matrix says little that its neighbour does not: the smallest and the largest of each case come before the others.
        families = {}
        for case in rest:
            families.setdefault(self.names[case].split("[")[0].split("@")[0], []).append(case)
        once = sorted((found[0] for found in families.values()), key=lambda case: self.weight[case])
        largest = sorted((found[-1] for found in families.values() if len(found) > 1), key=lambda case: self.weight[case])
        again = [case for found in families.values() for case in found[1:-1]]
        return first + once + largest + ([] if self.quick else again)

    def run(self, mutants, observer):
        """Tries mutants; the observer is given each with its result, from several threads, one at a time."""
        work, lock = queue.SimpleQueue(), threading.Lock()
        for mutant in mutants:
            work.put(mutant)
        killers = {}

        def likely(mutant):
            with lock:
                near = killers.get((mutant.file, mutant.function), [])
                return list(dict.fromkeys(near[::-1]))[:40]

        def labour():
            worker = Worker(self.driver, self.suites)
            while True:
                try:
                    mutant = work.get_nowait()
                except queue.Empty:
                    return worker.close()
                result = worker.attempt(mutant.number, self.order(mutant.number, likely(mutant)))
                with lock:
                    if result[0] in ("killed", "broken") and result[1] is not None:
                        killers.setdefault((mutant.file, mutant.function), []).append(result[1])
                    observer(mutant, result)

        threads = [threading.Thread(target=labour) for _ in range(self.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
