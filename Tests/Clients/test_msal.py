"""MSAL for Python against the sign-in host, over HTTPS with the service's own authority.

MSAL repeats failed answers from a cache of its own for a while, so every case has a fresh application.
"""

import datetime
import html
import json
import re
import threading
import time
import unittest
import urllib.parse
from unittest import mock

import jwt
import msal
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from service import ServiceCase, now_text

SCOPES = ["User.Read"]
GRAPH = ["https://graph.microsoft.com/.default"]


def certified():
    """A key and a certificate of it, as MSAL takes them, and as a seed does."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "client")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (x509.CertificateBuilder().subject_name(name).issuer_name(name)
                   .public_key(key.public_key()).serial_number(x509.random_serial_number())
                   .not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
                   .sign(key, hashes.SHA256()))
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                serialization.NoEncryption()).decode()
    public = certificate.public_bytes(serialization.Encoding.PEM).decode()
    return private, public, certificate.fingerprint(hashes.SHA1()).hex()


class MSALCase(ServiceCase):
    # MSAL compares lifetimes with the machine's clock.
    start = now_text()

    def session(self):
        session = requests.Session()
        # A certificate bundle of the environment would beat the one that is given here.
        session.trust_env = False
        session.verify = self.service.ca
        return session

    def public(self, client="shell", authority=None, **options):
        if "oidc_authority" not in options:
            options["authority"] = authority or f"{self.service.https}/contoso"
            options.setdefault("instance_discovery", False)
        return msal.PublicClientApplication(client, http_client=self.session(), **options)

    def confidential(self, client="robot", secret="robot-secret"):
        return msal.ConfidentialClientApplication(
            client, client_credential=secret, authority=f"{self.service.https}/contoso",
            instance_discovery=False, http_client=self.session())

    def adfs(self, client="shell"):
        return self.public(client, authority=f"{self.service.https}/adfs")

    def by_password(self, user, client="shell", password=None, scopes=SCOPES):
        return self.adfs(client).acquire_token_by_username_password(
            f"{user}@contoso.com", password or f"{user}-secret", scopes=scopes)

    def approve(self, flow, user="ana", approve=True):
        self.control("POST", f"devicecodes/{flow['user_code']}", {"user": user, "approve": approve})

    def begin(self, app, scopes=SCOPES):
        flow = app.initiate_device_flow(scopes=scopes)
        self.assertIn("user_code", flow, flow)
        # The service's time stands still; how long MSAL sleeps between its questions is its own affair.
        flow["interval"] = 1
        return flow

    def assertFailed(self, result, error, number):
        self.assertEqual((result.get("error"), result.get("error_codes")), (error, [number]), result)


class Discovery(MSALCase):
    def test_the_authority_of_a_tenant_is_discovered(self):
        result = self.begin(self.public())
        self.assertTrue(result["verification_uri"].startswith(self.service.https))

    def test_a_generic_issuer_is_discovered(self):
        app = self.public(oidc_authority=f"{self.service.https}/contoso")
        flow = self.begin(app)
        self.approve(flow)
        result = app.acquire_token_by_device_flow(flow)
        self.assertEqual(result["id_token_claims"]["iss"], f"{self.service.https}/contoso")

    def test_adfs_is_discovered(self):
        result = self.by_password("ana")
        self.assertEqual(result["id_token_claims"]["iss"], f"{self.service.https}/adfs")

    def test_an_unknown_tenant_is_said(self):
        with self.assertRaisesRegex(ValueError, "nowhere"):
            self.begin(self.public(authority=f"{self.service.https}/nowhere"))

    def test_tokens_hold_against_the_published_keys(self):
        result = self.by_password("ana")
        document = self.session().get(
            f"{self.service.https}/contoso/v2.0/.well-known/openid-configuration").json()
        keys = jwt.PyJWKSet.from_dict(self.session().get(document["jwks_uri"]).json())
        for token, audience in ((result["access_token"], "https://graph.microsoft.com"),
                                (result["id_token"], "shell")):
            key = keys[jwt.get_unverified_header(token)["kid"]]
            claims = jwt.decode(token, key.key, algorithms=["RS256"], audience=audience, leeway=300)
            self.assertEqual(claims["oid"], "o-ana")
            with self.assertRaises(jwt.InvalidSignatureError):
                jwt.decode(token[:-8] + "AAAAAAAA", key.key, algorithms=["RS256"], audience=audience)


class DeviceCode(MSALCase):
    def answers(self):
        """What the token endpoint has answered, by the journal."""
        return [entry["code"] for entry in self.control.journal(endpoint="token")]

    def test_pending_and_slow_down_and_then_a_token(self):
        app = self.public()
        flow = self.begin(app)
        polls = []

        def stop(flow):
            polls.append(None)
            if len(polls) == 3:
                self.approve(flow)
            return False

        result = app.acquire_token_by_device_flow(flow, exit_condition=stop)
        self.assertEqual(result["id_token_claims"]["preferred_username"], "ana@contoso.com")
        self.assertEqual(self.answers()[0], "authorization_pending")
        self.assertIn("slow_down", self.answers())
        self.assertIsNone(self.answers()[-1])

    def test_time_that_passes_is_no_reason_to_slow_down(self):
        app = self.public()
        flow = self.begin(app)
        for _ in range(3):
            self.control.advance(6000)
            result = self.public().acquire_token_by_device_flow(flow, exit_condition=lambda flow: True)
            self.assertEqual(result["error"], "authorization_pending")

    def test_declined_and_expired(self):
        app = self.public()
        flow = self.begin(app)
        self.approve(flow, approve=False)
        self.assertFailed(app.acquire_token_by_device_flow(flow), "authorization_declined", 70018)
        app = self.public()
        flow = self.begin(app)
        self.control.advance("PT15M")
        self.assertFailed(app.acquire_token_by_device_flow(flow), "expired_token", 70020)

    def test_a_user_decides_at_the_page(self):
        app = self.public()
        flow = self.begin(app)
        page = self.session().post(
            flow["verification_uri"],
            data={"otc": flow["user_code"], "username": "ana@contoso.com", "password": "ana-secret"})
        self.assertEqual(page.status_code, 200, page.text)
        self.assertIn("access_token", app.acquire_token_by_device_flow(flow))


class Silence(MSALCase):
    def signed_in(self):
        app = self.public()
        flow = self.begin(app)
        self.approve(flow)
        self.assertIn("access_token", app.acquire_token_by_device_flow(flow))
        return app, app.get_accounts()[0]

    def test_a_token_comes_from_the_cache(self):
        app, account = self.signed_in()
        before = len(self.control.journal())
        result = app.acquire_token_silent_with_error(SCOPES, account=account)
        self.assertEqual(result["token_source"], "cache")
        self.assertEqual(len(self.control.journal()), before)

    def test_a_refresh_gives_another_token(self):
        app, account = self.signed_in()
        first = app.acquire_token_silent_with_error(SCOPES, account=account)["access_token"]
        result = app.acquire_token_silent_with_error(SCOPES, account=account, force_refresh=True)
        self.assertEqual(result["token_source"], "identity_provider")
        self.assertNotEqual(result["access_token"], first)

    def test_a_revoked_and_an_expired_session_ask_for_a_sign_in(self):
        app, account = self.signed_in()
        self.control.user("ana", revokeSessions=True)
        result = app.acquire_token_silent_with_error(SCOPES, account=account, force_refresh=True)
        self.assertFailed(result, "invalid_grant", 50173)
        # A sign-in after the revocation is good, though the clock stands still.
        app, account = self.signed_in()
        result = app.acquire_token_silent_with_error(SCOPES, account=account, force_refresh=True)
        self.assertIn("access_token", result)
        self.control.advance("P90D")
        result = app.acquire_token_silent_with_error(SCOPES, account=account, force_refresh=True)
        self.assertFailed(result, "invalid_grant", 700082)


class Flows(MSALCase):
    def fields(self, page):
        """The hidden fields of the form of a page."""
        return {html.unescape(name): html.unescape(value) for name, value in
                re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', page.text)}

    def signed_in_at(self, uri, user="ana"):
        """What the sign-in page answers to a user who fills it in."""
        browser = self.session()
        fields = self.fields(browser.get(uri))
        fields.update(username=f"{user}@contoso.com", password=f"{user}-secret")
        return browser.post(uri, data=fields, allow_redirects=False)

    def code_flow(self, app, user="ana"):
        """A flow, and what comes back from the page, at another port than the registered one."""
        flow = app.initiate_auth_code_flow(SCOPES, redirect_uri="http://localhost:52107")
        answer = self.signed_in_at(flow["auth_uri"], user)
        self.assertEqual(answer.status_code, 302, answer.text)
        query = urllib.parse.urlsplit(answer.headers["Location"]).query
        return flow, dict(urllib.parse.parse_qsl(query))

    def test_an_authorization_code_with_proof(self):
        app = self.public()
        result = app.acquire_token_by_auth_code_flow(*self.code_flow(app))
        self.assertEqual(result["id_token_claims"]["oid"], "o-ana")

    def test_a_browser_on_the_machine(self):
        def sign_in(uri):
            page = self.signed_in_at(uri)
            action = html.unescape(re.search(r'action="([^"]*)"', page.text)[1])
            self.session().post(action, data=self.fields(page))

        def browse(uri):
            # MSAL listens only when this has returned.
            browser = threading.Thread(target=sign_in, args=(uri,))
            browser.start()
            self.addCleanup(browser.join)
            return True

        with mock.patch("webbrowser.open", browse):
            result = self.public().acquire_token_interactive(SCOPES, timeout=20)
        self.assertEqual(result["id_token_claims"]["oid"], "o-ana", result)

    def test_a_code_of_a_user_who_was_disabled_since(self):
        app = self.public()
        flow = self.code_flow(app)
        self.control.user("ana", account="disabled")
        self.assertFailed(app.acquire_token_by_auth_code_flow(*flow), "invalid_grant", 50057)

    def test_the_page_sends_back_what_is_to_be_done(self):
        app = self.public()
        flow, answer = self.code_flow(app, "pam")
        self.assertEqual(answer["suberror"], "protection_policy_required")
        self.assertEqual(app.acquire_token_by_auth_code_flow(flow, answer)["error"], "unauthorized_client")

    def test_a_refresh_token_of_before_a_reset_is_nobodys(self):
        first = self.by_password("ana")["refresh_token"]
        self.control.reset()
        second = self.by_password("ben")["refresh_token"]
        self.assertNotEqual(first, second)
        result = self.adfs().acquire_token_by_refresh_token(first, SCOPES)
        self.assertFailed(result, "invalid_grant", 9002313)

    def test_an_application_has_the_key_of_a_certificate(self):
        private, public, thumbprint = certified()
        self.control("POST", "seed", {"clients": {"certified": {"certificates": [public]}}})
        for credential in ({"private_key": private, "thumbprint": thumbprint},
                           {"private_key": private, "public_certificate": public}):
            result = self.confidential("certified", credential).acquire_token_for_client(GRAPH)
            self.assertIn("access_token", result, result)
        stranger = {"private_key": certified()[0], "thumbprint": thumbprint}
        result = self.confidential("certified", stranger).acquire_token_for_client(GRAPH)
        self.assertFailed(result, "invalid_client", 700027)
        result = self.confidential("certified", {"client_assertion": "garbage"}).acquire_token_for_client(GRAPH)
        self.assertFailed(result, "invalid_client", 50027)

    def test_a_public_client_does_not_sign_itself_in(self):
        for credential in ("whatever", {"client_assertion": "garbage"}):
            result = self.confidential("shell", credential).acquire_token_for_client(GRAPH)
            self.assertFailed(result, "invalid_client", 700025)

    def test_an_application_signs_itself_in_once(self):
        app = self.confidential()
        scope = ["https://graph.microsoft.com/.default"]
        first = app.acquire_token_for_client(scope)
        self.assertEqual(first["token_source"], "identity_provider")
        claims = jwt.decode(first["access_token"], options={"verify_signature": False})
        self.assertIn("DeviceManagementApps.ReadWrite.All", claims["roles"])
        self.assertEqual(app.acquire_token_for_client(scope)["token_source"], "cache")

    def test_a_password_gives_everything(self):
        result = self.by_password("ana")
        self.assertEqual(set(result["scope"].split()) >= set(SCOPES), True, result)
        self.assertIn("refresh_token", result)


class Errors(MSALCase):
    def test_wrong_passwords_and_unknown_users(self):
        self.assertFailed(self.by_password("ana", password="no"), "invalid_grant", 50126)
        self.assertFailed(self.by_password("nobody"), "invalid_grant", 50034)

    def test_an_unknown_client_and_a_wrong_secret(self):
        self.assertFailed(self.by_password("ana", client="other"), "unauthorized_client", 700016)
        result = self.confidential(secret="no").acquire_token_for_client(
            ["https://graph.microsoft.com/.default"])
        self.assertFailed(result, "invalid_client", 7000215)

    def test_nobody_has_consented(self):
        result = self.by_password("ana", client="modest", scopes=["Files.Read"])
        self.assertFailed(result, "invalid_grant", 65001)
        self.assertEqual(result["suberror"], "consent_required")

    def test_conditional_access_challenges_with_claims_that_a_sign_in_satisfies(self):
        refused = self.by_password("mia")
        self.assertFailed(refused, "interaction_required", 50076)
        json.loads(refused["claims"])
        app = self.public()
        flow = app.initiate_device_flow(scopes=SCOPES, claims_challenge=refused["claims"])
        flow["interval"] = 1
        self.approve(flow, "mia")
        self.assertIn("access_token", app.acquire_token_by_device_flow(flow))

    def test_a_second_factor_that_is_demanded_later_needs_another_sign_in(self):
        app = self.public()
        flow = self.begin(app)
        self.approve(flow)
        self.assertIn("access_token", app.acquire_token_by_device_flow(flow))
        account = app.get_accounts()[0]
        self.control.user("ana", conditionalAccess="mfa")
        refused = app.acquire_token_silent_with_error(SCOPES, account, force_refresh=True)
        self.assertFailed(refused, "interaction_required", 50076)
        app = self.public()
        flow = app.initiate_device_flow(scopes=SCOPES, claims_challenge=refused["claims"])
        flow["interval"] = 1
        self.approve(flow)
        self.assertIn("access_token", app.acquire_token_by_device_flow(flow))
        silent = app.acquire_token_silent_with_error(
            SCOPES, app.get_accounts()[0], force_refresh=True)
        self.assertIn("access_token", silent, silent)

    def test_an_app_without_policy_is_told_so(self):
        result = self.by_password("pam")
        self.assertFailed(result, "unauthorized_client", 53005)
        self.assertEqual(result["suberror"], "protection_policy_required")

    def test_a_disabled_and_a_locked_account(self):
        self.control.user("ana", account="disabled")
        self.assertFailed(self.by_password("ana"), "invalid_grant", 50057)
        self.control.user("ana", account="locked")
        self.assertFailed(self.by_password("ana"), "invalid_grant", 50053)

    def test_an_error_that_was_ordered_for_a_user(self):
        self.control.user("ana", signInError={"error": "invalid_grant", "number": 50079,
                                              "suberror": "basic_action", "times": 1})
        result = self.by_password("ana")
        self.assertFailed(result, "invalid_grant", 50079)
        self.assertIn("access_token", self.by_password("ana"))

    def test_a_throttled_sign_in_is_repeated_only_after_its_time(self):
        self.control.fault("token", {"kind": "status", "status": 429, "retryAfter": 60}, times=1)
        app = self.confidential()
        scope = ["https://graph.microsoft.com/.default"]
        # MSAL says what it was told, and repeats it from its own cache within the time of Retry-After.
        self.assertNotIn("access_token", app.acquire_token_for_client(scope))
        self.assertNotIn("access_token", app.acquire_token_for_client(scope))
        self.assertEqual(len(self.control.journal(endpoint="token")), 1)
        self.assertIn("access_token", self.confidential().acquire_token_for_client(scope))


if __name__ == "__main__":
    unittest.main()
