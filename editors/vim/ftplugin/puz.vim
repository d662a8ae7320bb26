" Vim filetype plugin for Quadrille puzzles.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:// commentstring=//\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal suffixesadd=.puz
" gq formats whole statements: gggqG the file.
setlocal formatprg=puz\ fmt\ -
compiler puz

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< suffixesadd< formatprg< makeprg< errorformat<'
