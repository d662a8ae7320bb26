" Reads $PUZ_WORK/in.json, [{file, at: [[line, column, last line, last column], …]}, …], and writes the syntax groups at both ends
" of each range to $PUZ_WORK/out.json, with what the filetype has set.
set nocompatible encoding=utf-8 nomodeline noswapfile
execute 'set runtimepath^=' . fnameescape($PUZ_VIM)
filetype plugin on
syntax on
let s:all = []
for s:case in json_decode(join(readfile($PUZ_WORK . '/in.json'), ''))
  execute 'edit' fnameescape(s:case.file)
  let s:groups = []
  for [s:line, s:from, s:lastline, s:to] in s:case.at
    call add(s:groups, map([[s:line, s:from], [s:lastline, s:to]], {_, at -> synIDattr(synID(at[0], at[1], 1), 'name')}))
  endfor
  call add(s:all, {'groups': s:groups, 'filetype': &filetype, 'comment': &commentstring, 'format': &formatprg})
  bwipeout
endfor
call writefile([json_encode(s:all)], $PUZ_WORK . '/out.json')
qall!
