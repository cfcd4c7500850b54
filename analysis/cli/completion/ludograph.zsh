#compdef ludograph
# Completion of ludograph for zsh.
_ludograph() {
    local kind value help
    local -a plain shown parts
    while IFS=$'\t' read -r kind value help; do
        case $kind in
            file) _files ;;
            dir) _files -/ ;;
            part) parts+=("$value") ;;
            *)
                plain+=("$value")
                shown+=("$value${help:+  -- $help}")
                ;;
        esac
    done < <("${words[1]}" completion zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    (( $#parts )) && compadd -S '' -a parts
    (( $#plain )) && compadd -l -V ludograph -d shown -a plain
}
if [[ $funcstack[1] == _ludograph ]]; then
    _ludograph "$@"
else
    compdef _ludograph ludograph
fi
