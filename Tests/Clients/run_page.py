#!/usr/bin/env python3
"""Runs the commands of a documentation page as they stand there, and compares what they print.

usage: run_page.py PAGE MAMCONFORM

The blocks marked ```sh are run one after the other in one shell, in a folder of its own that has the
repository's Examples; a block marked ```text behind one is what it must print.
"""

import os
import re
import subprocess
import sys
import tempfile


def blocks(page):
    """The commands of a page with what each must print; None for what is not said."""
    found = re.findall(r"^```(sh|text)\n(.*?)^```$", page, re.S | re.M)
    for index, (kind, text) in enumerate(found):
        if kind == "sh":
            follows = index + 1 < len(found) and found[index + 1][0] == "text"
            yield text, found[index + 1][1] if follows else None


def main():
    page, program = sys.argv[1:]
    with open(page) as file:
        steps = list(blocks(file.read()))
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    mark = "=== end of block ==="
    script = "set -uo pipefail\n" + "".join(f"{code}echo\necho '{mark}'\n" for code, _ in steps)
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(root, "Examples"), os.path.join(folder, "Examples"))
        environment = dict(os.environ, XDG_DATA_HOME=folder)
        environment["PATH"] = os.path.dirname(os.path.abspath(program)) + ":" + environment["PATH"]
        run = subprocess.run(
            ["bash", "-c", script], cwd=folder, env=environment, text=True, timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    outputs = run.stdout.split(mark)
    failures = 0
    for number, (code, wanted) in enumerate(steps, 1):
        got = outputs[number - 1].strip() if number <= len(outputs) else "(not reached)"
        if wanted is not None and got != wanted.strip():
            failures += 1
            print(f"block {number} of {page} printed\n{got}\ninstead of\n{wanted}", file=sys.stderr)
    if failures or len(outputs) != len(steps) + 1:
        print(run.stderr, file=sys.stderr)
        sys.exit(1)
    print(f"{len(steps)} blocks of {os.path.basename(page)} print what they say")


main()
