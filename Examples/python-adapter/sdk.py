"""A small MAM SDK: enrollment, retries, policy refresh, deregistration and selective wipe.

The SDK does no input or output. What takes time is a generator that yields what it needs (a `Request` to the
service, a `Question` to the person at the device) and is sent the answer. It reads no clock: whoever hosts it
sets `now` before each call. So the same inputs give the same behaviour, at any speed.
"""

import json
from urllib.parse import urlencode

from files import fold
from kit import TIMED_OUT, UNREACHABLE

RETRY_INTERVAL_HOURS = 24
CHECK_IN_INTERVAL_HOURS = 8
REQUEST_TIMEOUT_SECONDS = 60

HOUR = 3_600_000  # milliseconds, as all instants here

STATUS_TEXT = {
    100: "New policies were received", 101: "The policies have not changed", 102: "A wipe was received",
    103: "No policy was received", 104: "The account was unenrolled", 200: "The account is not licensed",
    201: "An internal error occurred", 203: "The user must sign in", 204: "The location service failed",
    205: "The enrollment service failed", 206: "The response could not be read", 207: "No account was given",
    208: "The app is already enrolled", 212: "The policy service failed", 213: "The app is not enrolled",
    214: "The account is not the enrolled one", 215: "The account's data could not be cleared",
    216: "The operation took too long", 217: "The authentication library failed",
    218: "Another account must be removed first", 219: "The user cancelled the sign-in",
    220: "The policy record is gone", 221: "The user to enroll again is no longer enrolled",
    222: "The tenant is being migrated", 225: "No policy targets the user",
}
# Codes that later editions of the contract added; before, they are internal errors.
FIRST_EDITION = {220: "2016-12", 221: "2016-12", 222: "2020-01", 225: "2020-01"}

# What the error codes of the service mean, whatever the operation was.
SERVICE_ERRORS = {
    "BadRequest": 201, "invalid_grant": 203, "interaction_required": 203, "InvalidToken": 203,
    "AccountNotLicensed": 200, "LicensedNotTargeted": 225, "TenantMigration": 222, "TenantNotEnabled": 200,
    "UserNotFound": 204, "NotEnrolled": 104, "Gone": 220,
}
# What it means if a host does not answer, or not with one of these errors.
HOST_FAILURE = {"locate": 204, "token": 217, "enroll": 205, "checkin": 212, "unenroll": 205}

# The properties of IntuneMAMPolicy: first edition, name, value under a policy, value without one.
POLICY_PROPERTIES = [
    ("2016-09", "isPINRequired", lambda policy: policy.get("pinRequired", False), False),
    ("2016-09", "isManagedBrowserRequired",
     lambda policy: policy.get("managedBrowserToOpenLinksRequired", False), False),
    ("2016-09", "isContactSyncAllowed", lambda policy: not policy.get("contactSyncBlocked", False), True),
    ("2016-09", "isSpotlightIndexingAllowed",
     lambda policy: policy.get("allowedOutboundDataTransferDestinations", "allApps") == "allApps", True),
    ("2016-09", "isAppSharingAllowed",
     lambda policy: policy.get("allowedOutboundDataTransferDestinations", "allApps") != "none", True),
    ("2020-06", "isFileEncryptionRequired",
     lambda policy: policy.get("appDataEncryptionType", "useDeviceSettings") != "useDeviceSettings", False),
]


class Request:
    """A request to the service: yielded by a generator, which is then sent a `Response` or a reason for none."""

    def __init__(self, endpoint, url, body, token=None, form=False):
        self.endpoint = endpoint
        self.url = url
        self.headers = {"Content-Type": "application/x-www-form-urlencoded" if form else "application/json"}
        if token:
            self.headers["Authorization"] = "Bearer " + token
        self.body = (urlencode(body) if form else json.dumps(body)).encode()


class Question:
    """Something only the person can answer: the generator is sent `(action, identity)`."""

    def __init__(self, event, kind, **members):
        self.event = event
        self.kind = kind
        self.answered_by = kind if event == "prompt" else "dialog"  # the kind that the answer names
        self.members = members


