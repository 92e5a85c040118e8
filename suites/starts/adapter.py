#!/usr/bin/env python3
"""The start of an adapter: a program that hosts your SDK as an app would, and is driven by mamconform.

It speaks the step protocol: one line of JSON in, one line out. So far it offers nothing, and says so.

    mamconform adapter check -- python3 my-adapter.py       what is missing
    mamconform run --sut 'python3 my-adapter.py' enr-retry  some cases against it

The protocol is in the document "The step protocol"; `mamconform schema step-protocol` prints it as a JSON Schema.
Whatever you write for people goes to standard error: standard output belongs to the protocol.
"""

import json
import sys

# What the adapter offers beyond enrolling and checking in, such as "lifecycle" or "wipe". Name a capability only when
# the operations behind it work: cases that need one you do not name are reported as not offered, not as failures.
CAPABILITIES = []


class Unsupported(Exception):
    """The adapter does not offer what a message asks for; the coordinator is told and goes on."""


def hello(arguments):
    # arguments["seed"] is the one source for an SDK that needs random numbers.
    return {"result": {"protocol": 1, "adapter": "my-adapter", "version": "0.1", "sdk": "my SDK 1.0",
                       "capabilities": CAPABILITIES}}


def launch(arguments):
    # Start your SDK here, with arguments["settings"], the URLs in arguments["location"] and arguments["authority"], and
    # the folder arguments["dataFolder"] for whatever has to survive the end of the process.
    return {"events": [{"event": "appStarted"}]}


def call(arguments):
    # Call your SDK's API of that name, let it do all that it can do at this instant, and return what the app saw:
    #   {"result": None, "events": [{"event": "enrollmentRequest", "identity": "ana@contoso.com", "statusCode": 100,
    #                                "didSucceed": True}], "next": 1591290000000}
    # "next" is the instant (milliseconds since 1970) at which the SDK wants to run again; a `wake` comes then.
    raise Unsupported("the API %s is not connected to the SDK yet" % arguments.get("api"))


def stop(arguments):
    return {}


# Every operation that the adapter knows. Add wake, answers, user, tokens, file, lifecycle and others as your SDK
# comes to need them.
OPERATIONS = {"hello": hello, "launch": launch, "call": call, "stop": stop}


def main():
    # The end of input means: exit at once. readline, because reading ahead would wait for the next line.
    for line in iter(sys.stdin.readline, ""):
        message = json.loads(line)
        # message["now"] is the only clock: nothing else may be asked for the time.
        reply = {"seq": message["seq"]}
        try:
            operation = OPERATIONS.get(message["op"])
            if operation is None:
                raise Unsupported("the operation %s is not offered" % message["op"])
            reply.update(operation(message.get("args") or {}))
        except Unsupported as problem:
            reply["error"] = {"code": "unsupported", "message": str(problem)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
        if message["op"] == "stop":
            return


main()
