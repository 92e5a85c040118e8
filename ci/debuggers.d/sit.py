"""A debug adapter client that sets a breakpoint at a function, sits there, and lets the program go on.

usage: sit.py PORT FILE FUNCTION SECONDS READY   (READY is a file that is made once the breakpoint is set)
"""

import json
import pathlib
import socket
import sys
import time


def main(port, file, function, seconds, ready):
    lines = pathlib.Path(file).read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.strip().startswith("def " + function)) + 1
    client = Client(int(port))
    client.request("initialize", clientID="sit", adapterID="debugpy", linesStartAt1=True, pathFormat="path")
    attached = client.send("attach", justMyCode=False)
    client.wait(lambda message: message.get("event") == "initialized")
    found = client.request("setBreakpoints", source={"path": file}, breakpoints=[{"line": line}])
    assert found["body"]["breakpoints"][0]["verified"], found
    client.request("configurationDone")
    client.wait(lambda message: message.get("request_seq") == attached)
    pathlib.Path(ready).touch()
    stopped = client.wait(lambda message: message.get("event") == "stopped")
    thread = stopped["body"]["threadId"]
    frame = client.request("stackTrace", threadId=thread, levels=1)["body"]["stackFrames"][0]
    print("stopped at %s, line %d of %s" % (frame["name"], frame["line"], pathlib.Path(file).name), flush=True)
    time.sleep(float(seconds))
    client.request("setBreakpoints", source={"path": file}, breakpoints=[])
    client.request("continue", threadId=thread)
    client.request("disconnect")


class Client:
    """Requests and what comes back, in the framing of the debug adapter protocol."""

    def __init__(self, port):
        for _ in range(600):
            try:
                self.stream = socket.create_connection(("127.0.0.1", port)).makefile("rwb")
                break
            except OSError:
                time.sleep(0.1)
        self.count = 0
        self.seen = []

    def send(self, command, **arguments):
        self.count += 1
        body = json.dumps({"seq": self.count, "type": "request", "command": command, "arguments": arguments}).encode()
        self.stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.stream.flush()
        return self.count

    def request(self, command, **arguments):
        number = self.send(command, **arguments)
        answer = self.wait(lambda message: message.get("request_seq") == number)
        assert answer["success"], answer
        return answer

    def wait(self, is_wanted):
        for index, message in enumerate(self.seen):
            if is_wanted(message):
                return self.seen.pop(index)
        while True:
            length = 0
            for line in iter(self.stream.readline, b"\r\n"):
                if not line:
                    sys.exit("the debugger has closed the connection")
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(self.stream.read(length))
            if is_wanted(message):
                return message
            self.seen.append(message)


main(*sys.argv[1:])
