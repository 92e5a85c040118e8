"""The SDK in one process of an app."""

import json
import os

from sdk.checkin import CheckIn
from sdk.configuration import Configuration
from sdk.enrollment import Enrollment
from sdk.files import Files
from sdk.identities import Identities
from sdk.launch import Launch
from sdk.leaving import Leaving
from sdk.links import Links
from sdk.names import same
from sdk.policy import Policy
from sdk.presentation import Presentation
from sdk.protection import Protection
from sdk.registration import Registration
from sdk.remediation import Remediation
from sdk.service import Service
from sdk.sharing import Sharing
from sdk.status import Status
from sdk.store import MAM_GROUP, Keychain, read_json, write_json
from sdk.switches import Switches
from sdk.telemetry import Telemetry
from sdk.timers import Timers
from sdk.tokens import Tokens

BOOLEANS = {"AutoEnrollOnLaunch", "MAMPolicyRequired", "MAMPolicyWarnAbsent", "MultiIdentity", "MAMTelemetryDisabled",
            "DebugSettingsEnabled", "VerboseLoggingEnabled"}


class SDK(Launch, Timers, Registration, Enrollment, CheckIn, Policy, Leaving, Status, Service, Tokens, Telemetry,
          Remediation, Identities, Switches, Links, Configuration, Sharing, Protection, Presentation):
    """What one process knows, and what survives it; each topic is a class of its own module.

    Operations are generators that yield what they wait for (`hosting.tasks`). There is no clock and no randomness: the
    time is `host.now`. The state is a dictionary, written as a whole before anything can be seen from outside.
    """

    def __init__(self, host, app, launch):
        self.host, self.app, self.args = host, app, launch
        self.edition = launch["edition"]
        self.settings = launch.get("settings") or {}
        self.managed = launch.get("managed") or {}
        self.extension = bool(launch.get("extension"))
        self.bundle = launch["bundleId"]
        self.launched_at = host.now

        # What survives the process: who is registered, who is enrolled, whose unenrollment is under way, overrides of
        # authority and client, keychain groups in use, and what the app has set. Others are added when they are needed:
        # "first" (departures that began before the last one), "again" (an unenrollment that is to be repeated),
        # "compliance" (the queue of remediations), "owners" (of files), "telemetry", "testPolicy" and "testWipe".
        self.path = os.path.join(launch["dataFolder"], "sdk-state.json")
        self.dirty = False
        self.state = {"accounts": [], "enrollment": None, "departure": None, "overrides": {}, "groups": [],
                      "colors": {}, "defaults": {}, **read_json(self.path, {})}
        self.keychain = Keychain(launch["sharedFolder"])
        self.published = None
        self.parent = self.find_parent() if self.extension else None  # the app of an extension
        self.files = Files(launch["dataFolder"], launch["sharedFolder"], self.state, self.touch, self.data_key,
                           "%s %s %s" % (host.seed, self.bundle, host.now))

        # Launch and policy
        self.started = False  # the app has, after what may withhold it
        self.test_policy = self.state.get("testPolicy") if self.setting("DebugSettingsEnabled") else None
        self.was_managed = self.enrolled is not None
        self.has_hooks = self.policy is not None  # else the first policy needs a restart

        # Enrollments, check-ins and departures
        self.enrolling = False  # a request to enroll is under way
        self.checking = None  # the enrollment that is checking in
        self.object_ids = {}
        self.left = set()  # users whose departure is over: leaving again is an unenroll request that fails (OQ-29)
        self.asked_to_add = False
        self.handlers = {"identitySwitchRequired": [], "addIdentity": []}  # which the app has kept to answer later

        # Tokens and telemetry
        self.access = {}
        self.library = None
        self.telemetry_host = (self.state["enrollment"] or {}).get("hosts", {}).get("telemetry")
        self.telemetry_waits = []

        # Remediation
        self.compliance = []
        self.compliance_runs = False
        self.compliance_done = False  # the process is to restart

        # Identities
        # Of the process, and of the app when the process last looked
        self.own_process_identity = self.seen = None if self.multi else self.enrolled
        self.threads = {}
        self.ui = {}
        self.busy = set()  # windows that are switching
        self.links = []

    def find_parent(self):
        """The app that an extension belongs to: the one with the longest identifier that its own begins with."""
        apps = self.keychain.read(MAM_GROUP).get("apps", {})
        if self.bundle in apps:
            return None
        return max((name for name in apps if self.bundle.startswith(name + ".")), key=len, default=self.bundle)

    def touch(self):
        """The state has changed, and has to be written."""
        self.dirty = True

    def flush(self):
        """Writes the state, if something has changed. The host calls it before anything can be seen from outside."""
        if self.dirty:
            self.dirty = False
            write_json(self.path, self.state)
            self.publish()

    def publish(self):
        """What an extension and the other apps may know, in the SDK's keychain group."""
        if self.parent:
            return
        enrollment = self.state["enrollment"]
        entry = {"identity": enrollment and enrollment["identity"], "policy": self.policy if enrollment else None,
                 "config": enrollment.get("config", []) if enrollment else [],
                 "accounts": [one["identity"] for one in self.state["accounts"]]}
        if entry == self.published:
            return
        self.published = json.loads(json.dumps(entry))
        self.note_group(MAM_GROUP)
        chain = self.keychain.read(MAM_GROUP)
        chain.setdefault("apps", {})[self.bundle] = entry
        self.keychain.write(MAM_GROUP, chain)

    def note_group(self, group):
        """Keeps which keychain groups the SDK has used."""
        if group not in self.state["groups"]:
            self.state["groups"].append(group)
            self.touch()

    def view(self):
        """The enrollment as this process knows it: an extension reads what its app has published."""
        if self.parent:
            entry = self.keychain.read(MAM_GROUP).get("apps", {}).get(self.parent)
            return entry if entry and entry.get("identity") else None
        return self.state["enrollment"]

    @property
    def enrolled(self):
        """The user who is enrolled, or None."""
        view = self.view()
        return view["identity"] if view else None

    @property
    def policy(self):
        """The policy in force, or None; test policies take precedence (OQ-77)."""
        view = self.view()
        if not view:
            return None
        return self.test_policy if self.test_policy is not None else view.get("policy")

    def setting(self, name):
        """A value of IntuneMAMSettings; some are yes or no, also as strings (OQ-79)."""
        value = self.settings.get(name)
        if name in BOOLEANS and not isinstance(value, (bool, list)):
            return value in ("YES", "true", "1")
        return value

    @property
    def multi(self):
        """True if the app may have several identities; otherwise the process has that of the enrolled user."""
        return bool(self.setting("MultiIdentity"))

    def account(self, identity):
        """The registration of a user, or None."""
        return next((one for one in self.state["accounts"] if same(one["identity"], identity)), None)
