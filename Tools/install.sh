#!/bin/sh
# Installs or uninstalls what "make build" built: install.sh install|uninstall, with PREFIX and DESTDIR.
# ZSH_COMPLETIONS names another folder for zsh, without DESTDIR.
set -eu

program=docsearch
swift=${SWIFT:-swift}
root=${DESTDIR:-}${PREFIX:-/usr/local}
built=.build/release

bin=$root/bin
libexec=$root/libexec/$program
man=$root/share/man/man1
bash=$root/share/bash-completion/completions
share=$root/share/$program
zsh=${DESTDIR:-}${ZSH_COMPLETIONS:-${PREFIX:-/usr/local}/share/zsh/site-functions}
fish=$root/share/fish/vendor_completions.d

uninstall() {
    rm -f "$bin/$program" "$libexec/$program-extract" "$libexec/$program-serve" "$bash/$program" "$zsh/_$program" "$fish/$program.fish"
    rm -f "$man/$program.1" "$man/$program"-*.1
    rm -f "$share/recognizers/rapidocr"
    rmdir "$share/recognizers" "$share" 2>/dev/null || true
    [ ! -d "$libexec" ] || rmdir "$libexec" 2>/dev/null || true
}

install_all() {
    for file in "$built/$program" "$built/$program-extract" "$built/$program-serve" "$built/generate-manual"; do
        [ -x "$file" ] && continue
        echo "install: $file is not there. Run \"make build\" first ($swift builds it)." >&2
        exit 1
    done
    install -d "$bin" "$libexec" "$man" "$bash" "$zsh" "$fish" "$share/recognizers"
    install -m 755 share/docsearch/recognizers/rapidocr "$share/recognizers/rapidocr"
    install -m 755 -s "$built/$program" "$bin/$program"
    install -m 755 -s "$built/$program-extract" "$libexec/$program-extract"
    install -m 755 -s "$built/$program-serve" "$libexec/$program-serve"
    Tools/make-man.sh "$built" "$man"
    # Completions are read by a shell that runs already, so the line that names one is wrong in them.
    "$built/$program" --generate-completion-script bash | sed '1{/^#!/d;}' >"$bash/$program"
    "$built/$program" --generate-completion-script zsh >"$zsh/_$program"
    "$built/$program" --generate-completion-script fish >"$fish/$program.fish"
    chmod 644 "$bash/$program" "$zsh/_$program" "$fish/$program.fish"
    echo "Installed in $root. \"docsearch doctor\" says whether anything is missing on this machine."
}

case ${1:-} in
install) install_all ;;
uninstall) uninstall ;;
*)
    echo "usage: install.sh install|uninstall" >&2
    exit 64
    ;;
esac
