"""A single-page application in headless Chromium: MSAL for browsers, as a package of PyPI carries it, signs a user in
by a popup, gets tokens across origins and in a hidden frame, and asks Graph with them."""

import base64
import functools
import hashlib
import http.server
import importlib.util
import json
import pathlib
import re
import shutil
import tempfile
import threading
import unittest
import urllib.parse

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from service import ServiceCase, now_text

PACKAGE = pathlib.Path(importlib.util.find_spec("msal_streamlit_authentication").origin).parent
WAIT_SECONDS = 30


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Site:
    """A page with MSAL, on a port of its own."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="mamconform-site-")
        (script,) = (PACKAGE / "frontend" / "dist" / "assets").glob("*.js")
        text = script.read_text()
        # The bundle is a component of another page: all that it has to give is MSAL's one class.
        name = re.search(r"class (\w+)\{static async createPublicClientApplication", text).group(1)
        folder = pathlib.Path(self.folder)
        (folder / "msal.js").write_text(f"{text}\nwindow.MSAL = {name};\n")
        (folder / "index.html").write_text(
            '<!DOCTYPE html><title>page</title><div id="root"></div><script type="module" src="msal.js"></script>')
        (folder / "blank.html").write_text("<!DOCTYPE html><title>back</title>")
        handler = functools.partial(Quiet, directory=self.folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.server_address[1]
        self.url = f"http://localhost:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        shutil.rmtree(self.folder)


def key_hash(certificate):
    """By which Chromium is told to trust the chain of an authority, and nothing else."""
    key = x509.load_pem_x509_certificate(pathlib.Path(certificate).read_bytes()).public_key()
    der = key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(der).digest()).decode()


def browser(certificate):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    options.add_argument("--headless=new")
    # Containers have neither name spaces for a sandbox nor much shared memory.
    for switch in ("no-sandbox", "disable-dev-shm-usage", "disable-gpu", "no-proxy-server",
                   f"ignore-certificate-errors-spki-list={key_hash(certificate)}"):
        options.add_argument(f"--{switch}")
    # The frame in which MSAL signs on silently is of another site than the page, because one has HTTP and one HTTPS.
    options.add_experimental_option("prefs", {"profile.cookie_controls_mode": 0, "profile.block_third_party_cookies": False})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


class Page(ServiceCase):
    # MSAL compares lifetimes with the machine's clock.
    start = now_text()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = Site()
        cls.browser = browser(cls.service.ca)
        cls.browser.set_script_timeout(WAIT_SECONDS)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.site.close()
        super().tearDownClass()

    def setUp(self):
        super().setUp()
        self.back = f"{self.site.url}/blank.html"
        self.control("POST", "seed", {"clients": {"spa": {"spaRedirectUris": [self.back]}}})
        self.open(self.site.url)
        self.browser.execute_script("localStorage.clear(); sessionStorage.clear()")

    def open(self, url):
        self.browser.get(url + "/index.html")

    def wait(self, condition):
        return WebDriverWait(self.browser, WAIT_SECONDS, 0.1).until(lambda _: condition())

    def fetch(self, url, **options):
        """What a page sees of an answer: status, header and body; or the error of a request that was blocked."""
        return self.browser.execute_async_script("""
            const [url, options, done] = arguments;
            fetch(url, options).then(async answer => done(
                {status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text()}),
                error => done({error: String(error)}))""", url, options)

    def start_msal(self):
        """Loads the page and makes MSAL's application object there."""
        self.open(self.site.url)
        self.wait(lambda: self.browser.execute_script("return window.MSAL !== undefined"))
        host = urllib.parse.urlsplit(self.service.https).netloc
        self.browser.execute_async_script("""
            const [configuration, done] = arguments;
            MSAL.createPublicClientApplication(configuration).then(app => { window.app = app; done(); })""", {
                "auth": {"clientId": "spa", "authority": f"{self.service.https}/contoso", "knownAuthorities": [host],
                         "redirectUri": self.back},
                "cache": {"cacheLocation": "localStorage"}, "system": {"iframeHashTimeout": 10000}})

    def begin(self, method, request):
        """Calls a method of MSAL; the outcome is there later."""
        self.browser.execute_script("""
            const [method, request] = arguments;
            window.outcome = null;
            if (request.account === true) request.account = app.getAllAccounts()[0];
            app[method](request).then(
                result => { window.outcome = {result}; },
                error => { window.outcome = {error: error.errorCode, message: error.errorMessage}; })""", method, request)

    def outcome(self):
        return self.wait(lambda: self.browser.execute_script("return window.outcome"))

    def call(self, method, **request):
        self.begin(method, {"scopes": ["User.Read"], **request})
        return self.outcome()

    def sign_in(self):
        """Signs in at MSAL's popup."""
        self.start_msal()
        page = self.browser.current_window_handle
        self.begin("loginPopup", {"scopes": ["User.Read"]})
        self.wait(lambda: len(self.browser.window_handles) == 2)
        self.browser.switch_to.window([one for one in self.browser.window_handles if one != page][0])
        self.wait(lambda: self.browser.find_elements(By.NAME, "username"))
        self.browser.find_element(By.NAME, "username").send_keys("ana@contoso.com")
        self.browser.find_element(By.NAME, "password").send_keys("ana-secret")
        self.browser.find_element(By.TAG_NAME, "button").click()
        self.browser.switch_to.window(page)
        outcome = self.outcome()
        self.assertIn("result", outcome, outcome)
        return outcome["result"]

    def test_msal_signs_in_by_a_popup_and_asks_graph(self):
        result = self.sign_in()
        self.assertEqual(result["account"]["username"], "ana@contoso.com")
        self.assertIn("User.Read", result["scopes"])
        self.assertEqual(result["idTokenClaims"]["oid"], "o-ana")
        answer = self.fetch(f"{self.service.graph}/me", headers={
            "Authorization": f"Bearer {result['accessToken']}", "client-request-id": "a-page"})
        self.assertEqual((answer["status"], json.loads(answer["text"])["id"]), (200, "o-ana"))
        self.assertEqual(answer["headers"]["client-request-id"], "a-page")

    def test_msal_refreshes_silently_across_origins(self):
        first = self.sign_in()
        self.start_msal()
        kept = self.call("acquireTokenSilent", account=True)["result"]
        self.assertEqual((kept["accessToken"], kept["fromCache"]), (first["accessToken"], True))
        fresh = self.call("acquireTokenSilent", account=True, forceRefresh=True)["result"]
        self.assertNotEqual(fresh["accessToken"], first["accessToken"])
        grants = [entry["detail"]["grant"] for entry in self.control.journal(endpoint="token")]
        self.assertEqual(grants, ["authorization_code", "refresh_token"])
        # What must be done at a page is said in MSAL's own words.
        self.control.user("ana", revokeSessions=True)
        refused = self.call("acquireTokenSilent", account=True, forceRefresh=True)
        self.assertIn(refused["error"], ("invalid_grant", "login_required", "interaction_required"), refused)

    def test_msal_signs_on_silently_while_the_session_lasts(self):
        self.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.start_msal()
        self.assertEqual(self.call("ssoSilent")["error"], "login_required")
        self.sign_in()
        self.start_msal()
        silent = self.call("ssoSilent")
        self.assertEqual(silent.get("result", silent)["account"]["username"], "ana@contoso.com")

    def test_a_page_elsewhere_reads_no_tokens(self):
        token = f"{self.service.https}/contoso/oauth2/v2.0/token"
        form = {"method": "POST", "headers": {"Content-Type": "application/x-www-form-urlencoded"},
                "body": "grant_type=password&client_id=spa&scope=User.Read&username=ana%40contoso.com&password=ana-secret"}
        near = self.fetch(token, **form)
        self.assertIn("AADSTS9002326", near["text"])
        self.browser.get(f"http://elsewhere.localhost:{self.site.port}/blank.html")
        self.assertIn("error", self.fetch(token, **form))
        discovery = self.fetch(f"{self.service.https}/contoso/v2.0/.well-known/openid-configuration")
        self.assertEqual(discovery["status"], 200)
        self.assertIn("error", self.fetch(f"{self.service.http}/locate", method="POST", body='{"identity":"ana@contoso.com"}'))

    def test_a_throttled_page_reads_when_to_come_again(self):
        self.control.fault("graph", {"kind": "status", "status": 429, "retryAfter": 17})
        answer = self.fetch(f"{self.service.graph}/me", headers={"Authorization": "Bearer x"})
        self.assertEqual((answer["status"], answer["headers"]["retry-after"]), (429, "17"))


if __name__ == "__main__":
    unittest.main()
