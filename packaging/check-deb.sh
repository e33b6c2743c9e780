#!/bin/sh
# Tries a package of docsearch: check-deb.sh [PACKAGE], else the one that "make deb" made. Builds nothing.
#
# lintian looks at it; then it is installed, used, removed and purged in a new, bare Debian of this machine's release in
# a temporary folder, which holds no Swift and nothing of this work tree. Where systemd-nspawn is installed that Debian
# is also booted, to run docsearch.service with all its restrictions.
#
# What this machine does not offer is left out and named; only what goes wrong makes the exit code other than 0.
# Downloads are kept in $XDG_CACHE_HOME/docsearch/debs, else ~/.cache/docsearch/debs.
set -eu
cd "$(dirname "$0")/.."

step() { echo "--- $1"; }

leave_out() {
    echo "check-deb: left out: $1"
    exit 0
}

fail() {
    echo "check-deb: $1" >&2
    exit 1
}

package=${1:-}
if [ -z "$package" ]; then
    for package in .build/deb/docsearch_*.deb; do :; done
fi
[ -f "$package" ] || fail "there is no package \"$package\". Run \"make deb\" first."

if [ -z "${CHECK_DEB_MOUNTS:-}" ]; then
    step "lintian $package"
    if command -v lintian >/dev/null; then
        lintian --allow-root --fail-on error,warning "$package" || fail "lintian has something against the package."
        echo "no errors, no warnings"
    else
        echo "check-deb: left out: lintian is not installed (apt install lintian)"
    fi

    rest="installing and using the package in a bare Debian"
    [ "$(id -u)" -eq 0 ] || leave_out "$rest, which takes root (sudo make check-deb)"
    command -v debootstrap >/dev/null || leave_out "$rest: debootstrap is not installed (apt install debootstrap)"
    # Mounts of its own vanish with this process, whatever happens to it.
    unshare --mount --propagation private true 2>/dev/null || leave_out "$rest: this system lets root mount nothing"
    CHECK_DEB_MOUNTS=1 exec unshare --mount --propagation private "$0" "$package"
fi

# The release that the package was made on: its libraries have the names and versions that the package asks for.
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
# Mirrors and releases as this machine's apt knows them, in whatever form they are written down.
# shellcheck disable=SC2016 # apt's own variables
sources=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' 'Origin: Debian' | LC_ALL=C sort -u)
mirror=$(printf '%s\n' "$sources" | awk -v release="$release" '$2 == release { print $1; exit }')
[ -n "$mirror" ] || leave_out "the bare Debian: apt knows no mirror of Debian $release (apt-get update)"

cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/docsearch/debs
# Only root can enter this folder, so no other user can reach the programs in it that run as root.
scratch=$(mktemp -d /var/tmp/check-deb-XXXXXX)
root=$scratch/root
clean_up() {
    umount "$root/var/cache/apt/archives" "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "$scratch"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

# inside COMMAND...: as root in the bare Debian, with an environment of its own.
inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 \
        "http_proxy=${http_proxy:-}" "https_proxy=${https_proxy:-}" "no_proxy=${no_proxy:-}" chroot "$root" "$@"
}

# as USER COMMAND: in the shell and with the home folder of a user there.
as() { inside su --shell /bin/sh --login "$1" --command "$2"; }

apt_get() {
    inside apt-get --quiet=2 --option Dpkg::Use-Pty=0 "$@" >"$scratch/log" 2>&1 && return 0
    cat "$scratch/log" >&2
    fail "apt-get $* failed in the bare Debian; its last lines say why."
}

# outcome CODE COMMAND...: runs it, shows what it says, and compares its exit code. What it said stays in $said.
outcome() {
    expected=$1
    shift
    code=0
    said=$("$@" 2>&1) || code=$?
    [ -z "$said" ] || printf '%s\n' "$said" | sed 's/^/    /'
    [ "$code" -eq "$expected" ] || fail "\"$*\" ended with exit code $code; $expected was expected."
}

