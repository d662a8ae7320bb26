" Vim syntax file for Quadrille puzzles, made by go run ./editors/build
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax iskeyword @,48-57,_,192-255,39
syntax sync fromstart

syntax match puzName /\%([[:alpha:]_]\|[^\x00-\x7f]\)\%([[:alnum:]_]\|[^\x00-\x7f]\)*'*/
syntax match puzFunction /\%([[:alpha:]_]\|[^\x00-\x7f]\)\%([[:alnum:]_]\|[^\x00-\x7f]\)*'*\ze(/
syntax match puzOperator /\.\.\|!=\|<=\|>=\|[-+*\/%<>=:?&]/
syntax match puzPunctuation /[(){}\[\],]/
syntax match puzInt /\d\+\%(_\d\+\)*/
syntax match puzSize /\d\+\%(x\d\+\)\+\%(\k\)\@!/
syntax match puzHyphenated /\%(one-sided\|organ-pipe\|half-turn\|double-reflection\|left-right\|top-bottom\)\k\@!/
syntax keyword puzConnective for in where with and or not when
syntax match puzEscape /\\./ contained
syntax region puzString start=/"/ skip=/\\./ end=/"\|$/ contains=puzEscape oneline
syntax region puzPicture start=/"""/ end=/"""/ fold
syntax match puzComment /\/\/.*$/ contains=@Spell
syntax cluster puzSigns contains=puzName,puzFunction,puzOperator,puzPunctuation,puzInt,puzSize,puzHyphenated,puzConnective,puzString,puzPicture,puzComment
syntax match puzLattice /\%(\<on\s\+\)\@20<=\%(twigs\|trigs\|triangle\|tetrakis\|sticks\|square\|prism\|kite\|hexagon\|drafter\|cube\|cairo\|balls\)\k\@!/ contained
syntax match puzDeclared /\%(\<\%(param\|table\|list\|shape\|board\|piece\|tiles\|set\)\s\+\)\@20<=\%(\<\%(for\|in\|where\|with\|and\|or\|not\|when\)\>\)\@!\%([[:alpha:]_]\|[^\x00-\x7f]\)\%([[:alnum:]_]\|[^\x00-\x7f]\)*'*/ contained

