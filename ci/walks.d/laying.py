"""Lays a walk out as steps and places to look, and knows when each step happens in the contract's own numbers."""

import re
from fractions import Fraction

from alphabet import ENDING, LOOKS, WORLDS
from drawing import after

UNITS = ("retry", "checkIn", "timeout", "ms")
MILLISECONDS = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}
CONTRACT = {"retry": 86_400_000, "checkIn": 28_800_000, "timeout": 600_000}


def duration(text):
    """`1 checkIn - 1 ms` as how many of each unit."""
    sums = dict.fromkeys(UNITS, Fraction(0))
    for sign, count, unit in re.findall(r"([+-]?)\s*(\d+(?:/\d+)?)\s*([a-zA-Z]+)", text):
        value = Fraction(count) * (-1 if sign == "-" else 1)
        if unit in UNITS:
            sums[unit] += value
        else:
            sums["ms"] += value * MILLISECONDS[unit]
    return tuple(sums[unit] for unit in UNITS)


def plus(one, other):
    return tuple(a + b for a, b in zip(one, other))


def milliseconds(time, numbers):
    return time[0] * numbers["retry"] + time[1] * numbers["checkIn"] + time[2] * numbers["timeout"] + time[3]


def words(time):
    """The time as the case language writes it."""
    out = ""
    for count, unit in zip(time, UNITS):
        amount = abs(count)
        if unit == "ms" and amount and amount % 1000 == 0:
            amount, unit = amount / 1000, "s"
        if count:
            out += (" - " if count < 0 else " + " if out else "") + f"{amount} {unit}"
    return out.removeprefix(" - ") if not out.startswith(" - ") else out or "0 ms"


NONE = duration("")


def what(step, late):
    """What kind of step this is, for the requirements that speak of it."""
    verb = step.split(":")[0]
    for api, kind in (("registerAndEnroll", "register"), ("loginAndEnroll", "login"), ("deRegister", "deregister"), ("setCurrentThread", "thread")):
        if api in step:
            return kind
    return {"advance": "time", "launch": "launch", "relaunch": "launch", "upgrade": "launch", "reinstall": "launch"}.get(verb, "other")


def lay(walk):
    """Items in order: ("step", text), ("window", id, about), ("look", id, look, about)."""
    world = WORLDS[walk["world"]]
    areas = set(world["areas"].split())
    facts, ever, items, now, left = set(world["start"].split()), set(), [], NONE, False
    instants = [NONE]
    parts = [("start", world["steps"], [], "a0")]
    parts += [(each["words"], each["steps"], each["then"], f"a{index + 1}") for index, each in enumerate(walk["actions"])]
    answered = {f"a{index + 1}": each["answers"] for index, each in enumerate(walk["actions"]) if each["answers"]}
    # What a walk has left suspended, closed or in its extension comes back for the end.
    closing = []
    last = set(world["start"].split())
    for each in walk["actions"]:
        last = after(last, each["then"])
    if "suspended" in last:
        closing.append(("bring back", ["foreground: mail"], ["-suspended"]))
    if "dead" in last:
        closing.append(("launch", ["launch: mail"], ["+alive", "-dead"]))
    if "extension" in last:
        closing.append(("go back to the app", ["stop: mail", "launch: {app: mail, extension: false}"], ["-extension"]))
    if "docs-dead" in last:
        closing.append(("launch the second app", ["launch: docs"], ["+docs", "-docs-dead"]))
    closing += [(words_, steps, ["-back"]) for words_, steps in ENDING]
    parts += [(words_, steps, then, f"z{index + 1}") for index, (words_, steps, then) in enumerate(closing)]
    for title, steps, then, name in parts:
        if "deRegister" in " ".join(steps) or "wipe:" in " ".join(steps):
            left = True
        for index, step in enumerate(steps):
            begin = now
            if step.startswith("advance:"):
                now = plus(now, duration(step.split(":", 1)[1]))
            instants.append(now)
            if name in answered:
                items.append(["answer", f"{name}-answer", {"step": step, "key": "answer-" + answered[name], "proves": answered[name]}])
            else:
                items.append(("step", step))
            is_last = index == len(steps) - 1
            if is_last:
                facts = after(facts, then)
                ever |= facts | ({"note-ever"} if "file" in facts else set())
                # A process takes its buffers with it, and a wipe or a new installation the file that a call needs.
                if step.split(":")[0] in ("relaunch", "launch", "upgrade", "reinstall", "kill", "stop"):
                    ever = {each for each in ever if not each.startswith("data.")}
                    facts = {each for each in facts if not each.startswith("data.")}
                if "given" in facts and not left and "+reinstalled" not in then:
                    ever.add("given-here")
                else:
                    ever.discard("given-here")
                if "free" in facts and "+reinstalled" not in then and not {"-file"} & set(then):
                    ever.add("free-here")
                else:
                    ever.discard("free-here")
            about = {"what": what(step, "late" in facts), "left": left, "several": "several" in facts, "required": "required" in facts or walk["world"] == "required",
                     "begin": begin, "end": now, "verb": step.split(":")[0], "facts": frozenset(facts), "action": title, "last": is_last}
            if name in answered:
                items[-1] = (*items[-1], about)
            # At the first launch of an app that nobody uses there is nothing to see that other suites have not seen.
            if step.startswith(("kill:", "stop:")) or (name == "a0" and walk["world"] != "required"):
                continue
            suffix = "" if is_last else "bcd"[index]
            if name not in answered:
                items.append(("window", f"{name}{suffix}", about))
            if not is_last:
                continue
            for look in LOOKS:
                if look["areas"] and not areas & set(look["areas"]):
                    continue
                if look["app"] == "mail" and ("alive" not in facts or "suspended" in facts):
                    continue
                if look["app"] == "docs" and "docs" not in facts:
                    continue
                if any(word not in ever for word in look["when"]):
                    continue
                items.append(("look", f"{name}-{look['key']}", look, about))
    items.append(("total", "total", {"left": left}))
    return items, instants


def title(walk):
    """The walk in words: "ana is registered, kill, ..."."""
    about = WORLDS[walk["world"]]["words"]
    text = ", ".join(each["words"] for each in walk["actions"])
    text = text[0].upper() + text[1:]
    return text + (f" ({about})" if about else "")
