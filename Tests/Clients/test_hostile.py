"""Ten thousand broken requests, on raw sockets and with a good token: the service stays alive, and takes no more
memory."""

import http.client
import json
import os
import random
import socket
import ssl
import unittest
import urllib.parse

from mutations import Mutator
from service import WORLD, Service, request

COUNT = int(os.environ.get("HOSTILE_REQUESTS", "10000"))
#: How much more memory the service may have at the end than after the first fifth, in KiB.
GROWTH = 24 * 1024

PATHS = ["/locate", "/contoso/oauth2/v2.0/token", "/enroll", "/checkin", "/unenroll", "/telemetry", "/v1.0/users",
         "/v1.0/deviceAppManagement/iosManagedAppProtections?$filter=", "/beta/deviceAppManagement/managedAppPolicies",
         "/contoso/v2.0/.well-known/openid-configuration", "/common/userrealm/x", "/devicelogin",
         "/contoso/oauth2/v2.0/authorize?client_id=shell", "/_mam/faults/none", "/_mam/journal?limit=1", "/", "*"]
BODIES = [b"{}", b'{"identity":"ana@contoso.com"}', b"[" * 2000, b'{"a":' * 500, b'"\\ud800"', b"\x00\xff\xfe",
          b"grant_type=password&client_id=shell&username=%ZZ&password=&scope=", b"a=" + b"%41" * 3000, b"{\"a\":1e999}",
          b'{"enrollmentId":"e1","policyVersion":{}}', b"1" * 5000, b""]


APPS = "deviceAppManagement"
TARGET = {"target": {"@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": "staff"}}
APP = {"mobileAppIdentifier": {"@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": "com.contoso.docs"}}
QUERIES = [
    "$filter=displayName eq 'baseline' and not (createdDateTime lt 2020-06-04T09:00:00Z or version ne null)",
    "$filter=startswith(displayName,'a') or contains(tolower(id),'b') and displayName in ('x','y')", "$count=true&$top=1",
    "$select=id,displayName&$orderby=displayName desc,id", "$expand=apps($select=id;$top=2),assignments", "$search=\"displayName:a\"",
    "$filter=isof('microsoft.graph.iosManagedAppProtection') and length(displayName) gt 3", "$top=2&$skip=1", "$skiptoken=5b315d",
    "$expand=memberOf($filter=displayName eq 'staff';$levels=2)", "$apply=x&$format=json",
    "$filter=assignments/any(a:a/target/groupId eq 'staff') or apps/all(x:x/id ne null and apps/any(y:y/id eq x/id))",
    "$filter=" + "".join(f"apps/any(x{n}:" for n in range(12)) + "true" + ")" * 12, "$filter=" + "not (" * 60 + "true" + ")" * 60, ""]
