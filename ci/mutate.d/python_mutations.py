"""Single changes to a Python module, found in its syntax tree."""

import ast
import copy

COMPARISONS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Methods of strings and lists without which the value stays what it was.
PLAIN_METHODS = {"lower", "upper", "strip", "rstrip", "copy"}


class Mutant:
    """One change of one file; what `source` returns has it."""

    def __init__(self, file, tree, index, line, what, change):
        self.file, self.tree, self.index, self.change = file, tree, index, change
        self.line = line  # a case has to come to this one to notice the change
        self.name = f"sdk/{file}:{line}: {what}"
        self.situation = None  # the change is made only in this one

    def source(self):
        tree = copy.deepcopy(self.tree)
        self.change(list(ast.walk(tree))[self.index])
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class SituationalMutant(Mutant):
    """A condition that is met always or never, or a statement that is left out, in one situation only."""

    def __init__(self, plain, situation):
        super().__init__(plain.file, plain.tree, plain.index, plain.line, "", plain.change)
        self.name, self.situation, self.plain = f"{plain.name} {situation}", situation, plain

    def source(self):
        tree = copy.deepcopy(self.tree)
        self.change(list(ast.walk(tree))[self.index], ast.parse(f"_situations.holds({self.situation!r})", mode="eval").body)
        tree.body.insert(1, ast.Import([ast.alias("situations", "_situations")]))
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def mutants_of(file, source):
    """The mutants of a file, in the order of their lines."""
    tree = ast.parse(source)
    found = [Mutant(file, tree, index, line, what, change) for index, node in enumerate(ast.walk(tree)) if not is_choice(node)
             for line, what, change in changes_of(node)]
    return sorted(found, key=lambda one: (one.line, one.name))


def situational_mutants_of(file, source, situations):
    """The mutants of a file that differ only in a situation."""
    tree = ast.parse(source)
    found = [SituationalMutant(Mutant(file, tree, index, line, what, change), situation)
             for index, node in enumerate(ast.walk(tree)) if not is_choice(node)
             for line, what, change in [*conditions_of(node), *blocks_of(node)] for situation in situations]
    return sorted(found, key=lambda one: (one.line, one.name))


def changes_of(node):
    """(line, description, function that makes the change in a copy of the node)."""
    line = getattr(node, "lineno", 0)
    yield from conditions_of(node)
    if isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield line, f"{shown(node)}: {word(node.op)} -> {word(other())}", lambda at, other=other: setattr(at, "op", other())
        for position, value in enumerate(node.values):
            yield line, f"{shown(node)}: without {shown(value)}", lambda at, position=position: at.values.pop(position) and None
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other = COMPARISONS[type(node.ops[0])]
        yield line, f"{shown(node)}: {other.__name__}", lambda at, other=other: at.ops.__setitem__(0, other())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield line, f"{shown(node)}: without not", lambda at: become(at, at.operand)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not literal(node):
        other = OPERATORS[type(node.op)]
        yield line, f"{shown(node)}: {other.__name__}", lambda at, other=other: setattr(at, "op", other())
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield line, f"{node.value} -> {node.value + 1}", lambda at: setattr(at, "value", at.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield line, f"{node.value} -> {not node.value}", lambda at: setattr(at, "value", not at.value)
    elif isinstance(node, ast.Call):
        yield from changes_of_call(node)
    yield from blocks_of(node, True)


def conditions_of(node):
    """A condition that is always or never met, or only in a situation."""
    if isinstance(node, (ast.If, ast.IfExp)):
        for value in (True, False):
            # Only a case that meets the condition can notice that it is never met.
            where = node.body[0].lineno if isinstance(node, ast.If) and not value else node.lineno
            yield (where, f"if {shown(node.test)} -> {value}",
                   lambda at, situation=None, value=value: setattr(at, "test", condition(at.test, value, situation)))


def condition(test, value, situation):
    if situation is None:
        return ast.Constant(value)
    return ast.BoolOp(ast.Or(), [test, situation]) if value else ast.BoolOp(ast.And(), [test, ast.UnaryOp(ast.Not(), situation)])


def blocks_of(node, swaps=False):
    """A statement of a block that is left out, or left out in a situation, or stands after the next one."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield from changes_of_block(name, block, swaps)


def changes_of_call(node):
    line = node.lineno
    name = node.func.id if isinstance(node.func, ast.Name) else None
    if name in FUNCTIONS:
        yield line, f"{shown(node)}: {FUNCTIONS[name]}", lambda at: setattr(at.func, "id", FUNCTIONS[at.func.id])
    elif name == "sorted" and node.args:
        yield line, f"{shown(node)}: not sorted", lambda at: setattr(at.func, "id", "list") or at.keywords.clear()
    elif isinstance(node.func, ast.Attribute) and node.func.attr in PLAIN_METHODS and not node.args:
        yield line, f"{shown(node)}: without {node.func.attr}", lambda at: become(at, at.func.value)


def changes_of_block(name, block, swaps):
    for position, statement in enumerate(block):
        if may_be_omitted(statement):
            yield (statement.lineno, f"without {shown(statement)}",
                   lambda at, situation=None, name=name, position=position: omit(getattr(at, name), position, situation))
        following = block[position + 1] if position + 1 < len(block) else None
        if swaps and following is not None and may_be_omitted(statement) and may_be_omitted(following):
            yield (following.lineno, f"{shown(statement)} after {shown(following)}",
                   lambda at, name=name, position=position: swap(getattr(at, name), position))
        if isinstance(statement, ast.Return) and name == "body" and following is None and statement.value is None:
            yield (statement.lineno, "without return",
                   lambda at, situation=None, name=name, position=position: omit(getattr(at, name), position, situation))


def omit(block, position, situation):
    if situation is None:
        block[position] = ast.Pass()
    else:
        block[position] = ast.If(ast.UnaryOp(ast.Not(), situation), [block[position]], [])


def may_be_omitted(statement):
    """A call, or an assignment to something that outlives the function."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, (ast.Call, ast.Yield, ast.YieldFrom))
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in statement.targets)
    return isinstance(statement, (ast.AugAssign, ast.Delete, ast.Break, ast.Continue))


def is_choice(node):
    """True for a condition that is about what the contract leaves open: any answer to it is right."""
    condition = node.test if isinstance(node, (ast.If, ast.IfExp)) else node
    return isinstance(condition, (ast.BoolOp, ast.Compare, ast.UnaryOp, ast.Subscript)) and "CHOICES[" in ast.unparse(condition)


def literal(node):
    return all(isinstance(side, ast.Constant) for side in (node.left, node.right))


def swap(block, position):
    block[position], block[position + 1] = block[position + 1], block[position]


def become(at, other):
    """Makes a node what another one is; the two are copies that nothing else uses."""
    if other is None:
        return False
    at.__class__ = other.__class__
    at.__dict__.clear()
    at.__dict__.update(other.__dict__)
    return None


def shown(node):
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else text[:67] + "..."


def word(operator):
    return "or" if isinstance(operator, ast.Or) else "and"
