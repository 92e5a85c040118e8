"""The copy of the package in which the reference SDK and its app have all of their mutants, and its build."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from behaviour import Decisions, Known, constants, is_of_variations
from mutations import Source, render

HERE = Path(__file__).resolve().parent
# What can be changed, and what the names of its mutants begin with.
TARGETS = {"ReferenceSDK": "", "SimulatedApp": "SimulatedApp/"}
MANIFEST = """
// Written by ci/mutate.
for target in package.targets where ["ReferenceSDK", "SimulatedApp"].contains(target.name) {
  // A mutant may leave a value unused.
  target.swiftSettings = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
package.targets.removeAll { $0.type == .test }
package.targets.append(
  .executableTarget(
    name: "mutation-driver",
    dependencies: [
      "CaseModel", "CaseYAML", "Conformance", "Contract", "ExactText", "ReferenceSDK",
    ],
    swiftSettings: strict))
"""
# What the contract decides and what changes it are data, for which `mamconform prove` is there; strays are defects' alone.
LEFT_OUT = {"Behaviour", "Variations", "Strays"}
# What notes the inputs of an SDK, to know which defects would change what it does, is not the SDK.
LEFT_OUT |= {"SDKInput.swift", "SDKRecording.swift", "DefectEffects.swift", "ManagementSDK+Recording.swift", "Occasion.swift"}
# What serves the step protocol and the app's disk is neither the SDK nor a duty of the app: Tests is there for it. The cipher is loaded
# once for a process, so that one of its mutants would spoil those that are tried after it.
LEFT_OUT |= {"Storage", "Network", "AppHost+Operations.swift", "ScriptedAnswers.swift", "HostError.swift", "Cipher.swift"}


def siblings(root):
    """Another case of the same enumeration, by the name of a case that only one enumeration has."""
    folders = ["Sources/Contract", "Sources/StepProtocol", "Sources/ServiceProtocol", "Sources/ReferenceSDK"]
    owners = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*.swift")):
            if LEFT_OUT.intersection(path.relative_to(root / folder).parts):
                continue
            text = path.read_text()
            for kind, indent in re.findall(r"^( *)(?:public |package |private )?enum (\w+)", text, re.M):
                body = re.search(rf"^{kind}(?:public |package |private )?enum {indent}\b[^\n]*\{{\n(.*?)^{kind}\}}", text, re.M | re.S)
                if not body:
                    continue
                cases = []
                for line in re.findall(rf"^{kind}  case ([^\n:]+)$", body[1], re.M):
                    cases += [word.split("=")[0].strip() for word in line.split(",")]
                plain = [case for case in cases if re.fullmatch(r"\w+", case)]
                for case in plain:
                    owners.setdefault(case, []).append(plain)
    found = {}
    for case, lists in owners.items():
        if len(lists) == 1 and len(lists[0]) > 1:
            cases = lists[0]
            found[case] = cases[(cases.index(case) + 1) % len(cases)]
    return found


def find_mutants(root, targets):
    """Every mutant of some targets, numbered from 1, with the sources that they are in."""
    folder = root / "Sources/ReferenceSDK"
    known, others = Known(folder), siblings(root)
    decisions = Decisions(constants(folder), known)
    texts = []
    for target in targets:
        folder, prefix = root / "Sources" / target, TARGETS[target]
        paths = [
            path for path in sorted(folder.rglob("*.swift"))
            if not LEFT_OUT.intersection(path.relative_to(folder).parts) and not is_of_variations(path)
        ]
        texts += [(f"{prefix}{path.relative_to(folder)}", path.read_text()) for path in paths]
    while True:
        sources = [Source(file, text, decisions, others) for file, text in texts]
        for source in sources:
            source.read()
        idle = set().union(*(source.idle for source in sources)) - set().union(*(source.busy for source in sources))
        results = {}
        for source in sources:
            for name, found in source.results.items():
                results.setdefault(name, set()).update(found)
        decided = {name: found.pop() for name, found in results.items() if len(found) == 1 and None not in found}
        if not known.learn(" ".join(source.living() for source in sources), idle, decided):
            break
    mutants, named = [], {}
    for source in sources:
        _, kept = render(source.text, source.mutants)
        for mutant in kept:
            mutant.number = len(mutants) + 1
            name = mutant.name
            named[name] = mutant.ordinal = named.get(name, 0) + 1
            mutants.append(mutant)
    return sources, mutants


def target_of(file):
    """The target of a mutant's file."""
    return "SimulatedApp" if file.startswith(TARGETS["SimulatedApp"]) else "ReferenceSDK"


def place_of(file):
    """Where a mutant's file is, from the root of the package."""
    target = target_of(file)
    return f"Sources/{target}/{file.removeprefix(TARGETS[target])}"


def write_if_other(path, text):
    """Leaves a file alone that says the same already, so that it is not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


class Tree:
    """The copy of the package."""

    def __init__(self, root, place, targets):
        self.root, self.place = root, place
        self.sources, self.mutants = find_mutants(root, targets)
        self.dropped = set()

    def copy(self):
        """Copies what has changed since the last time, and the driver."""
        kept = set()
        for path in sorted((self.root / "Sources").rglob("*")):
            relative = path.relative_to(self.root)
            if not path.is_file() or relative.parts[1] in TARGETS and path.suffix == ".swift":
                continue
            kept.add(relative)
            target = self.place / relative
            if not target.exists() or target.read_bytes() != path.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)
        write_if_other(self.place / "Package.swift", (self.root / "Package.swift").read_text() + MANIFEST)
        write_if_other(self.place / "Sources/mutation-driver/Driver.swift", (HERE / "Driver.swift").read_text())
        write_if_other(self.place / "Sources/ReferenceSDK/ChosenMutant.swift", (HERE / "ChosenMutant.swift").read_text())
        kept |= {Path("Sources/mutation-driver/Driver.swift"), Path("Sources/ReferenceSDK/ChosenMutant.swift")}
        for target in TARGETS:
            own = f"Sources/{target}/Mutants.swift"
            imports = "" if target == "ReferenceSDK" else "\nimport ReferenceSDK\n"
            write_if_other(self.place / own, (HERE / "Mutants.swift").read_text().replace("\n", "\n" + imports, 1))
            kept.add(Path(own))
            kept |= {path.relative_to(self.root) for path in (self.root / "Sources" / target).rglob("*.swift")}
        for path in sorted((self.place / "Sources").rglob("*")):
            if path.is_file() and path.relative_to(self.place) not in kept:
                path.unlink()

    def write(self):
        """Writes the reference SDK and its app with their mutants, without those that do not compile."""
        changed = {place_of(source.file) for source in self.sources}
        for source in self.sources:
            text, _ = render(source.text, [m for m in source.mutants if m.number and m.number not in self.dropped])
            write_if_other(self.place / place_of(source.file), text)
        for target in TARGETS:
            for path in sorted((self.root / "Sources" / target).rglob("*.swift")):
                relative = path.relative_to(self.root)
                if str(relative) not in changed:
                    write_if_other(self.place / relative, path.read_text())

    def build(self, say):
        """Builds, and leaves out what does not compile, until it does; the driver's path."""
        record = self.place / "dropped.json"
        names = {mutant.name: mutant.number for mutant in self.mutants}
        if record.exists():
            self.dropped = {names[name] for name in json.loads(record.read_text()) if name in names}
        for round in range(1, 12):
            self.write()
            command = ["swift", "build", "-c", "release", "--product", "mutation-driver"]
            done = subprocess.run(command, cwd=self.place, capture_output=True, text=True)
            output = done.stdout + done.stderr
            if done.returncode == 0:
                return self.place / ".build/release/mutation-driver"
            errors = set(re.findall(rf"(Sources/(?:{'|'.join(TARGETS)})/\S+?):(\d+):(\d+): error: (.*)", output))
            found = set()
            for file, line, column, text in sorted(errors):
                # Of what is too much to type-check only the beginning is told.
                found |= self.at(file, int(line) + (2 if "reasonable time" in text else 0), int(column), round)
            found -= self.dropped
            if not found:
                say(output[-6000:])
                raise SystemExit("ci/mutate: the changed package does not build, and no mutant is to blame")
            self.dropped |= found
            by_number = {mutant.number: mutant for mutant in self.mutants}
            record.write_text(json.dumps(sorted(by_number[n].name for n in self.dropped if n in by_number), indent=1))
            say(f"round {round}: {len(found)} mutants do not compile and are left out")
        raise SystemExit("ci/mutate: the changed package does not build after 11 rounds")

    def at(self, file, line, column, round):
        """The mutants to which an error points: the nearest one before it, or all of the line once that was not enough."""
        lines = (self.place / file).read_text().split("\n")
        for place in range(line - 1, max(-1, line - 12), -1):
            found = [(m.start(), int(m[1])) for m in re.finditer(r"(?:pick|pickTruth|fixed|alive)\((\d+)", lines[place])]
            found = [(at, number) for at, number in found if number not in self.dropped]
            if not found:
                continue
            if round > 2:
                return {number for _, number in found}
            before = [number for at, number in found if place < line - 1 or at < column]
            return {before[-1] if before else found[0][1]}
        return set()
