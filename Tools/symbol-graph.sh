#!/bin/sh
# Writes the symbol graph of the public declarations of the DocSearch library: symbol-graph.sh FOLDER
set -eu

graphs=$1
swift=${SWIFT:-swift}
"$swift" build --target DocSearch
binaries=$("$swift" build --show-bin-path)
# From the ordinary debug build: a build that emits symbol graphs would compile the dependencies again.
target=$("$swift" -print-target-info | sed -n 's/.*"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
# C modules, of others and our own: a folder with a module map each.
set -- -I "$binaries/Modules"
for map in Sources/C*/module.modulemap "$binaries"/C*.build/module.modulemap .build/checkouts/GRDB.swift/Sources/*/module.modulemap; do
    [ ! -f "$map" ] || set -- "$@" -I "$(dirname "$map")"
done
"$swift" symbolgraph-extract -module-name DocSearch -target "$target" -minimum-access-level public \
    -skip-synthesized-members -output-dir "$graphs" "$@"
