# Completion of puz for fish. The command itself says what can follow.
function __puz_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    for line in (command puz completion words -- $words[2..] "$typed" 2>/dev/null)
        switch $line
            case ':/'
                __fish_complete_directories "$typed"
            case ':*'
                __fish_complete_suffix "$typed" (string replace -r '^:\**' '' -- $line)
            case '*'
                echo $line
        end
    end
end
complete -c puz -f -a '(__puz_complete)'
