"""Ten thousand broken requests on raw sockets: the service stays alive, and takes no more memory."""

import os
import random
import socket
import ssl
import unittest

from service import Service, request

COUNT = int(os.environ.get("HOSTILE_REQUESTS", "10000"))
#: How much more memory the service may have at the end than after the first fifth, in KiB.
GROWTH = 24 * 1024

PATHS = ["/locate", "/contoso/oauth2/v2.0/token", "/enroll", "/checkin", "/unenroll", "/telemetry", "/v1.0/users",
         "/v1.0/deviceAppManagement/iosManagedAppProtections?$filter=", "/beta/deviceAppManagement/managedAppPolicies",
         "/contoso/v2.0/.well-known/openid-configuration", "/common/userrealm/x", "/devicelogin",
         "/contoso/oauth2/v2.0/authorize?client_id=shell", "/_mam/faults/none", "/_mam/journal?limit=1", "/", "*"]
BODIES = [b"{}", b'{"identity":"ana@contoso.com"}', b"[" * 2000, b'{"a":' * 500, b'"\\ud800"', b"\x00\xff\xfe",
          b"grant_type=password&client_id=shell&username=%ZZ&password=&scope=", b"a=" + b"%41" * 3000, b"{\"a\":1e999}",
          b'{"enrollmentId":"e1","policyVersion":{}}', b"1" * 5000, b""]


class Generator:
    """Requests that were right once."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def request(self):
        chance = self.chance
        method = chance.choice([b"GET", b"POST", b"PATCH", b"DELETE", b"HEAD", b"OPTIONS", b"PUT", b"BREW", b"get"])
        path = chance.choice(PATHS).encode()
        body = chance.choice(BODIES)
        headers = [b"Host: localhost", b"Content-Length: %d" % len(body),
                   chance.choice([b"Content-Type: application/json", b"Authorization: Bearer " + b"x" * chance.randrange(3000),
                                  b"Authorization: Basic !!", b"Expect: 100-continue", b"Connection: close",
                                  b"If-Match: \"", b"Prefer: odata.maxpagesize=-1", b"Cookie: a=b"])]
        whole = b"%s %s HTTP/1.1\r\n%s\r\n\r\n%s" % (method, path, b"\r\n".join(headers), body)
        for _ in range(chance.randrange(4)):
            whole = self.mutate(whole)
        return whole

    def mutate(self, whole):
        chance = self.chance
        place = chance.randrange(len(whole) + 1)
        kind = chance.randrange(11)
        if kind == 0:
            return whole[:place]
        if kind == 1:
            return whole[:place] + chance.randbytes(chance.randrange(40)) + whole[place:]
        if kind == 2:
            return whole[:place] + whole[place + chance.randrange(40):]
        if kind == 3:
            return whole.replace(b"HTTP/1.1", chance.choice([b"HTTP/9.9", b"HTTP/1.0", b"", b"HTTP/1.1 x"]), 1)
        if kind == 4:
            return whole.replace(b"Content-Length: ", b"Content-Length: " + chance.choice([b"-", b"9" * 30, b"0x", b"1, "]), 1)
        if kind == 5:
            return whole.replace(b"Host:", b"Transfer-Encoding: chunked\r\nHost:", 1) + chance.choice(
                [b"0\r\n\r\n", b"ffffffffffffffffff\r\n", b"5\r\nabc", b"-1\r\n\r\n", b"1;x=y\r\na\r\n0\r\n\r\n"])
        if kind == 6:
            return whole.replace(b"\r\n\r\n", b"\r\nX-Large: " + b"a" * chance.choice([100, 30000, 70000]) + b"\r\n\r\n", 1)
        if kind == 7:
            return whole.replace(b" ", b" /" + b"%2e%2e/" * chance.randrange(400), 1)
        if kind == 8:
            return whole.replace(b"\r\n", b"\n", chance.randrange(5))
        if kind == 9:
            return whole.replace(b"\r\n", b"\r\n" + b"A: b\r\n" * chance.randrange(300), 1)
        return whole * 2


class Hostile(unittest.TestCase):
    def send(self, port, data, context=None):
        """Sends bytes, and reads a little of whatever comes, without patience."""
        with socket.create_connection(("127.0.0.1", port), timeout=5) as plain:
            plain.settimeout(0.02)
            connection = plain
            try:
                if context:
                    plain.settimeout(2)
                    connection = context.wrap_socket(plain, server_hostname="localhost")
                    connection.settimeout(0.02)
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR) if not context else None
                return connection.recv(4096)
            except (OSError, ValueError):
                return None

    def test_broken_requests_do_no_harm(self):
        generator = Generator(1)
        # A journal that is full before the first look at the memory.
        with Service("--journal-entries", "500") as service:
            ports = [int(url.rsplit(":", 1)[1]) for url in (service.http, service.https)]
            context = ssl.create_default_context(cafile=service.ca)
            descriptors = f"/proc/{service.process.pid}/fd"
            started = None
            for number in range(COUNT):
                data = generator.request()
                kind = number % 20
                if kind < 16:
                    answer = self.send(ports[0], data)
                elif kind < 18:
                    # Plain text, or noise, at the port of TLS.
                    answer = self.send(ports[1], data if kind == 16 else b"\x16\x03\x01" + data[:200])
                elif kind == 18:
                    answer = self.send(ports[1], data, context)
                else:
                    # Greetings of TLS at the plain port.
                    answer = self.send(ports[0], b"\x16\x03\x01\x02\x00\x01\x00" + data[:500])
                if answer and answer.startswith(b"HTTP/1.1 5"):
                    # The one failure of the server that is the client's doing (RFC 9110, 15.6.6).
                    self.assertEqual(answer[9:12], b"505", (data[:300], answer[:300]))
                if number == COUNT // 5:
                    started = service.memory()
            self.endless_bodies(ports[0])
            self.assertLess(service.memory() - started, GROWTH)
            self.assertLess(len(os.listdir(descriptors)), 60)
            answer = request("POST", f"{service.http}/locate", {"identity": "ana@contoso.com"})
            self.assertEqual(answer.status, 200)
            answer = request("POST", f"{service.https}/locate", {"identity": "ana@contoso.com"}, ca=service.ca)
            self.assertEqual(answer.status, 200)

    def endless_bodies(self, port):
        """Bodies without an end are cut off after some megabytes."""
        for head, piece in ((b"Content-Length: 99999999999", b"a" * 65536),
                            (b"Transfer-Encoding: chunked", b"10000\r\n" + b"a" * 65536 + b"\r\n")):
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                connection.sendall(b"POST /locate HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n")
                with self.assertRaises(OSError):
                    for _ in range(1024):
                        connection.sendall(piece)

    def test_half_requests_hold_nothing_up(self):
        with Service() as service:
            port = int(service.http.rsplit(":", 1)[1])
            halves = []
            for number in range(300):
                half = socket.create_connection(("127.0.0.1", port))
                half.sendall(b"POST /locate HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"[:20 + number % 40])
                halves.append(half)
            answer = request("POST", f"{service.http}/locate", {"identity": "ana@contoso.com"})
            self.assertEqual(answer.status, 200)
            for half in halves:
                half.close()


if __name__ == "__main__":
    unittest.main()
