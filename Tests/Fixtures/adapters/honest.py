"""What every hostile adapter does right: reads messages, answers hello, and replies to the rest."""

import json
import sys

HELLO = {"protocol": 1, "adapter": "hostile", "version": "1.0", "sdk": "none", "capabilities": []}


def messages():
    for text in sys.stdin:
        yield json.loads(text)


def line(message, **members):
    members.setdefault("seq", message["seq"])
    if message["op"] == "hello":
        members.setdefault("result", HELLO)
    if message["op"] == "launch":
        members.setdefault("events", [{"event": "appStarted"}])
    return json.dumps(members) + "\n"


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def reply(message, **members):
    write(line(message, **members))
    if message["op"] == "stop":
        sys.exit(0)
