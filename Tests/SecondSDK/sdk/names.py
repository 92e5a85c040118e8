"""Names of users: letter case makes no difference (CNF-01)."""


def fold(identity):
    """Simple lower-case mapping, scalar by scalar; a final sigma is a sigma, and signs are no letters (OQ-05)."""
    if identity.isascii():
        return identity.lower()
    out = []
    for letter in identity:
        if letter in "\u212a\u212b\u2126\u0130":
            out.append(letter)
            continue
        small = letter.lower()
        out.append(small if len(small) == 1 else letter)
    return "".join(out).replace("\u03c2", "\u03c3")


def same(one, other):
    """True if both are names, of the same user."""
    return one is not None and other is not None and (one == other or fold(one) == fold(other))


def domain(identity):
    """What stands behind the @: users of one domain belong to one organisation (OQ-46)."""
    return fold(identity).rpartition("@")[2]
