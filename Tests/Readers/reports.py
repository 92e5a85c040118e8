"""The reports that the tests of this folder read: written once by the program, in every format."""

import atexit
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("MAMCONFORM_BIN", ROOT / ".build/debug")) / "mamconform"
FILES = {
    "html": "run.html", "markdown": "summary.md", "comment": "comment.md", "github": "annotations.txt",
    "junit": "rich.xml", "junit-strict": "strict.xml", "ctrf": "ctrf.json", "allure": "allure", "json": "run.json",
    "trace": "trace.json", "har": "requests.har", "in-toto": "statement.json", "needs": "needs.json",
    "badge": "badge.json",
}


def mamconform(*words, **environment):
    """Runs the program in the repository; its exit code and both streams as text."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith("GITHUB_")}
    run = subprocess.run([str(PROGRAM), *words], cwd=ROOT, text=True, capture_output=True, timeout=300,
                         env=variables | environment)
    if run.returncode not in (0, 1, 2):
        raise RuntimeError(f"mamconform {' '.join(words)}: {run.stderr}")
    return run


@functools.cache
def written(*words, names=tuple(FILES)):
    """The folder with reports of an in-process run of these words: every one, or those of some formats."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="mamconform-reports-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    formats = [word for name in names for word in ("--format", name, "--output", str(folder / FILES[name]))]
    mamconform("run", "--in-process", "--quiet", *words, *formats)
    return folder


def failing():
    """A run with a defect, of one suite."""
    return written("enr-retry", "--defect", "retry-at-23h")


def few():
    """The same of a few cases, for what takes its time with every one."""
    return written("enr-retry/after-every-failure*location-reset*", "--defect", "retry-at-23h")


def complete():
    """A run of every case, with a defect, in the formats that are to be read at that size: others have a file for each case."""
    return written("--defect", "retry-at-23h", names=("html", "comment", "json"))


def passing():
    """A run of one suite that passes."""
    return written("sta-callbacks")


def load(folder, name):
    """A report in JSON."""
    return json.loads((folder / FILES[name]).read_text())


def cases(folder):
    """The cases of a run by name, as the program's own format has them."""
    return {case["name"]: case for case in load(folder, "json")["cases"]}