syntax region puzPuz matchgroup=puzKeyword start=/\<puz\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns
syntax region puzPuzzle matchgroup=puzKeyword start=/\<puzzle\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns
syntax region puzAbout matchgroup=puzKeyword start=/\<about\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns
syntax keyword puzUseClause as contained
highlight default link puzUseClause puzClause
syntax region puzUse matchgroup=puzKeyword start=/\<use\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzUseClause
syntax region puzParam matchgroup=puzKeyword start=/\<param\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzDeclared
syntax region puzTable matchgroup=puzKeyword start=/\<table\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzDeclared
syntax keyword puzListClause rows of contained
highlight default link puzListClause puzClause
syntax region puzList matchgroup=puzKeyword start=/\<list\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzListClause,puzDeclared
syntax keyword puzShapeClause x triangle tetrahedron square scale rows row rotate rhombus rays ray pyramid optional on of octahedron mirror legend knight king hole hexagon from diamond column cell aztec at around contained
highlight default link puzShapeClause puzClause
syntax region puzShape matchgroup=puzKeyword start=/\<shape\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzShapeClause,puzDeclared,puzLattice
syntax keyword puzBoardClause x wrap triangle torus tetrahedron square scale rows row rotate rhombus rays ray pyramid projective optional on of octahedron mobius mirror legend labels knight klein king hole hexagon from diamond cylinder column cell aztec at around contained
highlight default link puzBoardClause puzClause
syntax region puzBoard matchgroup=puzKeyword start=/\<board\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzBoardClause,puzDeclared,puzLattice
syntax keyword puzPieceClause x triangle tetrahedron symmetry square scale rows row rotate rhombus rays ray pyramid optional on of octahedron mirror legend knight king hole hexagon free fixed diamond column cell aztec at around contained
syntax match puzPieceClause /\%(one-sided\)\k\@!/ contained
highlight default link puzPieceClause puzClause
syntax region puzPiece matchgroup=puzKeyword start=/\<piece\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzPieceClause,puzDeclared,puzLattice
syntax keyword puzTilesClause on from free fixed contained
syntax match puzTilesClause /\%(one-sided\)\k\@!/ contained
highlight default link puzTilesClause puzClause
syntax region puzTiles matchgroup=puzKeyword start=/\<tiles\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzTilesClause,puzDeclared,puzLattice
syntax keyword puzSetClause shapes rectangles on of none most least from free fixed exactly at any contained
syntax match puzSetClause /\%(one-sided\)\k\@!/ contained
highlight default link puzSetClause puzClause
syntax region puzSet matchgroup=puzKeyword start=/\<set\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzSetClause,puzDeclared,puzLattice
syntax keyword puzPackRule tatami symmetric match leave keep fix faultless connected border apart allow contained
highlight default link puzPackRule puzRule
syntax keyword puzPackClause x triangle to tetrahedron square shapes segments scale rows row rotate rhombus regions rectangles rays ray pyramid orientation optional on of octahedron none most mirror main legend least knight king hole hexagon from free fixed exactly everywhere empty diamond diagonals crossing columns column colors cell boxes aztec at around any all contained
syntax match puzPackClause /\%(one-sided\)\k\@!/ contained
highlight default link puzPackClause puzClause
syntax region puzPack matchgroup=puzKeyword start=/\<pack\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzPackRule,puzPackClause
syntax keyword puzPlaceRule symmetric none exactly at apart any contained
highlight default link puzPlaceRule puzRule
syntax keyword puzPlaceClause x triangle tetrahedron square segments scale rows row rotate rhombus regions rays ray pyramid optional on of octahedron most mirror main legend least knight king hole hexagon everywhere diamond diagonals columns column cell boxes aztec around all contained
highlight default link puzPlaceClause puzClause
syntax region puzPlace matchgroup=puzKeyword start=/\<place\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzPlaceRule,puzPlaceClause
syntax keyword puzQueensRule symmetric none exactly at apart any contained
highlight default link puzQueensRule puzRule
syntax keyword puzQueensClause x triangle torus tetrahedron square segments scale rows row rotate rhombus regions rays ray pyramid optional on of octahedron most mirror main legend least knight king hole hexagon everywhere diamond diagonals columns column cell boxes aztec around all contained
highlight default link puzQueensClause puzClause
syntax region puzQueens matchgroup=puzKeyword start=/\<queens\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzQueensRule,puzQueensClause
syntax keyword puzLatinRule symmetric sum sees sandwich same runs rows quotient product orthogonal numbered none never matches marks loop given firstsum exactly distinct difference differ count consecutive connected columns at ascending arrow apart any contained
highlight default link puzLatinRule puzRule
syntax keyword puzLatinClause x triangle top to tetrahedron square segments scale row rotate right rhombus regions rays ray pyramid optional on of octahedron most mirror main legend left least knight king hole hexagon from everywhere every diamond diagonals column cell boxes bottom aztec around all contained
highlight default link puzLatinClause puzClause
syntax region puzLatin matchgroup=puzKeyword start=/\<latin\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzLatinRule,puzLatinClause
syntax keyword puzFillRule symmetric sum sees sandwich same runs rows quotient product orthogonal numbered none never matches marks loop given firstsum exactly distinct difference differ count consecutive connected columns at ascending arrow apart any contained
highlight default link puzFillRule puzRule
syntax keyword puzFillClause x triangle top to tetrahedron square segments scale row rotate right rhombus regions rays ray pyramid optional on of octahedron most mirror main legend left least knight king hole hexagon everywhere every diamond diagonals column cell boxes bottom aztec around all contained
highlight default link puzFillClause puzClause
syntax region puzFill matchgroup=puzKeyword start=/\<fill\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzFillRule,puzFillClause
syntax keyword puzWordsRule rows main given distinct columns contained
highlight default link puzWordsRule puzRule
syntax keyword puzWordsClause x from diagonals contained
highlight default link puzWordsClause puzClause
syntax region puzWords matchgroup=puzKeyword start=/\<words\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzWordsRule,puzWordsClause
syntax keyword puzDissectRule sizes shift rotate flip connected contained
highlight default link puzDissectRule puzRule
syntax keyword puzDissectClause x triangle tetrahedron square scale rows row rhombus rays ray pyramid pieces optional of octahedron none most mirror legend least knight king into hole hexagon forming exactly diamond column cell aztec at around any contained
highlight default link puzDissectClause puzClause
syntax region puzDissect matchgroup=puzKeyword start=/\<dissect\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzDissectRule,puzDissectClause
syntax keyword puzItemsClause rows of none most least exactly at any contained
highlight default link puzItemsClause puzClause
syntax region puzItems matchgroup=puzKeyword start=/\<items\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzItemsClause
syntax keyword puzSecondaryClause rows of none most least exactly at any contained
highlight default link puzSecondaryClause puzClause
syntax region puzSecondary matchgroup=puzKeyword start=/\<secondary\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzSecondaryClause
syntax keyword puzOptionClause rows of contained
highlight default link puzOptionClause puzClause
syntax region puzOption matchgroup=puzKeyword start=/\<option\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzOptionClause
syntax keyword puzChooseClause rows of contained
highlight default link puzChooseClause puzClause
syntax region puzChoose matchgroup=puzKeyword start=/\<choose\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzChooseClause
syntax keyword puzShowClause by contained
highlight default link puzShowClause puzClause
syntax region puzShow matchgroup=puzKeyword start=/\<show\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzShowClause
syntax keyword puzMatchingClause rows of contained
highlight default link puzMatchingClause puzClause
syntax region puzMatching matchgroup=puzKeyword start=/\<matching\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzMatchingClause
syntax keyword puzForbidClause together rows of contained
highlight default link puzForbidClause puzClause
syntax region puzForbid matchgroup=puzKeyword start=/\<forbid\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzForbidClause
syntax keyword puzMinimizeClause empty contained
highlight default link puzMinimizeClause puzClause
syntax region puzMinimize matchgroup=puzKeyword start=/\<minimize\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzMinimizeClause
syntax keyword puzMaximizeClause empty contained
highlight default link puzMaximizeClause puzClause
syntax region puzMaximize matchgroup=puzKeyword start=/\<maximize\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzMaximizeClause
syntax keyword puzBreakClause symmetry swaps rotation contained
highlight default link puzBreakClause puzClause
syntax region puzBreak matchgroup=puzKeyword start=/\<break\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzBreakClause
syntax keyword puzSearchClause seed restarts order options filter choose contained
highlight default link puzSearchClause puzClause
syntax region puzSearch matchgroup=puzKeyword start=/\<search\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\%(\_s*{\)\@=\|break\|board\|about\)\>/ contains=@puzSigns,puzSearchClause
syntax keyword puzExpectClause up unique to solutions solution optimum none most least exactly at any contained
highlight default link puzExpectClause puzClause
syntax region puzExpect matchgroup=puzKeyword start=/\<expect\>/ end=/\ze\<\%(words\|use\|tiles\|table\|show\|shape\|set\|secondary\|search\|queens\|puzzle\|puz\|place\|piece\|param\|pack\|option\|minimize\|maximize\|matching\|list\|latin\|items\|forbid\|fill\|expect\|dissect\|choose\|break\|board\|about\)\>/ contains=@puzSigns,puzExpectClause

highlight default link puzKeyword Statement
highlight default link puzRule Keyword
highlight default link puzClause Keyword
highlight default link puzConnective Conditional
highlight default link puzHyphenated Constant
highlight default link puzLattice Type
highlight default link puzDeclared Identifier
highlight default link puzFunction Function
highlight default link puzInt Number
highlight default link puzSize Number
highlight default link puzString String
highlight default link puzPicture String
highlight default link puzEscape SpecialChar
highlight default link puzOperator Operator
highlight default link puzPunctuation Delimiter
highlight default link puzComment Comment

let b:current_syntax = 'puz'
