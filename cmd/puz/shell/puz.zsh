#compdef puz
# Completion of puz for zsh. The command itself says what can follow.
_puz() {
  local line files
  local -a entries
  for line in "${(@f)$(command puz completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
    '') ;;
    :*) files=${line#:} ;;
    *$'\t'*) entries+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    *) entries+=("${line//:/\\:}") ;;
    esac
  done
  (( $#entries )) && _describe -t values 'puz' entries
  case $files in
  '') ;;
  /) _files -/ ;;
  *) _files -g "$files" ;;
  esac
}
if [[ $funcstack[1] == _puz ]]; then
  _puz "$@"
else
  compdef _puz puz
fi
