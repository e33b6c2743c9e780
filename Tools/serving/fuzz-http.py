#!/usr/bin/python3
"""Sends made up requests to a server, as bytes: broken request lines, headers, chunks, pipelines, codings, ranges, IIIF.

    fuzz-http.py PROGRAM [--seconds 1800] [--seed 1] [--only NUMBER]

Indexes Samples/archive and serves it on this machine, with writing allowed. A finding is: no answer, or none in time, to a
request that is HTTP; a status of 500 or more other than 501 and 503; an error that is no problem document and no page; an
answer without the headers that all have, or of another length than it says; a server that has ended, that does not answer
/healthz, or whose memory grows. Ends with 1 when there was one. --only makes one case again and prints it.
"""
import argparse
import random
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

from cases import Case
from served import Served

# Of one case, in seconds: a little more than the time limits of a question and of a body.
PATIENCE = 25
STATUSES = {200, 206, 302, 303, 304, 400, 401, 403, 404, 405, 408, 413, 416, 421, 429, 501, 503}

# Folders of this machine, which no answer may name.
PLACES = [tempfile.gettempdir().encode(), str(Path(__file__).resolve().parents[2]).encode()]


class Finding(Exception):
    pass


def joined(data):
    """The chunks at the beginning of the bytes as one, and what follows them; None where the last one is missing."""
    whole = b""
    while True:
        line, separator, data = data.partition(b"\r\n")
        if not separator:
            return None, b""
        if not line or any(digit not in b"0123456789abcdefABCDEF" for digit in line):
            raise Finding(f"no chunk: {line[:80]!r}")
        length = int(line, 16)
        if len(data) < length + 2:
            return None, b""
        if data[length:length + 2] != b"\r\n":
            raise Finding("a chunk of another length than it says")
        if length == 0:
            return whole, data[2:]
        whole, data = whole + data[:length], data[length + 2:]


def answers(data, case):
    """Takes the answers of a connection apart. What is cut off at its end is left."""
    rest, found = data, []
    while rest:
        head, separator, body = rest.partition(b"\r\n\r\n")
        if not separator:
            return found, rest
        lines = head.split(b"\r\n")
        if not lines[0].startswith(b"HTTP/1.1 ") or not lines[0][9:12].isdigit():
            raise Finding(f"no status line: {lines[0][:80]!r}")
        status = int(lines[0][9:12])
        headers = {}
        for line in lines[1:]:
            name, colon, value = line.partition(b":")
            if not colon or not name.strip() or b"\n" in value or b"\0" in value:
                raise Finding(f"no header: {line[:80]!r}")
            headers[name.strip().lower().decode("latin-1")] = value.strip().decode("latin-1")
        if status == 100:
            rest = body
            continue
        if "transfer-encoding" in headers:
            # Rows of a list go out as they are found.
            if status != 200 or headers.get("content-type", "").split(";")[0] not in ("text/csv", "application/json"):
                raise Finding("chunks, where the length is known")
            whole, after = joined(body)
            if whole is None:
                return found, rest
            found.append((status, headers, whole))
            rest = after
            continue
        method = case.methods[len(found)] if len(found) < len(case.methods) else "GET"
        length = 0 if method == "HEAD" or status in (204, 304) else int(headers.get("content-length", "0"))
        # What was spoilt may be fewer requests than were made: then only what follows says whether this was a HEAD.
        if not case.is_clean:
            whole = int(headers.get("content-length", "0")) if status not in (204, 304) else 0
            length = 0 if not body or body.startswith(b"HTTP/1.1 ") else whole
        if len(body) < length:
            return found, rest
        found.append((status, headers, body[:length]))
        rest = body[length:]
    return found, b""


def check(status, headers, body, method):
    if status not in STATUSES:
        raise Finding(f"status {status}")
    for name in ("content-security-policy", "x-content-type-options", "cache-control"):
        if name not in headers:
            raise Finding(f"{status} without {name}")
    kind = headers.get("content-type", "")
    if status >= 400 and not kind.startswith(("application/problem+json", "text/html")):
        raise Finding(f"{status} as {kind}")
    if status == 405 and "allow" not in headers:
        raise Finding("405 without allow")
    if status == 206 and "content-range" not in headers:
        raise Finding("206 without content-range")
    if status >= 400 and method != "HEAD" and not body:
        raise Finding(f"{status} without a word")
    if any(place in body for place in PLACES) or b"swift" in body.lower():
        raise Finding(f"{status} tells of the machine: {body[:200]!r}")


