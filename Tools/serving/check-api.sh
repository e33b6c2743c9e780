#!/bin/sh
# Has Schemathesis (PyPI) ask what /openapi.json describes: check-api.sh PROGRAM [CASES] [SEED]. By hand.
#
# Indexes the samples and serves them on this machine. What is not looked at, and why, stands below with each check.
set -eu

program=$1
cases=${2:-5000}
seed=${3:-1}
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
HOME=$folder
DOCSEARCH_INDEX=$folder/index
XDG_CACHE_HOME=$folder
XDG_CONFIG_HOME=$folder
export HOME DOCSEARCH_INDEX XDG_CACHE_HOME XDG_CONFIG_HOME
unset DOCSEARCH_CONFIG DOCSEARCH_EXTRACT DOCSEARCH_SERVE

# Two of the samples cannot be read, on purpose.
"$program" index --quiet Samples/archive --language eng+deu 2>/dev/null || [ $? -eq 3 ]
"$program" serve --port 0 >"$folder/address" &
server=$!
while ! grep -q http "$folder/address"; do sleep 0.1; done
base=$(sed -n 's/.*\(http:[^ ]*[0-9]\).*/\1/p' "$folder/address")

# So many cases are made for each operation; there are nine. What it remembers from run to run is of no use here.
cd "$folder"
${SCHEMATHESIS:-schemathesis} run "$base/openapi.json" --max-examples "$((cases / 9 + 1))" --seed "$seed" --checks all \
    --continue-on-failure --no-color
