#!/bin/sh
# Fails when an import points the wrong way, when docsearch links a library that reads foreign bytes, or when
# docsearch-extract has in it what is for tests alone, or libraries do not call the functions that it has for them.
#
#     check-layers.sh [FOLDER]       checks Sources, Samples and the binaries below FOLDER (else here)
#     check-layers.sh --self-test    checks that a wrong import is found
set -eu

# folder: modules that its files may import. The longest folder that fits a file counts. A C module is only ever
# imported with "internal import", so that it does not become a part of what others see.
rules='
Sources/CivilCalendar:
Sources/QueryLanguage: CivilCalendar
Sources/TextNormalization: Foundation
Sources/ExtractionProtocol: Foundation
Sources/BundleConventions:
Sources/ContentHashing: CNettle
Sources/BundleReading: Foundation Glibc Synchronization BundleConventions CivilCalendar ContentHashing ExtractionProtocol Markup TextNormalization CGMime CLibarchive CLibzip CNettle CZlib
Sources/Markup: Glibc Synchronization ExtractionProtocol CLibxml2
Sources/PageReading: Foundation Glibc Synchronization CivilCalendar ExtractionProtocol Markup CJPEG CPopplerGLib CPopplerText CZlib
Sources/PictureReading: Foundation ExtractionProtocol CLeptonica
Sources/PageVerdict: ExtractionProtocol
Sources/TextRecognition: Foundation Glibc CTesseract
Sources/SentenceEmbedding: Foundation Glibc ContentHashing CEncoderKernels CMappedFiles
Sources/DocSearchExtract: Foundation Glibc ExtractionProtocol BundleReading Markup PageReading PictureReading PageVerdict TextRecognition TextNormalization CSandbox CSeccomp CTextLanguage CTextLayer
Sources/DocSearch: Foundation Synchronization BundleConventions CivilCalendar ContentHashing ExtractionProtocol QueryLanguage SentenceEmbedding
Sources/DocSearch/Documents: Foundation BundleConventions CivilCalendar ExtractionProtocol
Sources/DocSearch/Errors: Foundation
Sources/DocSearch/Files: Foundation BundleConventions ContentHashing ExtractionProtocol CSandbox
Sources/DocSearch/Archive: Foundation BundleConventions ContentHashing ExtractionProtocol
Sources/DocSearch/Readers: Foundation Synchronization BundleConventions ContentHashing ExtractionProtocol CSandbox
Sources/DocSearch/Recognizers: Foundation Synchronization ExtractionProtocol CSandbox
Sources/DocSearch/Runs/Writing: Foundation Synchronization BundleConventions ExtractionProtocol GRDB
Sources/DocSearch/Database: Foundation Synchronization BundleConventions ExtractionProtocol QueryLanguage GRDB GRDBSQLite CZlib
Sources/DocSearch/Annotations: Foundation Synchronization BundleConventions
Sources/DocSearch/Annotations/Tables: Foundation Synchronization BundleConventions ExtractionProtocol QueryLanguage GRDB GRDBSQLite
Sources/DocSearch/Integrity: Foundation Synchronization ExtractionProtocol GRDB GRDBSQLite CZlib
Sources/DocSearch/Forgetting: Foundation Synchronization BundleConventions SentenceEmbedding GRDB
Sources/DocSearch/Searching/Tables: Foundation Synchronization ExtractionProtocol QueryLanguage GRDB
Sources/DocSearch/Searching/FullText: Foundation Synchronization GRDB GRDBSQLite
Sources/DocSearch/Searching/WordForms: Foundation Synchronization ContentHashing GRDB CStemmer
Sources/DocSearch/Exporting: Foundation CivilCalendar ExtractionProtocol
Sources/DocSearch/Feeding: Foundation CivilCalendar ContentHashing
Sources/DocSearch/Feeding/Tables: Foundation GRDB
Sources/DocSearch/Meaning: Foundation Synchronization ContentHashing SentenceEmbedding CZlib
Sources/DocSearch/Viewing: Foundation Synchronization ContentHashing ExtractionProtocol CSandbox
Sources/AnswerForms: Foundation DocSearch
Sources/ServeOptions: ArgumentParser
Sources/DocSearchMCP: DocSearch AnswerForms
Sources/DocSearchMCP/Reading: Foundation AnswerForms
Sources/DocSearchMCP/Tools: Foundation DocSearch AnswerForms
Sources/DocSearchCLI: Foundation Synchronization DocSearch DocSearchMCP AnswerForms ServeOptions ArgumentParser
Sources/DocSearchServe: Foundation DocSearch AnswerForms ServeOptions DocSearchServer ArgumentParser
Sources/DocSearchServer: Foundation Synchronization DocSearch AnswerForms ContentHashing
Sources/DocSearchServer/API: Foundation DocSearch DocSearchMCP AnswerForms
Sources/DocSearchServer/Requests: Foundation Synchronization DocSearch AnswerForms ContentHashing CZlib
Sources/DocSearchServer/Listening: Foundation Synchronization DocSearch Hummingbird HummingbirdCore HummingbirdTLS HTTPTypes Logging NIOCore NIOHTTP1 NIOHTTPTypes NIOHTTPTypesHTTP1 NIOPosix NIOSSL
Samples: Foundation DocSearch
'

