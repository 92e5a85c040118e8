"""Which single changes can be made to a Swift source, and the source that holds all of them.

A change is a `Mutant`: a piece of the source and what stands there instead while the mutant is the chosen one. The
source with all of its mutants asks at each of these places:

    if fixed(18, true, enrolled == nil), alive(17) { ... }     // the condition is left out; the branch is never taken
    pick(19, now <= due, now < due)                            // another comparison
    if alive(20) { accounts.publishEnrollment() }              // a call is left out

Left out is what only a defect or a reading would run (`behaviour.py`), and what does not compile.
"""

import re
from dataclasses import dataclass

from tokens import partners, tokens

COMPARISONS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SUMS = {"+": "-", "-": "+"}
ASSIGNMENTS = ("=", "+=", "-=")


@dataclass
class Mutant:
    file: str
    line: int
    function: str
    kind: str
    start: int
    end: int
    change: str  # what stands there instead, as source
    what: str  # the change in words
    form: str = "pick"
    number: int = 0
    ordinal: int = 1  # which of those that are called the same, in the order of the source

    @property
    def name(self):
        """What the list of accepted mutants calls it: without its line, which moves."""
        return f"{self.file} {self.function}: {self.what}" + (f" ({self.ordinal})" if self.ordinal > 1 else "")


# What only adds to the list of what the host has to do; it saves what has changed first.
EMISSION = re.compile(r"(?:emit|returned|act|log)\(")
CHANGE = re.compile(
    r"(?P<place>[\w.]+(?:\[[^\]]+\])?(?:\??\.\w+)*?)(?: \+?= (?P<value>.*)|\.(?:append|insert|removeAll|removeFirst)\((?P<argument>.*)\))$", re.S)


def independent(first, second):
    """True if it does not matter which of two statements comes first, whatever the values are.

    Two changes of different places are so if neither speaks of the place of the other and nothing is called, and a change of what is
    not saved is so beside an emission that does not speak of it.
    """

    def change(text):
        found = CHANGE.match(" ".join(text.split()))
        if not found:
            return None
        value = found["value"] or found["argument"] or ""
        # What is called may look at anything; values are made by the names of types.
        calls = re.findall(r"(?<![\w.])([a-z]\w*)\(|\.(?!(?:init|bool|int|string|array|object)\()([a-z]\w*)[({]", value)
        return None if calls else (found["place"], value)

    def speaks(text, place):
        """True if a text holds a place, or something of which that is a part."""
        parts = re.findall(r"\w+", place)
        whole = "|".join(r"\W+".join(parts[: count + 1]) for count in range(len(parts)))
        return re.search(rf"(?<![\w.])(?:{whole})(?![\w.])", text) is not None or place in text

    one, two = change(first), change(second)
    if one and two:
        apart = not (one[0] + ".").startswith(two[0] + ".") and not (two[0] + ".").startswith(one[0] + ".")
        return apart and not speaks(one[1], two[0]) and not speaks(two[1], one[0])
    for changed, emitted in ((one, second), (two, first)):
        # An app cannot die between what it changes and what it is only told: it can in a callback, and at a request.
        isSaved = changed and changed[0].startswith(("saved.", "state.saved.")) and not re.match(r"(?:returned|log)\(", emitted)
        if changed and EMISSION.match(emitted) and not isSaved and not changed[0].startswith("context."):
            root = re.match(r"(?:state\.)?\w+", changed[0])[0]
            return not speaks(emitted, root)
    return False


def short(text, most=110):
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."


