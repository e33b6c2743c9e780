#!/bin/sh
# Installs the Debian packages that docsearch needs, those that are missing only. Says what and why.
set -eu

# package | what it is for
packages='
pkg-config|tells the compiler where the libraries are
libzip-dev|opens zipped bundles
libarchive-dev|opens tars and 7z
libgmime-3.0-dev|takes mail apart
libxml2-dev|reads XML and HTML
nettle-dev|checksums of bundles
libpoppler-glib-dev|reads PDFs
libpoppler-cpp-dev|reads text that runs from right to left in PDFs
poppler-data|tables for Chinese, Japanese and Korean in PDFs
libjpeg62-turbo-dev|writes images of pages
libleptonica-dev|decodes images that are pages
libtesseract-dev|recognises the text of scans
libstemmer-dev|other forms of words in other languages than English
libqpdf-dev|adds text to PDFs
libcld2-dev|tells the languages of texts
libseccomp-dev|limits what the program that reads foreign files may ask of the kernel
libsqlite3-dev|holds the index
zlib1g-dev|compresses stored text
tesseract-ocr|the recognition engine with its settings
tesseract-ocr-eng|English scans
tesseract-ocr-deu|German scans; one of the samples
'

names=$(printf '%s\n' "$packages" | sed -n 's/|.*//p')
if ! command -v dpkg-query >/dev/null; then
    echo "deps: this is not a Debian system, so nothing is installed. docsearch needs what Debian calls:" >&2
    printf '%s\n' "$packages" | sed -n 's/^\(..*\)|\(.*\)/  \1: \2/p' >&2
    exit 0
fi

missing=''
for name in $names; do
    status=$(dpkg-query --show --showformat '${db:Status-Status}' "$name" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $name"
done
[ -n "$missing" ] || exit 0

echo "deps: installing what is missing:"
for name in $missing; do
    printf '%s\n' "$packages" | sed -n "s/^$name|/  $name: /p"
done

if [ "$(id -u)" -eq 0 ]; then
    as_root='env'
elif command -v sudo >/dev/null; then
    as_root='sudo'
    # Without a terminal no password can be typed.
    [ -t 0 ] || as_root='sudo -n'
else
    echo "deps: installing packages needs root or sudo. Have this run by root: apt-get install$missing" >&2
    exit 1
fi

apt() {
    # shellcheck disable=SC2086 # several words on purpose
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

apt update || echo "deps: the package lists could not be updated; trying with those that are there." >&2
# shellcheck disable=SC2086 # a list of names
if ! apt install --yes --no-install-recommends $missing; then
    echo "deps: apt-get could not install$missing; its last lines say why." >&2
    exit 1
fi
