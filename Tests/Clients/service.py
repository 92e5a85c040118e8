"""The service as a process of its own, and its control API."""

import json
import os
import pathlib
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
BIN = pathlib.Path(os.environ.get("MAMCONFORM_BIN") or ROOT / ".build" / "debug")
WORLD = HERE / "world.yaml"

# Nothing here may go through a proxy.
_PLAIN = urllib.request.ProxyHandler({})


class Answer:
    """An HTTP answer: its status, its header and its body, read as JSON if it says that it is."""

    def __init__(self, status, headers, content):
        self.status = status
        self.headers = headers
        self.content = content
        is_json = headers.get("Content-Type", "").startswith("application/json")
        self.body = json.loads(content) if is_json else None

    def __repr__(self):
        return f"{self.status} {self.content[:500]!r}"


def request(method, url, body=None, *, form=None, headers=None, ca=None, timeout=30):
    """Sends a request, and returns the answer whatever its status; it is not redirected."""
    headers = dict(headers or {})
    data = None
    if form is not None:
        data = urllib.parse.urlencode(form).encode()
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
    elif body is not None:
        data = json.dumps(body).encode()
        headers.setdefault("Content-Type", "application/json")
    handlers = [_PLAIN, _NoRedirect()]
    if ca:
        handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca)))
    opener = urllib.request.build_opener(*handlers)
    asked = urllib.request.Request(url, data, headers, method=method)
    try:
        with opener.open(asked, timeout=timeout) as response:
            return Answer(response.status, response.headers, response.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, error.read())


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


class Service:
    """`mamconform serve` on ports of its own; ends with `stop` or `kill`."""

    def __init__(self, *options, seed=WORLD, start=None, folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix="mamconform-clients-")
        self._owns_folder = folder is None
        arguments = ["serve", "--port", "0", "--https-port", "0", "--clock", "virtual",
                     "--authority-folder", f"{self.folder}/authority"]
        if seed:
            arguments += ["--seed", str(seed)]
        if start:
            arguments += ["--start", start]
        environment = {name: value for name, value in os.environ.items() 
                       if name not in ("MAMCONFORM_ADMIN_TOKEN", "MAMCONFORM_CONTROL_TOKEN")}
        self.process = subprocess.Popen(
            [str(BIN / "mamconform"), *arguments, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=environment)
        line = self.process.stdout.readline()
        if not line:
            _, errors = self.process.communicate()
            raise AssertionError(f"the service did not start: {errors.strip()}")
        ready = json.loads(line)["ready"]
        self.http = ready["http"]
        self.https = ready["https"]
        self.ca = ready["ca"]
        self.graph = ready["graph"]
        self.location = ready["location"]
        self.authority = ready["authority"]
        self.control = Control(ready["control"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def kill(self):
        """Ends the service as a crash would."""
        self.process.kill()
        self._reap()

    def stop(self):
        """Ends the service in good order; it must not have complained. A note, such as how to begin, is not a complaint."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status, errors = self._reap()
        if self._owns_folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        errors = [line for line in errors.splitlines() if not line.startswith("mamconform serve: note: ")]
        assert status == 0 and not errors, f"the service ended with status {status}: {errors}"

    def _reap(self):
        try:
            _, errors = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
            errors += "\n(it did not end within 20 s)"
        return self.process.returncode, errors

    def memory(self):
        """The memory that is the service's own, in KiB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise AssertionError("the service is gone")

    # What an app's SDK says, without an SDK.

    def token(self, user=None, scope="mam offline_access", **form):
        """An access token: of a user by the password, or by whatever the form says."""
        if user:
            form = {"grant_type": "password", "client_id": "shell", "username": f"{user}@contoso.com",
                    "password": f"{user}-secret", **form}
        answer = request("POST", f"{self.http}/contoso/oauth2/v2.0/token", form={"scope": scope, **form})
        assert answer.status == 200, answer
        return answer.body["access_token"]

    def application_token(self, client="robot"):
        """A token of an application itself."""
        return self.token(grant_type="client_credentials", client_id=client, client_secret=f"{client}-secret",
                          scope="https://graph.microsoft.com/.default")

    def say(self, operation, token=None, **body):
        """A request to one of the app's operations."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return request("POST", f"{self.http}/{operation}", body, headers=headers)

    def enroll(self, user, token, app="mail", device="phone"):
        return self.say("enroll", token, identity=f"{user}@contoso.com", bundleId=f"com.contoso.{app}",
                        deviceTag=device, appVersion="1.0", sdkVersion="12.6.1", edition="2019-01")


class Control:
    """The control API."""

    def __init__(self, url):
        self.url = url

    def __call__(self, method, path, body=None, expect=(200, 201, 204)):
        answer = request(method, f"{self.url}/{path}", body)
        assert answer.status in expect, f"{method} {path}: {answer}"
        return answer.body

    def reset(self):
        self("POST", "reset", {})

    def advance(self, by):
        """Moves the clock on by milliseconds or a duration such as PT8H; answers the time."""
        return self("POST", "clock/advance", {"by": by})["now"]

    def now(self):
        return self("GET", "clock")["now"]

    def user(self, name, **members):
        self("PATCH", f"users/{name}", members)

    def fault(self, endpoint, fault, **members):
        return self("POST", "faults", {"endpoint": endpoint, "fault": fault, **members})

    def journal(self, **query):
        return self("GET", f"journal?{urllib.parse.urlencode(query)}")["entries"]


class ServiceCase(unittest.TestCase):
    """Tests with one service for all of a class, which each starts again from the seed."""

    #: Where the virtual clock begins; None: where the service lets it begin.
    start = None

    @classmethod
    def setUpClass(cls):
        cls.service = Service(start=cls.start)

    @classmethod
    def tearDownClass(cls):
        cls.service.stop()

    def setUp(self):
        self.control = self.service.control
        self.control.reset()


def now_text():
    """The machine's time as an ISO 8601 instant: for clients that compare tokens with their own clock."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
