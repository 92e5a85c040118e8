"""Writes the chosen cases as suites, one for each area."""

import collections

from cases import Raw, flow

HEAD = """# yaml-language-server: $schema=schemas/suite.schema.json
# Drawn by ci/around and written by it: draw again instead of editing this file.
suite: around-{area}{series}
area: {AREA}
title: {title}
cases:
"""

TITLES = {
    "ACC": "Allowed accounts", "APP": "The duties of the app", "AUTH": "Signing in and remediation", "CFG": "App configuration",
    "DAT": "Protected data", "DBG": "Diagnostics and test settings", "DRG": "Deregistration", "ENR": "Enrollment", "FIL": "Files and their owners",
    "IDN": "Identities", "INT": "Integration", "LCH": "Launches", "LOC": "Locations", "NOT": "Notifications", "POL": "Policy and its refresh",
    "RST": "The restart", "SET": "Settings", "SHR": "Sharing", "SIR": "Siri", "STA": "Status codes", "TEL": "Telemetry", "THR": "Threads and queues",
    "UIX": "Appearance", "WEB": "Web views", "WIP": "Wipes",
}


def write(folder, chosen, series=None, anchors=True):
    """Writes the cases with their circumstances, [(drawn, names)], instead of those of the same series.

    Without anchors, for a trial, everything is written out in files of fifty cases: a file may have a thousand aliases.
    """
    series = f"-{series}" if series else ""
    areas = collections.defaultdict(list)
    for one, names in chosen:
        areas[one.area, ""].append((one, names))
    if not anchors:
        areas = {(area, f"-part-{chr(97 + start // 50)}"): cases[start:start + 50]
                 for (area, _), cases in areas.items() for start in range(0, len(cases), 50)}
    for path in folder.glob("around-*.yaml"):
        if not anchors or path.stem.count("-") == 1 + (1 if series else 0) and path.stem.endswith(series):
            path.unlink()
    for (area, part), cases in sorted(areas.items()):
        known = set()
        with open(folder / f"around-{area.lower()}{series}{part}.yaml", "w", encoding="utf-8") as out:
            title = TITLES.get(area, area) + ", while something else happens besides" + (", once more" if series else "")
            out.write(HEAD.format(area=area.lower(), AREA=area, title=title, series=series + part))
            for one, names in sorted(cases, key=lambda each: each[0].id):
                out.write("\n" + text(one, names, known if anchors else None))


def text(one, names, known):
    """A case as YAML; what happens besides is written once in a file, and referred to after that."""
    case = one.mapping(names)
    around = {}
    for name, members in case["matrix"]["around"].items():
        written = flow(members)
        if known is None:
            around[name] = Raw(written)
            continue
        # The same circumstance has as many members as the longest one of its case, so that it can be referred to from there.
        anchor = f"{one.app}-{name}" + ("-named" if "upn" in members else "") + (
            "-configured" if "configurations" in members else "") + ("-launched" if "extension" in members else "") + ("-longer" if "d" in members else "-long" if "c" in members else "")
        if anchor in known:
            around[name] = Raw(f"*{anchor}")
        else:
            known.add(anchor)
            around[name] = Raw(f"&{anchor} {written}")
    case["matrix"] = {"around": around}
    lines = []
    for index, (key, value) in enumerate(case.items()):
        lead = "  - " if index == 0 else "    "
        if key == "steps":
            lines.append(f"{lead}steps:")
            lines += [f"      - {flow(step)}" for step in value]
        elif key == "matrix":
            lines.append(f"{lead}matrix:")
            lines.append("      around:")
            lines += [f"        {name}: {flow(members)}" for name, members in around.items()]
        else:
            lines.append(f"{lead}{key}: {flow(value)}")
    return "\n".join(lines) + "\n"

