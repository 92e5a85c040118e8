"""Drives the adapter as the coordinator does, against a fake service."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

from .fake_service import FakeService

HOUR = 3_600_000
EPOCH = 1_591_261_200_000
ANA, BEN = "ana@contoso.com", "ben@contoso.com"
ADAPTER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "adapter.py")


class Process:
    """One adapter process and the messages to it."""

    def __init__(self, folder, url, **launch):
        self.process = subprocess.Popen(
            [sys.executable, ADAPTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sequence = 0
        self.folder = folder
        self.url = url
        self.settings = launch

    def write(self, operation, now, arguments, is_new=True):
        self.sequence += is_new
        message = {"seq": self.sequence, "now": now, "op": operation, "args": arguments}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def read(self):
        reply = json.loads(self.process.stdout.readline())
        assert reply["seq"] == self.sequence, reply
        return reply

    def send(self, operation, now=EPOCH, **arguments):
        self.write(operation, now, arguments)
        return self.read()

    def call(self, api, now=EPOCH, **arguments):
        return self.send("call", now, api=api, **arguments)

    def launch(self, now=EPOCH):
        self.send("hello", now, protocol=1, coordinator="test")
        return self.send(
            "launch", now, app="mail", device="phone", bundleId="com.contoso.mail", appVersion="1.0",
            location=self.url, authority=self.url + "/common", dataFolder=self.folder, sharedFolder=self.folder + "/shared",
            settings={}, **{"edition": "2020-06", "managed": {}, **self.settings})

    def kill(self):
        self.process.kill()
        self.close()

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def names(reply):
    return [event["event"] for event in reply["events"]]


def status(reply, name):
    return [event["statusCode"] for event in reply["events"] if event["event"] == name]


class AdapterTests(unittest.TestCase):
    def setUp(self):
        self.service = FakeService()
        self.addCleanup(self.service.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.processes = []
        self.addCleanup(lambda: [one.close() for one in self.processes if one.process.poll() is None])

    def start(self, now=EPOCH, **launch):
        process = Process(self.folder, self.service.url, **launch)
        self.processes.append(process)
        self.launch_reply = process.launch(now)
        return process

    def enrolled(self, **launch):
        process = self.start(**launch)
        process.send("tokens", do="signIn", identity=ANA)
        process.call("registerAndEnrollAccount", identity=ANA)
        self.service.requests.clear()
        return process

    def endpoints(self):
        seen = [endpoint for endpoint, _ in self.service.requests]
        self.service.requests.clear()
        return seen

    def test_enrollment_brings_policy_and_asks_for_a_restart(self):
        app = self.start()
        app.send("tokens", do="signIn", identity=ANA)
        reply = app.call("registerAndEnrollAccount", identity=ANA)
        self.assertEqual(self.endpoints(), ["token", "locate", "token", "enroll", "checkin"])
        self.assertEqual(
            names(reply), ["enrollmentRequest", "policyRequest", "notification", "restartApplication", "dialog"])
        self.assertEqual(status(reply, "enrollmentRequest"), [100])
        self.assertEqual(reply["next"], EPOCH + 8 * HOUR)
        self.assertEqual(app.call("enrolledAccount")["result"], ANA)
        self.assertEqual(app.call("registeredAccounts")["result"], [ANA])
        self.assertTrue(app.call("policyForIdentity", identity="ANA@contoso.com")["result"]["isPINRequired"])
        self.assertFalse(app.call("policyForIdentity", identity=BEN)["result"]["managed"])

    def test_events_say_how_many_requests_came_before_them(self):
        app = self.start(signedIn=[ANA])
        self.assertEqual(self.launch_reply["events"], [{"event": "appStarted", "sent": 1}])
        reply = app.call("registerAndEnrollAccount", identity=ANA)
        self.assertEqual([event["sent"] for event in reply["events"]], [4] * 5)

    def test_failed_enrollments_are_retried_every_24_hours_also_after_a_kill(self):
        self.service.scripted["enroll"] = [(503, {"error": {"code": "Down"}})] * 2
        app = self.start()
        app.send("tokens", do="signIn", identity=ANA)
        reply = app.call("registerAndEnrollAccount", identity=ANA)
        self.assertEqual(status(reply, "enrollmentRequest"), [205])
        self.assertEqual(reply["next"], EPOCH + 24 * HOUR)
        reply = app.call("registerAndEnrollAccount", EPOCH + HOUR, identity="Ana@contoso.com")
        self.assertEqual(names(reply), ["log"])
        reply = app.send("wake", EPOCH + 24 * HOUR)
        self.assertEqual(reply["next"], EPOCH + 48 * HOUR)
        app.kill()
        app = self.start(EPOCH + 47 * HOUR)
        self.assertEqual(self.launch_reply["next"], EPOCH + 48 * HOUR)
        app.kill()
        app = self.start(EPOCH + 50 * HOUR)
        self.assertEqual(status(self.launch_reply, "enrollmentRequest"), [100])

    def test_failures_of_each_host_have_codes_of_their_own(self):
        cases = [
            ("locate", (404, {"error": {"code": "UserNotFound"}}), 204), ("locate", None, 204),
            ("token", (400, {"error": "invalid_grant"}), 203), ("token", (500, "oops"), 217),
            ("enroll", (200, "{not json"), 206), ("enroll", (403, {"error": {"code": "AccountNotLicensed"}}), 200),
            ("enroll", (403, {"error": {"code": "LicensedNotTargeted"}}), 225), ("enroll", None, 205),
        ]
        app = self.start()
        app.send("tokens", do="signIn", identity=ANA)
        for endpoint, answer, code in cases:
            self.service.scripted[endpoint] = [answer]
            reply = app.call("registerAndEnrollAccount", identity=ANA)
            self.assertEqual(status(reply, "enrollmentRequest"), [code], endpoint)
            app.call("deRegisterAndUnenrollAccount", identity=ANA, doWipe=False)

    def test_a_second_account_waits_until_the_first_has_left(self):
        app = self.enrolled()
        app.send("tokens", do="signIn", identity=BEN)
        self.service.requests.clear()
        reply = app.call("registerAndEnrollAccount", identity=BEN)
        self.assertEqual(status(reply, "enrollmentRequest"), [208])
        self.assertEqual(self.endpoints(), [])
        reply = app.call("deRegisterAndUnenrollAccount", EPOCH + HOUR, identity=ANA, doWipe=False)
        self.assertEqual(status(reply, "unenrollRequest"), [104])
        self.assertNotIn("wipeDataForAccount", names(reply))
        self.assertEqual(reply["next"], EPOCH + 25 * HOUR)
        reply = app.send("wake", EPOCH + 25 * HOUR)
        self.assertEqual(status(reply, "enrollmentRequest"), [100])

    def test_policy_is_refreshed_every_8_hours(self):
        app = self.enrolled()
        reply = app.send("wake", EPOCH + 8 * HOUR)
        self.assertEqual(status(reply, "policyRequest"), [101])
        self.assertEqual(names(reply), ["policyRequest"])
        self.service.policy, self.service.version = {"pinRequired": False}, "2"
        self.service.scripted["checkin"] = [(503, {})]
        reply = app.send("wake", EPOCH + 16 * HOUR)
        self.assertEqual(status(reply, "policyRequest"), [212])
        self.assertEqual(reply["next"], EPOCH + 24 * HOUR)
        reply = app.send("wake", EPOCH + 24 * HOUR)
        self.assertEqual(names(reply), ["policyRequest", "notification"])

    def test_a_gone_record_ends_the_enrollment_but_not_the_registration(self):
        app = self.enrolled()
        self.service.scripted["checkin"] = [(410, {"error": {"code": "Gone"}})]
        reply = app.send("wake", EPOCH + 8 * HOUR)
        self.assertEqual(status(reply, "policyRequest"), [220])
        self.assertEqual(reply["next"], EPOCH + 32 * HOUR)
        self.assertIsNone(app.call("enrolledAccount", EPOCH + 8 * HOUR)["result"])

    def test_deregistration_with_wipe_deletes_the_users_files_only(self):
        app = self.start(answers={"wipeDataForAccount": False})
        app.send("file", do="create", path="before.txt")
        app.send("tokens", do="signIn", identity=ANA)
        app.call("registerAndEnrollAccount", identity=ANA)
        app.send("file", do="create", path="deep/work.txt")
        app.send("file", do="create", path="work.txt", folder="group:shared")
        app.call("setCurrentThreadIdentity", identity="", thread="worker")
        app.send("file", do="create", path="private.txt", thread="worker")
        self.assertIsNone(app.send("file", do="owner", path="private.txt")["result"])
        app.call("setProcessIdentity", identity=BEN)
        app.send("file", do="create", path="bens.txt")
        self.assertEqual(app.send("file", do="owner", path="deep/work.txt")["result"], ANA)
        app.send("file", do="rename", path="deep/work.txt", to="deep/more.txt")
        self.assertEqual(app.send("file", do="list")["result"], ["before.txt", "bens.txt", "deep/more.txt", "private.txt"])
        reply = app.call("deRegisterAndUnenrollAccount", identity=ANA, doWipe=True)
        self.assertEqual(names(reply), ["wipeDataForAccount", "notification", "unenrollRequest"])
        self.assertEqual(app.send("file", do="list")["result"], ["before.txt", "bens.txt", "private.txt"])
        self.assertFalse(app.send("file", do="exists", path="work.txt", folder="group:shared")["result"])

    def test_the_call_blocks_for_the_token_but_not_for_the_unenrollment(self):
        app = self.enrolled()
        release = self.service.held["token"] = threading.Event()
        app.write("call", EPOCH, {"api": "deRegisterAndUnenrollAccount", "identity": ANA, "doWipe": False})
        self.service.arrived.wait()
        request = self.service.requests[-1][1]["client"]
        app.write("held", EPOCH, {"request": request}, is_new=False)
        reply = app.read()
        self.assertIs(reply["returned"], False)
        self.assertEqual((reply["open"], reply["next"]), ([request], EPOCH + 60_000))
        self.assertEqual(app.call("registeredAccounts")["result"], [])
        release.set()
        reply = app.send("resume", EPOCH + 10, request=request)
        self.assertEqual(names(reply), ["callReturned", "notification", "unenrollRequest"])
        self.assertEqual(reply["open"], [])

    def test_a_request_that_is_never_answered_times_out(self):
        app = self.start()
        app.send("tokens", do="signIn", identity=ANA)
        self.service.arrived.clear()
        self.service.held["locate"] = threading.Event()
        self.addCleanup(self.service.held["locate"].set)
        app.write("call", EPOCH, {"api": "registerAndEnrollAccount", "identity": ANA})
        self.service.arrived.wait()
        app.write("held", EPOCH, {"request": self.service.requests[-1][1]["client"]}, is_new=False)
        reply = app.read()
        self.assertNotIn(False, [reply["returned"]] if "returned" in reply else [])
        reply = app.send("wake", reply["next"])
        self.assertEqual(status(reply, "enrollmentRequest"), [216])
        self.assertEqual(reply["next"], EPOCH + 60_000 + 24 * HOUR)

    def test_an_administrators_wipe_needs_no_call_and_survives_a_kill(self):
        app = self.enrolled()
        app.send("answers", haltIn="wipeDataForAccount", wipeDataForAccount=False)
        app.send("file", do="create", path="work.txt")
        self.service.scripted["checkin"] = [(200, {"result": "wipe", "wipeId": "w1"})]
        reply = app.send("wake", EPOCH + 8 * HOUR)
        self.assertEqual(reply["halted"], "wipeDataForAccount")
        self.assertEqual(status(reply, "policyRequest"), [102])
        app.kill()
        self.service.requests.clear()
        app = self.start(EPOCH + 9 * HOUR, answers={"wipeDataForAccount": "unimplemented"})
        self.assertEqual(names(self.launch_reply), ["appStarted", "notification", "unenrollRequest"])
        self.assertEqual(self.service.requests[-1][1]["wipeId"], "w1")
        self.assertEqual(app.send("file", do="list")["result"], [])
        self.assertEqual(app.call("registeredAccounts")["result"], [])

    def test_a_demand_to_enroll_anew_is_followed(self):
        app = self.enrolled()
        self.service.scripted["checkin"] = [(200, {"result": "reenroll"})]
        reply = app.send("wake", EPOCH + 8 * HOUR)
        self.assertEqual(self.endpoints(), ["token", "checkin", "locate", "token", "enroll", "checkin"])
        self.assertEqual(names(reply), ["enrollmentRequest", "policyRequest"])

    def test_login_asks_the_person_once_and_only_without_a_token(self):
        app = self.start()
        reply = app.call("loginAndEnrollAccount", identity=ANA)
        self.assertEqual(names(reply), ["prompt"])
        reply = app.send("user", kind="credentials", action="cancel")
        self.assertEqual(status(reply, "enrollmentRequest"), [219])
        app.call("loginAndEnrollAccount", identity=None)
        reply = app.send("user", kind="userName", action="enter", identity=ANA)
        self.assertEqual(names(reply), ["prompt"])
        reply = app.send("user", kind="credentials", action="enter", identity=ANA)
        self.assertEqual(status(reply, "enrollmentRequest"), [100])
        self.assertEqual(app.call("registeredAccounts")["result"], [ANA])

    def test_login_without_a_name_is_for_the_user_of_the_device(self):
        app = self.start(managed={"mdmUser": ANA, "mdmVendor": "intune"})
        app.send("tokens", do="signIn", identity=ANA)
        reply = app.call("loginAndEnrollAccount", identity=None)
        self.assertEqual(status(reply, "enrollmentRequest"), [100])

    def test_a_refused_restart_ends_in_the_sdks_own_dialog(self):
        app = self.start(answers={"restartApplication": False})
        app.send("tokens", do="signIn", identity=ANA)
        reply = app.call("registerAndEnrollAccount", identity=ANA)
        self.assertEqual(names(reply)[-2:], ["restartApplication", "dialog"])
        reply = app.send("user", kind="dialog", action="dismiss")
        self.assertEqual(names(reply), ["exitRequested"])

    def test_what_is_not_offered_is_refused(self):
        app = self.start()
        self.assertEqual(app.call("protect")["error"]["code"], "unsupported")
        self.assertEqual(app.send("device")["error"]["code"], "unsupported")
        self.assertEqual(app.send("levitate")["error"]["code"], "unsupported")
        self.assertEqual(app.send("file", do="read", path="../../etc/passwd")["error"]["code"], "badArguments")
        self.assertEqual(app.call("setDelegate", delegate="enrollment")["error"]["code"], "badArguments")

    def test_over_a_socket_it_shows_its_token_first_and_ends_with_the_connection(self):
        for kind, family in (("unix", socket.AF_UNIX), ("tcp", socket.AF_INET)):
            with socket.socket(family) as listener:
                path = os.path.join(self.folder, "socket")
                listener.bind(path if kind == "unix" else ("127.0.0.1", 0))
                listener.listen()
                address = "unix:" + path if kind == "unix" else "tcp:127.0.0.1:%d" % listener.getsockname()[1]
                variables = {**os.environ, "MAMCONFORM_CONNECT": address, "MAMCONFORM_TOKEN": "the-token"}
                process = subprocess.Popen([sys.executable, ADAPTER], env=variables, stdin=subprocess.DEVNULL)
                connection, _ = listener.accept()
                with connection, connection.makefile("rw") as stream:
                    self.assertEqual(json.loads(stream.readline()), {"token": "the-token"})
                    stream.write('{"seq":1,"now":0,"op":"hello","args":{"protocol":1}}\n')
                    stream.flush()
                    self.assertEqual(json.loads(stream.readline())["result"]["adapter"], "python-adapter")
                self.assertEqual(process.wait(), 0)

    def test_whoever_is_refused_says_why(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(os.path.join(self.folder, "socket"))
            listener.listen()
            process = subprocess.Popen(
                [sys.executable, ADAPTER, "unix:" + os.path.join(self.folder, "socket"), "wrong"],
                stderr=subprocess.PIPE, text=True)
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b'{"refused":"its token is wrong"}\n')
                self.assertEqual(process.communicate()[1], "the connection was refused: its token is wrong\n")
            self.assertEqual(process.returncode, 1)

    def test_stop_ends_the_process_with_status_0(self):
        app = self.start()
        app.send("stop")
        self.assertEqual(app.process.wait(), 0)
        app.close()


if __name__ == "__main__":
    unittest.main()