check_imports() {
    find Sources Samples -name '*.swift' -print | LC_ALL=C sort | RULES=$rules awk '
        function folder(path) { return substr(path, 1, length(path) - length(name(path)) - 1) }
        function name(path) { sub(/.*\//, "", path); return path }
        BEGIN {
            count = split(ENVIRON["RULES"], lines, "\n")
            for (i = 1; i <= count; i++) {
                colon = index(lines[i], ":")
                if (colon) allowed[substr(lines[i], 1, colon - 1)] = substr(lines[i], colon + 1) " "
            }
        }
        {
            file = $0
            place = folder(file)
            while (place != "" && !(place in allowed)) {
                if (!sub(/\/[^\/]*$/, "", place)) place = ""
            }
            if (place == "") {
                print file ": there is no rule for this folder; add one to Tools/check-layers.sh"
                bad = 1
                next
            }
            number = 0
            while ((getline line < file) > 0) {
                number++
                if (line !~ /^[ \t]*(@[A-Za-z_]+(\([^)]*\))?[ \t]+)*((public|package|internal|fileprivate|private)[ \t]+)?import[ \t]/)
                    continue
                module = line
                sub(/.*import[ \t]+((struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?/, "", module)
                sub(/[^A-Za-z0-9_].*/, "", module)
                if (index(allowed[place], " " module " ") == 0) {
                    print file ":" number ": " place " may not import " module
                    bad = 1
                } else if (module ~ /^(C[A-Z]|GRDBSQLite)/ && line !~ /(internal|private)[ \t]+import/) {
                    print file ":" number ": a C module is imported with \"internal import\""
                    bad = 1
                }
            }
            close(file)
        }
        END { exit bad }
    '
}

# The program that people run all day must stay small, and neither it nor the one that listens at a network may read
# foreign bytes itself.
check_links() {
    for program in .build/release/docsearch .build/release/docsearch-serve; do
        if [ ! -x "$program" ]; then
            echo "check-layers: there is no $program; what it links was not checked."
            continue
        fi
        linked=$(ldd "$program" | awk '{ print $1 }' | grep -E 'poppler|qpdf|tesseract|lept|cairo|libzip|libarchive|libxml2|gmime|seccomp' || true)
        [ -z "$linked" ] && continue
        echo "$program links $(printf '%s' "$linked" | tr '\n' ' ')"
        return 1
    done
    # Names of types stay in a program.
    if [ -x .build/release/docsearch ] && grep -q Hummingbird .build/release/docsearch; then
        echo ".build/release/docsearch has the HTTP server in it, which belongs into docsearch-serve alone."
        return 1
    fi
}

# What only the tests of the sandbox may ask of a worker (AttemptRequest), and the programs that they put in the place of
# readers (StandIn), are compiled for debugging alone. File names stay in a program, so a case and an argument are
# looked for, both too long to be hidden in an instruction.
test_only='loadProgramIntoKernel stand-in-for-readers'

check_test_only() {
    debug=.build/debug/docsearch-extract
    release=.build/release/docsearch-extract
    for name in $test_only; do
        # A name that is not used any more would be found nowhere.
        if [ -x "$debug" ] && ! grep -q "$name" "$debug"; then
            echo "$debug: there is no $name in it; Tools/check-layers.sh looks for the wrong name"
            return 1
        fi
        [ -x "$release" ] || continue
        grep -q "$name" "$release" || continue
        echo "$release: $name is in it, which is for tests alone"
        return 1
    done
}

# Functions that docsearch-extract has in the place of libraries' own: the loader finds them only where the program offers
# them. Each has its reason beside it.
interposed=Sources/DocSearchExtract/Interposed

check_interposed() {
    if grep -rn '^@_cdecl' Sources --include='*.swift' | grep -v "^$interposed/"; then
        echo "A function in the place of a library's own belongs into $interposed."
        return 1
    fi
    release=.build/release/docsearch-extract
    [ -x "$release" ] || return 0
    # The loader says "binding file LIBRARY [0] to LIBRARY [0]: normal symbol `NAME' [VERSION]".
    LD_BIND_NOW=1 LD_DEBUG=bindings "$release" --version 2>&1 | awk -v release="$release" '
        !isLog { if (sub(/^@_cdecl\("/, "") && sub(/"\).*/, "")) own[$0] = 1; next }
        $2 != "binding" || $4 == release || $4 == $7 { next }
        {
            name = substr($0, index($0, "`") + 1)
            sub(/\047.*/, "", name)
            if (!(name in own) && name !~ /^GOMP_/) next
            found[name] = 1
            if ($7 == release) next
            print release ": " $4 " calls " $7 " for " name ", and not this program"
            # One is enough: then none of them is used (GNUOpenMP.swift).
            if (!(name in own)) print "so recognition is slower; add the function to '"$interposed"'"
            bad = 1
        }
        END {
            if (!("cmsOpenProfileFromMem" in found) || !("GOMP_parallel" in found)) {
                print release ": the loader does not say what libraries call, or they call other functions now"
                bad = 1
            }
            exit bad
        }' "$interposed"/*.swift isLog=1 -
}

check() {
    status=0
    check_imports || status=1
    check_links || status=1
    check_test_only || status=1
    check_interposed || status=1
    [ "$status" -eq 0 ] || echo "check-layers: docs/architecture.md says which layer is which." >&2
    return "$status"
}

# expect OUTCOME FILE LINE: makes FILE with LINE alone, checks it, and compares.
expect() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree/Sources" "$scratch/tree/Samples" "$scratch/tree/$(dirname "$2")"
    printf '%s\n' "$3" >"$scratch/tree/$2"
    if (cd "$scratch/tree" && check_imports) >"$scratch/output" 2>&1; then found=allowed; else found=refused; fi
    [ "$found" = "$1" ] && return 0
    echo "check-layers: \"$3\" in $2 was $found and should be $1:" >&2
    cat "$scratch/output" >&2
    exit 1
}

self_test() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    expect refused Sources/CivilCalendar/A.swift 'import Foundation'
    expect refused Sources/QueryLanguage/A.swift 'import Foundation'
    expect refused Sources/TextNormalization/A.swift 'import ExtractionProtocol'
    expect refused Sources/DocSearch/Searching/A.swift 'import GRDB'
    expect refused Sources/DocSearch/Database/Deep/A.swift 'import BundleReading'
    expect refused Sources/DocSearch/Runs/A.swift 'internal import CSandbox'
    expect refused Sources/DocSearch/Readers/A.swift 'internal import CSeccomp'
    expect refused Sources/DocSearchCLI/Commands/A.swift 'import struct QueryLanguage.ParsedQuery'
    expect refused Sources/DocSearchCLI/A.swift '@preconcurrency private import GRDB // why not'
    expect refused Sources/PageReading/A.swift 'internal import CTesseract'
    expect refused Sources/BundleReading/A.swift 'internal import CLibxml2'
    expect refused Sources/PictureReading/A.swift 'import PageReading'
    expect refused Sources/PageReading/A.swift 'import CPopplerGLib'
    expect refused Sources/DocSearch/A.swift '@_implementationOnly import PageReading'
    expect refused Sources/SentenceEmbedding/A.swift 'import TextRecognition'
    expect refused Sources/DocSearchCLI/A.swift 'internal import CEncoderKernels'
    expect refused Sources/NewTarget/A.swift 'import Foundation'
    expect allowed Sources/DocSearch/Database/Deep/A.swift 'import GRDB'
    expect allowed Sources/PageReading/A.swift 'internal import CPopplerGLib'
    expect allowed Sources/QueryLanguage/A.swift '/// import Foundation is not needed here'
    mkdir -p "$scratch/tree/.build/release"
    cp "$0" "$scratch/tree/.build/release/docsearch-extract"
    chmod +x "$scratch/tree/.build/release/docsearch-extract"
    if (cd "$scratch/tree" && check_test_only) >"$scratch/output" 2>&1; then
        echo "check-layers: a release with $test_only in it was allowed" >&2
        exit 1
    fi
    rm -rf "$scratch/tree/.build"
    printf '@_cdecl("GOMP_parallel")\n' >"$scratch/tree/Sources/A.swift"
    if (cd "$scratch/tree" && check_interposed) >"$scratch/output" 2>&1; then
        echo "check-layers: a function in the place of a library's own was allowed outside of $interposed" >&2
        exit 1
    fi
    echo "check-layers: the check finds wrong imports."
}

if [ "${1:-}" = --self-test ]; then
    self_test
else
    cd "${1:-.}"
    check
fi
