#!/bin/sh
# Looks at the text files that git knows or would add. Fails when a line ends with a blank or a tab, or when a comment
# cites a reason by a number that is explained nowhere, such as "design decision" and a letter with a number.
# Reasons are stated, or named by their title in docs/decisions.md.
set -eu

status=0

# fail_if_found MESSAGE PATTERN PATH...
fail_if_found() {
    message=$1
    pattern=$2
    shift 2
    found=$(git grep --untracked --line-number -I --extended-regexp "$pattern" -- "$@") || {
        [ $? -eq 1 ] && return 0
        echo "check-text: git could not search the files." >&2
        exit 1
    }
    printf '%s\n' "$found" >&2
    echo "check-text: $message" >&2
    status=1
}

fail_if_found "the lines above end with a blank or a tab." '[[:blank:]]+$' \
    . ':!Samples/archive' ':!Samples/bundles' ':!Fuzz/Corpus' ':!*.pdf'
fail_if_found "the lines above cite a number that nothing explains; state the reason." \
    '[Dd]ecisions? [A-Z][0-9]|(//|^[[:blank:]]*#).*(\([A-Z][0-9]{1,3}[,):]|\b[A-Z][0-9]{2}\b)' \
    '*.swift' '*.md' '*.sh' '*.py' '*.c' '*.h' Makefile ':!Fuzz/Corpus' ':!Tools/check-text.sh'
exit $status