expect() { printf '%s\n' "$said" | grep -q -e "$1" || fail "\"$1\" was expected there."; }

make_debian() {
    step "a bare Debian $release from $mirror"
    mkdir -p "$cache"
    if ! debootstrap --variant=minbase --cache-dir="$cache" "$release" "$root" "$mirror" >"$scratch/log" 2>&1; then
        tail -n 5 "$scratch/log" >&2
        fail "debootstrap could not make it; its last lines say why."
    fi
    printf '%s\n' "$sources" | sed 's/^/deb /' >"$root/etc/apt/sources.list"
    # How this machine reaches mirrors: proxies, and certificates that were added.
    apt-config dump | grep -E '^Acquire::(http|https|Retries)' >"$root/etc/apt/apt.conf.d/90machine" || true
    for place in /etc/ssl/certs/ca-certificates.crt /usr/local/share/ca-certificates; do
        [ -e "$place" ] || continue
        mkdir -p "$root${place%/*}"
        cp -R "$place" "$root${place%/*}"
    done
    mount -t proc proc "$root/proc"
    mount --bind "$cache" "$root/var/cache/apt/archives"
    cp "$package" "$root/docsearch.deb"
    cp -R Samples/archive "$root/srv/archive"
    chmod -R a+rX "$root/srv/archive"
    apt_get update
}

check_installation() {
    step "installing"
    apt_get install --yes --no-install-recommends /docsearch.deb
    foreign=$(find "$root" -xdev \( -name 'libswift*' -o -name swift -o -name swiftc \) -print)
    [ -z "$foreign" ] || fail "there is something of Swift in the bare Debian: $foreign"
    outcome 0 inside dpkg --verify docsearch
    [ -z "$said" ] || fail "dpkg says that files are not as they were packed."
    for file in man/man1/docsearch.1.gz man/man1/docsearch-index.1.gz doc/docsearch/copyright \
        zsh/vendor-completions/_docsearch fish/vendor_completions.d/docsearch.fish; do
        [ -s "$root/usr/share/$file" ] || fail "/usr/share/$file is missing."
    done
    inside bash -c '. /usr/share/bash-completion/completions/docsearch && complete -p docsearch' >/dev/null ||
        fail "bash cannot use the completions."
    [ ! -e "$root/etc/systemd/system/timers.target.wants/docsearch.timer" ] || fail "the timer was enabled."
    echo "nothing of Swift; files as packed; manual pages and completions; the timer is not enabled"
}

check_use() {
    step "using it as an ordinary user"
    inside useradd --create-home reader
    outcome 0 as reader 'docsearch --version'
    [ "$said" = "$(dpkg-deb --field "$package" Version | sed 's/-[^-]*$//')" ] || fail "that is another version."
    unlocked=''
    code=0
    said=$(as reader 'docsearch doctor' 2>&1) || code=$?
    printf '%s\n' "$said" | sed 's/^/    /'
    sandbox=$(printf '%s\n' "$said" | grep 'sandbox: ' || true)
    if printf '%s\n' "$said" | grep '^MISSING' | grep -q -v 'sandbox'; then
        fail "something is missing that the package should bring."
    elif [ "$code" -ne 0 ]; then
        echo "check-deb: warning: this kernel does not offer the whole sandbox, so not all of it was tried."
        case $sandbox in
        *landlock* | *seccomp*) ;;
        *)
            unlocked=--no-sandbox
            echo "check-deb: warning: it offers neither Landlock nor seccomp; going on with --no-sandbox."
            ;;
        esac
    fi
    # Two of the samples cannot be read, on purpose.
    outcome 3 as reader "docsearch index $unlocked /srv/archive"
    outcome 0 as reader 'docsearch find water board --limit 1'
    expect '1931-water-board.zip'

    step "using it as the user of the nightly run"
    outcome 3 as docsearch "docsearch index $unlocked --ocr never --quiet /srv/archive"
    expect '2 items stand as failed'
    [ -s "$root/var/lib/docsearch/index.sqlite" ] || fail "the index is not in /var/lib/docsearch."
}

