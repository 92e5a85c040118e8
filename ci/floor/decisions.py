"""Asks 'why' of planted defects, each in a case that catches it, and compares the answer with the decision that is right.

usage: decisions.py PROGRAMS ROOT [--misses] [FILE...]

A table has a line "# at least: N": fewer right answers than that are an error. Where several decisions are right, their kinds and words stand
in one cell each, with " || " between them. Counted is the decision that is named first. How often the right one is named beside it, where
two are named together, is said too and counts for nothing.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import subprocess
import sys
from collections import namedtuple

Planted = namedtuple("Planted", "defect case check kind text reason")
Asked = namedtuple("Asked", "right together named words")


def read(path):
    """The planted defects of a table, and how many of them have to be explained."""
    planted, least = [], 0
    for line in open(path):
        if line.startswith("# at least:"):
            least = int(line.split(":")[1])
        elif line.strip() and not line.startswith("#"):
            planted.append(Planted(*line.rstrip("\n").split("\t")))
    return planted, least


def tables(root):
    return sorted(glob.glob(os.path.join(root, "Tests/DebuggerTests/Fixtures/*.tsv")))


def command(programs, root, planted, adapter=False):
    words = [os.path.join(programs, "mamconform"), "why", planted.case, "--defect", planted.defect, "--format", "json",
             "--suites", os.path.join(root, "suites")]
    words += ["--sut", os.path.join(programs, "mam-app")] if adapter else []
    return words + (["--check", planted.check] if planted.check != "-" else [])


def right_ones(planted):
    """Kind and words of each decision that is right."""
    kinds, texts = planted.kind.split(" || "), planted.text.split(" || ")
    if len(kinds) != len(texts):
        raise SystemExit("%s: %d kinds and %d words" % (planted.defect, len(kinds), len(texts)))
    return list(zip(kinds, texts))


def fits(planted, named):
    """True if what is named, or None where nothing is, is one of the decisions that are right."""
    return any(named is None if kind == "-" else named is not None and named["kind"] == kind and text in named["text"]
               for kind, text in right_ones(planted))


def together(answer):
    """What is named: one decision, two that are named together, or nothing."""
    named = answer["decisions"] if answer["decisions"] else answer["set"]
    return named[:answer["named"]] or [None]


def is_right(planted, answer):
    return fits(planted, together(answer)[0])


def is_right_together(planted, answer):
    return any(fits(planted, named) for named in together(answer))


def ask(programs, root, planted):
    # Whether an answer is right must not depend on what else the machine does.
    found = subprocess.run(command(programs, root, planted) + ["--time", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        answer = json.loads(found.stdout)
    except ValueError:
        return Asked(False, False, 0, "%s in %s: %s" % (planted.defect, planted.case, (found.stdout + found.stderr).strip()))
    named = together(answer)
    words = "; ".join("%s %s" % (one["kind"], one["text"]) if one else "no decision" for one in named)
    return Asked(is_right(planted, answer), is_right_together(planted, answer), len(named), "%s in %s, %s: wanted %s, named %s" % (
        planted.defect, planted.case, answer["check"], " or ".join("%s %s" % one for one in right_ones(planted)), words))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("root")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("files", nargs="*")
    given = parser.parse_intermixed_args()
    failed = False
    for path in given.files or tables(given.root):
        planted, least = read(path)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            asked = list(pool.map(lambda one: ask(given.programs, given.root, one), planted))
        right = sum(one.right for one in asked)
        print("%s: of %d planted defects %d are explained by the right decision; at least %d have to be"
              % (os.path.basename(path), len(planted), right, least), flush=True)
        print("  two are named together for %d; with the second one %d are right"
              % (sum(one.named == 2 for one in asked), sum(one.together for one in asked)), flush=True)
        if given.misses or right < least:
            print("".join("  %s\n" % one.words for one in asked if not one.right), end="")
        failed = failed or right < least
    sys.exit(1 if failed else 0)


main() if __name__ == "__main__" else None
