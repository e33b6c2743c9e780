#!/bin/sh
# Fails when a manual page does not have exactly the options of its command: check-man.sh PROGRAM
set -eu

program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# compare PAGE HELP-ARGUMENTS...
compare() {
    page=docs/man/$1.1
    shift
    if [ ! -f "$page" ]; then
        echo "check-man: $page is missing." >&2
        status=1
        return 0
    fi
    "$program" help "$@" | sed -n 's/^  \(-[a-zA-Z], \)*\(--[a-z][a-z-]*\).*/\2/p' | sort -u >"$scratch/program"
    # mdoc(7) writes --limit as "Fl -limit", and "-h, --help" as "Fl h , -help".
    sed -n -e 's/.*Fl \(h , \)\{0,1\}-\([a-z][a-z-]*\).*/--\2/p' "$page" | sort -u >"$scratch/page"
    if ! diff "$scratch/page" "$scratch/program" >"$scratch/differences"; then
        echo "check-man: $page (<) and \"docsearch help $*\" (>) differ:" >&2
        grep '^[<>]' "$scratch/differences" >&2
        status=1
    fi
}

commands=$("$program" help | awk '/^SUBCOMMANDS:/ { inside = 1; next } inside && /^  [a-z]/ { print $1 }')
[ -n "$commands" ] || { echo "check-man: \"$program help\" lists no command." >&2; exit 1; }
compare docsearch
for command in $commands; do compare "docsearch-$command" "$command"; done

# The formatter's own opinion, where it is installed.
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning docs/man/*.1 >&2 || status=1
elif command -v man >/dev/null && command -v groff >/dev/null; then
    for page in docs/man/*.1; do
        man --warnings --local-file "$page" 2>&1 >/dev/null | sed "s|^|$page: |" >"$scratch/warnings"
        [ -s "$scratch/warnings" ] || continue
        cat "$scratch/warnings" >&2
        status=1
    done
fi
exit "$status"
