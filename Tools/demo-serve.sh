#!/bin/sh
# Indexes the samples and shows them in the browser: demo-serve.sh PROGRAM INDEX-FOLDER
set -eu

program=$1
DOCSEARCH_INDEX=$PWD/$2
# The demonstration must not depend on the settings of its user.
XDG_CONFIG_HOME=$PWD/.build
export DOCSEARCH_INDEX XDG_CONFIG_HOME
unset DOCSEARCH_CONFIG DOCSEARCH_EXTRACT DOCSEARCH_SERVE

code=0
"$program" index --quiet Samples/archive --language eng+deu || code=$?
# Two of the samples cannot be read, on purpose.
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then
    echo "demo-serve: docsearch index ended with exit code $code." >&2
    exit 1
fi
exec "$program" serve --open --write
