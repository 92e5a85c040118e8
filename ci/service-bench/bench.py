"""Measures the mock service beside nginx; see ci/bench-service for how it is used."""

import argparse
import contextlib
import json
import os
import pathlib
import resource
import selectors
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests" / "Clients"))
from service import Service, request  # noqa: E402

CONNECTIONS = 16
RATIO_GOAL = 0.5
HELD_GOAL_KIB = 100 * 1024
#: The memory may grow by so much over the requests and still count as flat, in KiB.
FLAT_KIB = 2048


def pinned(core, command):
    """A command that runs on one processor only, as far as there are two: else all run on one."""
    return ["taskset", "-c", str(core % (os.cpu_count() or 1)), *command]


def pin(process, core):
    subprocess.run(["taskset", "-cp", str(core % (os.cpu_count() or 1)), str(process)], check=True,
                   stdout=subprocess.DEVNULL)


def wrk(url, seconds, method, token, body):
    """Sends the same request over and over; returns how many were answered, and how many a second."""
    path = urllib.parse.urlsplit(url).path
    run = subprocess.run(
        pinned(1, ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(HERE / "checkin.lua"), url, "--",
                   method, path, token, body]),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    figures = [line.split() for line in run.stdout.splitlines() if line.startswith("figures ")]
    if run.returncode != 0 or not figures:
        sys.exit(f"wrk failed: {run.stdout.strip()}")
    count, microseconds, failures = map(int, figures[0][1:])
    if failures:
        kinds = next(line for line in run.stdout.splitlines() if line.startswith("failures"))
        sys.exit(f"{failures} of {count} requests to {url} failed; {kinds}")
    return count, count / microseconds * 1e6


