#!/bin/sh
# Fuzzes the bundle readers, that of archives and the protocol at the same time, one process each.
#
#     fuzz.sh FOLDER SECONDS    FOLDER is where the fuzzers were built; new inputs, findings and logs go there too
#
# Fails when there is a finding, now or left over from before. Options for all fuzzers are taken from FUZZ_OPTIONS.
set -eu

place=$1
seconds=$2

# libarchive asks for as much memory as a header says, however much, and reports that it got none. A reader of bundles may not
# have it (addressSpaceBytes); what is asked for and never touched is no finding.
ASAN_OPTIONS=allocator_may_return_null=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export ASAN_OPTIONS
programs=$place/release

# $1: program, $2: its seeds, $3: more options
fuzz() {
    mkdir -p "$place/corpus/$2" "$place/findings"
    : >"$place/$2.log"
    end=$(($(date +%s) + seconds))
    while left=$((end - $(date +%s))) && [ "$left" -gt 0 ]; do
        # The first corpus takes the new inputs, the second is only read.
        nice -n 19 "$programs/$1" -max_total_time="$left" -rss_limit_mb=2048 -timeout=25 -max_len=65536 \
            -print_final_stats=1 -artifact_prefix="$place/findings/$2-" $3 ${FUZZ_OPTIONS:-} \
            "$place/corpus/$2" "Fuzz/Corpus/$2" >>"$place/$2.log" 2>&1 && return 0
        # On a machine with other work to do time runs out without a fault of the reader: then it does not again.
        found=false
        for input in "$place/findings/$2-"*; do
            [ -e "$input" ] || continue
            case $input in
            */"$2"-timeout-* | */"$2"-slow-unit-*)
                "$programs/$1" -timeout=25 "$input" >>"$place/$2.log" 2>&1 && rm "$input" && continue
                ;;
            esac
            found=true
        done
        ! $found || return 1
    done
}

fuzz BundleFuzzer bundles -dict=Fuzz/bundles.dict &
bundles=$!
fuzz ArchiveFuzzer archives -malloc_limit_mb=1048576 &
archives=$!
fuzz ProtocolFuzzer protocol "" &
protocol=$!
trap 'kill $bundles $archives $protocol 2>/dev/null; exit 130' INT TERM

status=0
wait $bundles || status=1
wait $archives || status=1
wait $protocol || status=1
for name in bundles archives protocol; do
    echo "--- $name, all of it in $place/$name.log"
    tail -n 8 "$place/$name.log"
done
if [ -n "$(ls "$place/findings")" ]; then
    status=1
    echo "Findings; to look at one again, call the fuzzer in $programs with its name:"
    ls -d "$place"/findings/*
fi
exit $status