#: Every resource and action of Graph: the method, the path below the version, the body.
GRAPH = [("GET", path, None) for path in [
    "users", "users/ana", "users/ana@contoso.com/managedAppRegistrations", "users('ana')/memberOf", "users/ana/transitiveMemberOf",
    "users/ana/licenseDetails", "users/ana/managedDevices", "users/ana/getManagedAppPolicies", "me", "groups", "groups/staff/members",
    "subscribedSkus", "organization", "deviceManagement/managedDevices", "users/$count", f"{APPS}/managedAppPolicies",
    f"{APPS}/iosManagedAppProtections", f"{APPS}/iosManagedAppProtections/baseline/apps", f"{APPS}/managedAppStatuses",
    f"{APPS}/iosManagedAppProtections/baseline/assignments", f"{APPS}/iosManagedAppProtections('baseline')/deploymentSummary",
    f"{APPS}/targetedManagedAppConfigurations", f"{APPS}/managedAppRegistrations", f"{APPS}/mobileAppConfigurations",
    f"{APPS}/managedAppRegistrations/e1/appliedPolicies", f"{APPS}/managedAppRegistrations/e1/intendedPolicies",
    f"{APPS}/managedAppRegistrations/e1/operations", f"{APPS}/managedAppStatuses('userstatus')",
    f"{APPS}/managedAppRegistrations/getUserIdsWithFlaggedAppRegistration"]] + [
    ("POST", f"{APPS}/iosManagedAppProtections", {
        "@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "new", "pinRequired": True, "minimumPinLength": 4,
        "periodOfflineBeforeAccessCheck": "PT12H", "allowedDataStorageLocations": ["sharePoint"], "apps": [APP]}),
    ("POST", f"{APPS}/targetedManagedAppConfigurations", {"displayName": "c", "customSettings": [{"name": "a", "value": "b"}]}),
    ("POST", f"{APPS}/managedAppPolicies", {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "any"}),
    ("PATCH", f"{APPS}/iosManagedAppProtections/baseline", {"displayName": "b", "pinRequired": False, "minimumPinLength": 9}),
    ("POST", f"{APPS}/iosManagedAppProtections/baseline/assign", {"assignments": [TARGET]}),
    ("POST", f"{APPS}/iosManagedAppProtections/baseline/targetApps", {"apps": [APP], "appGroupType": "selectedPublicApps"}),
    ("POST", f"{APPS}/iosManagedAppProtections/baseline/apps", APP), ("DELETE", f"{APPS}/iosManagedAppProtections/baseline", None),
    ("DELETE", f"{APPS}/iosManagedAppProtections/baseline/apps/com.contoso.docs.ios", None),
    ("POST", f"{APPS}/managedAppRegistrations/e1/operations", {"displayName": "note", "state": "seen"}),
    ("POST", "users", {"displayName": "n", "userPrincipalName": "new@contoso.com", "mailNickname": "n", "accountEnabled": True,
                       "passwordProfile": {"password": "p", "forceChangePasswordNextSignIn": False}}),
    ("PATCH", "users/ben", {"displayName": "Ben", "jobTitle": None, "businessPhones": ["1"], "accountEnabled": True}),
    ("POST", "users/ana/assignLicense", {
        "addLicenses": [{"skuId": "061f9ace-7d42-4136-88ac-31dc755f143f", "disabledPlans": []}], "removeLicenses": []}),
    ("POST", "users/ana/wipeManagedAppRegistrationsByDeviceTag", {"deviceTag": "phone"}), ("DELETE", "users/eve", None),
    ("POST", "users/ben/revokeSignInSessions", {}), ("POST", "groups", {
        "displayName": "g", "mailEnabled": False, "mailNickname": "g", "securityEnabled": True,
        "members@odata.bind": ["https://graph.microsoft.com/v1.0/users/ana"]}),
    ("PATCH", "groups/staff", {"description": "d"}), ("DELETE", "groups/staff", None),
    ("POST", "groups/staff/members/$ref", {"@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/o-eve"}),
    ("DELETE", "groups/staff/members/ben/$ref", None)]
WITH_BODY = [one for one in GRAPH if one[2] is not None]
MATCH = {"endpoint": "locate", "identity": "ana@contoso.com", "tenant": "contoso", "from": 0, "until": "9999-01-01T00:00:00Z",
         "status": "2xx", "path": "/loc*", "outcome": "answered", "code": None, "fault": "*"}
