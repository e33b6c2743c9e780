#!/bin/sh
# Indexes the samples, finds three pages, and checks what was recognised: demo.sh PROGRAM INDEX-FOLDER
set -eu

program=$1
PATH=$(dirname "$program"):$PATH
DOCSEARCH_INDEX=$PWD/$2
# The demonstration must not depend on the settings of its user.
XDG_CONFIG_HOME=$PWD/.build
export PATH DOCSEARCH_INDEX XDG_CONFIG_HOME
unset DOCSEARCH_CONFIG DOCSEARCH_EXTRACT

color=never
[ ! -t 1 ] || color=always

show() {
    printf '\n$ docsearch'
    for word in "$@"; do
        case $word in
        *[[:blank:]\"*?$]*) printf " '%s'" "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
}

find() {
    show find "$@"
    docsearch find --color "$color" "$@"
}

show index Samples/archive --language eng+deu
code=0
docsearch index Samples/archive --language eng+deu || code=$?
if [ "$code" -ne 3 ]; then
    echo "demo: docsearch index ended with exit code $code; 3 was expected." >&2
    exit 1
fi
echo "(Exit code 3, as it should be: two of the samples cannot be read, on purpose.)"

show status --failed
docsearch status --failed

find water board
find '"tramway extension"'
find Straßenbahn

printf '\n'
Tools/check-recognition.sh "$program" "$DOCSEARCH_INDEX"
