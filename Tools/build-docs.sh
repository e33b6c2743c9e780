#!/bin/sh
# Builds the documentation of the DocSearch library as a web site: build-docs.sh FOLDER
set -eu

output=$1
swift=${SWIFT:-swift}
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
if [ ! -x "$tools/docc" ]; then
    echo "docs: the Swift toolchain in $tools has no docc, so the documentation cannot be built." >&2
    echo "docs: the same text can be read in Sources/DocSearch/DocSearch.docc." >&2
    exit 1
fi

"$swift" build --target DocSearch
binaries=$("$swift" build --show-bin-path)
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
# From the ordinary debug build: a build that emits symbol graphs would compile the dependencies again.
target=$("$swift" -print-target-info | sed -n 's/.*"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
# C modules, of others and our own: a folder with a module map each.
set -- -I "$binaries/Modules"
for map in Sources/C*/module.modulemap "$binaries"/C*.build/module.modulemap .build/checkouts/GRDB.swift/Sources/*/module.modulemap; do
    [ ! -f "$map" ] || set -- "$@" -I "$(dirname "$map")"
done
"$swift" symbolgraph-extract -module-name DocSearch -target "$target" -minimum-access-level public \
    -skip-synthesized-members -output-dir "$graphs" "$@"

rm -rf "$output"
mkdir -p "$output"
"$tools/docc" convert Sources/DocSearch/DocSearch.docc --output-path "$output" \
    --additional-symbol-graph-dir "$graphs" --fallback-display-name DocSearch \
    --fallback-bundle-identifier docsearch.DocSearch --transform-for-static-hosting --warnings-as-errors
echo "docs: serve the folder $output with any web server and open documentation/docsearch."
