"""What a web page on another origin cannot do to the service: by its own requests, and in headless Chromium."""

import http.client
import http.server
import json
import re
import shutil
import subprocess
import threading
import unittest
import urllib.parse

from service import Service, request

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


def raw(url, method="GET", body=None, **headers):
    """A request with just these header fields; `_` stands for `-`."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.putrequest(method, parts.path + ("?" + parts.query if parts.query else ""), skip_host="Host" in headers)
    if body is not None:
        headers["Content-Length"] = str(len(body))
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()

    @classmethod
    def tearDownClass(cls):
        cls.service.stop()

    def test_the_secret_is_only_in_the_ready_line(self):
        secret = self.service.control.url.rsplit("/", 1)[1]
        self.assertGreaterEqual(len(secret), 22)
        seen = []
        for path in ("", "v1.0/users", "_mam", "_mam/faults", f"_mam/{secret}/nowhere", f"x/_mam/{secret}/faults"):
            seen.append(raw(f"{self.service.http}/{path}")[1])
        seen.append(raw(f"{self.service.location}/_mam/{secret}/faults")[1])
        request("POST", f"{self.service.http}/locate", {"identity": secret},
                headers={"Referer": f"{self.service.http}/_mam/{secret}/"})
        for path in ("journal", "journal.har", "snapshot", "held", ""):
            seen.append(json.dumps(self.service.control("GET", path)))
        for text in seen:
            self.assertNotIn(secret, text)

    def test_a_page_cannot_add_a_rule(self):
        control = self.service.control.url
        rule = b'{"fault":"lost"}'
        for headers in ({"Content_Type": "text/plain"}, {}, {"Content_Type": "application/x-www-form-urlencoded"},
                        {"Content_Type": "application/json", "Origin": "https://evil.example"},
                        {"Content_Type": "application/json", "Sec_Fetch_Site": "cross-site"},
                        {"Content_Type": "application/json", "Host": "evil.example"}):
            status, _ = raw(f"{control}/faults", "POST", rule, **headers)
            self.assertIn(status, (403, 415, 421), headers)
        for url in (f"{self.service.http}/_mam/faults", f"{self.service.http}/_mam/x/faults"):
            self.assertEqual(raw(url, "POST", rule, Content_Type="application/json")[0], 403)
        self.assertEqual(self.service.control("GET", "faults")["faults"], [])

    def test_a_name_that_leads_here_gets_nothing(self):
        for base in (self.service.http, self.service.location, self.service.authority.rsplit("/", 1)[0]):
            for path in ("", "locate", "v1.0/users", "common/v2.0/.well-known/openid-configuration", "_mam/snapshot"):
                status, text = raw(f"{base}/{path}", Host="rebound.example:80")
                self.assertEqual(status, 421, (base, path))
                self.assertNotIn("rebound", text)
        self.assertEqual(raw(f"{self.service.control.url}/snapshot", Host="rebound.example")[0], 421)


class Page(http.server.BaseHTTPRequestHandler):
    """A page of somebody else, which tries what it can."""

    script = ""

    def do_GET(self):
        body = f"<!DOCTYPE html><title>evil</title><pre id=out></pre><script>{self.script}</script>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Chromium(unittest.TestCase):
    def setUp(self):
        self.assertTrue(CHROMIUM, "there is no Chromium; ci/clients installs it")

    def browse(self, url):
        run = subprocess.run(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000", "--dump-dom",
             "--host-resolver-rules=MAP rebound.example 127.0.0.1", url],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
        return run.stdout

    def test_a_page_of_somebody_else_changes_nothing_and_reads_nothing(self):
        with Service() as service:
            port = service.http.rsplit(":", 1)[1]
            # The page even knows the secret.
            Page.script = """
              const control = %s, port = %s, out = document.getElementById("out")
              const said = []
              const attempt = async (name, url, init) => {
                try { const r = await fetch(url, init); said.push(name + ":" + r.type + ":" + r.status + ":" + (await r.text()).length) }
                catch (error) { said.push(name + ":failed") }
              }
              const rule = '{"fault":"lost"}'
              ;(async () => {
                await attempt("nocors", control + "/faults", {method: "POST", mode: "no-cors", body: rule})
                await attempt("json", control + "/faults", {method: "POST", headers: {"Content-Type": "application/json"}, body: rule})
                await attempt("delete", control + "/journal", {method: "DELETE"})
                await attempt("read", control + "/snapshot", {})
                await attempt("rebound", "http://rebound.example:" + port + "/_mam/snapshot", {mode: "no-cors"})
                navigator.sendBeacon(control + "/faults", rule)
                out.textContent = "done " + said.join(" ")
              })()
            """ % (json.dumps(service.control.url), json.dumps(port))
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                page = self.browse(f"http://localhost:{server.server_port}/")
            finally:
                server.shutdown()
            said = re.search(r"<pre id=\"out\">(.*?)</pre>", page).group(1)
            self.assertIn("json:failed", said)
            self.assertIn("read:failed", said)
            self.assertIn("nocors:failed", said)
            self.assertEqual(service.control("GET", "faults")["faults"], [])

    def test_a_page_whose_name_leads_here_reads_nothing(self):
        with Service() as service:
            port = service.http.rsplit(":", 1)[1]
            page = self.browse(f"http://rebound.example:{port}/common/v2.0/.well-known/openid-configuration")
            self.assertIn("MisdirectedRequest", page)
            self.assertNotIn("token_endpoint", page)

    def test_the_pages_are_shown(self):
        with Service() as service:
            self.assertIn("mock MAM service", self.browse(service.http + "/"))
            query = urllib.parse.urlencode({
                "client_id": "shell", "redirect_uri": "http://localhost:8400/", "response_type": "code", "scope": "mam"})
            page = self.browse(f"{service.http}/contoso/oauth2/v2.0/authorize?{query}")
            for text in ("Contoso Shell", "mock", "viewport", "autofocus"):
                self.assertIn(text, page)


if __name__ == "__main__":
    unittest.main()
