/// The parser's own scripts complete no paths, and let the shell evaluate candidates, so that a name such as `$(…)`
/// would be run.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash:
            #"""
            # Completion of docsearch for bash.
            _docsearch() {
                COMPREPLY=()
                local kind='' line
                local -a found=()
                while IFS= read -r line; do
                    if [[ -z $kind ]]; then kind=$line; else found+=("$line"); fi
                done < <(command docsearch ---complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
                [[ $kind == *' open' ]] && compopt -o nospace
                if (( ${#found[@]} )); then
                    COMPREPLY=("${found[@]}")
                elif [[ $kind == files* ]]; then
                    compopt -o default
                elif [[ $kind == folders* ]]; then
                    compopt -o dirnames
                fi
            }
            complete -F _docsearch docsearch

            """#
        case .zsh:
            #"""
            #compdef docsearch
            # Completion of docsearch for zsh.
            _docsearch() {
                local -a found
                local kind
                found=("${(@f)$(command docsearch ---complete zsh "${(Q)PREFIX}" "${(@Q)words[1,CURRENT-1]}" 2>/dev/null)}")
                kind=$found[1]
                shift found
                if (( $#found )); then
                    if [[ $found[1] != ${(Q)PREFIX}* ]]; then
                        compadd -U -a found
                    elif [[ $kind == *' open' ]]; then
                        compadd -S '' -a found
                    else
                        compadd -a found
                    fi
                    return
                fi
                [[ $PREFIX == --*=* ]] && compset -P '*='
                case $kind in
                files*) _files ;;
                folders*) _files -/ ;;
                *) return 1 ;;
                esac
            }
            if [[ $funcstack[1] == _docsearch ]]; then _docsearch "$@"; else compdef _docsearch docsearch; fi

            """#
        case .fish:
            #"""
            # Completion of docsearch for fish.
            function __docsearch_complete
                set -l words (commandline -opc)
                set -l current (commandline -ct)
                command docsearch ---complete fish "$current" $words 2>/dev/null
            end
            function __docsearch_takes_files
                set -l answer (__docsearch_complete)
                test (count $answer) -eq 1; and string match -q -r '^(files|folders)' -- $answer[1]
            end
            complete -c docsearch -f
            complete -c docsearch -n __docsearch_takes_files -F
            complete -c docsearch -a '(__docsearch_complete)[2..-1]'

            """#
        }
    }

    static func requested(by arguments: [String]) -> CompletionScript? {
        let words = arguments.joined(separator: "=").split(separator: "=", maxSplits: 1).map(String.init)
        return words.first == "--generate-completion-script" ? words.last.flatMap(CompletionScript.init) : nil
    }
}