class Failed(Exception):
    """An operation ended with a status code that is no success."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def same(one, other):
    """Identities are compared without regard to letter case."""
    return one is not None and other is not None and fold(one) == fold(other)


class SDK:
    """The enrollment manager and the policy manager of one app.

    `settings` are the arguments of the launch. `store` keeps `state` over a kill: `store.save()` is atomic. `app` is
    told what happens: `status`, `ask`, `notify`, `log`, `exit`. `files` deletes what a user owns. `spawn` starts a
    generator in the background.
    """

    def __init__(self, settings, store, files, app, spawn):
        self.settings = settings
        self.store = store
        self.files = files
        self.app = app
        self.spawn = spawn
        self.now = 0
        self.state = store.state
        self.state.setdefault("accounts", [])  # registered: identity, retryAt
        self.state.setdefault("enrollment", None)  # identity, id, hosts, policy, policyVersion, checkInAt
        self.state.setdefault("departure", None)  # an unenrollment that is under way; survives a kill
        self.state.setdefault("tokens", {})  # refresh tokens by folded identity
        self.waiting = []  # accounts to enroll, in order, one at a time
        self.is_enrolling = False
        self.is_checking_in = False
        self.process_identity = None
        self.thread_identities = {}
        self.has_hooks = self.policy is not None  # hooks take effect when the app starts with policy

    # The app's calls

    def registerAndEnrollAccount(self, identity):
        if not identity:
            self.report("enrollmentRequest", identity, 207)
        elif self.account(identity):
            self.app.log("warning", "The account is already registered; the call is ignored.")
        else:
            # The retry is due from now on, so that an attempt that a kill cuts short is made again in time.
            self.state["accounts"].append({"identity": identity, "retryAt": self.now + RETRY_INTERVAL_HOURS * HOUR})
            self.store.save()
            self.enqueue(identity, is_retry=False)

    def loginAndEnrollAccount(self, identity):
        self.spawn(self.login(identity))

    def deRegisterAndUnenrollAccount(self, identity, wipe):
        """A generator, because the call blocks until the token for the unenrollment is there."""
        if not identity:
            self.report("unenrollRequest", identity, 207)
            return
        self.state["accounts"] = [one for one in self.state["accounts"] if not same(one["identity"], identity)]
        self.store.save()
        if self.state["departure"] or not same(self.enrolled, identity):
            self.report("unenrollRequest", identity, self.not_enrolled_code)
            return
        self.begin_departure("deregister", wipe=wipe)
        token = yield from self.try_for_token(self.state["enrollment"])
        self.spawn(self.depart(token))

    def registeredAccounts(self):
        return [account["identity"] for account in self.state["accounts"]]

    def enrolledAccount(self):
        return self.enrolled

    def isIdentityManaged(self, identity):
        return same(self.enrolled, identity)

    def setProcessIdentity(self, identity):
        self.process_identity = identity

    def getProcessIdentity(self):
        return self.process_identity

    def setCurrentThreadIdentity(self, identity, thread):
        self.thread_identities[thread] = identity

    def getCurrentThreadIdentity(self, thread):
        return self.thread_identities.get(thread)

    def policyForIdentity(self, identity):
        policy = self.policy if same(self.enrolled, identity) else None
        edition = self.settings["edition"]
        properties = {
            name: free if policy is None else value(policy)
            for first, name, value, free in POLICY_PROPERTIES if first <= edition
        }
        return {"managed": policy is not None, **properties}

    # What the host of the SDK calls

    def identity_in_force(self, thread):
        """Who owns what a thread creates: None is not set and falls through, the empty text is nobody."""
        for identity in (self.thread_identities.get(thread), self.process_identity, self.enrolled):
            if identity is not None:
                return identity or None
        return None

    def launched(self):
        """The process is new: finishes an unenrollment that a kill cut short, then does what is overdue."""
        if self.state["departure"]:
            self.spawn(self.depart())
        else:
            self.do_what_is_due()

    def next_instant(self):
        """The earliest instant at which the SDK wants to run again, or None."""
        if self.state["departure"]:
            return None
        if self.state["enrollment"]:
            return None if self.is_checking_in else self.state["enrollment"]["checkInAt"]
        return min((account["retryAt"] for account in self.state["accounts"]), default=None)

    def do_what_is_due(self):
        if self.next_instant() is None or self.next_instant() > self.now:
            return
        if self.state["enrollment"]:
            self.spawn(self.check_in())
            return
        for account in self.state["accounts"]:
            if account["retryAt"] <= self.now:
                account["retryAt"] = self.now + RETRY_INTERVAL_HOURS * HOUR
                self.enqueue(account["identity"], is_retry=True)
        self.store.save()

    # Enrollment

    def enqueue(self, identity, is_retry):
        self.waiting.append((identity, is_retry))
        if not self.is_enrolling:
            self.is_enrolling = True
            self.spawn(self.enroll_waiting())

    def enroll_waiting(self):
        while self.waiting:
            identity, is_retry = self.waiting.pop(0)
            if not self.account(identity) or (is_retry and self.enrolled):
                continue
            yield from self.enroll(identity)
        self.is_enrolling = False

    def login(self, identity):
        if identity is None:  # the user by whom the device is managed is not asked for a name
            identity = (self.settings.get("managed") or {}).get("mdmUser")
        if identity is None:
            action, identity = yield Question("prompt", "userName", identity=None)
            if action != "enter":
                self.report("enrollmentRequest", identity, 219)
                return
        yield from self.enroll(identity, is_login=True)

    def enroll(self, identity, is_login=False, replaces=None):
        """One attempt and its one status callback. `replaces` is the enrollment that the service asks to renew."""
        try:
            if self.enrolled and not replaces:
                raise Failed(218 if self.state["departure"] else 208)
            token = yield from self.obtain_enrollment(identity, is_login, replaces)
        except Failed as failure:
            account = self.account(identity)
            if account:  # the interval counts from the end of the attempt
                account["retryAt"] = self.now + RETRY_INTERVAL_HOURS * HOUR
                self.store.save()
            self.report("enrollmentRequest", identity, failure.code)
            return
        self.is_checking_in = True
        outcome = yield from self.request_policy(token)
        self.is_checking_in = False
        self.report("enrollmentRequest", identity, 100 if outcome["code"] == 100 else 103)
        self.finish_policy_request(outcome)

    def obtain_enrollment(self, identity, is_login, replaces):
        """Locates, signs in and enrolls; returns the access token."""
        hosts = yield from self.ask_service(
            "locate", self.settings["location"] + "/locate", {"identity": identity},
            ["enrollment", "policy", "authority"])
        token = yield from self.access_token(identity, hosts, may_prompt=is_login)
        answer = yield from self.ask_service(
            "enroll", hosts["enrollment"] + "/enroll", {
                "identity": identity, "bundleId": self.settings["bundleId"], "deviceTag": self.settings["device"],
                "appVersion": self.settings["appVersion"], "sdkVersion": "1.0", "edition": self.settings["edition"],
            }, ["enrollmentId"], token)
        # Much may have happened while the response was on its way; at most one user may be enrolled.
        current = self.state["enrollment"]["id"] if self.state["enrollment"] else None
        is_wanted = is_login or self.account(identity)
        if current != replaces or not is_wanted or self.state["departure"]:
            yield from self.unenroll(hosts, answer["enrollmentId"], token, "deregister", None)
            raise Failed(221 if replaces else 208 if current else 214)
        if not self.account(identity):
            self.state["accounts"].append({"identity": identity, "retryAt": self.now})
        old = self.state["enrollment"] or {"policy": None, "policyVersion": None}
        self.state["enrollment"] = {
            "identity": identity, "id": answer["enrollmentId"], "hosts": hosts, "checkInAt": self.now,
            "policy": old["policy"], "policyVersion": None,
        }
        self.store.save()
        return token

    # Policy

    def check_in(self):
        self.is_checking_in = True
        outcome = yield from self.request_policy()
        self.is_checking_in = False
        self.finish_policy_request(outcome)

    def request_policy(self, token=None):
        """Asks for policy and puts the answer into force; what the app is told comes later."""
        enrollment = self.state["enrollment"]
        outcome = {"identity": enrollment["identity"], "replaces": enrollment["id"], "token": token, "changed": False}
        result = None
        try:
            if token is None:
                token = outcome["token"] = yield from self.access_token(enrollment["identity"], enrollment["hosts"])
            answer = yield from self.ask_service(
                "checkin", enrollment["hosts"]["policy"] + "/checkin",
                {"enrollmentId": enrollment["id"], "policyVersion": enrollment["policyVersion"]}, ["result"], token)
            result = answer["result"]
            codes = {"policy": 100, "unchanged": 101, "wipe": 102, "none": 103, "reenroll": None}
            if result not in codes or (result == "policy" and not isinstance(answer.get("policy"), dict)):
                raise Failed(206)
            outcome["code"] = codes[result]
        except Failed as failure:
            outcome["code"] = failure.code
        outcome["reenroll"] = result == "reenroll"
        if self.state["enrollment"] is not enrollment or self.state["departure"]:
            if not outcome["reenroll"]:
                outcome["code"] = self.not_enrolled_code
            return outcome
        enrollment["checkInAt"] = self.now + CHECK_IN_INTERVAL_HOURS * HOUR
        had_policy = enrollment["policy"] is not None
        if result == "policy":
            outcome["changed"] = answer["policy"] != enrollment["policy"]
            enrollment["policy"], enrollment["policyVersion"] = answer["policy"], answer.get("version")
        elif result == "none":
            enrollment["policy"] = enrollment["policyVersion"] = None
            outcome["changed"] = had_policy
        elif result == "wipe":
            self.begin_departure("wipe", wipe=True, wipe_id=answer.get("wipeId"))
        elif outcome["code"] == 220:  # the enrollment is gone at the service; the account stays registered
            self.drop_enrollment()
            outcome["changed"] = had_policy
        self.store.save()
        return outcome

    def finish_policy_request(self, outcome):
        if outcome["reenroll"]:
            if self.enrolled and not self.state["departure"]:
                self.spawn(self.enroll(outcome["identity"], replaces=outcome["replaces"]))
            else:
                self.report("enrollmentRequest", outcome["identity"], 221)
            return
        self.report("policyRequest", outcome["identity"], outcome["code"])
        if outcome["changed"]:
            self.post_policy_change()
        if outcome["code"] == 102:
            self.spawn(self.depart(outcome["token"]))
        elif self.policy is not None and not self.has_hooks:
            self.has_hooks = True
            self.spawn(self.restart())

    def restart(self):
        """The first policy takes effect after a restart: by the app, or by the SDK if the app leaves it to it."""
        if self.app.ask("restartApplication", thread="background") is not True:
            yield Question("dialog", "restart")
            self.app.exit()

    def post_policy_change(self):
        self.app.notify("IntuneMAMPolicyDidChangeNotification", "IntuneMAMPolicyManager")

    # Unenrollment

    def begin_departure(self, reason, wipe, wipe_id=None):
        """Writes down that the enrolled user leaves; from here on a kill delays it but cannot prevent it."""
        enrollment = self.state["enrollment"]
        self.state["departure"] = {
            "identity": enrollment["identity"], "id": enrollment["id"], "hosts": enrollment["hosts"],
            "reason": reason, "wipe": wipe, "wipeId": wipe_id,
        }
        self.state["accounts"] = [
            account for account in self.state["accounts"] if not same(account["identity"], enrollment["identity"])
        ]
        self.store.save()

    def depart(self, token=None):
        """Wipes, drops the policy, unenrolls. `token` is an access token, or the `Failed` that came of asking."""
        departure = self.state["departure"]
        identity = departure["identity"]
        if self.state["enrollment"]:
            if departure["wipe"]:
                is_done = self.app.ask("wipeDataForAccount", identity=identity, thread="background")
                if is_done is not True:
                    self.files.delete_owned_by(identity)
            had_policy = self.policy is not None
            self.drop_enrollment()
            self.store.save()
            if had_policy:
                self.post_policy_change()
        if token is None:
            token = yield from self.try_for_token(departure)
        if isinstance(token, Failed):
            code = token.code
        else:
            code = yield from self.unenroll(
                departure["hosts"], departure["id"], token, departure["reason"], departure["wipeId"])
        self.state["departure"] = None
        self.store.save()
        if self.app.answers.pop("failToClear", False):  # for this unenrollment alone
            code = 215
        self.report("unenrollRequest", identity, code)

    def unenroll(self, hosts, enrollment_id, token, reason, wipe_id):
        try:
            yield from self.ask_service(
                "unenroll", hosts["enrollment"] + "/unenroll",
                {"enrollmentId": enrollment_id, "wipeId": wipe_id, "reason": reason}, [], token)
        except Failed as failure:
            return failure.code
        return 104

    def drop_enrollment(self):
        """Nobody is enrolled any more: the accounts that are left wait for a whole interval."""
        self.state["enrollment"] = None
        for account in self.state["accounts"]:
            account["retryAt"] = self.now + RETRY_INTERVAL_HOURS * HOUR

    # Tokens

    def sign_in(self, identity, authority):
        """Trades the user's password for a refresh token, as the authentication library does."""
        yield from self.ask_for_token(
            authority, identity, {"grant_type": "password", "username": identity, "password": "secret"})

    def purge_tokens(self, identity):
        self.state["tokens"].pop(fold(identity), None)
        self.store.save()

    def access_token(self, identity, hosts, may_prompt=False):
        """A fresh access token; a person is asked at most once, and only if `may_prompt`."""
        try:
            refresh_token = self.state["tokens"].get(fold(identity))
            if refresh_token is None:
                raise Failed(203)
            return (yield from self.ask_for_token(
                hosts["authority"], identity, {"grant_type": "refresh_token", "refresh_token": refresh_token}))
        except Failed as failure:
            if failure.code != 203 or not may_prompt:
                raise
        action, entered = yield Question("prompt", "credentials", identity=identity, authority=hosts["authority"])
        if action != "enter":
            raise Failed(219)
        yield from self.sign_in(entered or identity, hosts["authority"])
        return (yield from self.access_token(identity, hosts))

    def try_for_token(self, enrollment):
        try:
            return (yield from self.access_token(enrollment["identity"], enrollment["hosts"]))
        except Failed as failure:
            return failure

    def ask_for_token(self, authority, identity, grant):
        client = self.settings["settings"].get("ADALClientId", "python-adapter")
        form = {**grant, "client_id": client, "scope": "mam"}
        answer = yield from self.ask_service(
            "token", authority + "/oauth2/v2.0/token", form, ["access_token"])
        if answer.get("refresh_token"):
            self.state["tokens"][fold(identity)] = answer["refresh_token"]
            self.store.save()
        return answer["access_token"]

    # Small things

    def ask_service(self, endpoint, url, body, needed, token=None):
        """Sends a request and reads the answer, an object with the `needed` members; else raises `Failed`."""
        response = yield Request(endpoint, url, body, token, form=endpoint == "token")
        if response is TIMED_OUT:
            raise Failed(216)
        if response is UNREACHABLE:
            raise Failed(HOST_FAILURE[endpoint])
        try:
            answer = json.loads(response.body)
        except ValueError:
            answer = None
        if response.status == 200:
            if isinstance(answer, dict) and all(name in answer for name in needed):
                return answer
            raise Failed(217 if endpoint == "token" else 206)
        # The service nests its error; RFC 6749 does not.
        error = answer.get("error") if isinstance(answer, dict) else None
        word = error.get("code") if isinstance(error, dict) else error
        raise Failed(SERVICE_ERRORS.get(word, HOST_FAILURE[endpoint]))

    def report(self, callback, identity, code):
        if code in FIRST_EDITION and self.settings["edition"] < FIRST_EDITION[code]:
            code = 201
        self.app.status(callback, identity, code, STATUS_TEXT[code])

    def account(self, identity):
        return next((one for one in self.state["accounts"] if same(one["identity"], identity)), None)

    @property
    def enrolled(self):
        return self.state["enrollment"]["identity"] if self.state["enrollment"] else None

    @property
    def policy(self):
        return self.state["enrollment"]["policy"] if self.state["enrollment"] else None

    @property
    def not_enrolled_code(self):
        return 214 if self.enrolled and not self.state["departure"] else 213
