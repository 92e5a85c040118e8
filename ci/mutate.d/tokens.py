"""Swift source as tokens: as much of the language as the reference SDK uses, formatted by swift format."""

from dataclasses import dataclass

OPERATOR_CHARACTERS = set("+-*/%=<>!&|^~?")
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {close: open for open, close in OPENING.items()}


@dataclass(frozen=True)
class Token:
    kind: str  # name, number, text, operator, mark
    text: str
    start: int
    end: int
    line: int
    # An operator with space on both sides is binary; `<` without is generic, `?` without is optional chaining.
    spaced: bool = False


def text_end(source, start):
    """Where the string literal that begins at `start` ends, with whatever is interpolated."""
    if source.startswith('"""', start):
        return source.index('"""', start + 3) + 3
    place = start + 1
    while source[place] != '"':
        if source[place] == "\\":
            if source[place + 1] == "(":
                depth, place = 1, place + 2
                while depth:
                    if source[place] == '"':
                        place = text_end(source, place)
                        continue
                    depth += {"(": 1, ")": -1}.get(source[place], 0)
                    place += 1
                continue
            place += 1
        place += 1
    return place + 1


def tokens(source):
    """The tokens of a source without its comments."""
    found, place, line = [], 0, 1

    def add(kind, end, spaced=False):
        nonlocal place, line
        found.append(Token(kind, source[place:end], place, end, line, spaced))
        line += source.count("\n", place, end)
        place = end

    while place < len(source):
        character = source[place]
        if character == "\n":
            line += 1
            place += 1
        elif character.isspace():
            place += 1
        elif source.startswith("//", place):
            end = source.find("\n", place)
            place = len(source) if end < 0 else end
        elif source.startswith("/*", place):
            end = source.index("*/", place) + 2
            line += source.count("\n", place, end)
            place = end
        elif character == '"':
            add("text", text_end(source, place))
        elif character.isalpha() or character in "_$@#\\":
            end = place + 1
            while end < len(source) and (source[end].isalnum() or source[end] == "_"):
                end += 1
            add("name", end)
        elif character.isdigit():
            end = place + 1
            while end < len(source) and (source[end].isalnum() or source[end] == "_"):
                end += 1
            add("number", end)
        elif source.startswith("..<", place) or source.startswith("...", place):
            add("operator", place + 3)
        elif source.startswith("->", place):
            add("mark", place + 2)
        elif character in OPERATOR_CHARACTERS:
            end = place + 1
            while end < len(source) and source[end] in OPERATOR_CHARACTERS:
                end += 1
            before = place == 0 or source[place - 1].isspace()
            after = end >= len(source) or source[end].isspace()
            add("operator", end, before and after)
        else:
            add("mark", place + 1)
    return found


def partners(found):
    """The place of the other bracket, by the place of each."""
    other, open = {}, []
    for place, token in enumerate(found):
        if token.kind != "mark":
            continue
        if token.text in OPENING:
            open.append(place)
        elif token.text in CLOSING:
            begin = open.pop()
            other[begin], other[place] = place, begin
    return other
