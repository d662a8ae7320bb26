" Vim compiler file for Quadrille: :make shows the mistakes of a puzzle, and where they are.
if exists('current_compiler')
  finish
endif
let current_compiler = 'puz'

CompilerSet makeprg=puz\ check\ %:S
" The excerpt and the hint that follow a mistake are no entries.
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#
