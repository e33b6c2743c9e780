#!/bin/sh
# Makes docsearch_VERSION_ARCHITECTURE.deb in .build/deb from what "make build" built.
#
# dpkg-deb alone, without debhelper: its build system would call "swift build" in a clean room that has no network to
# fetch dependencies from, and what is left for it to do is a dozen lines here. dpkg-shlibdeps finds the libraries.
#
# The same commit and the same compiler make the same package, byte for byte: all times are those of the commit.
# DEBFULLNAME and DEBEMAIL name the maintainer, else it is the author of the commit; DEB_REVISION is 1 otherwise.
set -eu
cd "$(dirname "$0")/.."

stage=.build/deb/stage

fail() {
    echo "deb: $1" >&2
    exit 1
}

for tool in dpkg-deb:dpkg dpkg-shlibdeps:dpkg-dev strip:binutils gzip:gzip git:git; do
    command -v "${tool%:*}" >/dev/null || fail "${tool%:*} is missing. Install it: apt install ${tool#*:}"
done

release=$(sed -n 's/.*let current = "\([^"]*\)".*/\1/p' Sources/DocSearch/Documents/DocSearchVersion.swift)
[ -n "$release" ] || fail "Sources/DocSearch/Documents/DocSearchVersion.swift names no version."
built=$(.build/release/docsearch --version) || fail 'there is no release build. Run "make build" first.'
[ "$built" = "$release" ] || fail "the build is of version $built, the sources are of $release. Run \"make build\"."
version=$release-${DEB_REVISION:-1}
architecture=$(dpkg --print-architecture)

if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) || fail "git knows no commit; set SOURCE_DATE_EPOCH."
fi
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"

# fields FILE: a control file from the template; LIBRARIES and SIZE are known late.
fields() {
    sed -e "s|@VERSION@|$version|" -e "s|@ARCHITECTURE@|$architecture|" -e "s|@MAINTAINER@|$maintainer|" \
        -e "s|@LIBRARIES@|${libraries:-}|" -e "s|@SIZE@|${size:-}|" packaging/control >"$1"
}

install_documents() {
    documents=$stage/usr/share/doc/docsearch
    install -d "$documents/examples" "$stage/usr/share/lintian/overrides"
    install -m 644 packaging/copyright "$documents/copyright"
    packaging/sbom.py "$documents/docsearch.spdx.json"
    chmod 644 "$documents/docsearch.spdx.json"
    for page in bundle-formats command-line errors feeding query-language recognizers running-every-night serving working-with-an-archive; do
        install -m 644 "docs/$page.md" "$documents/$page.md"
    done
    install -m 644 packaging/cron/docsearch "$documents/examples/crontab"
    install -m 644 packaging/lintian-overrides "$stage/usr/share/lintian/overrides/docsearch"
    gzip -9n <docs/changelog.md >"$documents/changelog.gz"
    gzip -9n >"$documents/changelog.Debian.gz" <<END
docsearch ($version) unstable; urgency=medium

  * Package of docsearch $release. What is new stands in changelog.gz.

 -- $maintainer  $(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
    find "$stage/usr/share/man" -type f -exec gzip -9n {} +
}

# The nightly run by systemd, and settings that hold for it and for "sudo -u docsearch docsearch": the link makes
# /etc/docsearch the configuration folder of that user.
install_service() {
    install -d "$stage/usr/lib/systemd/system" "$stage/etc/docsearch" "$stage/var/lib/docsearch/.config"
    install -m 644 packaging/systemd/docsearch.service packaging/systemd/docsearch.timer \
        packaging/systemd/docsearch-serve.service packaging/systemd/docsearch-feed.service \
        packaging/systemd/docsearch-feed.timer "$stage/usr/lib/systemd/system"
    install -m 644 packaging/config.json "$stage/etc/docsearch/config.json"
    ln -s /etc/docsearch "$stage/var/lib/docsearch/.config/docsearch"
}

# What the programs link, as Debian's packages with the versions that are needed. dpkg-shlibdeps knows the root of a
# package by its folder of control files, and wants a source package's control file where it is started.
find_libraries() {
    mkdir -p .build/deb/debian "$stage/DEBIAN"
    printf 'Source: docsearch\n\nPackage: docsearch\nArchitecture: any\n' >.build/deb/debian/control
    root=$PWD
    libraries=$(cd .build/deb && dpkg-shlibdeps -O \
        "$root/$stage/usr/bin/docsearch" "$root/$stage/usr/libexec/docsearch/docsearch-extract" \
        "$root/$stage/usr/libexec/docsearch/docsearch-serve" |
        sed -n 's/^shlibs:Depends=//p')
    [ -n "$libraries" ] || fail "dpkg-shlibdeps found no library; its last lines say why."
}

install_control() {
    # In KiB, counted as dpkg-gencontrol does: du would tell of the file system as well.
    size=$(find "$stage" -path "$stage/DEBIAN" -prune -o -printf '%y %s\n' |
        awk '{ size += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print size }')
    fields "$stage/DEBIAN/control"
    echo /etc/docsearch/config.json >"$stage/DEBIAN/conffiles"
    (cd "$stage" && find usr -type f -print0 | LC_ALL=C sort --zero-terminated | xargs -0 md5sum) \
        >"$stage/DEBIAN/md5sums"
    install -m 755 packaging/maintainer/postinst packaging/maintainer/prerm packaging/maintainer/postrm "$stage/DEBIAN"
}

umask 022
rm -rf "$stage" .build/deb/*.deb
# zsh looks for completions of packages in another folder than for those of /usr/local.
DESTDIR=$stage PREFIX=/usr ZSH_COMPLETIONS=/usr/share/zsh/vendor-completions Tools/install.sh install >/dev/null
install_documents
install_service
find_libraries
install_control
find "$stage" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

package=.build/deb/docsearch_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$stage" "$package" >/dev/null
rm -rf "$stage" .build/deb/debian
echo "$package"
