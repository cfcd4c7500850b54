# Completion of ludograph for bash 4.4 or newer.
_ludograph() {
    local line=${COMP_LINE:0:COMP_POINT} word before kind value help quote
    # What readline replaces begins behind the last break, such as the colon of classic:NAME.
    before=${line##*[$' \t']}
    case $before in
        *[\"\']*) before= ;;
        *[$COMP_WORDBREAKS]*) before=${before%"${before##*[$COMP_WORDBREAKS]}"} ;;
        *) before= ;;
    esac
    quote=${COMP_WORDS[COMP_CWORD]:0:1}
    [[ $quote == [\"\'] ]] || quote=
    COMPREPLY=()
    while IFS=$'\t' read -r kind value help; do
        case $kind in
            file | dir)
                compopt -o filenames
                while IFS= read -r word; do
                    COMPREPLY+=("$word")
                done < <(compgen -"${kind:0:1}" -- "${COMP_WORDS[COMP_CWORD]}")
                ;;
            part)
                compopt -o nospace
                COMPREPLY+=("$quote${value#"$before"}")
                ;;
            *) COMPREPLY+=("$quote${value#"$before"}") ;;
        esac
    done < <("${COMP_WORDS[0]}" completion bash -- "$line" 2>/dev/null)
}
complete -o nosort -F _ludograph ludograph
