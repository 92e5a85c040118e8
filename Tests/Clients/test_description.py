"""schemathesis against the OpenAPI description: no 5xx, and no answer that is not described."""

import os
import subprocess
import sys
import tempfile
import unittest

from service import HERE, ROOT, Service

DESCRIPTION = ROOT / "suites" / "schemas" / "service.openapi.json"
PROGRAM = os.path.join(os.path.dirname(sys.executable), "schemathesis")
OPERATIONS = {"locate", "token", "enroll", "checkin", "unenroll", "telemetry"}


class Description(unittest.TestCase):
    def judge(self, url, *options, examples=60):
        """Runs schemathesis with a fixed seed, so that a finding can be found again."""
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [PROGRAM, "--config-file", str(HERE / "schemathesis.toml"), "run", str(DESCRIPTION), "--url", url,
                 "--seed", "20200604", "--max-examples", str(examples), "--generation-database", "none",
                 "--continue-on-failure", "--no-color", *options],
                cwd=folder, env={**os.environ, "REQUESTS_CA_BUNDLE": "", "NO_PROXY": "*"},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        self.assertEqual(run.returncode, 0, run.stdout)

    def reached(self, service):
        """What the journal says was answered: pairs of operation and status."""
        entries = service.control.journal(limit=100_000)
        for entry in entries:
            self.assertLess(entry["status"], 500, entry)
        return {(entry["endpoint"], entry["status"]) for entry in entries}

    def test_a_service_that_knows_nobody(self):
        with Service(seed=None) as service:
            self.judge(service.http)
            reached = self.reached(service)
            self.assertLessEqual({("locate", 404), ("token", 400), ("enroll", 401), ("checkin", 401),
                                  ("unenroll", 401), ("telemetry", 200), ("checkin", 405)}, reached)

    def test_a_service_whose_users_are_signed_in_over_tls(self):
        with Service("--journal-entries", "100000") as service:
            # The world that the examples of the description are taken from.
            service.control("POST", "seed", {"clients": {"mail": {}}})
            service.control.user("ana", password="secret")
            service.control("POST", "seed", {"policies": {"mail": {"assign": ["staff"], "apps": ["mail"]}}})
            token = service.token("ana", password="secret")
            service.enroll("ana", token)
            self.judge(service.https, "--tls-verify", service.ca, "--header", f"Authorization: Bearer {token}")
            reached = self.reached(service)
            self.assertLessEqual({(operation, 200) for operation in OPERATIONS}, reached)
            results = {entry.get("detail", {}).get("result") for entry in
                       service.control.journal(endpoint="checkin", limit=100_000)}
            self.assertIn("policy", results)


if __name__ == "__main__":
    unittest.main()
