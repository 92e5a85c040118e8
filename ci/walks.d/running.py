"""Runs walks with the program and reads what happened: for each case the records that each look saw."""

import json
import os
import shutil
import subprocess


class Runner:
    def __init__(self, program, app, scratch, suites):
        self.program, self.app, self.scratch, self.suites = program, app, scratch, suites
        os.makedirs(scratch, exist_ok=True)

    def readings(self):
        out = subprocess.run([self.app, "--readings"], capture_output=True, text=True, check=True).stdout
        return [line.split()[0] for line in out.splitlines() if not line.startswith("app-")]

    def run(self, files, *options, histories="histories"):
        """The results of a run by the names of the cases, and the folder with their histories."""
        folder, report = os.path.join(self.scratch, histories), os.path.join(self.scratch, "run.json")
        shutil.rmtree(folder, ignore_errors=True)
        mode = [] if "--sut" in options else ["--in-process"]
        done = subprocess.run(
            [self.program, "run", *mode, "--quiet", "--suites", self.suites, "--json", report, "--histories", folder, *options, *files],
            capture_output=True, text=True)
        if done.returncode in (64, 70):
            raise SystemExit(done.stderr + done.stdout)
        with open(report) as source:
            return {case["name"]: case for case in json.load(source)["cases"]}, folder

    def records(self, folder, name):
        with open(os.path.join(folder, name + ".jsonl"), "rb") as source:
            return source.read()
