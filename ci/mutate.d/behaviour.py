"""What the contract decides: the fields of `Behaviour` that are the same in every edition, with their values.

What only another value of such a field would run is not the contract's: it belongs to a defect or a reading, and
`mamconform prove` and `ci/readings` are there for it. No change is made in such code.
"""

import re


def constants(folder):
    """The values of the fields that no edition changes, by `area.field`, as they are written in the source."""
    texts = [path.read_text() for path in sorted((folder / "Behaviour").rglob("*.swift"))]
    areas = dict(re.findall(r"(?:public|package) var (\w+) = (\w+Behaviour)\(\)", "\n".join(texts)))
    fields = {}
    for text in texts:
        for structure, body in re.findall(r"^(?:public|package) struct (\w+): BehaviourArea \{\n(.*?)^\}", text, re.S | re.M):
            for name, kind, value in re.findall(r"^  (?:public|package) var (\w+)(?:: ([\w.\[\]?]+))?(?: = ([^\n{]+))?$", body, re.M):
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


# Where the state begins that only other decisions than the contract's need, and where it ends.
MARK = "// MARK: What other decisions than the contract's have to remember"
END = "\n  /// What the host has to do"


def remembered(folder):
    """What the state holds for the sake of defects and readings: the value that each field begins with."""
    text = (folder / "Core/SDKState.swift").read_text()
    body = text[text.index(MARK) + len(MARK) :]
    found = re.findall(r"^  var (\w+)(?:: [^=\n]+?)?(?: = ([^\n]+))?$", body[: body.index(END)], re.M)
    return {name: value or "nil" for name, value in found}


class Memory:
    """What the contract itself never changes, never looks at and never gets to.

    It is found by reading the sources again and again. At first every field of `remembered` is taken for constant and every function
    for one that nobody calls; what the living code changes or calls all the same is not. Then nothing is taken for granted any
    more, and a field that no living code looks at need not be kept either.
    """

    def __init__(self, initial):
        self.initial = initial
        self.constant, self.unread = set(initial), set()
        self.alive, self.idle, self.results = set(), set(), {}
        self.is_settled = False

    def learn(self, living, idle, results):
        """Looks at the living text of all sources, at the functions that do nothing and at what they return; False if nothing is new."""
        before = [set(part) for part in (self.constant, self.unread, self.alive, self.idle, self.results)]
        called = re.sub(r"\b(?:func|var) \w+", "", living)
        self.alive |= set(re.findall(r"\w+", called))
        for name in self.initial:
            place = rf"\bstate \. {name}\b"
            writes = re.findall(
                rf"{place}(?: \?)?(?: \[ [^\]]* \])?(?: \??\.? ?\w+)* \+?= |{place} \. (?:append|insert|remove\w*)\b", living)
            if writes:
                self.constant.discard(name)
            if self.is_settled and len(re.findall(place, living)) == len(writes):
                self.unread.add(name)
        if self.is_settled:
            self.idle |= idle
            self.results = results
        elif before == [self.constant, self.unread, self.alive, self.idle, set(self.results)]:
            self.is_settled = True
            return True
        return before != [self.constant, self.unread, self.alive, self.idle, set(self.results)]


class Decisions:
    """Says of an expression whether the contract decides it, whatever happens."""

    def __init__(self, values, memory):
        self.values, self.memory = values, memory

    def is_nothing(self, text, local):
        """True for an empty list, or for nil, whatever happens."""
        found, rest = self.field(text, local)
        return found in ("nil", "[]") and (not rest or rest.startswith((".filter", ".map", "?.")))

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
        if text.startswith("isSame(") and self.field(text[7:], local)[0] == "nil":
            return False
        field, rest = self.field(text, local)
        if isinstance(field, bool):
            return field if not rest else None
        if field is None:
            return None
        if not rest:
            return {"true": True, "false": False}.get(field)
        if field == "[]" and (rest == ".isEmpty" or rest.startswith(".contains")):
            return rest == ".isEmpty"
        default = re.fullmatch(r"\.map \{.*\} \?\? (true|false)", rest) if field == "nil" else None
        if default:
            return default[1] == "true"
        if field == "nil" and rest in ("== nil", "!= nil"):
            return rest == "== nil"
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
        found = re.fullmatch(r"(?:\w+\.)*(\w+)\((?:[^()]|\([^()]*\))*\)", text)
        if found and found[1] in self.memory.results:
            return self.memory.results[found[1]], ""
        found = re.match(r"state\.(\w+)\b\s*(.*)$", text, re.S)
        if found and found[1] in self.memory.constant:
            return self.memory.initial[found[1]], found[2]
        found = re.match(r"(\w+)\b\s*(.*)$", text, re.S)
        if found and found[1] in local:
            return local[found[1]], found[2]
        return None, text

    @staticmethod
    def case(value):
        """The last word of `Kind.case` and of `.case`."""
        return value.strip().rsplit(".", 1)[-1]
