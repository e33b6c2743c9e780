#!/bin/sh
# Builds docsearch, installs it into a temporary folder and runs the benchmarks on it as its users would run it.
# Arguments go to the benchmarks: --only NAME,NAME..., --runs N, --bundles N. With --json FILE the figures are added to a
# record; with --compare RECORD they are held against one, and what is worse by more than --worse PERCENT (3) is named.
# --with FILE --compare RECORD compares two records and measures nothing.
#
# The peers come from Debian: poppler-utils, tesseract-ocr, recollcmd. The files come from $DOCSEARCH_CORPUS; a
# benchmark whose files or peer are missing says so and is left out.
#
# bundles makes up a tenth of --bundles N bundles, which takes 3 GB of $TMPDIR as well when N is not given.
#
# decisions and the benchmarks of the nightly run make up their files: nothing-changed, one-changed, write-path, growth and
# find-during-run. Their largest archive has --bundles N bundles (100,000 when not given) and takes 3 GB of $TMPDIR,
# which should be on a disk; the others have a part of that. write-path needs sqlite3 and python3.
set -eu
cd "$(dirname "$0")/.."
make build >&2
installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT
make install DESTDIR="$installed" PREFIX=/usr >&2
swift build -c release --package-path Benchmarks >&2
"$(swift build -c release --package-path Benchmarks --show-bin-path)/Benchmarks" \
    --programs "$installed/usr/bin" --corpus "${DOCSEARCH_CORPUS:-../shared/corpus}" --samples Samples/archive \
    --commit "$(git describe --always --dirty --abbrev=7 --exclude '*')" "$@"