#: Every operation of the control API, likewise.
CONTROL = [("GET", path, None) for path in [
    "", "clock", "registrations", "faults", "faults/f1", "journal/1", "snapshot?secrets=true", "journal?limit=5&after=1&status=2xx&endpoint=graph&from=0", "held",
    "journal.har?tenant=contoso&identity=ana@contoso.com", "snapshot"]] + [
    ("PUT", "clock", {"now": "2020-06-05T00:00:00Z"}), ("POST", "clock/advance", {"by": "PT1H"}),
    ("POST", "reset", {"tenant": "contoso", "empty": False}), ("POST", "seed", {
        "tenants": {"adatum": {"accessTokenSeconds": 60, "domains": ["adatum.com"]}},
        "users": {"ada": {"upn": "ada@adatum.com", "tenant": "adatum", "licences": ["ems"]}},
        "groups": {"few": {"members": ["ada"], "tenant": "adatum"}}, "apps": {"mail": {"bundleId": "com.contoso.mail"}},
        "policies": {"p": {"assign": ["few"], "apps": ["mail"], "settings": {"pinRequired": True, "minimumPinLength": 4}}},
        "configurations": {"c": {"assign": ["few"], "apps": ["mail"], "settings": {"n": 1}, "default": True}},
        "licences": {"ems": {"servicePlans": ["INTUNE_A"], "units": 5}}, "clients": {"tool": {"secret": "s", "roles": []}},
        "mdmDevices": {"pad": {"user": "ana", "configurations": {"mail": {"a": 1}}}}}),
    ("POST", "seed", WORLD.read_text()),
    ("PATCH", "tenants/contoso", {"enabled": True, "accessTokenSeconds": 86400, "refreshTokenSeconds": None}),
    ("PATCH", "users/ben", {"licensed": True, "password": "ben-secret", "conditionalAccess": "mfa", "account": "locked",
                            "signInError": {"error": "server_error", "status": 500, "times": 1, "number": 5, "claims": {}}}),
    ("POST", "registrations", {"identity": "ana", "bundleId": "mail", "set": "reenroll"}),
    ("POST", "devicecodes/ABC", {"user": "ana", "approve": True}),
    ("POST", "faults", {"fault": {"kind": "status", "status": 503, "retryAfter": 5, "body": {}}, "endpoint": "locate", "after": 1,
                        "times": 2, "probability": 0.5, "seed": 7, "id": "x", "from": 0, "method": "post"}),
    ("POST", "faults", {"matrix": {"endpoints": ["locate", "graph"], "faults": [
        "lost", "outOfOrder", {"kind": "delay", "milliseconds": 5}, {"kind": "chunks", "bytes": 3, "milliseconds": 1},
        {"kind": "dateSkew", "milliseconds": -5}, "certificateExpired", "duplicate"]}, "times": 1}),
    ("POST", "journal/expect", {"match": MATCH, "atLeast": 1, "atMost": 5}), ("POST", "journal/never", {"match": MATCH, "within": 5}),
    ("POST", "journal/wait", {"match": MATCH, "count": 1, "timeoutMilliseconds": 1}), ("POST", "held/1", {"do": "drop"}),
    ("POST", "holds", {"endpoint": "locate", "instance": "phone/com.contoso.docs", "n": 2, "point": "applied"}),
    ("POST", "journal/order", {"matches": [MATCH, {"body": {"json": {"a[0].b": 1}, "matches": "a+(b|c){2,3}$"}}]}),
    ("PUT", "faults/x", {"fault": {"kind": "stub", "text": "x", "milliseconds": 1}, "headers": {"a": {"contains": "b"}}}),
    ("PATCH", "faults/x", {"enabled": False, "priority": 3, "query": {"a": {"absent": True}}, "endpoint": None}),
    ("POST", "faults", {"fault": {"kind": "delay", "milliseconds": {
        "distribution": "lognormal", "median": 5, "sigma": 0.5, "from": 1, "to": 9}}, "body": {"form": {"a": "b"}}}),
    ("DELETE", "faults/x", None), ("DELETE", "faults", None), ("DELETE", "journal", None)]
#: What an app says, and what sign-in is told, likewise; a string is a form.
APP_REQUESTS = [
    ("POST", "/enroll", {"identity": "ana@contoso.com", "bundleId": "com.contoso.docs", "deviceTag": "phone", "appVersion": "1",
                         "sdkVersion": "12.6.1", "edition": "2019-01", "deviceName": "p", "platformVersion": "13"}),
    ("POST", "/checkin", {"enrollmentId": "e1", "policyVersion": "p1.1"}), ("POST", "/locate", {"identity": "ana@contoso.com"}),
    ("POST", "/unenroll", {"enrollmentId": "e1", "reason": "wipe", "wipeId": "w1"}), ("POST", "/telemetry", {"events": [{}]}),
    ("POST", "/contoso/oauth2/v2.0/token",
     "grant_type=password&client_id=shell&username=ana@contoso.com&password=ana-secret&scope=openid+mam&client_info=1"),
    ("POST", "/contoso/oauth2/v2.0/token", "grant_type=device_code&client_id=shell&device_code=dc1"),
    ("POST", "/contoso/oauth2/v2.0/devicecode", "client_id=shell&scope=mam"),
    ("POST", "/contoso/oauth2/v2.0/authorize", "client_id=shell&redirect_uri=http://localhost:8400/&response_type=code&scope=mam"
     "&username=ana@contoso.com&password=ana-secret&response_mode=form_post&state=s&nonce=n&code_challenge=c"),
    ("POST", "/devicelogin", "otc=ABC&username=ana@contoso.com&password=ana-secret"),
    ("GET", "/common/userrealm/ana@contoso.com?api-version=1.0", None), ("GET", "/common/oauth2/v2.0/logout?x=http://a/", None),
    ("GET", "/common/discovery/instance?authorization_endpoint=https://login.microsoftonline.com/common/oauth2/v2.0/authorize", None)]