class Source:
    """One source file, read for the places where it can be changed."""

    def __init__(self, file, text, decisions, siblings):
        self.file, self.text, self.decisions, self.siblings = file, text, decisions, siblings
        self.tokens = tokens(text)
        self.other = partners(self.tokens)
        self.mutants = []
        self.function = ""
        self.is_init = False
        self.unset = set()  # local constants that are set later, on every way
        self.idle, self.busy = set(), set()  # functions without a value that do nothing, and all others
        self.results, self.depth = {}, 0  # what functions return, if the contract decides it; how many closures are open
        self.dead = []  # what the contract never runs, or whose value it decides, as ranges of tokens

    # What tokens say

    def t(self, place):
        return self.tokens[place].text if place < len(self.tokens) else ""

    def piece(self, begin, end):
        return self.text[self.tokens[begin].start : self.tokens[end - 1].end] if begin < end else ""

    def over(self, place):
        """The place after a token, or after the whole bracket that it opens."""
        return self.other[place] + 1 if self.t(place) in ("(", "[", "{") and place in self.other else place + 1

    def find(self, begin, end, *texts):
        """The first of some tokens outside of brackets; `end` if there is none."""
        while begin < end:
            if self.t(begin) in texts:
                return begin
            begin = self.over(begin)
        return end

    def split(self, begin, end, *texts, spaced=False):
        parts, start, place = [], begin, begin
        while place < end:
            if self.t(place) in texts and (not spaced or self.tokens[place].spaced):
                parts.append((start, place))
                start = place + 1
            place = self.over(place)
        parts.append((start, end))
        return parts

    def operator(self, begin, end, table):
        """The last binary operator of a table outside of brackets; None without one."""
        found = None
        while begin < end:
            if self.tokens[begin].kind == "operator" and self.tokens[begin].spaced and self.t(begin) in table:
                found = begin
            begin = self.over(begin)
        return found

    def leave(self, begin, end):
        """Notes that the contract needs nothing of a range."""
        if begin < end:
            self.dead.append((self.tokens[begin].start, self.tokens[end - 1].end))

    def is_dead(self, begin, end):
        """True if the contract needs nothing of a range that is not empty."""
        return begin < end and all(
            any(start <= self.tokens[place].start < stop for start, stop in self.dead) for place in range(begin, end))

    # The whole file

    def read(self):
        place = 0
        while place < len(self.tokens):
            place = self.declaration(place)
        return self.mutants

    def living(self):
        """The text without what the contract never runs, and without comments."""
        out, reach = [], 0
        dead = sorted(self.dead)
        place = 0
        for token in self.tokens:
            while place < len(dead) and dead[place][0] <= token.start:
                reach = max(reach, dead[place][1])
                place += 1
            if token.start >= reach:
                out.append(self.text[token.start : token.end])
        return " ".join(out)

    def declaration(self, place):
        word, before = self.t(place), self.t(place - 1)
        if word == "func" or (word == "init" and self.t(place + 1) in ("(", "?", "<") and before != "."):
            return self.routine(place)
        if word in ("var", "subscript") and before != ".":
            return self.property(place)
        return place + 1

    def is_alive(self, name, line):
        """True unless a function or property is one that the contract never gets to."""
        start = self.text.rfind("\n", 0, self.tokens[line].start) + 1
        words = self.text[start : self.tokens[line].start].split()
        return "public" in words or "package" in words or name in self.decisions.known.alive

    def routine(self, place):
        body = self.find(place, len(self.tokens), "{", "}")
        if self.t(body) != "{":
            return place + 1
        if self.t(place) == "func" and self.tokens[place + 1].kind == "name" and not self.is_alive(self.t(place + 1), place):
            self.leave(place, self.over(body))
            return self.over(body)
        name = self.t(place + 1) if self.t(place) == "func" else "init"
        arrow = self.find(place, body, "->")
        is_value, count = arrow < body and self.t(arrow + 1) != "Void", len(self.mutants)
        self.inside(name, body, value=is_value, is_init=name == "init")
        # Whatever a function without a value does would be a mutant.
        (self.busy if is_value or len(self.mutants) > count else self.idle).add(name)
        return self.over(body)

    def property(self, place):
        end = place + 1
        line = self.tokens[place].line
        while end < len(self.tokens) and self.t(end) not in ("{", "}", "="):
            if self.tokens[end].line > line and self.t(end) in ("var", "let", "func", "case", "public", "package", "private", "}"):
                return place + 1
            end = self.over(end)
        if self.t(end) == "=":
            end = self.find(end, min(len(self.tokens), end + 40), "{")
            if self.t(end) != "{" or self.t(end + 1) not in ("didSet", "willSet"):
                return place + 1
        if self.t(end) != "{":
            return place + 1
        name = self.t(place + 1) if self.t(place) == "var" else "subscript"
        if self.t(place) == "var" and self.t(end + 1) not in ("get", "set", "didSet", "willSet", "_read") and not self.is_alive(name, place):
            self.leave(place, self.over(end))
            return self.over(end)
        accessors = ("get", "set", "didSet", "willSet", "_read", "_modify", "nonmutating", "mutating")
        if self.t(end + 1) in accessors:
            at = end + 1
            while at < self.other[end]:
                body = self.find(at, self.other[end], "{")
                if self.t(body - 1) not in ("_read", "_modify") and self.t(body) == "{":
                    self.inside(name, body, value=self.t(body - 1) == "get")
                at = self.over(body)
        else:
            self.inside(name, end, value=True)
        return self.over(end)

    def inside(self, name, body, value, is_init=False):
        self.function, self.is_init, self.unset = name, is_init, set()
        self.block(body + 1, self.other[body], {}, value)

    # Statements

    def end_of_statement(self, place, end):
        begin = place
        while place < end:
            place = self.over(place)
            if place >= end:
                return end
            last, next = self.tokens[place - 1], self.tokens[place]
            if next.text == ";":
                return place
            if next.line == last.line:
                continue
            goes_on = next.text in (".", "else", "?", ":", ",", "where") or (next.kind == "operator" and next.spaced)
            open = (last.kind == "operator" and last.spaced) or last.text in (",", "=", "in", ":", "return")
            if not goes_on and not open:
                return place
        return end

    def block(self, place, end, local, value):
        """The statements of a block; with `value`, a block of one statement is an expression."""
        local = dict(local)
        bounds, at = [], place
        while at < end:
            if self.t(at) == ";":
                at += 1
                continue
            stop = self.statement_end(at, end)
            bounds.append((at, stop))
            at = stop
        is_value = value and len(bounds) == 1
        simple = []
        for begin, stop in bounds:
            plain, goes_on = self.statement(begin, stop, local, is_value, returns=value)
            simple.append((begin, stop) if plain else None)
            if not goes_on:
                self.leave(stop, end)
                break
        place = 0
        while place + 1 < len(simple):
            one, two = simple[place], simple[place + 1]
            if one and two:
                self.swap(one, two)
                place += 1
            place += 1

    def statement_end(self, place, end):
        word = self.t(place)
        if word in ("if", "while", "for", "switch", "defer", "do"):
            at = self.over(self.find(place, end, "{"))
            while at < end and (word, self.t(at)) in (("if", "else"), ("do", "catch")):
                at = self.over(self.find(at, end, "{"))
            # What a value is made of goes on: `if ... { a } else { b }` as an expression does not.
            return min(at, end)
        if word == "guard":
            return min(self.over(self.find(self.find(place, end, "else"), end, "{")), end)
        return self.end_of_statement(place, end)

    def statement(self, begin, end, local, is_value, returns):
        """Reads a statement; says whether it is a call or an assignment, and whether what follows it is ever run."""
        word = self.t(begin)
        if word == "if":
            return False, self.branch(begin, end, local, is_value, returns)
        if word == "guard":
            other = self.find(begin, end, "else")
            inner, is_known = self.conditions(begin + 1, other, local, local)
            body = self.find(other, end, "{")
            if is_known is not True:
                self.block(body + 1, self.other[body], local, returns)
            else:
                self.leave(body, end)
            return False, is_known is not False
        if word == "while":
            body = self.find(begin, end, "{")
            inner, is_known = self.conditions(begin + 1, body, local)
            if is_known is not False:
                self.block(body + 1, self.other[body], inner, False)
            else:
                self.leave(body, end)
        elif word == "for":
            self.loop(begin, end, local)
        elif word == "switch":
            self.switch(begin, end, local, is_value, returns)
        elif word in ("defer", "do"):
            body = self.find(begin, end, "{")
            self.block(body + 1, self.other[body], local, False)
        elif word == "func":
            body = self.find(begin, end, "{")
            outer = self.function
            self.block(body + 1, self.other[body], local, self.find(begin, body, "->") < body)
            self.function = outer
        elif word == "return":
            if begin + 1 < end and not returns and self.changes_nothing(begin + 1, None, end, local):
                self.leave(begin + 1, end)
            elif begin + 1 < end:
                self.result(begin + 1, end, local)
                if not returns and self.t(end - 1) in (")", "}"):
                    what = f"leaves out {short(self.piece(begin + 1, end))}"
                    if self.t(begin + 1) == "try":
                        self.add(begin, end, "call", "", what, form="leave")
                    else:
                        self.add(begin + 1, end, "call", "()", what)
                self.expression(begin + 1, end, local)
            return False, False
        elif word in ("let", "var"):
            self.binding(begin, end, local)
        elif word in ("break", "continue", "throw", "fallthrough", "@unknown"):
            return False, False
        else:
            return self.plain(begin, end, local, is_value), True
        return False, True

    def plain(self, begin, end, local, is_value):
        """A call or an assignment, which can be left out."""
        at = self.operator(begin, end, ASSIGNMENTS)
        if self.changes_nothing(begin, at, end, local):
            self.leave(begin, end)
            return False
        if is_value:
            self.result(begin, end, local)
            self.expression(begin, end, local)
            return False
        if at is None and self.t(end - 1) not in (")", "}"):
            self.expression(begin, end, local)
            return False
        is_first = at == begin + 1 and self.t(begin) in self.unset
        if not (at is not None and (self.is_init or is_first)):
            kind = "call" if at is None else "assignment"
            self.add(begin, end, kind, "", f"leaves out {short(self.piece(begin, end))}", form="skip")
        # What is counted has to be new each time, whatever the step.
        is_count = at is not None and self.t(at) == "+=" and self.t(at - 1).endswith("Count")
        if at is None:
            self.expression(begin, end, local)
        elif not is_count:
            self.expression(at + 1, end, local)
        return not self.is_init

    def result(self, begin, end, local):
        """Notes what the function returns here: true, false or nil, or None if that is open."""
        if self.depth == 0:
            truth = {True: "true", False: "false", None: None}[self.truth(begin, end, local)]
            is_nil = self.piece(begin, end) == "nil" or self.decisions.field(self.piece(begin, end), local) == ("nil", "")
            question = self.operator(begin, end, ("?",))
            if question is not None and self.decisions.field(self.piece(self.colon(question, end) + 1, end), local)[0] in (None, "nil"):
                is_nil = self.piece(end - 1, end) == "nil" and self.are_same(question + 1, self.colon(question, end), end, local)
            self.results.setdefault(self.function, set()).add("nil" if is_nil else truth)

    def changes_nothing(self, begin, at, end, local):
        """True for a statement that leaves all as it is that the contract looks at."""
        known, text = self.decisions.known, " ".join(self.piece(begin, end).split())
        # The contract has no strays, and looks at nothing that only its variations remember.
        if text.startswith(("strays.follow(", "memory.", "state.memory.")):
            return True
        called = re.match(r"(?:\w+\.)*(\w+)\(", text)
        return bool(
            at is None and called and called[1] in known.idle and self.over(begin + 2 * called[0].count(".") + 1) == end)

    def swap(self, one, two):
        first, second = self.piece(*one), self.piece(*two)
        if independent(first, second):
            return
        self.add(
            one[0], two[1], "order", f"{second}\n{first}", f"{short(second, 60)} before {short(first, 60)}", form="swap")

    def branch(self, begin, end, local, is_value, returns):
        body = self.find(begin, end, "{")
        count = len(self.mutants)
        inner, is_known = self.conditions(begin + 1, body, local)
        close = self.other[body]
        if is_known is not False:
            self.block(body + 1, close, inner, is_value)
            if is_known is None and close + 1 >= end and not is_value and self.is_dead(body + 1, close):
                # Whether a branch is taken that does nothing does not matter.
                del self.mutants[count:]
                self.leave(begin, end)
                return True
        else:
            self.leave(body, close + 1)
        if is_known is True:
            self.leave(close + 1, end)
        if self.t(close + 1) == "else" and close + 1 < end and is_known is not True:
            if self.t(close + 2) == "if":
                self.branch(close + 2, end, local, is_value, returns)
            else:
                self.block(close + 3, self.other[close + 2], local, is_value)
        leaves = any(self.t(at) in ("return", "continue", "break") for at in range(body + 1, close))
        return not (is_known is True and leaves)

    def conditions(self, begin, end, local, into=None):
        """The conditions of an if, guard or while: what is local behind them, and whether they are known to hold."""
        inner = dict(local)
        parts, is_known = self.split(begin, end, ","), True
        # Nothing may be written before it is known that the contract does not rule all of it out.
        trial = dict(inner)
        for part in parts:
            value = self.element_value(*part, trial)
            if value is False:
                self.leave(begin, end)
                return inner, False
            is_known = is_known if value is True else None
        for part in parts:
            self.element(*part, inner)
        if is_known is None:
            self.add(end, end, "never", "", f"never: {short(self.piece(begin, end))}", form="alive", line=self.tokens[begin].line)
        if into is not None:
            into.update(inner)
        return inner, is_known

    def element_value(self, begin, end, local):
        word = self.t(begin)
        if word in ("let", "var"):
            at = self.find(begin, end, "=")
            # `if let name` is short for `if let name = name`.
            if at == end == begin + 2:
                at = begin
            if at < end:
                found, rest = self.decisions.field(self.piece(at + 1, end), local)
                if found == "nil" and (not rest or rest.startswith("?.")):
                    return False
                if found == "[]" and rest.startswith((".first", ".last")):
                    return False
            return None
        if word == "case":
            return None
        return self.truth(begin, end, local)

    def element(self, begin, end, local):
        word = self.t(begin)
        if word in ("let", "var", "case"):
            at = self.find(begin, end, "=")
            if at < end:
                self.expression(at + 1, end, local)
            return
        if self.truth(begin, end, local) is not None:
            return self.leave(begin, end)
        self.add(begin, end, "condition", "true", f"without the condition {short(self.piece(begin, end))}", form="bool")
        self.expression(begin, end, local)

    def loop(self, begin, end, local):
        body = self.find(begin, end, "{")
        at = self.find(begin, body, "in")
        where = self.find(at, body, "where")
        if self.decisions.is_nothing(self.piece(at + 1, where), local):
            return self.leave(at, end)
        self.expression(at + 1, where, local)
        if where < body:
            if self.truth(where + 1, body, local) is False:
                return self.leave(at, end)
            self.element(where + 1, body, dict(local))
        self.block(body + 1, self.other[body], local, False)

    def switch(self, begin, end, local, is_value, returns=False):
        body = self.find(begin, end, "{")
        close = self.other[body]
        subject, rest = self.decisions.field(self.piece(begin + 1, body), local)
        known = None if rest or subject is None else self.decisions.case(str(subject))
        self.expression(begin + 1, body, local)
        cases, at = [], body + 1
        while at < close:
            colon = self.find(at, close, ":")
            stop = colon + 1
            while stop < close and not (
                self.t(stop) in ("case", "default") and self.t(stop - 1) != "." and self.tokens[stop].line > self.tokens[stop - 1].line
            ):
                stop = self.over(stop)
            cases.append((at, colon, stop))
            at = stop
        live = cases
        if known is not None:
            words = [c for c in cases if re.search(rf"\.{re.escape(known)}\b|\b{re.escape(known)}\b", self.piece(c[0], c[1]))]
            live = words or [c for c in cases if self.t(c[0]) == "default"] or cases
        for at, colon, stop in cases:
            if (at, colon, stop) not in live:
                self.leave(at, stop)
        for at, colon, stop in live:
            where = self.find(at, colon, "where")
            if where < colon:
                if self.truth(where + 1, colon, local) is False:
                    self.leave(at, stop)
                    continue
                self.element(where + 1, colon, dict(local))
            self.block(colon + 1, stop, local, is_value)

    def binding(self, begin, end, local):
        at = self.find(begin, end, "=")
        if at >= end:
            self.unset.add(self.t(begin + 1))
            # A computed local property.
            body = self.find(begin, end, "{")
            if body < end:
                self.block(body + 1, self.other[body], local, True)
            return
        if self.t(begin) == "let" and at == begin + 2:
            found, rest = self.decisions.field(self.piece(at + 1, end), local)
            truth = self.truth(at + 1, end, local)
            if truth is not None:
                local[self.t(begin + 1)] = truth
            elif found is not None and not rest:
                local[self.t(begin + 1)] = found
            else:
                local.pop(self.t(begin + 1), None)
        self.expression(at + 1, end, local)

    # Expressions

    def truth(self, begin, end, local):
        """What a condition comes to as far as the contract alone decides it; None if that is open."""
        if begin >= end:
            return None
        question = self.operator(begin, end, ("?",))
        if question is not None:
            colon = self.colon(question, end)
            values = [self.truth(question + 1, colon, local), self.truth(colon + 1, end, local)]
            return values[0] if values[0] == values[1] else None
        for operator, decisive in (("||", True), ("&&", False)):
            parts = self.split(begin, end, operator)
            if len(parts) > 1:
                values = [self.truth(*part, local) for part in parts]
                if decisive in values:
                    return decisive
                return None if None in values else not decisive
        close = end - 2 if self.t(end - 1) == ")" else end - 1
        open = self.other.get(close, -1) if self.t(close) == "}" else -1
        if open > begin and "contains" in (self.t(open - 1), self.t(open - 4)) and self.truth(open + 1, close, local) is False:
            return False
        if self.t(begin) == "(" and self.other[begin] == end - 1:
            return self.truth(begin + 1, end - 1, local)
        if self.t(begin) == "!" and self.t(begin + 1) == "(" and self.other[begin + 1] == end - 1:
            value = self.truth(begin + 2, end - 1, local)
            return None if value is None else not value
        return self.decisions.value(self.piece(begin, end), local)

    def expression(self, begin, end, local):
        if begin >= end:
            return
        word = self.t(begin)
        if word == "switch":
            return self.switch(begin, end, local, True)
        if word == "if":
            self.branch(begin, end, local, True, True)
            return
        question = None
        at = begin
        while at < end and question is None:
            if self.t(at) == "?" and self.tokens[at].spaced:
                question = at
            at = self.over(at)
        if question is not None:
            return self.ternary(begin, question, end, local)
        if self.truth(begin, end, local) is not None and end - begin > 1:
            return self.leave(begin, end)
        for operator, changed in (("||", "&&"), ("&&", "||")):
            parts = self.split(begin, end, operator)
            if len(parts) > 1:
                return self.logic(begin, end, parts, operator, changed, local)
        at = self.operator(begin, end, COMPARISONS)
        if at is not None:
            changed = COMPARISONS[self.t(at)]
            self.change(begin, end, at, "comparison", changed, "bool")
            self.expression(begin, at, local)
            return self.expression(at + 1, end, local)
        parts = self.split(begin, end, "??")
        if len(parts) > 1:
            for part in parts:
                self.expression(*part, local)
            return
        at = self.operator(begin, end, SUMS)
        if at is not None:
            if not any(self.tokens[place].kind == "text" for place in range(begin, end)):
                self.change(begin, end, at, "arithmetic", SUMS[self.t(at)], "pick")
            self.expression(begin, at, local)
            return self.expression(at + 1, end, local)
        self.primary(begin, end, local)

    def change(self, begin, end, at, kind, changed, form):
        operator = self.tokens[at]
        text = self.text[self.tokens[begin].start : operator.start] + changed + self.text[operator.end : self.tokens[end - 1].end]
        self.add(begin, end, kind, text, f"{short(self.piece(begin, end))}: {changed} for {operator.text}", form=form, line=operator.line)

    def colon(self, question, end):
        """The place of the colon that belongs to a question mark."""
        depth, at = 0, question + 1
        while at < end:
            if self.t(at) == "?" and self.tokens[at].spaced:
                depth += 1
            if self.t(at) == ":":
                if depth == 0:
                    return at
                depth -= 1
            at = self.over(at)
        return end

    def ternary(self, begin, question, end, local):
        colon = self.colon(question, end)
        value = self.truth(begin, question, local)
        if value is not None:
            self.leave(begin, question)
        if value is False:
            self.leave(question + 1, colon)
        if value is True:
            self.leave(colon + 1, end)
        if value is None and self.are_same(question + 1, colon, end, local):
            return self.leave(begin, end)
        if value is None:
            text = short(self.piece(begin, question))
            self.add(begin, question, "condition", "true", f"{text} taken for true", form="bool")
            self.add(begin, question, "condition", "false", f"{text} taken for false", form="bool")
            self.expression(begin, question, local)
        if value is not False:
            self.expression(question + 1, colon, local)
        if value is not True:
            self.expression(colon + 1, end, local)

    def are_same(self, begin, colon, end, local):
        """True if the contract gives both ways of a choice the same value."""
        values = [self.decisions.field(self.piece(*part), local) for part in ((begin, colon), (colon + 1, end))]
        values = [found if found is not None and not rest else rest for found, rest in values]
        # `StatusCode.timeout` is `.timeout`.
        return len({re.sub(r"^[A-Z]\w*(?=\.\w+$)", "", " ".join(str(value).split())) for value in values}) == 1

    def logic(self, begin, end, parts, operator, changed, local):
        values = [self.truth(*part, local) for part in parts]
        for place in range(len(parts) - 1):
            if values[place] is None and values[place + 1] is None:
                self.change(begin, end, parts[place][1], "logic", changed, "bool")
        for part, value in zip(parts, values):
            if value is None:
                self.expression(*part, local)
            else:
                self.leave(*part)

    def primary(self, begin, end, local):
        """A literal, a name, or a chain of members and calls."""
        if end - begin == 1:
            token = self.tokens[begin]
            if token.kind == "number" and token.text.isdigit():
                self.add(begin, end, "constant", str(int(token.text) + 1), f"{int(token.text) + 1} for {token.text}")
            elif token.text in ("true", "false"):
                changed = "false" if token.text == "true" else "true"
                self.add(begin, end, "constant", changed, f"{changed} for {token.text}")
            return
        if end - begin == 2 and self.t(begin) == "." and self.t(begin + 1) in self.siblings:
            other = self.siblings[self.t(begin + 1)]
            self.add(begin, end, "constant", f".{other}", f".{other} for .{self.t(begin + 1)}")
            return
        at = begin
        while at < end:
            text = self.t(at)
            if text in ("(", "["):
                for part in self.split(at + 1, self.other[at], ","):
                    self.argument(*part, local)
            elif text == "{":
                self.closure(at, local)
            at = self.over(at)

    def argument(self, begin, end, local):
        if end - begin > 2 and self.tokens[begin].kind == "name" and self.t(begin + 1) == ":":
            begin += 2
        elif end - begin > 2 and self.tokens[begin].kind == "text" and self.t(begin + 1) == ":":
            begin += 2
        if begin < end and self.t(begin) not in ("&", "inout"):
            self.expression(begin, end, local)

    def closure(self, open, local):
        close, begin = self.other[open], open + 1
        at, line = begin, self.tokens[open].line
        while at < close and self.tokens[at].line == line:
            if self.t(at) == "in":
                begin = at + 1
                break
            at = self.over(at)
        self.depth += 1
        self.block(begin, close, local, True)
        self.depth -= 1

    # Results

    def add(self, begin, end, kind, change, what, form="pick", line=None):
        token = self.tokens[begin]
        stop = self.tokens[end - 1].end
        # Behind all of its conditions, so that only cases come to it that take the branch.
        start = stop if form == "alive" else token.start
        self.mutants.append(
            Mutant(self.file, line or token.line, self.function, kind, start, stop, change, what, form))