class Nginx:
    """nginx with one worker that answers with files."""

    def __init__(self, files):
        self.folder = tempfile.mkdtemp(prefix="mamconform-nginx-")
        for name, content in files.items():
            pathlib.Path(self.folder, name).write_bytes(content)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        configuration = pathlib.Path(self.folder, "nginx.conf")
        configuration.write_text(f"""
            daemon off; master_process off; worker_processes 1; pid {self.folder}/nginx.pid;
            error_log {self.folder}/error.log;
            events {{ worker_connections 1024; }}
            http {{
              access_log off; keepalive_requests 1000000000; keepalive_timeout 600s; sendfile on; tcp_nopush on;
              open_file_cache max=10 inactive=600s; open_file_cache_valid 600s;
              client_body_temp_path {self.folder}/a; proxy_temp_path {self.folder}/b; fastcgi_temp_path {self.folder}/c;
              uwsgi_temp_path {self.folder}/d; scgi_temp_path {self.folder}/e;
              server {{ listen 127.0.0.1:{port}; root {self.folder}; default_type application/json; }}
            }}
        """)
        self.url = f"http://127.0.0.1:{port}"
        # Modules of Debian's nginx are loaded by its own configuration, which is not read.
        self.process = subprocess.Popen(
            pinned(0, ["nginx", "-e", f"{self.folder}/error.log", "-c", str(configuration)]),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            if self.process.poll() is not None:
                sys.exit(f"nginx did not start: {self.process.stderr.read().strip()}")
            time.sleep(0.02)
        sys.exit("nginx does not listen")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


class CheckIn:
    """An app that is enrolled, and its check-ins."""

    def __init__(self, service):
        self.service = service
        self.token = service.token("ana")
        self.enrollment = service.enroll("ana", self.token, app="docs").body["enrollmentId"]
        self.url = f"{service.http}/checkin"
        self.full = self.body(None)
        answer = self.answer(self.full)
        self.unchanged = self.body(json.loads(answer)["version"])

    def body(self, version):
        return json.dumps({"enrollmentId": self.enrollment, "policyVersion": version}, separators=(",", ":"))

    def answer(self, body):
        answer = request("POST", self.url, json.loads(body), headers={"Authorization": f"Bearer {self.token}"})
        if answer.status != 200:
            sys.exit(f"the check-in was answered with {answer}")
        return answer.content


def quartiles(values):
    """Between which two values the middle half of sorted values lies."""
    if len(values) < 2:
        return [values[0], values[0]]
    first, _, third = statistics.quantiles(values, method="inclusive")
    return [first, third]


def measure_throughput(options):
    """Requests a second of the service and of nginx, in pairs of short turns."""
    rows = []
    with Service() as service:
        pin(service.process.pid, 0)
        checkin = CheckIn(service)
        bodies = {"policy": checkin.full, "unchanged": checkin.unchanged}
        answers = {name: checkin.answer(body) for name, body in bodies.items()}
        nginx = Nginx({f"{name}.json": answer for name, answer in answers.items()})
        try:
            for name, body in bodies.items():
                ours, theirs = [], []
                for pair in range(options.pairs):
                    turns = [
                        lambda: ours.append(wrk(checkin.url, options.seconds, "POST", checkin.token, body)[1]),
                        lambda: theirs.append(wrk(f"{nginx.url}/{name}.json", options.seconds, "GET", "", "")[1])]
                    # Who begins changes, so that a machine that becomes slower favours nobody.
                    for turn in turns if pair % 2 == 0 else reversed(turns):
                        turn()
                # Each turn is compared with its neighbour only: what else the machine does differs from pair to pair.
                ratios = sorted(one / other for one, other in zip(ours, theirs))
                rows.append({
                    "answer": name, "bytes": len(answers[name]), "service": round(statistics.median(ours)),
                    "nginx": round(statistics.median(theirs)), "ratio": round(statistics.median(ratios), 3),
                    "quartiles": [round(one, 3) for one in quartiles(ratios)],
                    "spread": [round(ratios[0], 3), round(ratios[-1], 3)],
                    "serviceTurns": [round(one) for one in ours], "nginxTurns": [round(one) for one in theirs]})
        finally:
            nginx.stop()
    return rows


def measure_memory(options):
    """The service's memory before and after very many check-ins."""
    with Service() as service:
        pin(service.process.pid, 0)
        checkin = CheckIn(service)
        started = service.memory()
        # Until the journal is full, memory grows by what the journal remembers.
        count, _ = wrk(checkin.url, 1, "POST", checkin.token, checkin.unchanged)
        warm = service.memory()
        series = [warm]
        wanted = int(options.millions * 1_000_000)
        while count < wanted:
            more, _ = wrk(checkin.url, min(10, max(2, options.seconds)), "POST", checkin.token, checkin.unchanged)
            count += more
            series.append(service.memory())
        return {"requests": count, "startKiB": started, "warmKiB": warm, "endKiB": series[-1],
                "highestKiB": max(series), "seriesKiB": series}


def measure_held(options):
    """The service's memory while very many requests wait, and how long it takes to answer them all."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < options.held + 100:
        return {"skipped": f"this process may open {hard} files only"}
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, options.held + 100), hard))
    with Service() as service, contextlib.ExitStack() as sockets:
        before = service.memory()
        service.control.fault("locate", {"kind": "delay", "milliseconds": 3_600_000})
        host = urllib.parse.urlsplit(service.http)
        body = b'{"identity":"ana@contoso.com"}'
        head = f"POST /locate HTTP/1.1\r\nHost: {host.netloc}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        opened = []
        start = time.monotonic()
        for _ in range(options.held):
            connection = sockets.enter_context(socket.create_connection((host.hostname, host.port)))
            connection.sendall(head + body)
            opened.append(connection)
        held = 0
        while held < options.held and time.monotonic() < start + 60:
            held = len(service.control("GET", "held")["held"])
        opening = time.monotonic() - start
        during = service.memory()
        start = time.monotonic()
        service.control.advance("PT1H")
        answered = wait_for_answers(opened)
        return {"held": held, "beforeKiB": before, "heldKiB": during, "openingMilliseconds": round(opening * 1000),
                "answered": answered, "answeringMilliseconds": round((time.monotonic() - start) * 1000)}


def wait_for_answers(connections):
    """How many connections get an answer 200."""
    answered = 0
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ)
        waiting = len(connections)
        while waiting:
            ready = selector.select(10)
            if not ready:
                break
            for key, _ in ready:
                answered += key.fileobj.recv(65536).startswith(b"HTTP/1.1 200 ")
                selector.unregister(key.fileobj)
                waiting -= 1
    return answered


def report(figures):
    """The table of a run."""
    def verdict(holds):
        return "holds" if holds else "MISSED"
    for row in figures["throughput"]:
        print(f"check-in, {row['answer']} ({row['bytes']} bytes)".ljust(36)
              + f"{row['service']:>9,}/s   nginx {row['nginx']:>9,}/s   ratio {row['ratio']:.3f}"
              + f" (half of the pairs {row['quartiles'][0]:.3f} to {row['quartiles'][1]:.3f}, all"
              + f" {row['spread'][0]:.3f} to {row['spread'][1]:.3f})   goal >= {RATIO_GOAL}  {verdict(row['ratio'] >= RATIO_GOAL)}")
    memory = figures["memory"]
    growth = memory["endKiB"] - memory["warmKiB"]
    print(f"memory over {memory['requests']:,} check-ins".ljust(36)
          + f"{memory['warmKiB'] / 1024:7.1f} MiB -> {memory['endKiB'] / 1024:.1f} MiB"
          + f" (at the start {memory['startKiB'] / 1024:.1f})   goal: flat  {verdict(growth <= FLAT_KIB)}")
    held = figures["held"]
    if "skipped" in held:
        print("held requests".ljust(36) + f"not measured: {held['skipped']}")
        return
    print(f"{held['held']:,} requests held at once".ljust(36)
          + f"{held['heldKiB'] / 1024:7.1f} MiB, {held['answered']:,} answered in {held['answeringMilliseconds']} ms"
          + f"   goal < {HELD_GOAL_KIB // 1024} MiB  "
          + verdict(held["heldKiB"] < HELD_GOAL_KIB and held["answered"] == held["held"]))


def main():
    parser = argparse.ArgumentParser(prog="ci/bench-service")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--seconds", type=int, default=1)
    parser.add_argument("--millions", type=float)
    parser.add_argument("--held", type=int, default=4000)
    parser.add_argument("--json")
    options = parser.parse_args()
    for name, short, long in (("pairs", 3, 25), ("millions", 0.2, 1)):
        if getattr(options, name) is None:
            setattr(options, name, short if options.short else long)
    figures = {"throughput": measure_throughput(options), "memory": measure_memory(options),
               "held": measure_held(options)}
    report(figures)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=2) + "\n")


main()
