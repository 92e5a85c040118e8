"""Requests that were right once: values, strings and paths with something wrong in them."""

import copy

#: What takes the place of a value.
ODD = [None, True, False, 0, -1, 1, 2**31, 2**53, 2**53 + 1, 2**63 - 1, -2**63, 1.5, -1e308, 5e-324, "", " ", "\0", "é" * 40,
       "x" * 5000, "'", "a'b", "..", "%2f", "\ud800", "2020-13-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
       "P1D", "PT999999999H", "PT", "*" * 300, "contoso", "ana@contoso.com", "ANA@CONTOSO.COM", "none", [], {}, [None], [[]], [{}],
       {"": ""}, {"@odata.type": "#microsoft.graph.user"}, {"@odata.type": 5}]
#: What takes the place of the name of a type: with and without its namespace, of another thing, and half.
TYPES = ["#groupAssignmentTarget", "groupAssignmentTarget", "microsoft.graph.groupAssignmentTarget", "#microsoft.graph.",
         "#microsoft.graph.allLicensedUsersAssignmentTarget", "#microsoft.graph.androidManagedAppProtection", "", None]
#: What is put into a string.
PIECES = ["'", "''", '"', "(", ")", "()", ",", ";", "/", "//", "$", "@", "%", "%00", "%zz", "%C3", "+", "-", "*", "=", "&", "?", "#",
          ":", ".", " ", "\t", "\n", "null", "not ", "eq", "and", "or", "999999999999999999999", "-1", "1e999", "é", "\U0001f600",
          "[", "]", "{", "}", "|", "&a", "*a", "- ", "? ", "!x", "\\"]


class Mutator:
    """Draws its changes from a generator, so that a seed gives the same ones again."""

    def __init__(self, chance):
        self.chance = chance

    def value(self, value):
        """The value with one or several changes anywhere in it."""
        value = copy.deepcopy(value)
        for _ in range(self.chance.choice([1, 1, 1, 2, 4])):
            value = self._changed(value)
        return value

    def _changed(self, value):
        places = list(self._places(value))
        if not places or self.chance.random() < 0.1:
            return self._replaced(value)
        chance = self.chance
        holder, key = chance.choice(places)
        kind = chance.randrange(8)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif kind == 1:
            holder[self.text(key)] = holder.pop(key)
        elif kind == 2 and isinstance(holder, dict):
            holder[chance.choice(["extra", "", "@odata.id", "id", key.upper()])] = copy.deepcopy(chance.choice(ODD))
        elif key == "@odata.type":
            holder[key] = chance.choice(TYPES)
        else:
            holder[key] = self._replaced(holder[key])
        return value

    def _places(self, value):
        """Every place in a value, however deep, as what holds it and its key."""
        keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
        for key in keys:
            yield value, key
            yield from self._places(value[key])

    def _replaced(self, value):
        chance = self.chance
        kind = chance.randrange(10)
        if kind < 2 and isinstance(value, str):
            return self.text(value)
        if kind == 2:
            for _ in range(chance.choice([1, 30, 200])):
                value = [value] if chance.random() < 0.5 else {"a": value}
            return value
        if kind == 3 and isinstance(value, int) and not isinstance(value, bool):
            return value + chance.choice([-1, 1, 2**53, -(2**53), 2**62])
        return copy.deepcopy(chance.choice(ODD))

    def text(self, text):
        """The text with one or several pieces of it gone, doubled or put in."""
        chance = self.chance
        for _ in range(chance.choice([1, 1, 2, 3])):
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.randrange(8))
            kind = chance.randrange(5)
            if kind == 0:
                text = text[:start] + text[end:]
            elif kind == 1:
                text = text[:end] + text[start:end] + text[end:]
            elif kind == 2:
                text = text[:start] + chance.choice(PIECES) * chance.choice([1, 1, 1, 50]) + text[start:]
            elif kind == 3:
                text = text[:start] + chance.choice(PIECES) + text[end:]
            else:
                text = text[:start] + chr(chance.choice([0, 9, 32, 39, 127, 0xE9, 0x202E, 0x1F600])) + text[end:]
        return text

    def path(self, path):
        """The path with one of its segments changed, doubled, gone or with another behind it."""
        chance = self.chance
        segments = path.split("/")
        place = chance.randrange(1, len(segments))
        kind = chance.randrange(6)
        if kind == 0:
            del segments[place]
        elif kind == 1:
            segments.insert(place, segments[place])
        elif kind == 2:
            segments.append(chance.choice(["", "$count", "$ref", "$value", "x", "'ana'", "apps", "microsoft.graph.user"]))
        elif kind == 3:
            segments[place] = chance.choice(["", "..", "%00", "%", "%ff", "a" * 3000, "('", "$metadata", "-1", "é", "null"])
        else:
            segments[place] = self.text(segments[place])
        return "/".join(segments)
