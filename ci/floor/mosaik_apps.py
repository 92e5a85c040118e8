"""What mosaik takes for the steps of ci/bench's case five-apps: five apps that act every eight hours, for thirty days.

Each app is a simulator of its own, which does the least that a step can do: it counts the step and says when it wants to be stepped
again. There is no HTTP, no service, no storage and no history. With --processes each app is a process, as in a run over processes;
without it all of them are in this process, as in a run in process.

usage: mosaik_apps.py [--processes] [APPS [DAYS]]

Prints "mosaik RUN START": the milliseconds of the steps alone, and those of starting the simulators before. Python's own start is in neither.
"""

import pathlib
import sys
import time
import warnings

import mosaik_api_v3

HOUR = 3600
META = {"type": "time-based", "models": {"App": {"public": True, "params": [], "attrs": ["refreshes"]}}}
#: What a simulator's process is started with, before the address that mosaik gives it.
APP = "--app"


class App(mosaik_api_v3.Simulator):
    """An app that refreshes its policy every eight hours."""

    def __init__(self):
        super().__init__(META)
        self.refreshes = 0

    def init(self, sid, time_resolution):
        return self.meta

    def create(self, num, model):
        return [{"eid": "app", "type": model}]

    def step(self, time, inputs, max_advance):
        self.refreshes += 1
        return time + 8 * HOUR

    def get_data(self, outputs):
        return {"app": {"refreshes": self.refreshes}}


def main(arguments):
    import mosaik
    from loguru import logger

    start_of_app = {"python": "__main__:App"}
    if arguments[:1] == ["--processes"]:
        arguments = arguments[1:]
        start_of_app = {"cmd": f"{sys.executable} {pathlib.Path(__file__).resolve()} {APP} %(addr)s"}
    apps, days = (int(text) for text in (arguments + ["5", "30"][len(arguments):]))
    logger.remove()
    warnings.simplefilter("ignore")
    started = time.perf_counter()
    world = mosaik.World({"App": start_of_app})
    for _ in range(apps):
        world.start("App").App()
    ready = time.perf_counter()
    # The world ends the processes of its simulators at the end of the run.
    world.run(until=days * 24 * HOUR, print_progress=False)
    ended = time.perf_counter()
    print(f"mosaik {(ended - ready) * 1000:.1f} {(ready - started) * 1000:.1f}")


if sys.argv[1:2] == [APP]:
    del sys.argv[1]
    mosaik_api_v3.start_simulation(App())
else:
    main(sys.argv[1:])
