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


# Files that hold what other SDKs make of the contract's rules, and nothing that the contract runs.
def is_of_variations(path):
    return "+Variations" in path.stem


DECLARATION = re.compile(r"((?:^ *///.*\n)+)^ *(?:@\w+(?:\(.*?\))? )?(?:(?:private|package|static|mutating) )*(func|var) (\w+)((?:(?!///)[^{])*)\{", re.M)
ANSWERS = {"True": "true", "False": "false", "Nil": "nil", "None": "nil"}


class Known:
    """What is known of functions and properties: which of them the contract needs, and what it has them return.

    Of those in the files of variations the documentation says it, with its first word and a colon: "False: ..." is false by the contract, and
    whatever returns nothing does nothing. What the rest needs is found by reading the sources again and again.
    """

    def __init__(self, folder):
        self.answers, self.silent, self.needed = {}, set(), set()
        others, said = set(), {}
        for path in sorted(folder.rglob("*.swift")):
            text = path.read_text()
            # The fields of these are always named with what they belong to.
            if "Behaviour" in path.parts or path.stem == "VariationMemory":
                continue
            if not is_of_variations(path):
                others |= set(re.findall(r"\b(?:func|var) (\w+)", text))
                continue
            found = list(DECLARATION.finditer(text))
            for place, match in enumerate(found):
                comment, word, name, rest = match.groups()
                answer = (re.match(r"\s*/// (\w+):", comment) or [None, ""])[1]
                said.setdefault(name, set()).add(ANSWERS.get(answer))
                if word == "func" and "->" not in rest:
                    self.silent.add(name)
                elif answer in ANSWERS:
                    self.answers[name] = ANSWERS[answer]
                else:
                    end = found[place + 1].start() if place + 1 < len(found) else len(text)
                    self.needed |= set(re.findall(r"\w+", text[match.end() : end]))
        # Of a name that stands for something else as well, nothing is taken for granted.
        unsure = others | {name for name, answers in said.items() if len(answers) > 1}
        self.silent -= unsure
        self.answers = {name: answer for name, answer in self.answers.items() if name not in unsure}
        self.alive, self.idle, self.results = set(self.needed), set(self.silent), dict(self.answers)
        self.is_settled = False

    def learn(self, living, idle, results):
        """Looks at the living text of all sources, at the functions that do nothing and at what they return; False if nothing is new."""
        before = [set(self.alive), set(self.idle), set(self.results)]
        self.alive |= set(re.findall(r"\w+", re.sub(r"\b(?:func|var) \w+", "", living)))
        if self.is_settled:
            self.idle |= idle
            self.results = results | self.answers
        elif before == [self.alive, self.idle, set(self.results)]:
            self.is_settled = True
            return True
        return before != [self.alive, self.idle, set(self.results)]


class Decisions:
    """Says of an expression whether the contract decides it, whatever happens."""

    def __init__(self, values, known):
        self.values, self.known = values, known

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
        # Only defects are limited to a situation.
        if text == "variations.situation":
            return "nil", ""
        # What `IdentityManager` calls its rules is the area of its topic.
        text = re.sub(r"^(?:self\.)?rules\.", "behaviour.identity.", text)
        found = re.match(r"(?:self\.)?(?:state\.)?behaviour\.(\w+\.\w+)\s*(.*)$", text, re.S)
        if found and found[1] in self.values:
            return self.values[found[1]], found[2]
        found = re.fullmatch(r"(?:\w+\.)*(\w+)\((?:[^()]|\([^()]*\))*\)", text)
        if found and found[1] in self.known.results:
            return self.known.results[found[1]], ""
        found = re.match(r"(\w+)\b\s*(.*)$", text, re.S)
        if found and found[1] in local:
            return local[found[1]], found[2]
        found = re.match(r"(?:\w+\.)?(\w+)\b(?!\()\s*(.*)$", text, re.S)
        if found and found[1] in self.known.answers:
            return self.known.answers[found[1]], found[2]
        return None, text

    @staticmethod
    def case(value):
        """The last word of `Kind.case` and of `.case`."""
        return value.strip().rsplit(".", 1)[-1]
