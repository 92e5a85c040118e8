"""ADAL, the library before MSAL that older apps link: endpoints without a version, resources instead of scopes."""

import os
import unittest
from unittest import mock

import adal

from service import ServiceCase, now_text, request

GRAPH = "https://graph.microsoft.com"


class Adal(ServiceCase):
    # ADAL compares lifetimes with the machine's clock.
    start = now_text()

    def setUp(self):
        super().setUp()
        surroundings = mock.patch.dict(os.environ, {"REQUESTS_CA_BUNDLE": str(self.service.ca), "NO_PROXY": "*"})
        surroundings.start()
        self.addCleanup(surroundings.stop)

    def context(self, authority="contoso"):
        # Validation asks the real service for the authority.
        return adal.AuthenticationContext(f"{self.service.https}/{authority}", validate_authority=False)

    def graph(self, path, token):
        return request(
            "GET", f"{self.service.graph}/{path}", headers={"Authorization": f"Bearer {token['accessToken']}"})

    def test_a_secret(self):
        token = self.context().acquire_token_with_client_credentials(GRAPH, "robot", "robot-secret")
        self.assertEqual((token["tokenType"], token["resource"]), ("Bearer", GRAPH))
        self.assertEqual(self.graph("users/ana@contoso.com", token).status, 200)

    def test_a_password_which_asks_for_the_realm_first(self):
        for authority in ("contoso", "common", "contoso.com"):
            token = self.context(authority).acquire_token_with_username_password(
                GRAPH, "ana@contoso.com", "ana-secret", "shell")
            self.assertEqual((token["userId"], token["isUserIdDisplayable"]), ("ana@contoso.com", True))
            self.assertEqual(self.graph("me", token).body["id"], "o-ana")

    def test_silently_and_by_a_refresh(self):
        context = self.context()
        token = context.acquire_token_with_username_password(GRAPH, "ana@contoso.com", "ana-secret", "shell")
        self.assertEqual(context.acquire_token(GRAPH, "ana@contoso.com", "shell")["accessToken"], token["accessToken"])
        fresh = context.acquire_token_with_refresh_token(token["refreshToken"], "shell", GRAPH)
        self.assertEqual(self.graph("me", fresh).body["id"], "o-ana")

    def test_a_device_code(self):
        context = self.context()
        code = context.acquire_user_code(GRAPH, "shell")
        self.assertEqual(code["verification_url"], f"{self.service.https}/devicelogin")
        self.control("POST", f"devicecodes/{code['user_code']}", {"user": "ana", "approve": True})
        token = context.acquire_token_with_device_code(GRAPH, code, "shell")
        self.assertEqual(self.graph("me", token).body["id"], "o-ana")

    def test_what_is_refused_has_its_number(self):
        for user, password, number in (
                ("ana@contoso.com", "wrong", 50126), ("mia@contoso.com", "mia-secret", 50076)):
            with self.assertRaises(adal.AdalError) as refused:
                self.context().acquire_token_with_username_password(GRAPH, user, password, "shell")
            self.assertEqual(refused.exception.error_response["error_codes"], [number])


if __name__ == "__main__":
    unittest.main()
