#!/usr/bin/env python3
"""Compares the public interface of the DocSearch library with the one that is written down: check-api.py [--write]

A declaration that is gone or changed breaks programs of others (docs/contributing.md says what to do then). With --write the
file becomes what the sources have.
"""

import difflib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

# Compilers add these by themselves, and not every version the same ones.
IMPLIED = {"BitwiseCopyable", "Copyable", "Escapable", "SendableMetatype"}
WRITTEN = Path(__file__).parent.parent / "docs" / "public-api.txt"


def declarations(graph):
    """A line for each: its path, and how it is declared, with the protocols of a type."""
    paths = {s["identifier"]["precise"]: ".".join(s["pathComponents"]) for s in graph["symbols"]}
    protocols = {}
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo" and relation["source"] in paths:
            name = (relation.get("targetFallback") or paths.get(relation["target"], "")).removeprefix("Swift.")
            if name not in IMPLIED:
                protocols.setdefault(relation["source"], set()).add(name)
    for symbol in graph["symbols"]:
        identifier = symbol["identifier"]["precise"]
        words = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        conformances = ", ".join(sorted(filter(None, protocols.get(identifier, ()))))
        line = f"{paths[identifier]}: {' '.join(words.split())}"
        yield f"{line} : {conformances}" if conformances else line


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([WRITTEN.parent.parent / "Tools" / "symbol-graph.sh", folder], check=True, stdout=sys.stderr)
        lines = set()
        for file in Path(folder).glob("DocSearch*.symbols.json"):
            lines |= set(declarations(json.loads(file.read_text())))
    now = "".join(line + "\n" for line in sorted(lines))
    if sys.argv[1:] == ["--write"]:
        WRITTEN.write_text(now)
        return
    before = WRITTEN.read_text() if WRITTEN.exists() else ""
    if now == before:
        print(f"check-api: the public interface is as written down, {len(lines)} declarations.")
        return
    changes = difflib.unified_diff(before.splitlines(), now.splitlines(), str(WRITTEN.name), "sources", lineterm="", n=0)
    print("\n".join(changes))
    sys.exit("check-api: the public interface is another than docs/public-api.txt says. If that is meant: make api")


if __name__ == "__main__":
    main()
