#!/bin/sh
# Fails when a public declaration of the DocSearch library has no documentation, and lists each.
set -eu

# What a protocol of the standard library asks for explains itself: description, <.
rule=AllPublicDeclarationsHaveDocumentation
lint=$("${SWIFT:-swift}" format lint --recursive Sources/DocSearch \
    --configuration "{\"version\": 1, \"rules\": {\"$rule\": true}}" 2>&1)
found=$(printf '%s\n' "$lint" | grep "$rule" | grep -v -e "'description'" -e "'<(" | sort -t : -k 1,1 -k 2,2n)
[ -n "$found" ] || exit 0
printf '%s\n' "$found" >&2
echo "check-docs: $(printf '%s\n' "$found" | wc -l) public declarations have no documentation." >&2
exit 1
