"""Reads the cases of a suite, as far as it takes to write one combination of each again: what is in quotes stays in quotes."""

import json
import re

import yaml


class Plain(str):
    """A scalar without quotes, which may be the name of a user, a number, or true, false or null."""


class Quoted(str):
    """A scalar in quotes, which is a string."""


def load(path):
    with open(path, encoding="utf-8") as source:
        return value(yaml.compose(source, Loader=yaml.CSafeLoader))


def value(node):
    if isinstance(node, yaml.MappingNode):
        return {value(key): value(each) for key, each in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [value(each) for each in node.value]
    return Plain(node.value) if not node.style else Quoted(node.value)


def flow(item):
    """A value as flow YAML."""
    if isinstance(item, dict):
        return "{" + ", ".join(f"{scalar(key)}: {flow(each)}" for key, each in item.items()) + "}"
    if isinstance(item, list):
        return "[" + ", ".join(map(flow, item)) + "]"
    return scalar(item)


PLAIN = re.compile(r"[A-Za-z0-9_./+@(*-][A-Za-z0-9_./+@()=*<> -]*")


def scalar(item):
    if isinstance(item, Raw):
        return str(item)
    if isinstance(item, Quoted) or not PLAIN.fullmatch(item) or item.endswith(" ") or item.startswith(("- ", "*")):
        return json.dumps(str(item), ensure_ascii=False)
    return str(item)


class Raw(str):
    """YAML as it is, such as an alias."""


def combination(matrix, chance):
    """A value for each axis: {axis: (name, value)}."""
    chosen = {}
    for axis, definition in (matrix or {}).items():
        definition = put(definition, chosen)
        if isinstance(definition, list):
            one = chance.choice(definition)
            chosen[axis] = (str(one), one)
        elif set(definition) == {"range"}:
            first, last = (int(put(each, chosen)) for each in definition["range"])
            one = Plain(str(chance.randint(first, last)))
            chosen[axis] = (str(one), one)
        else:
            name = chance.choice(sorted(definition))
            chosen[axis] = (name, definition[name])
    return chosen


REFERENCE = re.compile(r"\$\{([^}]*)\}")


def put(item, chosen):
    """A value with the combination put in."""
    if isinstance(item, dict):
        return {type(key)(put(Plain(key), chosen)): put(each, chosen) for key, each in item.items()}
    if isinstance(item, list):
        return [put(each, chosen) for each in item]
    whole = REFERENCE.fullmatch(item)
    if whole and (found := look(whole.group(1), chosen)) is not None:
        return found
    text = REFERENCE.sub(lambda match: str(found) if (found := look(match.group(1), chosen)) is not None else match.group(), item)
    return type(item)(text)


def look(path, chosen):
    axis, *members = path.split(".")
    if axis not in chosen:
        return None
    name, found = chosen[axis]
    if not members:
        return Plain(name) if isinstance(found, dict) else found
    for member in members:
        if not isinstance(found, dict) or member not in found:
            return None
        found = found[member]
    return found


def verb(step):
    return next(iter(step)) if isinstance(step, dict) and step else ""
