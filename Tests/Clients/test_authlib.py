"""Authlib as a relying party: discovery, code flow with a proof key, keys, identity token, userinfo, refresh."""

import unittest
import urllib.parse

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

from service import ServiceCase, now_text

HERE = "http://localhost:8400/"


class RelyingParty(ServiceCase):
    start = now_text()

    def setUp(self):
        super().setUp()
        self.browser = requests.Session()
        self.browser.trust_env, self.browser.verify = False, self.service.ca
        self.metadata = self.browser.get(
            f"{self.service.https}/contoso/v2.0/.well-known/openid-configuration").json()

    def session(self, scope="openid profile email offline_access", **options):
        session = OAuth2Session(
            "shell", scope=scope, redirect_uri=HERE, code_challenge_method="S256",
            token_endpoint_auth_method="none", token_endpoint=self.metadata["token_endpoint"], **options)
        session.trust_env, session.verify = False, self.service.ca
        return session

    def authorize(self, session, verifier, **more):
        """Lets the browser go to the sign-in page and back; the URL that it comes back to."""
        url, state = session.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, nonce="n-1", **more)
        answer = self.browser.get(url, allow_redirects=False)
        if answer.status_code == 200:
            form = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
            answer = self.browser.post(url.split("?")[0], allow_redirects=False, data={
                **form, "username": "ana@contoso.com", "password": "ana-secret"})
        self.assertEqual(answer.status_code, 302, answer.text)
        self.assertIn(f"state={state}", answer.headers["Location"])
        return answer.headers["Location"]

    def test_the_whole_of_it(self):
        session, verifier = self.session(), "v" * 50
        back = self.authorize(session, verifier)
        token = session.fetch_token(
            self.metadata["token_endpoint"], authorization_response=back, code_verifier=verifier)
        keys = KeySet.import_key_set(self.browser.get(self.metadata["jwks_uri"]).json())
        decoded = jwt.decode(token["id_token"], keys, algorithms=["RS256"])
        claims = CodeIDToken(
            decoded.claims, decoded.header,
            {"iss": {"value": self.metadata["issuer"]}, "aud": {"value": "shell"}},
            {"nonce": "n-1", "client_id": "shell", "access_token": token["access_token"]})
        # The hash of the access token among it.
        self.assertIn("at_hash", claims)
        claims.validate(leeway=300)
        wrong = CodeIDToken(decoded.claims, decoded.header, {}, {"access_token": "another"})
        with self.assertRaises(Exception):
            wrong.validate_at_hash()
        told = session.get(self.metadata["userinfo_endpoint"]).json()
        self.assertEqual((told["sub"], told["email"], told["name"]), (claims["sub"], "ana@contoso.com", "ana"))
        new = session.refresh_token(self.metadata["token_endpoint"], refresh_token=token["refresh_token"])
        self.assertNotEqual(new["access_token"], token["access_token"])
        self.assertEqual(session.get(self.metadata["userinfo_endpoint"]).status_code, 200)
        self.control.advance("P2D")
        self.assertEqual(self.browser.get(
            self.metadata["userinfo_endpoint"],
            headers={"Authorization": f"Bearer {new['access_token']}"}).status_code, 401)

    def test_a_second_client_signs_on_silently(self):
        def silent():
            back = self.authorize(self.session(), "v" * 50, prompt="none")
            return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))

        self.assertEqual(silent()["error"], "login_required")
        self.authorize(self.session(), "v" * 50)
        self.assertIn("code", silent())
        self.control.user("ana", conditionalAccess="mfa")
        self.assertEqual(silent()["error"], "interaction_required")
        self.control.user("ana", conditionalAccess="none")
        self.browser.get(self.metadata["end_session_endpoint"])
        self.assertEqual(silent()["error"], "login_required")


if __name__ == "__main__":
    unittest.main()
