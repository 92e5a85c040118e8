"""A client that a generator makes of the OpenAPI description goes through an app's whole life."""

import importlib
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from service import ROOT, ServiceCase

DESCRIPTION = ROOT / "suites" / "schemas" / "service.openapi.json"
PROGRAM = os.path.join(os.path.dirname(sys.executable), "openapi-python-client")


class Generated(ServiceCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = tempfile.TemporaryDirectory(prefix="mamconform-generated-")
        environment = {**os.environ, "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"}
        run = subprocess.run(
            [PROGRAM, "generate", "--path", str(DESCRIPTION), "--meta", "none", "--output-path",
             str(pathlib.Path(cls.folder.name) / "mam_generated")],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, env=environment)
        cls.output = run.stdout
        assert run.returncode == 0, run.stdout
        sys.path.insert(0, cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        sys.path.remove(cls.folder.name)
        cls.folder.cleanup()
        super().tearDownClass()

    def call(self, operation, body, token=None, **more):
        package = importlib.import_module("mam_generated")
        client = package.AuthenticatedClient(self.service.http, token) if token else package.Client(self.service.http)
        return importlib.import_module(f"mam_generated.api.{operation}").sync_detailed(client=client, body=body, **more)

    def model(self, name, **members):
        return getattr(importlib.import_module("mam_generated.models"), name).from_dict(members)

    def test_nothing_of_the_description_is_left_out(self):
        self.assertNotIn("Unable to", self.output)
        self.assertNotIn("removal", self.output)
        self.assertNotIn("WARNING", self.output)

    def test_the_life_of_an_app(self):
        located = self.call("location.locate", self.model("LocateRequest", identity="ana@contoso.com")).parsed
        self.assertEqual(located.tenant, "contoso")
        grant = self.model("PasswordGrant", grant_type="password", client_id="shell", scope="mam offline_access",
                           username="ana@contoso.com", password="ana-secret")
        tokens = self.call("sign_in.token", grant, tenant="contoso").parsed
        again = self.model("RefreshGrant", grant_type="refresh_token", client_id="shell", scope="mam",
                           refresh_token=tokens.refresh_token)
        token = self.call("sign_in.token", again, tenant="contoso").parsed.access_token
        enrolled = self.call("enrollment.enroll", self.model(
            "EnrollRequest", identity="ana@contoso.com", bundleId="com.contoso.docs", deviceTag="ipad",
            appVersion="1.0", sdkVersion="12.6.1", edition="2020-06"), token).parsed
        check_in = lambda version: self.call("policy.checkin", self.model(
            "CheckInRequest", enrollmentId=enrolled.enrollment_id, policyVersion=version), token).parsed
        first = check_in(None)
        self.assertEqual((first.result, first.policy["pinRequired"]), ("policy", True))
        self.assertEqual(check_in(first.version).result, "unchanged")
        robot = self.service.application_token()
        policies = f"{self.service.graph}/deviceAppManagement/iosManagedAppProtections/baseline"
        from service import request
        changed = request("PATCH", policies, {"allowedDataStorageLocations": ["sharePoint", "box"]},
                          headers={"Authorization": f"Bearer {robot}"})
        self.assertEqual(changed.status, 200, changed)
        self.assertEqual(check_in(first.version).policy["allowedDataStorageLocations"], ["sharePoint", "box"])
        wipe = request("POST", f"{self.service.graph}/users/ana@contoso.com/wipeManagedAppRegistrationsByDeviceTag",
                       {"deviceTag": "ipad"}, headers={"Authorization": f"Bearer {robot}"})
        self.assertEqual(wipe.status, 204, wipe)
        wiped = check_in(first.version)
        self.assertEqual(wiped.result, "wipe")
        ended = self.call("enrollment.unenroll", self.model(
            "UnenrollRequest", enrollmentId=enrolled.enrollment_id, wipeId=wiped.wipe_id, reason="wipe"), token)
        self.assertEqual(ended.status_code, 200)
        self.assertEqual(
            self.call("telemetry.telemetry", self.model("TelemetryRequest", events=[{"a": 1}])).status_code, 200)

    def test_errors_are_models_too(self):
        unknown = self.call("location.locate", self.model("LocateRequest", identity="nobody@contoso.com"))
        self.assertEqual((unknown.status_code, unknown.parsed.error.code), (404, "UserNotFound"))
        grant = self.model("ClientGrant", grant_type="client_credentials", client_id="robot", client_secret="wrong",
                           scope="https://graph.microsoft.com/.default")
        self.assertEqual(self.call("sign_in.token", grant, tenant="contoso").parsed.error, "invalid_client")


if __name__ == "__main__":
    unittest.main()