def run(case, served):
    """Sends a case and looks at what comes back."""
    connection = socket.create_connection((served.host, served.port), timeout=PATIENCE)
    start, data = time.monotonic(), b""
    try:
        for piece in case.pieces:
            try:
                connection.sendall(piece)
            except OSError:
                break
            if case.pause:
                time.sleep(case.pause)
        if case.breaks_off:
            # The connection ends with a reset, as when a program is killed.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            return 0
        if case.finishes:
            try:
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        while True:
            try:
                part = connection.recv(1 << 16)
            except ConnectionResetError:
                break
            except TimeoutError as error:
                raise Finding(f"the connection is still open after {PATIENCE} s") from error
            if not part:
                break
            data += part
            if time.monotonic() - start > 2 * PATIENCE:
                raise Finding("it never ends")
    finally:
        connection.close()
    found, rest = answers(data, case)
    for number, (status, headers, body) in enumerate(found):
        check(status, headers, body, case.methods[number] if number < len(case.methods) else "GET")
    if case.is_clean:
        if rest:
            raise Finding(f"an answer is cut off: {rest[:100]!r}")
        # The last answer may be one that says so.
        is_last = bool(found) and found[-1][1].get("connection") == "close"
        if len(found) != len(case.methods) and not is_last:
            raise Finding(f"{len(found)} answers to {len(case.methods)} requests")
    return len(found)


class Fuzzing:
    """Several connections at a time, since most wait. A case's number says what it sends, not what others do meanwhile."""

    WORKERS = 6

    def __init__(self, served, arguments):
        self.served, self.arguments = served, arguments
        self.lock = threading.Lock()
        self.number = (arguments.only or 0) - 1
        self.findings, self.memory, self.total, self.answers = [], [], 0, 0
        self.end = time.monotonic() + arguments.seconds

    def run(self):
        if self.arguments.only is not None:
            return self.one(self.arguments.only)
        workers = [threading.Thread(target=self.work, daemon=True) for _ in range(self.WORKERS)]
        for worker in workers:
            worker.start()
        while any(worker.is_alive() for worker in workers):
            time.sleep(5)
            if self.served.is_alive():
                self.look()
        return None

    def work(self):
        while time.monotonic() < self.end and self.served.is_alive() and len(self.findings) < 50:
            with self.lock:
                self.number += 1
                number = self.number
            self.one(number)

    def one(self, number):
        case = Case(random.Random(f"{self.arguments.seed}-{number}"), self.served)
        found = 0
        try:
            found = run(case, self.served)
        except (Finding, OSError, ValueError) as finding:
            self.report(number, f"{finding!r}\n    {b''.join(case.pieces)[:300]!r}")
        if not self.served.is_alive():
            self.report(number, f"the server has ended\n{self.served.log()[-2000:]}")
        with self.lock:
            self.total += 1
            self.answers += found
        if self.arguments.only is not None:
            print(case.pieces)
            self.memory.append(0)

    def look(self):
        """A client that behaves is served, and memory does not grow."""
        try:
            status, _, _ = self.served.get("/healthz")
            if status != 200:
                self.report(self.number, f"/healthz says {status}")
            self.memory.append(self.served.resident())
        except OSError as error:
            self.report(self.number, f"/healthz: {error!r}")

    def report(self, number, text):
        with self.lock:
            self.findings.append(number)
            print(f"case {number}: {text}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=1800)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    with Served(arguments.program, options=("--write", "--query-time", "5")) as served:
        fuzzing = Fuzzing(served, arguments)
        fuzzing.run()
        findings, memory, total, statuses = fuzzing.findings, fuzzing.memory, fuzzing.total, fuzzing.answers
        third = max(1, len(memory) // 3)
        before, after = max(memory[third:2 * third] or memory), max(memory[2 * third:] or memory)
        print(f"fuzz-http: {total} connections with {statuses} answers, seed {arguments.seed}; memory "
              f"{memory[0] >> 20} MiB after the first, at most {before >> 20} MiB in the second third of the time and "
              f"{after >> 20} MiB in the last")
        if len(memory) > 30 and after > 1.15 * before + (8 << 20):
            findings.append(-1)
            print("fuzz-http: memory grows")
        errors = [line for line in served.log().split("\n") if "500" in line or "Fatal" in line]
        print("\n".join(errors[:10]))
    print(f"fuzz-http: {len(findings)} findings")
    sys.exit(1 if findings else 0)


main()
