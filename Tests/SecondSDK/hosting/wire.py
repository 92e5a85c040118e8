"""Bytes: lines of JSON to and from the coordinator, and responses of the service."""

import json
import os
import socket
import sys
import time

UNREACHABLE = "unreachable"  # the host refused, or the connection ended before the whole response was there


class Channel:
    """Lines of JSON in both directions, over pipes or a socket."""

    def __init__(self, inp=0, out=1):
        self.inp, self.out, self.buffer = inp, out, b""

    def next(self):
        """The next message; the process ends with the input, as the protocol demands."""
        while True:
            end = self.buffer.find(b"\n")
            if end >= 0:
                line, self.buffer = self.buffer[:end], self.buffer[end + 1:]
                return json.loads(line)
            piece = os.read(self.inp, 65536)
            if not piece:
                os._exit(0)
            self.buffer += piece

    def write(self, reply):
        line = json.dumps(reply, separators=(",", ":")).encode() + b"\n"
        while line:
            line = line[os.write(self.out, line):]


def receive(sock):
    """(status, headers, body) or UNREACHABLE."""
    data = b""
    try:
        while True:
            piece = sock.recv(65536)
            if not piece:
                break
            data += piece
            split = data.find(b"\r\n\r\n")
            if split >= 0:
                length = None
                for line in data[:split].split(b"\r\n")[1:]:
                    key, _, value = line.partition(b":")
                    if key.strip().lower() == b"content-length":
                        length = int(value)
                if length is not None and len(data) >= split + 4 + length:
                    break
    except OSError:
        return UNREACHABLE
    finally:
        sock.close()
    split = data.find(b"\r\n\r\n")
    if split < 0:
        return UNREACHABLE
    lines = data[:split].decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        key, _, value = line.partition(":")
        headers[key.strip().lower()] = value.strip()
    body = data[split + 4:]
    if "content-length" in headers and len(body) < int(headers["content-length"]):
        return UNREACHABLE
    try:
        return int(lines[0].split()[1]), headers, body
    except (ValueError, IndexError):
        return UNREACHABLE


def connect(address, token):
    """Connects to `unix:PATH` or `tcp:HOST:PORT`, and shows the token."""
    kind, _, place = address.partition(":")
    end = time.monotonic() + 10
    while True:
        if kind == "unix":
            link, target = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM), place
        else:
            link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            name, _, port = place.rpartition(":")
            target = (name, int(port))
        try:
            link.connect(target)
            break
        except OSError as error:
            link.close()
            if time.monotonic() > end:
                sys.exit("cannot connect to %s: %s" % (address, error))
            time.sleep(0.1)
    number = link.detach()
    channel = Channel(number, number)
    channel.write({"token": token})
    return channel
