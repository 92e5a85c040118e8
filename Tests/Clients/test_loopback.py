"""The loopback address of IPv6: beside IPv4's, and alone."""

import socket
import ssl
import unittest
import urllib.parse

from service import Service, ServiceCase, request


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


@unittest.skipUnless(has_ipv6(), "the machine has no IPv6")
class Loopback(unittest.TestCase):
    def test_every_port_is_served_at_both_addresses(self):
        with Service() as service:
            for url in (service.http, service.location, service.authority):
                self.assertIn("//127.0.0.1:", url)
            def there(url, host="[::1]"):
                return url.replace("127.0.0.1", host).replace("localhost", host)
            locate = {"identity": "ana@contoso.com"}
            for base in (service.http, service.location):
                self.assertEqual(request("POST", there(base) + "/locate", locate).status, 200)
            document = request(
                "GET", there(service.https) + "/contoso/v2.0/.well-known/openid-configuration", ca=service.ca)
            self.assertTrue(document.body["token_endpoint"].startswith(there(service.https)), document)
            # What is refused is refused at both.
            service.control.fault("locate", "refused")
            with self.assertRaises(OSError):
                request("POST", there(service.location) + "/locate", locate)
            service.control("DELETE", "faults")
            self.assertEqual(request("POST", there(service.location) + "/locate", locate).status, 200)

    def test_it_alone(self):
        with Service("--listen", "::1") as service:
            for url in (service.http, service.https, service.graph, service.location):
                self.assertEqual(urllib.parse.urlsplit(url).hostname, "::1", url)
            located = request("POST", f"{service.http}/locate", {"identity": "ana@contoso.com"}).body
            self.assertIn("//[::1]:", located["policy"])
            context = ssl.create_default_context(cafile=service.ca)
            parts = urllib.parse.urlsplit(service.https)
            with socket.create_connection((parts.hostname, parts.port)) as plain:
                with context.wrap_socket(plain, server_hostname="::1") as secure:
                    names = secure.getpeercert()["subjectAltName"]
            self.assertIn(("IP Address", "0:0:0:0:0:0:0:1"), names)
            token = service.token("ana", scope="User.Read")
            answer = request("GET", f"{service.graph}/me", headers={"Authorization": f"Bearer {token}"})
            self.assertEqual(answer.status, 200)
            with self.assertRaises(OSError):
                request("GET", service.http.replace("[::1]", "127.0.0.1"))


if __name__ == "__main__":
    unittest.main()
