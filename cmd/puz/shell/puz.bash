# Completion of puz for bash. The command itself says what can follow.
_puz() {
  local cur="${COMP_WORDS[COMP_CWORD]}" line
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
    :/) compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur") ;;
    :*) compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur"; compgen -f -X "!${line#:}" -- "$cur") ;;
    *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <(command puz completion words -- "${words[@]}" 2>/dev/null)
}
complete -o bashdefault -o default -F _puz puz
