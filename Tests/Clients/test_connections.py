"""Connections that fail, that there is no room for, and whose faults are counted."""

import os
import pathlib
import resource
import socket
import ssl
import time
import unittest
import urllib.parse

from service import Service, ServiceCase, request


def port_of(url):
    return urllib.parse.urlsplit(url).port


class Handshakes(ServiceCase):
    """A fault of TLS counts connections, each once."""

    def handshake(self):
        """How the handshake of a new connection ends."""
        context = ssl.create_default_context(cafile=self.service.ca)
        with socket.create_connection(("127.0.0.1", port_of(self.service.https)), timeout=5) as plain:
            try:
                with context.wrap_socket(plain, server_hostname="localhost"):
                    return "right"
            except ssl.SSLCertVerificationError as error:
                return error.verify_message
            except ssl.SSLError as error:
                return error.reason

    def handshakes(self, count, kind, **members):
        """How so many handshakes end under a rule, and what the rule has counted."""
        self.control("POST", "faults", {"id": "t", "fault": {"kind": kind}, **members})
        ends = [self.handshake() for _ in range(count)]
        rule = self.control("GET", "faults/t")
        return ends, rule["matched"], rule["hits"]

    def test_the_first_two_connections_fail(self):
        alert = "SSLV3_ALERT_HANDSHAKE_FAILURE"
        self.assertEqual(self.handshakes(3, "tlsFailure", times=2), ([alert, alert, "right"], 3, 2))

    def test_the_second_connection_fails(self):
        alert = "SSLV3_ALERT_HANDSHAKE_FAILURE"
        self.assertEqual(self.handshakes(3, "tlsFailure", after=1, times=1), (["right", alert, "right"], 3, 1))

    def test_the_second_connection_sees_an_expired_certificate(self):
        self.assertEqual(self.handshakes(3, "certificateExpired", after=1, times=1),
                         (["right", "certificate has expired", "right"], 3, 1))


class Descriptors(unittest.TestCase):
    def processor_seconds(self, service):
        fields = pathlib.Path(f"/proc/{service.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def test_connections_wait_for_descriptors_without_work(self):
        with Service() as service:
            used = len(os.listdir(f"/proc/{service.process.pid}/fd"))
            resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE, (used + 10, used + 10))
            idle = [socket.create_connection(("127.0.0.1", port_of(url)), timeout=5)
                    for url in [service.http, service.https] * 15]
            time.sleep(0.2)
            before = self.processor_seconds(service)
            time.sleep(1)
            self.assertLess(self.processor_seconds(service) - before, 0.2)
            for connection in idle:
                connection.close()
            for url in (service.http, service.https):
                answer = request("POST", f"{url}/locate", {"identity": "ana@contoso.com"}, ca=service.ca)
                self.assertEqual(answer.status, 200)


if __name__ == "__main__":
    unittest.main()
