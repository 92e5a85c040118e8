"""Answers that come later come by themselves: nothing else has to happen at the service first."""

import email.utils
import http.client
import json
import ssl
import threading
import time
import unittest
import urllib.parse

from service import ServiceCase


class Waiting(ServiceCase):
    def connections(self):
        """One connection by HTTP and one by HTTPS."""
        plain = http.client.HTTPConnection(urllib.parse.urlsplit(self.service.http).netloc, timeout=3)
        secure = http.client.HTTPSConnection(
            urllib.parse.urlsplit(self.service.https).netloc, timeout=3,
            context=ssl.create_default_context(cafile=self.service.ca))
        for connection in (plain, secure):
            self.addCleanup(connection.close)
        return plain, secure

    def locate(self, connection):
        connection.request("POST", "/locate", json.dumps({"identity": "ana@contoso.com"}))

    def held(self, count):
        while len(self.control("GET", "held")["held"]) < count:
            time.sleep(0.01)

    def test_a_delay_ends_when_the_clock_is_moved(self):
        self.control.fault("locate", {"kind": "delay", "milliseconds": 3_600_000})
        for connection in self.connections() * 3:
            self.locate(connection)
            self.held(1)
            self.control.advance("PT1H")
            response = connection.getresponse()
            self.assertEqual((response.status, response.read() != b""), (200, True))

    def test_what_is_due_before_the_new_time_is_dated_when_it_was_due(self):
        dates = []
        for seconds in (1, 2, 3):
            self.control.fault("locate", {"kind": "delay", "milliseconds": 1000 * seconds}, times=1)
        clients = self.connections() + self.connections()[:1]
        for count, connection in enumerate(clients, 1):
            self.locate(connection)
            self.held(count)
        start = self.control("GET", "clock")["now"]
        self.control.advance("PT1H")
        for connection in clients:
            response = connection.getresponse()
            response.read()
            dates.append(email.utils.parsedate_to_datetime(response.headers["Date"]).timestamp() * 1000 - start)
        self.assertEqual(dates, [1000, 2000, 3000])

    def test_a_question_outlasts_a_reset(self):
        answers = []
        question = threading.Thread(target=lambda: answers.append(self.control(
            "POST", "journal/wait", {"match": {"endpoint": "keys"}, "timeoutMilliseconds": 700}, expect=(408,))))
        question.start()
        time.sleep(0.2)
        self.control("POST", "reset", {})
        question.join()
        self.assertEqual((answers[0]["passed"], answers[0]["count"]), (False, 0))

    def test_slow_pieces_come_as_the_clock_is_moved(self):
        self.control.fault("locate", {"kind": "chunks", "bytes": 64, "milliseconds": 1000})
        for connection in self.connections():
            self.locate(connection)
            response = connection.getresponse()
            body = response.read(64)
            while piece := self.next_piece(response):
                body += piece
            self.assertEqual(json.loads(body)["tenant"], "contoso")

    def next_piece(self, response):
        self.control.advance(1000)
        return response.read(64)

    def test_a_question_to_the_journal_is_answered_by_the_request_it_waits_for(self):
        for connection in self.connections():
            answers = []
            question = threading.Thread(target=lambda: answers.append(self.control(
                "POST", "journal/wait", {"match": {"endpoint": "telemetry"}, "timeoutMilliseconds": 2500})))
            self.control("DELETE", "journal")
            question.start()
            time.sleep(0.1)
            connection.request("POST", "/telemetry", json.dumps({"events": []}))
            connection.getresponse().read()
            question.join(2)
            self.assertFalse(question.is_alive())
            self.assertTrue(answers[0]["passed"])

    def test_a_request_that_is_released_is_answered(self):
        self.control("POST", "holds", {"endpoint": "locate"})
        plain, _ = self.connections()
        self.locate(plain)
        self.held(1)
        number = self.control("GET", "held")["held"][0]["request"]
        self.control("POST", f"held/{number}", {"do": "release"})
        self.assertEqual(plain.getresponse().status, 200)


if __name__ == "__main__":
    unittest.main()
