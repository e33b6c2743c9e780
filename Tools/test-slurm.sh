#!/bin/sh
# Runs the tests of "docsearch farm" in a real Slurm of three nodes on this machine, or says why it cannot.
set -eu
cd "$(dirname "$0")/.."

if ! reason=$(Tools/slurm-harness.sh check); then
    echo "test-slurm: not run here: $reason" >&2
    exit 0
fi
folder=$(mktemp -d)
trap 'Tools/slurm-harness.sh stop "$folder"; rm -rf "$folder"' EXIT
if ! Tools/slurm-harness.sh start "$folder"; then
    tail -n 20 "$folder"/*.log >&2 || true
    echo "test-slurm: not run here: Slurm did not start; its last words are above" >&2
    exit 0
fi
Tools/slurm-harness.sh run "$folder" env DOCSEARCH_OPTIMIZED=1 DOCSEARCH_SLURM="$folder" \
    "${SWIFT:-swift}" test --skip-build --filter SlurmTests
