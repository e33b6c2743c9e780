#!/bin/sh
# Makes docsearch-VERSION.tar.gz, the sources of the commit at hand, and its SHA-256 in .build/dist. What it needs to build are
# the Debian packages of "make deps" and the Swift packages of Package.resolved.
#
# The same commit makes the same archive, byte for byte: git gives all files the time of the commit.
set -eu
cd "$(dirname "$0")/.."

[ -z "$(git status --porcelain)" ] || {
    echo "dist: some files are not committed, and would not be in the archive. Commit them or take them away." >&2
    exit 1
}
release=$(sed -n 's/.*let current = "\([^"]*\)".*/\1/p' Sources/DocSearch/Documents/DocSearchVersion.swift)
name=docsearch-$release
mkdir -p .build/dist
git archive --format=tar --prefix="$name/" HEAD | gzip -9n >".build/dist/$name.tar.gz"
(cd .build/dist && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo ".build/dist/$name.tar.gz"
