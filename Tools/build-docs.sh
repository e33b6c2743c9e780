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

graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
Tools/symbol-graph.sh "$graphs"

rm -rf "$output"
mkdir -p "$output"
"$tools/docc" convert Sources/DocSearch/DocSearch.docc --output-path "$output" \
    --additional-symbol-graph-dir "$graphs" --fallback-display-name DocSearch \
    --fallback-bundle-identifier docsearch.DocSearch --transform-for-static-hosting --warnings-as-errors
echo "docs: serve the folder $output with any web server and open documentation/docsearch."
