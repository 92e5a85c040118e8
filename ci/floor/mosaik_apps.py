"""What mosaik takes for the steps of ci/bench's case five-apps: five apps that act every eight hours, for thirty days.

Each app is a simulator of its own, as it is a process here, and does the least there is to do in a step: it notes that it was
there and says when it wants to be stepped again. There is no HTTP, no service, no storage and no history.

usage: mosaik_apps.py [APPS [DAYS]]    prints "mosaik milliseconds steps" of a whole run without the start of Python
"""

import sys
import time
import warnings

import mosaik
import mosaik_api_v3
from loguru import logger

HOUR = 3600
META = {"type": "time-based", "models": {"App": {"public": True, "params": [], "attrs": ["refreshes"]}}}


class App(mosaik_api_v3.Simulator):
    """An app that refreshes its policy every eight hours."""

    steps = 0

    def __init__(self):
        super().__init__(META)
        self.refreshes = 0

    def init(self, sid, time_resolution):
        return self.meta

    def create(self, num, model):
        return [{"eid": "app", "type": model}]

    def step(self, time, inputs, max_advance):
        self.refreshes += 1
        App.steps += 1
        return time + 8 * HOUR

    def get_data(self, outputs):
        return {"app": {"refreshes": self.refreshes}}


def main():
    apps, days = (int(text) for text in (sys.argv[1:] + ["5", "30"][len(sys.argv) - 1:]))
    logger.remove()
    warnings.simplefilter("ignore")
    start = time.perf_counter()
    world = mosaik.World({"App": {"python": "__main__:App"}})
    for _ in range(apps):
        world.start("App").App()
    world.run(until=days * 24 * HOUR, print_progress=False)
    print(f"mosaik {(time.perf_counter() - start) * 1000:.1f} {App.steps}")


main()