def render(text, mutants):
    """The source with all of its mutants in it; those that overlap others are left out. Returns text and mutants."""
    kept, ends = [], []
    for mutant in sorted(mutants, key=lambda m: (m.start, m.form != "alive", -m.end, m.form != "swap", m.form != "skip")):
        while ends and ends[-1] <= mutant.start:
            ends.pop()
        if ends and mutant.end > ends[-1]:
            continue
        kept.append(mutant)
        if mutant.end > mutant.start:
            ends.append(mutant.end)

    def is_within(mutant, other):
        # What stands behind a condition is no part of it.
        return mutant.start >= other.start and mutant.end <= other.end and not (mutant.form == "alive" and mutant.start == other.end)

    def piece(start, end, inside):
        """The text from start to end with those mutants in it that are inside."""
        out, at, place = [], start, 0
        while place < len(inside):
            mutant = inside[place]
            within = [m for m in inside[place + 1 :] if is_within(m, mutant)] if mutant.form != "alive" else []
            out.append(text[at : mutant.start])
            out.append(form(mutant, within))
            at = mutant.end
            place += 1 + len(within)
        out.append(text[at:end])
        return "".join(out)

    def form(mutant, within):
        number = mutant.number
        if mutant.form == "alive":
            return f", alive({number})"
        original = piece(mutant.start, mutant.end, within)
        if mutant.form == "skip":
            return f"if alive({number}) {{ {original} }}"
        if mutant.form == "leave":
            return f"do {{ if alive({number}) {{ {original.removeprefix('return')} }}\nreturn }}"
        if mutant.form == "swap":
            return f"if alive({number}) {{ {original} }} else {{ {mutant.change} }}"
        if mutant.form == "bool" and mutant.change in ("true", "false"):
            return f"fixed({number}, {mutant.change}, {original})"
        if mutant.form == "bool":
            return f"pickTruth({number}, {mutant.change}, {original})"
        return f"pick({number}, {mutant.change}, {original})"

    return piece(0, len(text), kept), kept
