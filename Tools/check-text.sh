#!/bin/sh
# Fails when a line of a text file ends with a blank or a tab. Looks at files that git knows or would add.
set -eu

found=$(git grep --untracked --line-number -I --extended-regexp '[[:blank:]]+$' -- . ':!Samples/archive' ':!Samples/bundles' ':!Fuzz/Corpus' ':!*.pdf') || {
    [ $? -eq 1 ] && exit 0
    echo "check-text: git could not search the files." >&2
    exit 1
}
printf '%s\n' "$found" >&2
echo "check-text: the lines above end with a blank or a tab." >&2
exit 1
