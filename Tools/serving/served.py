"""What the checks of the server share: an archive that is served from a temporary folder, and a list of what did not hold."""
import http.client
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse


class Checks:
    """Prints what holds and what does not."""

    def __init__(self, name):
        self.name, self.failures = name, []

    def expect(self, holds, what):
        print(("ok    " if holds else "FAIL  ") + what, flush=True)
        if not holds:
            self.failures.append(what)

    def finish(self):
        print(f"{self.name}: {len(self.failures)} failed" if self.failures else f"{self.name}: all well")
        sys.exit(1 if self.failures else 0)


def left_out(name, reason):
    """Ends a check that cannot be made here."""
    print(f"{name}: left out: {reason}")
    sys.exit(0)


def corpus(folders):
    """Folders of the collection of real files that are there; it is not part of the project."""
    base = os.environ.get("DOCSEARCH_CORPUS", os.path.join("..", "shared", "corpus"))
    return [path for path in (os.path.join(base, folder) for folder in folders) if os.path.isdir(path)]


class Served:
    """An index of some folders, and a server for it. Everything is in a temporary folder, which goes away at the end.

    `index` is an index that is there already, which is served as it is.
    """

    def __init__(self, program, folders=("Samples/archive",), options=("--write",), index=None, languages="eng+deu", ocr="auto"):
        self.folder = tempfile.mkdtemp(prefix="docsearch-served-")
        self.program = os.path.abspath(program)
        self.index = index or self.folder + "/index"
        self.environment = {**os.environ, "HOME": self.folder, "DOCSEARCH_INDEX": self.index,
                            "XDG_CACHE_HOME": self.folder, "XDG_CONFIG_HOME": self.folder}
        for name in ("DOCSEARCH_CONFIG", "DOCSEARCH_EXTRACT", "DOCSEARCH_SERVE"):
            self.environment.pop(name, None)
        try:
            if not index:
                self.run("index", "--quiet", *folders, "--language", languages, "--ocr", ocr)
            self.process = subprocess.Popen(
                [self.program, "serve", "--port", "0", *options], env=self.environment, stdout=subprocess.PIPE,
                stderr=open(self.folder + "/log", "w", encoding="utf-8"), text=True)
            line = self.process.stdout.readline()
            found = re.search(r"https?://\S+[0-9]", line)
            if not found:
                raise SystemExit(f"The server did not start: {line}{self.log()}")
            self.base = found.group()
            self.host, self.port = "127.0.0.1", urllib.parse.urlsplit(self.base).port
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def run(self, *arguments):
        """Some of the samples cannot be read, on purpose: the exit code says nothing here."""
        return subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True, check=False)

    def log(self):
        with open(self.folder + "/log", encoding="utf-8") as lines:
            return lines.read()

    def get(self, target, headers=None, method="GET", body=None):
        """Status, headers with small names, and body."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        try:
            connection.request(method, target, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def is_alive(self):
        return self.process.poll() is None

    def resident(self, kind="VmRSS"):
        """Bytes of memory of the server alone, without the programs that draw pages."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith(kind + ":"):
                    return int(line.split()[1]) * 1024
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_alive():
            self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
