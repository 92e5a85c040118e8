"""SIGKILL at any moment: the state file is read by the next start, and what was acknowledged is there."""

import os
import random
import shutil
import tempfile
import threading
import time
import unittest

from service import WORLD, Service, request

ROUNDS = int(os.environ.get("CRASH_ROUNDS", "20"))


class Acknowledged:
    """What the service has said it has done, by the threads that asked for it."""

    def __init__(self):
        self.lock = threading.Lock()
        #: device tag -> enrollment ID, or None once it has ended
        self.enrollments = {}
        #: device tags whose latest request was never answered: either outcome is right
        self.open = set()
        #: policy ID -> PIN length that the latest acknowledged change has set
        self.policies = {}
        self.tokens = []


def load(service, known, number, token, admin, stopped):
    """Enrolls, checks in, unenrolls and administers until the service dies."""
    rounds = 0
    graph = f"{service.graph}/deviceAppManagement/iosManagedAppProtections"
    while not stopped.is_set():
        rounds += 1
        device = f"d{number}-{rounds}"
        try:
            with known.lock:
                known.open.add(device)
            answer = service.enroll("ana", token, app="docs", device=device)
            assert answer.status == 200, answer
            with known.lock:
                known.enrollments[device] = answer.body["enrollmentId"]
                known.open.discard(device)
            checkin = service.say("checkin", token, enrollmentId=answer.body["enrollmentId"], policyVersion=None)
            assert checkin.status == 200, checkin
            if rounds % 3 == 0:
                with known.lock:
                    known.open.add(device)
                answer = service.say("unenroll", token, enrollmentId=answer.body["enrollmentId"],
                                     wipeId=None, reason="deregister")
                assert answer.status == 200, answer
                with known.lock:
                    known.enrollments[device] = None
                    known.open.discard(device)
            if rounds % 5 == 0:
                answer = request("POST", graph, {"displayName": device, "minimumPinLength": 4 + rounds % 9},
                                 headers={"Authorization": f"Bearer {admin}"})
                assert answer.status == 201, answer
                with known.lock:
                    known.policies[answer.body["id"]] = 4 + rounds % 9
                fresh = service.token("ben")
                with known.lock:
                    known.tokens.append(fresh)
        except OSError:
            return


class Crash(unittest.TestCase):
    def test_nothing_that_was_acknowledged_is_lost(self):
        folder = tempfile.mkdtemp(prefix="mamconform-crash-")
        self.addCleanup(shutil.rmtree, folder)
        known = Acknowledged()
        chance = random.Random(7)
        state = f"{folder}/state.sqlite"
        token = admin = None
        for round_number in range(ROUNDS):
            service = Service("--state", state, seed=None if token else WORLD, folder=folder)
            if token is None:
                token, admin = service.token("ana"), service.application_token()
            self.check(service, known, token, admin)
            stopped = threading.Event()
            failures = []

            def run(number):
                try:
                    load(service, known, f"{round_number}-{number}", token, admin, stopped)
                except AssertionError as error:
                    failures.append(error)
            threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
            for thread in threads:
                thread.start()
            time.sleep(chance.uniform(0.0, 0.25))
            service.kill()
            stopped.set()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])
        service = Service("--state", state, seed=None, folder=folder)
        self.check(service, known, token, admin)
        service.stop()
        self.assertGreater(len(known.enrollments), 10 * ROUNDS)
        self.assertGreater(len(known.policies), 0)

    def check(self, service, known, token, admin):
        headers = {"Authorization": f"Bearer {admin}"}
        found = {}
        url = f"{service.graph}/deviceAppManagement/managedAppRegistrations?$top=999"
        while url:
            page = request("GET", url, headers=headers)
            self.assertEqual(page.status, 200, page)
            found.update({entry["deviceTag"]: entry["id"] for entry in page.body["value"]})
            url = page.body.get("@odata.nextLink")
        for device, enrollment in known.enrollments.items():
            if device not in known.open:
                self.assertEqual(found.get(device), enrollment, device)
        for policy, length in list(known.policies.items())[-20:]:
            answer = request("GET", f"{service.graph}/deviceAppManagement/iosManagedAppProtections/{policy}",
                             headers=headers)
            self.assertEqual(answer.body and answer.body.get("minimumPinLength"), length, answer)
        for fresh in known.tokens[-5:]:
            answer = service.enroll("ben", fresh, app="docs", device="ben-phone")
            self.assertEqual(answer.status, 200, "a token of before the kill is good")


if __name__ == "__main__":
    unittest.main()
