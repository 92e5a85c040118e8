"""A script that forgets something fails here as it would in production."""

import unittest

from service import ServiceCase, request


class Strict(ServiceCase):
    def setUp(self):
        super().setUp()
        self.control("POST", "seed", {"clients": {"watcher": {
            "secret": "watcher-secret",
            "roles": ["User.Read.All", "Group.Read.All", "DeviceManagementApps.ReadWrite.All"]}}})
        self.robot = self.service.application_token("watcher")

    def graph(self, path, token=None, method="GET", body=None, **headers):
        headers = {"Authorization": f"Bearer {token or self.robot}", **headers}
        return request(method, f"{self.service.http}/v1.0/{path}".replace(" ", "%20"), body, headers=headers)

    def assertError(self, answer, status, code):
        self.assertEqual((answer.status, answer.body["error"]["code"]), (status, code), answer)

    def test_tokens_are_for_one_service(self):
        for scope in ("mam", "api://other/read"):
            token = self.service.token("ana", scope=scope)
            answer = self.graph("me", token)
            self.assertError(answer, 401, "InvalidAuthenticationToken")
            self.assertIn("Invalid audience", answer.body["error"]["message"])
        for scope, status in (("mam", 200), ("User.Read", 401)):
            self.assertEqual(self.service.enroll("ana", self.service.token("ana", scope=scope)).status, status)

    def test_advanced_queries_say_so(self):
        eventual = {"ConsistencyLevel": "eventual"}
        for query in ("endswith(mail,'contoso.com')", "displayName ne 'x'", "not startswith(displayName,'x')"):
            for more, headers in (("", {}), ("&$count=true", {}), ("", eventual)):
                self.assertError(self.graph(f"users?$filter={query}{more}", **headers), 400, "Request_UnsupportedQuery")
            self.assertEqual(self.graph(f"users?$filter={query}&$count=true", **eventual).status, 200)
        for path in ("users/$count", "users?$count=true", "groups/$count", 'users?$search="displayName:ana"'.replace('"', "%22")):
            self.assertError(self.graph(path), 400, "Request_UnsupportedQuery")
            self.assertEqual(self.graph(path, **eventual).status, 200)
        self.assertError(self.graph("users?$top=1000"), 400, "Request_UnsupportedQuery")
        self.assertEqual(self.graph("deviceAppManagement/managedAppPolicies?$top=1000&$count=true").status, 200)

    def test_unknown_names_and_nobody(self):
        for path in ("planets", "users/ana@contoso.com/planets", "deviceAppManagement/planets"):
            answer = self.graph(path)
            self.assertError(answer, 400, "BadRequest")
            self.assertEqual(answer.body["error"]["message"], "Resource not found for the segment 'planets'.")
        answer = self.graph("me")
        self.assertError(answer, 400, "BadRequest")
        self.assertIn("delegated authentication flow", answer.body["error"]["message"])

    def test_parts_of_a_batch_are_throttled_by_themselves(self):
        self.control.fault("graph", {"kind": "status", "status": 429, "retryAfter": 5}, after=1, times=1)
        parts = [{"id": str(number), "method": "GET", "url": "/users"} for number in range(3)]
        answer = self.graph("$batch", method="POST", body={"requests": parts})
        self.assertEqual(answer.status, 200)
        found = {part["id"]: part for part in answer.body["responses"]}
        self.assertEqual([found[str(number)]["status"] for number in range(3)], [200, 429, 200])
        self.assertEqual(found["1"]["headers"]["Retry-After"], "5")


if __name__ == "__main__":
    unittest.main()
