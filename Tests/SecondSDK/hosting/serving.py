"""The loop of the step protocol around one app after the other."""

import os
import sys
import traceback

from hosting.tasks import Host, Pending, Refusal
from hosting.wire import Channel, connect


def serve(kind, channel):
    """Serves one app of the class `kind`. Returns whether the process is to serve another one."""
    host, reused, op = Host(channel, kind.REQUEST_TIMEOUT), False, None
    while op != "stop":
        message = channel.next()
        op, args = message["op"], message.get("args") or {}
        if op == "held":
            continue
        host.seq, host.now, host.sent = message["seq"], message["now"], 0
        if op == "hello":
            reused = bool(args.get("reuse")) and "reuse" in kind.CAPABILITIES
            host.seed = args.get("seed", 0)
        try:
            members = perform(host, kind, op, args)
        except Refusal as refusal:
            members = {"error": {"code": refusal.code, "message": str(refusal)}}
        except FileNotFoundError as failure:
            members = {"error": {"code": "missing", "message": str(failure)}}
        except KeyError as failure:
            trace()
            members = {"error": {"code": "badArguments", "message": "missing argument %s" % failure}}
        except Exception as failure:
            trace()
            members = {"error": {"code": "failed", "message": "%s: %s" % (type(failure).__name__, failure)}}
        host.reply(members)
    for sock, _, _ in host.open.values():
        sock.close()
    return reused


OPERATIONS = {"launch", "call", "wake", "resume", "lifecycle", "answers", "user", "tokens", "file", "device", "openURL",
              "complete"}


def trace():
    """Where a bug of this SDK is, on standard error; standard output belongs to the protocol."""
    if os.environ.get("SECOND_SDK_TRACE"):
        traceback.print_exc()


def perform(host, kind, op, args):
    """Carries out one operation of the step protocol, and all that can be done at this instant."""
    if op == "hello":
        return {"result": {"protocol": 1, "adapter": kind.NAME, "version": kind.VERSION, "sdk": kind.SDK,
                           "capabilities": kind.CAPABILITIES}}
    if op == "stop":
        return {}
    if op == "launch":
        host.answers = dict(args.get("answers") or {})
        host.app = kind(host)
    elif op not in OPERATIONS:
        raise Refusal("unsupported", "the operation %s is not offered" % op)
    elif host.app is None:
        raise Refusal("failed", "the app is not launched")
    app = host.app
    result = None
    if op == "launch":
        app.launch(args)
    elif op == "call":
        result = app.call(args.get("api") or "", args)
    elif op == "wake":
        host.give_up_late()
        host.work()
        app.wake()
    elif op == "resume":
        host.resume(args["request"])
    elif op == "lifecycle":
        if args["to"] != "suspended":
            host.give_up_late()
            host.work()
        app.lifecycle(args["to"])
    elif op == "answers":
        host.answers.update(args)
    elif op == "user":
        host.answer(args["kind"], args["action"], args.get("identity"))
    elif op == "tokens":
        app.tokens(args["do"], args["identity"])
    elif op == "file":
        result = app.file(args)
    elif op == "device":
        app.device(args)
    elif op == "openURL":
        app.open_url(args)
    elif op == "complete":
        app.complete(args["callback"], args.get("result"))
    else:
        raise Refusal("unsupported", "the operation %s is not offered" % op)
    host.work()
    if isinstance(result, Pending):
        return {"result": result.result} if result.finished else {"returned": False}
    return {"result": result}


def main(kind):
    """Serves over the socket that the arguments or the environment name, else over standard input and output."""
    arguments = sys.argv[1:] or [os.environ.get("MAMCONFORM_CONNECT"), os.environ.get("MAMCONFORM_TOKEN")]
    address, token = (arguments + [None])[:2]
    channel = connect(address, token or "") if address else Channel()
    while serve(kind, channel):
        pass
    os._exit(0)
