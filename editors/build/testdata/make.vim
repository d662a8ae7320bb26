" Runs :make on $PUZ_WORK/wrong.puz and formats $PUZ_WORK/ugly.puz with gq, as people do.
set nocompatible encoding=utf-8 nomodeline noswapfile
execute 'set runtimepath^=' . fnameescape($PUZ_VIM)
filetype plugin on
syntax on
execute 'edit' fnameescape($PUZ_WORK . '/wrong.puz')
silent make!
call writefile([json_encode(map(filter(getqflist(), 'v:val.valid'), '[v:val.lnum, v:val.col, v:val.type, v:val.text]'))], $PUZ_WORK . '/list.json')
execute 'edit' fnameescape($PUZ_WORK . '/ugly.puz')
silent normal! gggqG
call writefile(getline(1, '$'), $PUZ_WORK . '/formatted.puz')
qall!
