"""The debug adapter, driven by a client that others have written: dap-python, over TCP and over standard input and output.

Every message that it receives is validated by the client's own models (pydantic), and is an error if it does not fit them.
"""

import os
import re
import select
import socket
import subprocess
import time
import unittest

import dap.handler
from dap import Client
from dap.events import InitializedEvent, OutputEvent, StoppedEvent, TerminatedEvent
from dap.responses import EvaluateResponse, SetBreakpointsResponse, StackTraceResponse

class Bodiless:
    """What stands for a response that has no body."""

    @staticmethod
    def model_validate(body):
        return Bodiless()


# Version 0.5.0 holds the body of such a response against the model of the whole response: nothing that an adapter could
# send would fit.
for name, model in list(vars(dap.handler).items()):
    if isinstance(model, type) and issubclass(model, dap.handler.Response):
        if model not in (dap.handler.Response, dap.handler.ErrorResponse):
            setattr(dap.handler, name, Bodiless)


class Stopped:
    """The event of a stop; this version wants the numbers of breakpoints, which the protocol says are integers, as strings."""

    @staticmethod
    def model_validate(body):
        numbers = [str(number) for number in body.get("hitBreakpointIds", [])]
        return StoppedEvent.model_validate({**body, "hitBreakpointIds": numbers})


dap.handler.StoppedEvent = Stopped

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PROGRAM = os.path.join(os.environ.get("MAMCONFORM_BIN", os.path.join(ROOT, ".build/debug")), "mamconform")
RETRY = "enr-retry/after-every-failure[failure=location-reset]@2020-06"
SUITE = os.path.join(ROOT, "suites/enr-retry.yaml")
PATIENCE = 120


class Session:
    """A client with a connection: sends what it has to send, and keeps what it has received."""

    def __init__(self, read, write):
        self.client = Client("mamconform", client_id="test")
        self.read, self.write = read, write
        self.messages = []

    def wait(self, kind):
        """The next message of a kind that was not waited for yet."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.write(bytes(self.client.send()))
            for index, message in enumerate(self.messages):
                if isinstance(message, kind):
                    return self.messages.pop(index)
                # Nobody waits for what is never sent to a client whose request was refused.
                if isinstance(message, dap.handler.ErrorResponse):
                    raise AssertionError(f"{message.command} is refused: {message.message}")
            data = self.read(end - time.monotonic())
            if not data:
                raise AssertionError(f"the adapter has gone; no {kind.__name__}")
            for message in self.client.receive(data):
                self.messages.append(message)
        raise AssertionError(f"no {kind.__name__} came")

    def launch(self, **configuration):
        self.client.send_request("launch", configuration)
        self.wait(InitializedEvent)

    def begin(self):
        self.client.configuration_done()
        return self.wait(StoppedEvent)

    def evaluate(self, expression):
        self.client.evaluate(expression, context="repl")
        return self.wait(EvaluateResponse).result


class Adapter(unittest.TestCase):
    def over_standard_streams(self):
        process = subprocess.Popen(
            [PROGRAM, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
        self.addCleanup(process.wait, 30)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)

        def read(seconds):
            ready, _, _ = select.select([process.stdout], [], [], max(0, seconds))
            return os.read(process.stdout.fileno(), 65536) if ready else b""

        def write(data):
            if data:
                process.stdin.write(data)
                process.stdin.flush()

        return process, Session(read, write)

    def over_tcp(self, port):
        connection = socket.create_connection(("127.0.0.1", port))
        self.addCleanup(connection.close)

        def read(seconds):
            connection.settimeout(max(0.1, seconds))
            return connection.recv(65536)

        return connection, Session(read, connection.sendall)

    def listener(self):
        process = subprocess.Popen(
            [PROGRAM, "dap", "--listen", "0"], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.addCleanup(process.wait, 30)
        self.addCleanup(process.terminate)
        self.addCleanup(process.stdout.close)
        port = int(re.search(r":(\d+)$", process.stdout.readline()).group(1))
        return process, port

    def test_a_defect_is_found_over_standard_streams(self):
        process, session = self.over_standard_streams()
        session.launch(case=RETRY, defects=["retry-at-23h"], stopOnEntry=False)
        session.client.set_exception_breakpoints(["check-failed"], [], [])
        stop = session.begin()
        self.assertEqual(stop.reason, "exception")
        self.assertIn("no-result-before-24h", stop.description)
        self.assertIn("time passes until +23:00:00.000", session.evaluate("why"))
        session.client.step_back(thread_id=1)
        self.assertEqual(session.wait(StoppedEvent).reason, "step")
        session.client.disconnect()
        session.write(bytes(session.client.send()))
        self.assertEqual(process.wait(60), 0)

    def test_breakpoints_frames_and_time_over_tcp(self):
        _, port = self.listener()
        _, session = self.over_tcp(port)
        session.launch(case=RETRY)
        with open(SUITE, encoding="utf-8") as file:
            clear = next(n for n, line in enumerate(file, 1) if "- clearFaults: true" in line)
        session.client.set_breakpoints(
            {"path": SUITE}, [{"line": clear, "condition": "clock >= 47 h"}])
        self.assertTrue(session.wait(SetBreakpointsResponse).breakpoints[0].verified)
        session.begin()
        session.client.continue_(thread_id=1)
        self.assertEqual(session.wait(StoppedEvent).reason, "breakpoint")
        session.client.stack_trace(thread_id=1)
        self.assertEqual(session.wait(StackTraceResponse).stackFrames[0].line, clear)
        session.evaluate("goto 12 h")
        session.wait(StoppedEvent)
        self.assertEqual(session.evaluate("apps.mail.deadline"), "+24:00:00.000")

    def test_a_client_that_vanishes_leaves_nothing_behind(self):
        process, port = self.listener()
        connection, session = self.over_tcp(port)
        session.launch(case=RETRY, sut=os.path.join(os.path.dirname(PROGRAM), "mam-app"))
        session.begin()
        session.client.continue_(thread_id=1)
        session.write(bytes(session.client.send()))
        connection.close()
        # The next client is served, and the adapters of the first have ended.
        # Until then it is refused: there is one client at a time.
        for _ in range(100):
            _, second = self.over_tcp(port)
            try:
                second.launch(case=RETRY)
                break
            except AssertionError:
                time.sleep(0.1)
        second.begin()
        process.terminate()
        process.wait(30)
        left = subprocess.run(
            ["ps", "-o", "args=", "--ppid", str(process.pid)], capture_output=True, text=True)
        self.assertEqual(left.stdout.strip(), "")

    def test_standard_input_that_ends_ends_the_adapter(self):
        process, session = self.over_standard_streams()
        session.launch(case=RETRY)
        session.begin()
        process.stdin.close()
        self.assertEqual(process.wait(60), 0)


if __name__ == "__main__":
    unittest.main()