# In a booted system, with all that the unit forbids.
check_service() {
    if ! command -v systemd-nspawn >/dev/null; then
        echo "check-deb: left out: docsearch.service (apt install systemd-container)"
        return 0
    fi
    step "docsearch.service in the same Debian, booted"
    apt_get install --yes --no-install-recommends systemd-sysv
    outcome 0 inside systemd-analyze verify --man=no docsearch.service docsearch.timer docsearch-feed.service docsearch-feed.timer
    units=$root/etc/systemd/system
    mkdir -p "$units/docsearch.service.d" "$units/multi-user.target.wants"
    printf '[Service]\nExecStartPre=-/usr/bin/docsearch doctor\n' >"$units/docsearch.service.d/check.conf"
    cat >"$units/check.service" <<'END'
[Unit]
After=basic.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'systemctl start docsearch.service; \
    systemctl show --property=ExecMainStatus --value docsearch.service >/check.status; \
    journalctl --unit=docsearch.service --output=cat >/check.journal'
ExecStopPost=/bin/systemctl --no-block poweroff
END
    ln -s ../check.service "$units/multi-user.target.wants/check.service"
    # nspawn asks systemd for a place of its own where there is one. Its own filter refuses Landlock's calls.
    place=''
    [ -d /run/systemd/system ] || place=--keep-unit
    umount "$root/proc"
    # shellcheck disable=SC2086 # one word or none
    timeout 600 systemd-nspawn $place --quiet --register=no --private-network --link-journal=no \
        --boot --directory="$root" \
        --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" \
        </dev/null >"$scratch/log" 2>&1 || true
    mount -t proc proc "$root/proc"
    if [ ! -s "$root/check.status" ]; then
        tail -n 5 "$scratch/log"
        echo "check-deb: left out: docsearch.service, as the Debian did not boot here; its last lines are above"
        return 0
    fi
    sed 's/^/    /' "$root/check.journal"
    code=$(cat "$root/check.status")
    [ "$code" = 3 ] || fail "docsearch.service ended with exit code $code; 3 was expected."
    said=$(cat "$root/check.journal")
    [ -z "$sandbox" ] || expect "$sandbox"
    outcome 0 as docsearch 'docsearch find water board --limit 1'
    expect '1931-water-board.zip'
}

# left: what there is of docsearch beside what this check brought itself.
left() {
    inside find / -xdev -path /home/reader -prune -o -path /var/cache/apt -prune -o -path /proc -prune \
        -o -name '*docsearch*' ! -name docsearch.deb -print
    inside getent passwd docsearch || true
}

check_removal() {
    step "removing and purging"
    rm -rf "$root/etc/systemd/system/docsearch.service.d"
    apt_get remove --yes docsearch
    [ ! -e "$root/usr/bin/docsearch" ] || fail "/usr/bin/docsearch is still there."
    [ -s "$root/etc/docsearch/config.json" ] || fail "removing took the settings away, which only purging should."
    outcome 0 inside dpkg --purge docsearch
    expect 'is kept'
    [ -s "$root/var/lib/docsearch/pages.sqlite" ] || fail "purging deleted the index."
    outcome 0 inside sh -c 'rm -r /var/lib/docsearch && deluser --quiet --system docsearch'
    remains=$(left)
    [ -z "$remains" ] || fail "something is left: $remains"
    # And where nothing was ever indexed.
    apt_get install --yes --no-install-recommends /docsearch.deb
    apt_get purge --yes docsearch
    remains=$(left)
    [ -z "$remains" ] || fail "something is left of a package that was never used: $remains"
    echo "the index stays until it is deleted as the message says; nothing else is left"
}

make_debian
check_installation
check_use
check_service
check_removal
echo "check-deb: $package is well."
