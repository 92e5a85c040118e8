"""schemathesis against the OpenAPI description of the app's operations: no 5xx, nothing undocumented."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from service import ROOT, Service

DESCRIPTION = ROOT / "suites" / "schemas" / "service.openapi.json"
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "60")


class Described(unittest.TestCase):
    def run_against(self, service, *options):
        program = pathlib.Path(sys.executable).with_name("schemathesis")
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [str(program), "run", str(DESCRIPTION), "--url", service.http, "--seed", "1",
                 "--max-examples", EXAMPLES, "--phases", "examples,coverage,fuzzing", "--workers", "1",
                 "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,"
                 "response_schema_conformance,response_headers_conformance",
                 "--generation-deterministic", "--no-color", *options],
                cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                env={**os.environ, "NO_COLOR": "1", "NO_PROXY": "*"})
        self.assertEqual(run.returncode, 0, run.stdout[-6000:])
        return run.stdout

    def test_strangers_get_documented_answers(self):
        with Service() as service:
            self.run_against(service)
            statuses = {entry["status"] for entry in service.control.journal(limit=10000)}
            self.assertTrue({400, 401, 404} <= statuses, statuses)
            self.assertEqual([s for s in statuses if s >= 500], [])

    def test_those_with_a_token_get_documented_answers(self):
        with Service() as service:
            token = service.token("ana")
            enrollment = service.enroll("ana", token, app="docs").body["enrollmentId"]
            self.assertEqual(enrollment, "e1")
            self.run_against(service, "-H", f"Authorization: Bearer {token}")
            statuses = {entry["status"] for entry in service.control.journal(limit=10000)}
            self.assertIn(200, statuses)
            self.assertEqual([s for s in statuses if s >= 500], [])


if __name__ == "__main__":
    unittest.main()
