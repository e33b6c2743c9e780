#!/usr/bin/python3
"""What one client costs the others, in figures: load.py PROGRAM [--documents 300]

Makes copies of the samples, serves them on this machine, and asks one search again and again, alone and beside each of
these, one after the other: 1,000 connections that say nothing, 1,000 that send a request a byte at a time, 200 that take
nothing of large answers, readers that are killed while they draw, a run with --full, and one that makes the full-text tables
again. Prints a table: how long the search took, what the server's memory was, and answers that were wrong. Ends with 1 when
there was one. For docs/serving.md.
"""
import argparse
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from served import Served

SEARCH = "/api/v1/search?q=water+board&limit=200&pages=0"


def copies(folder, count):
    """So many files with other bytes each, since copies are folded: a comment in a PDF, or a member of a zip."""
    import zipfile

    sources = [os.path.join(place, name) for place, _, names in os.walk("Samples/archive") for name in sorted(names)]
    for number in range(count):
        source = sources[number % len(sources)]
        place = f"{folder}/folder {number // 100}"
        os.makedirs(place, exist_ok=True)
        target = f"{place}/{number} {os.path.basename(source)}"
        shutil.copyfile(source, target)
        if target.endswith("zip"):
            with zipfile.ZipFile(target, "a") as archive:
                archive.comment = f"copy {number}".encode()
        else:
            with open(target, "ab") as file:
                file.write(f"\n% copy {number}\n".encode())


class Asking(threading.Thread):
    """Asks the same again and again until it is told to stop."""

    def __init__(self, served, wanted):
        super().__init__(daemon=True)
        self.served, self.wanted = served, wanted
        self.times, self.wrong, self.later = [], [], 0
        self.ended = threading.Event()

    def run(self):
        while not self.ended.is_set():
            start = time.monotonic()
            try:
                status, headers, body = self.served.get(SEARCH)
            except OSError as error:
                self.wrong.append(repr(error))
                continue
            self.times.append(1000 * (time.monotonic() - start))
            if status == 503 and headers.get("content-type") == "application/problem+json":
                self.later += 1
            elif status != 200 or answer(body) != self.wanted:
                self.wrong.append(f"{status} {body[:200]!r}")

    def figures(self):
        self.ended.set()
        self.join()
        times = sorted(self.times) or [0]
        return f"{times[len(times) // 2]:.1f} | {times[int(0.95 * len(times))]:.1f} | {len(times)} | {self.later} | {len(self.wrong)}"


def answer(body):
    """What must not change: how many, and which."""
    found = json.loads(body)
    return found["total"], sorted(hit["path"] for hit in found["hits"])


def connections(served, count):
    made = []
    for _ in range(count):
        connection = socket.create_connection((served.host, served.port))
        connection.setblocking(False)
        made.append(connection)
    return made


def idle(served):
    made = connections(served, 1000)
    time.sleep(5)
    return made, None


def slow_writers(served):
    made = connections(served, 1000)
    request = b"POST /batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\nterms=" + b"a" * 50
    for byte in request[:40]:
        for connection in made:
            try:
                connection.send(bytes([byte]))
            except OSError:
                pass
    time.sleep(2)
    return made, None


def slow_readers(served):
    made = []
    document = json.loads(served.get(SEARCH)[2])["hits"][0]["id"]
    for number in range(200):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect((served.host, served.port))
        target = [f"/documents/{document}/pages/1.jpg?width=2400", f"/files/{document}.pdf"][number % 2]
        connection.setblocking(False)
        connection.send(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20)
        made.append(connection)
    time.sleep(5)
    return made, None


def killed_readers(served):
    """Asks for images while whatever draws them is killed ten times a second. Afterwards all images are there."""
    found = json.loads(served.get(SEARCH)[2])["hits"]
    ended, statuses = threading.Event(), {}

    def draw():
        width = 200
        while not ended.is_set():
            width += 1
            status, _, _ = served.get(f"/documents/{found[width % len(found)]['id']}/pages/1.jpg?width={width}")
            statuses[status] = statuses.get(status, 0) + 1

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    killed = 0
    for _ in range(100):
        time.sleep(0.1)
        for process in below(served.process.pid):
            try:
                os.kill(process, signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass
    ended.set()
    for thread in threads:
        thread.join()
    after = {served.get(f"/documents/{hit['id']}/pages/1.jpg?width=150")[0] for hit in found[:20]}
    return [], f"{killed} killed, images: {statuses}, afterwards {after}" + ("" if after == {200} else " WRONG")


def below(process):
    """Processes that a process has started, and those that they have."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as line:
                    parents.setdefault(int(line.read().rsplit(")", 1)[1].split()[1]), []).append(int(name))
            except OSError:
                continue
    found = [process]
    for parent in found:
        found += parents.get(parent, [])
    return found[1:]


def run_beside(served, *options):
    start = time.monotonic()
    result = subprocess.run([served.program, "index", "--quiet", *options], env=served.environment, capture_output=True, text=True, check=False)
    return [], f"{time.monotonic() - start:.1f} s, exit code {result.returncode}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--documents", type=int, default=300)
    arguments = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    del soft
    folder = tempfile.mkdtemp(prefix="docsearch-load-")
    wrong = 0
    try:
        copies(folder, arguments.documents)
        with Served(arguments.program, [folder], options=(), languages="eng", ocr="never") as served:
            wanted = answer(served.get(SEARCH)[2])
            print(f"{arguments.documents} bundles, {wanted[0]} documents found\n")
            print("| beside | p50, ms | p95, ms | answers | 503 | wrong | memory, MiB | |\n|---|---|---|---|---|---|---|---|")
            for name, beside in [
                ("nothing", lambda _: (time.sleep(5), ([], None))[1]), ("1,000 idle connections", idle),
                ("1,000 slow writers", slow_writers), ("200 slow readers", slow_readers),
                ("killed readers", killed_readers), ("a run with --full", lambda served: run_beside(served, "--full", "--ocr", "never")),
                ("new full-text tables", lambda served: run_beside(served, "--stemmer", "none", "--ocr", "never")), ("nothing again", idle_again),
            ]:
                asking = Asking(served, wanted)
                # Connections are there before: what is measured is that they stay, and not that they come.
                is_there = beside in (idle, slow_writers, slow_readers)
                if not is_there:
                    asking.start()
                kept, note = beside(served)
                if is_there:
                    asking.start()
                    time.sleep(5)
                line = asking.figures()
                print(f"| {name} | {line} | {served.resident() >> 20} | {note or ''} |", flush=True)
                wrong += len(asking.wrong) + ("WRONG" in (note or ""))
                for text in asking.wrong[:3]:
                    print("    " + text)
                for connection in kept:
                    connection.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if wrong else 0)


def idle_again(_):
    time.sleep(5)
    return [], None


main()
