"""Sealed data: with its owner in a header, or encrypted together with its owner (CNF-40)."""

import hashlib
import hmac

MAGIC = b"\x93\xfeM\x01\xf7"
PLAIN, CIPHER = b"\x80", b"\x81"


def keystream(key, nonce, count):
    """Bytes that hide data; a nonce is used once."""
    return hashlib.shake_256(key + nonce).digest(count)


def xor(data, stream):
    """Hides data, or shows it again."""
    count = len(data)
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(count, "big") if count else b""


def seal(data, owner, key, nonce):
    """Magic, kind, and, encrypted: length of the owner, owner, data; or the owner in a header and plain data."""
    name = owner.encode("utf-8", "surrogatepass")
    if key is None:
        return MAGIC + PLAIN + len(name).to_bytes(2, "big") + name.hex().encode() + data
    inner = len(name).to_bytes(2, "big") + name + data
    body = xor(inner, keystream(key, nonce, len(inner)))
    tag = hmac.new(key, nonce + body, hashlib.sha256).digest()
    return MAGIC + CIPHER + nonce + tag + body


def is_sealed(data):
    """True of data that `seal` has made."""
    return data.startswith(MAGIC) and data[5:6] in (PLAIN, CIPHER)


def is_cipher(data):
    """True if it is encrypted, too."""
    return data.startswith(MAGIC + CIPHER)


def unseal(data, key):
    """(owner, data), or None if it is damaged."""
    if data[5:6] == PLAIN:
        count = int.from_bytes(data[6:8], "big")
        return bytes.fromhex(data[8:8 + 2 * count].decode()).decode("utf-8", "surrogatepass"), data[8 + 2 * count:]
    nonce, tag, body = data[6:22], data[22:54], data[54:]
    if key is None or not hmac.compare_digest(tag, hmac.new(key, nonce + body, hashlib.sha256).digest()):
        return None
    inner = xor(body, keystream(key, nonce, len(body)))
    count = int.from_bytes(inner[:2], "big")
    return inner[2:2 + count].decode("utf-8", "surrogatepass"), inner[2 + count:]
