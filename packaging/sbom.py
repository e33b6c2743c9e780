#!/usr/bin/env python3
"""Writes what the programs of a release build consist of (SBOM, SPDX 2.3 in JSON): sbom.py FILE

The Swift packages of Package.resolved and the Swift run time are inside the programs; Debian's libraries are loaded, with the
versions that are installed here. The same commit on the same machine gives the same file.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ["docsearch", "docsearch-extract", "docsearch-serve"]
# Others are under the Apache licence alone.
EXCEPTION = "Apache-2.0 WITH Swift-exception"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def licence(checkout):
    """By the text that the package has; NOASSERTION for one that is not known."""
    for file in sorted(checkout.glob("LICEN[SC]E*")):
        text = file.read_text(errors="replace")
        if "Apache License" in text:
            return EXCEPTION if "Runtime Library Exception" in text else "Apache-2.0"
        if "Permission is hereby granted, free of charge" in text:
            return "MIT"
    return "NOASSERTION"


def package(name, version, licence, purl, location="NOASSERTION"):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}],
    }


def swift_packages():
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        location, state = pin["location"].removesuffix(".git"), pin["state"]
        version = state.get("version", state["revision"])
        checkout = ROOT / ".build" / "checkouts" / location.rsplit("/", 1)[1]
        purl = "pkg:swift/" + location.removeprefix("https://") + "@" + version
        yield package(pin["identity"], version, licence(checkout), purl, f"git+{location}.git@{state['revision']}")
    version = re.search(r"Swift version (\S+)", output(os.environ.get("SWIFT", "swift"), "--version"))[1]
    yield package("swift", version, EXCEPTION, f"pkg:swift/github.com/swiftlang/swift@{version}")


def debian_packages():
    files = set()
    for program in PROGRAMS:
        files |= set(re.findall(r"=> (/\S+)", output("ldd", ROOT / ".build" / "release" / program)))
    # dpkg knows a library by the folder that its package names, and the loader may know it by another.
    paths = {file: {file, os.path.realpath(file), "/usr" + file, file.removeprefix("/usr")} for file in files}
    asked = sorted(set().union(*paths.values()))
    found = subprocess.run(["dpkg-query", "--search", *asked], capture_output=True, text=True).stdout
    owners = dict(reversed(line.split(": ", 1)) for line in found.splitlines())
    names = set()
    for file in files:
        owner = next((owners[path] for path in paths[file] if path in owners), None)
        names.add(owner or sys.exit(f"sbom: no Debian package has {file}."))
    fields = "${Package}\t${Version}\t${Architecture}\n"
    for line in output("dpkg-query", "--show", "--showformat", fields, *sorted(names)).splitlines():
        own, version, architecture = line.split("\t")
        yield package(own, version, "NOASSERTION", f"pkg:deb/debian/{own}@{version}?arch={architecture}")


def main():
    target = Path(sys.argv[1])
    release = output(ROOT / ".build" / "release" / "docsearch", "--version").strip()
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    own = package("docsearch", release, "MIT", f"pkg:generic/docsearch@{release}")
    inside, loaded = list(swift_packages()), list(debian_packages())
    packages = [own] + inside + loaded
    relation = lambda kind, other: {
        "spdxElementId": own["SPDXID"], "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}
    contents = hashlib.sha256(json.dumps(packages).encode()).hexdigest()[:32]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"docsearch-{release}",
        "documentNamespace": f"https://spdx.org/spdxdocs/docsearch-{release}-{contents}",
        "creationInfo": {
            "created": datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": [f"Tool: docsearch-sbom-{release}"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]}
        ]
        + [relation("STATIC_LINK", other) for other in inside]
        + [relation("DYNAMIC_LINK", other) for other in loaded],
    }
    target.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
