# Completion of ludograph for fish.
function __ludograph_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in ($words[1] completion fish -- $words[2..-1] $word 2>/dev/null)
        set -l parts (string split \t -- $line)
        switch $parts[1]
            case file
                __fish_complete_path $word
            case dir
                __fish_complete_directories $word
            case '*'
                string join -- \t $parts[2..-1]
        end
    end
end
complete --no-files --command ludograph --arguments '(__ludograph_complete)'
