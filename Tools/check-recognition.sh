#!/bin/sh
# Fails when a program recognises less than 95 % of the words on a typed page of the samples: check-recognition.sh PROGRAM
# INDEX-FOLDER. Called by demo.sh, with the release and the index that it made: what the release puts in the place of
# libraries' functions (Sources/DocSearchExtract/Interposed) is in no program that the tests call.
set -eu

program=$1
DOCSEARCH_INDEX=$2
export DOCSEARCH_INDEX

# check DOCUMENT PAGE...: compares with the sheets in Samples/typed, which form feeds divide.
check() {
    document=$1
    name=${document##*letters/}
    shift
    for page in "$@"; do
        "$program" show "$document" --page "$page" | awk -v document="$document" -v page="$page" '
            BEGIN { RS = "\f" }
            isFound { found = found "\n" tolower($0); next }
            FNR == page { typed = tolower($0) }
            END {
                # The first lines name the page.
                sub(/^\n*---[^\n]*\n/, "", found)
                for (i = split(found, words, /[^a-z0-9]+/); i > 0; i--) times[words[i]]++
                for (i = split(typed, words, /[^a-z0-9]+/); i > 0; i--) {
                    if (words[i] == "") continue
                    wanted++
                    if (times[words[i]]-- > 0) right++
                }
                share = wanted ? right / wanted : 0
                printf "%5.1f %% of the words on page %d of \"%s\"\n", 100 * share, page, document
                exit share < 0.95
            }' "Samples/typed/${name%%.*}.txt" isFound=1 - || status=1
    done
}

status=0
check "letters/1931-water-board.zip!/1931-04-22 Letter of the Water Board.pdf" 1 2 3
check letters/1936-tramway-company.pdf 1 2
[ "$status" -eq 0 ] || echo "check-recognition: less than 95 % of a page was recognised." >&2
exit "$status"
