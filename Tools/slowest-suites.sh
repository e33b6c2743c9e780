#!/bin/sh
# Prints the ten suites whose tests took longest together. Tests run side by side, so the sum is more than the run took.
# usage: slowest-suites.sh FILE (as written by swift test --xunit-output)
set -eu
sed -n 's/.*<testcase classname="\([^"]*\)".* time="\([^"]*\)".*/\1 \2/p' "$1" |
    awk '{ seconds[$1] += $2; tests[$1]++ } END { for (suite in tests) print seconds[suite], tests[suite], suite }' |
    sort -rn | head -n 10 |
    awk 'BEGIN { print "The slowest suites:" } { printf "%7.1f s in %d tests  %s\n", $1, $2, $3 }'
