#!/bin/sh
# Lists the Swift packages of Package.swift with the version that is pinned and the newest release that their
# repositories have. Ends with 1 when one of them is newer, and with 2 when a repository could not be asked.
set -eu
cd "$(dirname "$0")/.."

result=0
pinned=$(sed -n 's/.*\.package(url: "\([^"]*\)", exact: "\([^"]*\)").*/\1 \2/p' Package.swift)
[ -n "$pinned" ] || { echo "check-updates: Package.swift pins no version." >&2; exit 2; }
while read -r url version; do
    if ! tags=$(git ls-remote --tags --refs "$url"); then
        echo "$url: the repository did not answer." >&2
        result=2
        continue
    fi
    # Releases only: digits and dots, with or without a "v".
    newest=$(echo "$tags" | sed -n 's|.*refs/tags/v\{0,1\}\([0-9][0-9.]*\)$|\1|p' | sort -V | tail -n 1)
    if [ "$newest" = "$version" ] || [ "$(printf '%s\n%s\n' "$newest" "$version" | sort -V | tail -n 1)" = "$version" ]; then
        echo "${url##*/} $version is the newest"
    else
        echo "${url##*/} $version is pinned, $newest is out"
        [ "$result" -ne 0 ] || result=1
    fi
done <<END
$pinned
END
exit "$result"
