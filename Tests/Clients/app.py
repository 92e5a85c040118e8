"""The simulated app as a process, driven over the step protocol."""

import json
import subprocess
import tempfile

from service import BIN


class App:
    """`mam-app`, with a folder of its own; every method is one message and its reply."""

    def __init__(self, service, user, name="mail", device="phone"):
        self.folder = tempfile.TemporaryDirectory(prefix="mamconform-app-")
        self.process = subprocess.Popen([str(BIN / "mam-app")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.control = service.control
        self.sequence = 0
        self.next = None
        self.say("hello", protocol=1, coordinator="Tests/Clients", seed=1)
        self.say("launch", app=name, device=device, bundleId=f"com.contoso.{name}", appVersion="1.0",
                 edition="2020-06", location=service.location, authority=service.authority,
                 dataFolder=f"{self.folder.name}/data", sharedFolder=f"{self.folder.name}/shared",
                 settings={}, signedIn=[user], answers={"restartApplication": True, "wipeDataForAccount": False})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()
        self.folder.cleanup()

    def say(self, operation, **arguments):
        """Sends a message at the service's time, and returns the events of the reply."""
        self.sequence += 1
        message = {"seq": self.sequence, "now": self.control.now(), "op": operation, "args": arguments}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        assert reply["seq"] == self.sequence and "error" not in reply, reply
        self.next = reply.get("next")
        self.result = reply.get("result")
        return reply.get("events", [])

    def call(self, api, **arguments):
        return self.say("call", api=api, **arguments)

    def sleep(self):
        """Moves the service's clock to the instant for which the SDK asks, and wakes it."""
        self.control("PUT", "clock", {"now": self.next})
        return self.say("wake")
