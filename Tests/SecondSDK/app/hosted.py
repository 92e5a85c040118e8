"""The app: its delegates, and the operations of the protocol that become calls of the SDK."""

from app.buffers import Buffers
from app.calls import CALLS
from app.opened import OpenedFiles
from app.queues import Queues
from choices import CHOICES
from hosting.tasks import Pending, Refusal
from sdk.process import SDK


class App(Buffers, Queues, OpenedFiles):
    """One app with the SDK in it. `hosting.serving` calls a method for each operation."""

    NAME, VERSION, SDK = "second-sdk", "1.0", "second SDK 3.1.0"
    CAPABILITIES = [
        "held", "halt", "reuse", "lifecycle", "extension", "device", "keychain", "launchSettings", "testPolicies",
        "wipe", "sharedFiles", "dataProtection", "fileEncryption", "protectionLevels", "openFiles", "keychainGroups",
        "identity", "threads", "windows", "tasks", "openURL", "webViews", "sharing", "locations", "appConfig",
        "allowedAccounts", "compliance", "telemetry", "authLibraries", "colors", "splash", "diagnostics",
        "diagnosticUpload",
    ]
    REQUEST_TIMEOUT = CHOICES["timeout"] * 1000

    def __init__(self, host):
        self.host = host
        self.buffers = {}  # what the SDK has protected
        self.opened = {}  # files, by path
        self.queues = {}
        self.suspended = set()

    def launch(self, args):
        """The app starts: who has signed in before has tokens, then the SDK starts."""
        delegates = args.get("delegates") or {}
        self.delegates = {kind: True if delegates.get(kind, True) == "own" else delegates.get(kind, True)
                          for kind in ("enrollment", "policy")}
        self.sdk = SDK(self.host, self, args)
        self.host.before = self.sdk.flush
        for identity in args.get("signedIn") or []:
            self.host.spawn(self.sdk.sign_in(identity, None))
        self.host.work()
        self.sdk.start()

    # Delegates

    def implements(self, kind, method):
        """True if the app implements a method of a delegate."""
        methods = self.delegates[kind]
        return method in methods if isinstance(methods, list) else bool(methods)

    def status(self, callback, identity, code, text):
        """The enrollment delegate is told a status. From 2020-01 on it may do without the error string."""
        if self.implements("enrollment", callback):
            ok = code < 200
            new = self.sdk.edition >= "2020-01"
            self.host.event(callback, identity=identity, statusCode=code, didSucceed=ok,
                            errorString=None if new and not CHOICES["errors"] else text,
                            error=text if code == 201 or (CHOICES["errors"] and not ok) else None)

    def ask(self, callback, default=False, **members):
        """The scripted answer of a method of the policy delegate; None if the app does not implement it (OQ-26)."""
        answer = self.host.answers.get(callback, default)
        if answer == "unimplemented" or not self.implements("policy", callback):
            return None
        if callback in ("restartApplication", "wipeDataForAccount"):
            members["answered"] = answer
        self.host.event(callback, **members)
        return answer

    # Operations

    def next_instant(self):
        return self.sdk.next_instant()

    def wake(self):
        """The instant of `next_instant` has come."""
        self.sdk.due()

    def lifecycle(self, to):
        """What has fallen due while the app was suspended happens when it runs again."""
        if to != "suspended":
            self.sdk.due()

    def device(self, args):
        self.sdk.device(args)

    def tokens(self, do, identity):
        """The app's own sign-in, or its clearing of tokens."""
        if do == "signIn":
            self.host.spawn(self.sdk.sign_in(identity, None))
        else:
            self.sdk.purge(identity)

    def file(self, args):
        """The app uses a file, as the identity of the thread."""
        return self.sdk.files.do(args, self.sdk.file_owner(args.get("thread", "main")), self.sdk.flush)

    def open_url(self, args):
        self.sdk.open_url(args)

    def complete(self, callback, result):
        """The app calls a handler that it has kept."""
        handlers = self.sdk.handlers[callback]
        if not handlers:
            raise Refusal("missing", "no handler of %s is kept" % callback)
        handlers.pop(0)(result)

    def call(self, api, args):
        """A call of the SDK: those that need more than the SDK are methods `do_...`, the others are in `app.calls`."""
        sdk = self.sdk
        if sdk.edition >= "2020-06" and sdk.setting("VerboseLoggingEnabled"):
            self.host.event("log", level="verbose", message="call of " + api)
        method = getattr(self, "do_" + api, None)
        if method:
            return method(args)
        if api in CALLS:
            return CALLS[api](sdk, args)
        raise Refusal("unsupported", "the API %s is not offered" % api)

    def do_deRegisterAndUnenrollAccount(self, args):
        pending = Pending(self.host, "deRegisterAndUnenrollAccount")
        self.host.spawn(self.sdk.deregister(args.get("identity"), args.get("doWipe", False)),
                        on_end=lambda result: pending.finish())
        return pending

    def do_setUIPolicyIdentity(self, args):
        call = self.host.seq

        def done(result):
            self.host.event("completion", api="setUIPolicyIdentity", call=call, result=result, thread="main")
        self.sdk.set_ui_identity(args.get("identity"), args.get("window"), done)

    def do_setDelegate(self, args):
        kind, value = args["delegate"], args["value"]
        if value == "new":
            self.delegates[kind] = True
        elif value == "none" or kind == "enrollment":
            self.delegates[kind] = False

    def do_instance(self, args):
        return args.get("class") or "IntuneMAMEnrollmentManager"

    def do_sendDiagnosticInformation(self, args):
        call = self.host.seq
        self.host.spawn(self.sdk.upload(), on_end=lambda ok: self.host.event(
            "completion", api="sendDiagnosticInformation", call=call, result=ok, thread="main"))
