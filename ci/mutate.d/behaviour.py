"""What the contract decides: the fields of `Behaviour` that are the same in every edition, with their values.

What only another value of such a field would run is not the contract's: it belongs to a defect or a reading, and
`mamconform prove` and `ci/readings` are there for it. No change is made in such code.
"""

import re


def constants(folder):
    """The values of the fields that no edition changes, by `area.field`, as they are written in the source."""
    texts = [path.read_text() for path in sorted((folder / "Behaviour").glob("*.swift"))]
    areas = dict(re.findall(r"public var (\w+) = (\w+Behaviour)\(\)", "\n".join(texts)))
    fields = {}
    for text in texts:
        for structure, body in re.findall(r"^public struct (\w+): BehaviourArea \{\n(.*?)^\}", text, re.S | re.M):
            for name, kind, value in re.findall(r"^  public var (\w+)(?:: ([\w.\[\]?]+))?(?: = ([^\n{]+))?$", body, re.M):
                if value or kind.endswith("?"):
                    fields[structure, name] = value or "nil"
    editions = (folder / "Behaviour/Behaviour+Editions.swift").read_text()
    varying = set(re.findall(r"(\w+\.\w+) = ", editions))
    named = {kind: area for area, kind in areas.items()}
    return {
        f"{named[kind]}.{name}": value
        for (kind, name), value in fields.items()
        if kind in named and f"{named[kind]}.{name}" not in varying
    }


class Decisions:
    """Says of an expression whether the contract decides it, whatever happens."""

    def __init__(self, values):
        self.values = values

    def value(self, text, local):
        """What an expression without && and || comes to: True, False, or None if that depends on more.

        `local` holds the fields, or truth values, that local constants stand for.
        """
        text = " ".join(text.split())
        if text.startswith("!"):
            inner = self.value(text[1:], local)
            return None if inner is None else not inner
        if text in ("true", "false"):
            return text == "true"
        field, rest = self.field(text, local)
        if isinstance(field, bool):
            return field if not rest else None
        if field is None:
            return None
        if not rest:
            return {"true": True, "false": False}.get(field)
        compared = re.fullmatch(r"(==|!=) (\.?\w+)", rest)
        if compared:
            same = self.case(field) == self.case(compared[2])
            return same if compared[1] == "==" else not same
        contained = re.fullmatch(r"\.contains\((\.\w+)\)", rest)
        if contained:
            members = re.findall(r"\.(\w+)", field) if field.startswith("[") else [self.case(field)]
            return contained[1][1:] in members
        return None

    def field(self, text, local):
        """The value of the field at the start of an expression, and what follows it."""
        # What `IdentityManager` calls its rules is the area of its topic.
        text = re.sub(r"^(?:self\.)?rules\.", "behaviour.identity.", text)
        found = re.match(r"(?:self\.)?(?:state\.)?behaviour\.(\w+\.\w+)\s*(.*)$", text, re.S)
        if found and found[1] in self.values:
            return self.values[found[1]], found[2]
        found = re.match(r"(\w+)\b\s*(.*)$", text, re.S)
        if found and found[1] in local:
            return local[found[1]], found[2]
        return None, text

    @staticmethod
    def case(value):
        """The last word of `Kind.case` and of `.case`."""
        return value.strip().rsplit(".", 1)[-1]
