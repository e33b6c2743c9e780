#!/bin/sh
# Makes the manual pages from the help of the programs in a folder: make-man.sh BUILT FOLDER.
# packaging/manual.mdoc has what the help does not say: environment, files and exit codes.
set -eu
cd "$(dirname "$0")/.."

built=$1
folder=$2
# The same commit makes the same pages.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$built/generate-manual" "$built/docsearch" --multi-page --date "$(date --utc --date="@$epoch" +%F)" \
    --output-directory "$scratch" >/dev/null
rm "$scratch/docsearch.help.1"
for page in "$scratch"/*.1; do
    # "man docsearch find" looks for docsearch-find. The generator knows no exit codes.
    name=$(basename "$page" .1 | tr . -)
    awk -v name="$name" '
        /^\.Dt / { $0 = ".Dt " toupper(name) " 1" }
        /^\.Nm "/ { $0 = ".Nm " name }
        /^\.Nm$/ { command = name; sub(/-/, " ", command); $0 = ".Nm " command }
        /^\.Nd "/ { gsub(/"|\.$/, ""); sub(/\."?$/, "") }
        /^\.Sh / { skipping = /EXIT STATUS/ }
        /^\.Sh "SEE ALSO"/ { while ((getline line < "packaging/manual.mdoc") > 0) print line }
        /^\.Xr / { sub(/docsearch\./, "docsearch-") }
        /^$/ { $0 = ".Pp" }
        !skipping && !/docsearch-help/ { print }
        END { if (name != "docsearch") print ".Sh SEE ALSO\n.Xr docsearch 1" }' "$page" >"$scratch/$name.mdoc"
    install -m 644 "$scratch/$name.mdoc" "$folder/$name.1"
done
