"""Writes walks as suites: once with every look, to learn from, and once with the checks that are kept."""

from collections import Counter

from alphabet import WORLDS
from laying import title

HEAD = """# yaml-language-server: $schema={schema}
# Drawn by ci/walks and written by it: change ci/walks.d and draw again instead of editing this file.
suite: walks-{area}
area: {contract}
title: {title}
cases:
"""
TITLES = {
    "accounts": ("ENR", "Accounts come, fail, leave and return in orders that nobody has thought of"),
    "data": ("FIL", "Data, files and tasks keep their owners while accounts and policies come and go"),
    "identity": ("IDN", "Identities are switched while accounts, policies and files come and go"),
    "settings": ("POL", "Settings, configuration and management change around an app that goes on"),
    "apps": ("ENR", "Two apps, and an app with its extension, each keep their own and share what is shared"),
}
NEEDS = "{ascending: [1 checkIn, 1 retry], reason: the walk counts check-ins between two retries}"


def step(text):
    return f"      - {{{text}}}\n"


def head(area, schema):
    contract, words = TITLES[area]
    return HEAD.format(schema=schema, area=area, contract=contract, title=words)


def once(text, name, there):
    """The text with an anchor the first time, an alias from then on."""
    if name in there:
        return f"*{name}"
    there.add(name)
    return f"&{name} {text}"


def case(number, walk, there):
    return (f"  - id: {number}\n    title: {title(walk)}\n    editions: [{', '.join(walk['editions'])}]\n    needs: {once(NEEDS, 'ascending', there)}\n"
            f"    given: {once(WORLDS[walk['world']]['given'], walk['world'], there)}\n    steps:\n")


def learning(walks, part):
    """A part of the walks with a look at everything, whatever it finds."""
    out, there = head("accounts", "schemas/suite.schema.json").replace("suite: walks-accounts", f"suite: walks-part-{part}"), set()
    for walk in walks:
        out += "\n" + case(walk["id"], walk, there)
        for item in walk["items"]:
            if item[0] == "step":
                out += step(item[1])
            elif item[0] == "window":
                out += step(f"none: {{event: log, app: mail, message: nothing}}, check: {item[1]}, proves: [ENR-021]")
            elif item[0] == "answer":
                out += step(f"{item[2]['step']}, returns: {{exists: true}}, check: {item[1]}, proves: [ENR-021]")
            elif item[0] == "look":
                editions = "" if set(walk["editions"]) <= set(item[2]["editions"]) else f", editions: [{', '.join(item[2]['editions'])}]"
                out += step(f"{item[2]['step']}, returns: {{exists: true}}, check: {item[1]}, proves: [ENR-021]{editions}")
        # The report of a case that fails says where each check looked.
        out += step("expect: {event: log, app: mail, message: nothing}, check: the-end, proves: [ENR-021]")
    return out


# A document may have this many aliases (the YAML reader's limit is 1,000); behind them lists are written out.
ALIASES = 800


def suite(area, walks, schema="schemas/suite.schema.json", short=True):
    """The walks of an area with the facts that are kept (`walk["facts"]`: for each item the facts with their editions)."""
    out, anchors, there = head(area, schema), {}, set()
    uses = Counter(", ".join(fact.proves) for walk in walks for facts in walk["facts"].values() for fact, _ in facts)
    # The longest lists are worth an alias before the shorter ones.
    worth, room = set(), ALIASES
    for proves, count in sorted(uses.items(), key=lambda pair: (-len(pair[0]), pair[0])):
        if short and 1 < count <= room and len(proves) > 10:
            worth.add(proves)
            room -= count
    for walk in walks:
        out += "\n" + case(walk["id"], walk, there)
        for item in walk["items"]:
            if item[0] == "step":
                out += step(item[1])
                continue
            if item[0] == "answer" and not any(editions == walk["editions"] for _, editions in walk["facts"].get(item[1], [])):
                out += step(item[2]["step"])
                continue
            for fact, editions in walk["facts"].get(item[1], []):
                proves = ", ".join(fact.proves)
                if proves not in worth:
                    shown = f"[{proves}]"
                elif proves in anchors:
                    shown = f"*{anchors[proves]}"
                else:
                    anchors[proves] = f"p{len(anchors) + 1}"
                    shown = f"&{anchors[proves]} [{proves}]"
                only = "" if editions == walk["editions"] else f", editions: [{', '.join(editions)}]"
                out += step(f"{fact.text}, check: {fact.id}, proves: {shown}{only}")
    return out