class Generator:
    """Requests that were right once."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def request(self):
        chance = self.chance
        method = chance.choice([b"GET", b"POST", b"PATCH", b"DELETE", b"HEAD", b"OPTIONS", b"PUT", b"BREW", b"get"])
        path = chance.choice(PATHS).encode()
        body = chance.choice(BODIES)
        headers = [b"Host: localhost", b"Content-Length: %d" % len(body),
                   chance.choice([b"Content-Type: application/json", b"Authorization: Bearer " + b"x" * chance.randrange(3000),
                                  b"Authorization: Basic !!", b"Expect: 100-continue", b"Connection: close",
                                  b"If-Match: \"", b"Prefer: odata.maxpagesize=-1", b"Cookie: a=b"])]
        whole = b"%s %s HTTP/1.1\r\n%s\r\n\r\n%s" % (method, path, b"\r\n".join(headers), body)
        for _ in range(chance.randrange(4)):
            whole = self.mutate(whole)
        return whole

    def mutate(self, whole):
        chance = self.chance
        place = chance.randrange(len(whole) + 1)
        kind = chance.randrange(11)
        if kind == 0:
            return whole[:place]
        if kind == 1:
            return whole[:place] + chance.randbytes(chance.randrange(40)) + whole[place:]
        if kind == 2:
            return whole[:place] + whole[place + chance.randrange(40):]
        if kind == 3:
            return whole.replace(b"HTTP/1.1", chance.choice([b"HTTP/9.9", b"HTTP/1.0", b"", b"HTTP/1.1 x"]), 1)
        if kind == 4:
            return whole.replace(b"Content-Length: ", b"Content-Length: " + chance.choice([b"-", b"9" * 30, b"0x", b"1, "]), 1)
        if kind == 5:
            return whole.replace(b"Host:", b"Transfer-Encoding: chunked\r\nHost:", 1) + chance.choice(
                [b"0\r\n\r\n", b"ffffffffffffffffff\r\n", b"5\r\nabc", b"-1\r\n\r\n", b"1;x=y\r\na\r\n0\r\n\r\n"])
        if kind == 6:
            return whole.replace(b"\r\n\r\n", b"\r\nX-Large: " + b"a" * chance.choice([100, 30000, 70000]) + b"\r\n\r\n", 1)
        if kind == 7:
            return whole.replace(b" ", b" /" + b"%2e%2e/" * chance.randrange(400), 1)
        if kind == 8:
            return whole.replace(b"\r\n", b"\n", chance.randrange(5))
        if kind == 9:
            return whole.replace(b"\r\n", b"\r\n" + b"A: b\r\n" * chance.randrange(300), 1)
        return whole * 2


class Hostile(unittest.TestCase):
    def send(self, port, data, context=None):
        """Sends bytes, and reads a little of whatever comes, without patience."""
        with socket.create_connection(("127.0.0.1", port), timeout=5) as plain:
            plain.settimeout(0.02)
            connection = plain
            try:
                if context:
                    plain.settimeout(2)
                    connection = context.wrap_socket(plain, server_hostname="localhost")
                    connection.settimeout(0.02)
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR) if not context else None
                return connection.recv(4096)
            except (OSError, ValueError):
                return None

    def test_broken_requests_do_no_harm(self):
        generator = Generator(1)
        # A journal that is full before the first look at the memory.
        with Service("--journal-entries", "500") as service:
            ports = [int(url.rsplit(":", 1)[1]) for url in (service.http, service.https)]
            context = ssl.create_default_context(cafile=service.ca)
            descriptors = f"/proc/{service.process.pid}/fd"
            started = None
            for number in range(COUNT):
                data = generator.request()
                kind = number % 20
                if kind < 16:
                    answer = self.send(ports[0], data)
                elif kind < 18:
                    # Plain text, or noise, at the port of TLS.
                    answer = self.send(ports[1], data if kind == 16 else b"\x16\x03\x01" + data[:200])
                elif kind == 18:
                    answer = self.send(ports[1], data, context)
                else:
                    # Greetings of TLS at the plain port.
                    answer = self.send(ports[0], b"\x16\x03\x01\x02\x00\x01\x00" + data[:500])
                if answer and answer.startswith(b"HTTP/1.1 5"):
                    # The one failure of the server that is the client's doing (RFC 9110, 15.6.6).
                    self.assertEqual(answer[9:12], b"505", (data[:300], answer[:300]))
                if number == COUNT // 5:
                    started = service.memory()
            self.endless_bodies(ports[0])
            self.assertLess(service.memory() - started, GROWTH)
            self.assertLess(len(os.listdir(descriptors)), 60)
            answer = request("POST", f"{service.http}/locate", {"identity": "ana@contoso.com"})
            self.assertEqual(answer.status, 200)
            answer = request("POST", f"{service.https}/locate", {"identity": "ana@contoso.com"}, ca=service.ca)
            self.assertEqual(answer.status, 200)

    def endless_bodies(self, port):
        """Bodies without an end are cut off after some megabytes."""
        for head, piece in ((b"Content-Length: 99999999999", b"a" * 65536),
                            (b"Transfer-Encoding: chunked", b"10000\r\n" + b"a" * 65536 + b"\r\n")):
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                connection.sendall(b"POST /locate HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n")
                with self.assertRaises(OSError):
                    for _ in range(1024):
                        connection.sendall(piece)

    def test_half_requests_hold_nothing_up(self):
        with Service() as service:
            port = int(service.http.rsplit(":", 1)[1])
            halves = []
            for number in range(300):
                half = socket.create_connection(("127.0.0.1", port))
                half.sendall(b"POST /locate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"[:20 + number % 40])
                halves.append(half)
            answer = request("POST", f"{service.http}/locate", {"identity": "ana@contoso.com"})
            self.assertEqual(answer.status, 200)
            for half in halves:
                half.close()


class BehindSignIn(unittest.TestCase):
    """Requests that get through to the rules, with a value, a query or a path that is wrong."""

    ADMINISTRATOR = "administrator-token"
    CONTROL = "control-token-of-tests"
    #: After so many requests the service starts again from its seed, so that it does not only fill up.
    ROUND = 100

    def setUp(self):
        self.chance = random.Random(2)
        self.mutator = Mutator(self.chance)
        self.connection = None

    def test_mutated_requests_do_no_harm(self):
        with Service("--journal-entries", "500", "--admin-token", self.ADMINISTRATOR,
                     "--control-token", self.CONTROL) as service:
            self.port = int(service.http.rsplit(":", 1)[1])
            started = None
            statuses = {}
            for number in range(COUNT):
                if number % self.ROUND == 0:
                    self.begin()
                    if number >= COUNT // 5:
                        started = started or service.memory()
                for line in self.one(number):
                    statuses[line] = statuses.get(line, 0) + 1
            self.begin()
            self.assertLess(service.memory() - started, GROWTH, statuses)
            # Requests that are all refused at the door would find nothing.
            for group in ("graph", "control", "app"):
                self.assertGreater(statuses.get((group, 2), 0), COUNT // 50, statuses)
                self.assertGreater(statuses.get((group, 4), 0), COUNT // 50, statuses)

    def begin(self):
        """Back to the seed, with a user who has signed in and enrolled."""
        self.assertEqual(self.send("DELETE", "/_mam/faults", None, self.ADMINISTRATOR)[0], 204)
        self.assertEqual(self.send("POST", "/_mam/reset", b"{}", self.ADMINISTRATOR)[0], 200)
        self.assertEqual(self.send("POST", "/_mam/seed", WORLD.read_bytes(), self.ADMINISTRATOR)[0], 200)
        self.token = self.sign_in("mam+offline_access")
        self.graph_token = self.sign_in(
            "User.ReadWrite.All+Group.ReadWrite.All+DeviceManagementApps.ReadWrite.All+Directory.Read.All")
        enroll = json.dumps(APP_REQUESTS[0][2]).encode()
        self.assertEqual(self.send("POST", "/enroll", enroll, self.token)[0], 200)

    def sign_in(self, scope):
        """An access token of a user."""
        form = f"grant_type=password&client_id=shell&username=ana@contoso.com&password=ana-secret&scope={scope}"
        status, _, body = self.send("POST", "/contoso/oauth2/v2.0/token", form.encode(), None)
        self.assertEqual(status, 200, body)
        return json.loads(body)["access_token"]

    def one(self, number):
        """Sends one request; yields what it was and the class of its status."""
        group = ("graph", "graph", "control", "app")[number % 4]
        if group == "graph":
            method, path, body = self.chance.choice(self.chance.choice([GRAPH, WITH_BODY]))
            path = f"/{self.chance.choice(['v1.0', 'beta'])}/{path}"
            query = self.chance.choice(QUERIES) if method == "GET" else ""
            bearer = self.chance.choice([self.graph_token, self.ADMINISTRATOR])
        elif group == "control":
            method, path, body = self.chance.choice(CONTROL)
            path, _, query = f"/_mam/{path}".partition("?")
            bearer = self.ADMINISTRATOR
        else:
            method, path, body = self.chance.choice(APP_REQUESTS)
            path, _, query = path.partition("?")
            bearer = self.token
        if group == "control" and path == "/_mam/snapshot":
            answer = self.send("GET", path + ("?" + query if query else ""), None, bearer)
            query = ""
            method, body = "PUT", json.loads(answer[2])
        # Some stay right, so that the others meet a state that has come about.
        kinds = [kind for kind, there in (("none", True), ("body", body), ("body", body), ("query", query), ("path", True)) if there]
        kind = self.chance.choice(kinds)
        if kind == "query":
            query = self.mutator.text(query)
        if kind == "path":
            path = self.mutator.path(path)
        content = self.content(body, kind == "body")
        target = urllib.parse.quote(path.encode(errors="replace"), safe="/%$()':@")
        if query:
            target += "?" + urllib.parse.quote(query.encode(errors="replace"), safe="%$()':@=&,;/")
        request_text = f"{number}: {method} {target[:300]} {content[:300] if content else b''}"
        is_waiting = target.startswith("/_mam/journal/") or target.startswith("/_mam/held")
        answer = self.send(method, target, content, bearer, may_wait=is_waiting, what=request_text)
        if group == "control" and method in ("POST", "PUT"):
            # What an order does to others is not to be taken for their own doing.
            self.after_order(path)
        if answer:
            status, headers, body = answer
            is_ordered = headers.get("x-mamconform-fault") or (group == "app" and "token" in target)
            if not is_ordered:
                self.assertLess(status, 500, (request_text, body[:300]))
            yield group, status // 100

    def content(self, body, is_changed):
        """The bytes of a body: a form, JSON, or something like it."""
        if body is None:
            return None
        if isinstance(body, str):
            return (self.mutator.text(body) if is_changed else body).encode(errors="replace")
        if is_changed and self.chance.random() < 0.1:
            return self.mutator.text(json.dumps(body)).encode(errors="replace")
        return json.dumps(self.mutator.value(body) if is_changed else body).encode()

    def after_order(self, path):
        if "fault" in path or "snapshot" in path:
            self.send("DELETE", "/_mam/faults", None, self.ADMINISTRATOR)
        if "clock" in path or "hold" in path or "snapshot" in path or "reset" in path:
            self.begin()

    def send(self, method, target, body, bearer, may_wait=False, what=None):
        """Sends a request on the connection that is open; None if no answer is owed and none comes."""
        headers = {"Content-Type": "application/json", "x-mamconform-control": self.CONTROL}
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        if self.chance.random() < 0.1:
            headers[self.chance.choice(["If-Match", "Prefer", "ConsistencyLevel", "client-request-id"])] = self.chance.choice(
                ["eventual", "\"p1-1\"", "W/\"x", "*", "odata.maxpagesize=2", "return=minimal", "x" * 2000, "odata.maxpagesize=99999999999"])
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.connection.timeout = 0.3 if may_wait else 10
        if self.connection.sock:
            self.connection.sock.settimeout(self.connection.timeout)
        try:
            self.connection.request(method, target, body, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.connection = None
            if may_wait:
                return None
            raise AssertionError(f"no answer to {what or target}: {error!r}") from error


if __name__ == "__main__":
    unittest.main()
