#!/bin/sh
# Looks at the text files that git knows or would add. Fails when a line ends with a blank or a tab, and when a reference
# leads nowhere: a decision's number without its file in docs/decisions, a file of docs that does not exist, a link in a
# document to a file or heading that does not exist, a reason cited by some other number, such as "D7", or a name in
# docs/architecture.md that the sources do not have.
set -eu
cd "$(dirname "$0")/.."

status=0
decisions=docs/decisions

fail() {
    printf '%s\n' "$1" >&2
    echo "check-text: $2" >&2
    status=1
}

# found PATTERN PATH...: the lines with the pattern, as file:number:line.
found() {
    pattern=$1
    shift
    git grep --untracked --line-number -I --extended-regexp "$pattern" -- "$@" || {
        [ $? -eq 1 ] && return 0
        echo "check-text: git could not search the files." >&2
        exit 1
    }
}

# fail_if_found MESSAGE PATTERN PATH...
fail_if_found() {
    message=$1
    shift
    lines=$(found "$@")
    [ -z "$lines" ] || fail "$lines" "$message"
}

fail_if_found "the lines above end with a blank or a tab." '[[:blank:]]+$' \
    . ':!Samples/archive' ':!Samples/bundles' ':!Fuzz/Corpus' ':!*.pdf'
fail_if_found "the lines above cite a reason that nothing explains; state it, or write \"decision\" and its number." \
    '[Dd]ecisions? [A-Z][0-9]|(//|^[[:blank:]]*#).*(\([A-Z][0-9]{1,3}[,):]|\b[A-Z][0-9]{2}\b)' \
    '*.swift' '*.md' '*.sh' '*.py' '*.c' '*.h' Makefile ':!Fuzz/Corpus' ':!Tools/check-text.sh'

fail_if_found "the lines above wait within a tuple, which loses its other parts (docs/decisions/0178-no-await-in-tuples.md)." \
    '(return|yield) \(.*,.*\bawait\b|(return|yield) \(.*\bawait\b.*,' 'Sources/*.swift' 'Fuzz/*.swift' 'Benchmarks/*.swift'

# What is cited, as "file:number:text", is held against what there is.
cited=$(found '([Dd]ecisions? [0-9]+|docs/[A-Za-z0-9_/.-]*\.md)' . ':!Fuzz/Corpus' ':!Tools/check-text.sh' ':!*.pdf' |
    awk '{
        match($0, /^[^:]*:[0-9]+:/); where = substr($0, 1, RLENGTH); rest = substr($0, RLENGTH + 1)
        while (match(rest, /[Dd]ecisions? [0-9]+(, [0-9][0-9][0-9][0-9])*( and [0-9][0-9][0-9][0-9])?|docs\/[A-Za-z0-9_\/.-]*\.md/)) {
            one = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
            if (one ~ /^docs/) print where one
            else { count = split(one, words, /[^0-9]+/); for (i = 1; i <= count; i++) if (words[i]) print where words[i] }
        }
    }')
missing=$(printf '%s\n' "$cited" | while IFS=: read -r file line one; do
    case $one in
    '') continue ;;
    docs/*) [ -f "$one" ] || echo "$file:$line: there is no $one" ;;
    *) set -- "$decisions/$one"-*.md; [ -f "$1" ] || echo "$file:$line: there is no decision $one" ;;
    esac
done)
[ -z "$missing" ] || fail "$missing" "the references above lead nowhere."

# Each number once, and each file in the index.
if [ -d "$decisions" ]; then
    wrong=$(for file in "$decisions"/*.md; do
        name=${file##*/}
        [ "$name" != README.md ] || continue
        number=${name%%-*}
        [ "$(set -- "$decisions/$number"-*; echo $#)" -eq 1 ] || echo "$file: its number is not its own"
        title=$(sed -n "1s/^# $number: //p" "$file")
        grep --quiet --fixed-strings "[$number]($name)" "$decisions/README.md" || echo "$file: not in the index"
        [ -n "$title" ] && grep --quiet --fixed-strings "| $title |" "$decisions/README.md" ||
            echo "$file: its first line is not the number and the title of the index"
    done)
    [ -z "$wrong" ] || fail "$wrong" "the decisions above are not numbered or listed as they should be."
fi

# Links of documents, as "file TAB target". A heading's anchor is made as web forges make it.
anchors() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}
broken=$(git ls-files --cached --others --exclude-standard -- '*.md' | grep -v '\.docc/' | while read -r file; do
    [ -f "$file" ] || continue
    grep --only-matching --extended-regexp '\]\([^) ]+\)' "$file" | sed 's/^](//; s/)$//' | sort -u |
        while read -r target; do
            case $target in *:*) continue ;; esac
            path=${target%%#*}
            there=$file
            [ -z "$path" ] || there=$(dirname "$file")/$path
            if [ ! -e "$there" ]; then
                echo "$file: $target"
            elif [ "$target" != "$path" ] && ! anchors "$there" | grep --quiet --line-regexp --fixed-strings \
                "${target#*#}"; then
                echo "$file: $target"
            fi
        done
done)
[ -z "$broken" ] || fail "$broken" "the links above lead nowhere."

# The walks of the architecture go by names: each word in code font with a capital must stand in the sources or in the
# name of a file.
split_words() { tr --complement --squeeze-repeats 'A-Za-z0-9_' '\n' | LC_ALL=C sort -u; }
names=$(mktemp)
trap 'rm -f "$names"' EXIT
{
    git ls-files --cached --others --exclude-standard
    found '' Sources Tests Package.swift | cut -d: -f3-
} | split_words >"$names"
unknown=$(grep --only-matching '`[^`]*`' docs/architecture.md | split_words | grep '[A-Z]' |
    LC_ALL=C comm -23 - "$names")
[ -z "$unknown" ] || fail "$unknown" "docs/architecture.md names what is not there."
exit $status
