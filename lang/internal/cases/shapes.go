package cases

// Shapes are cells: shapes, boards and pieces.
var Shapes = []Case{
	{`shape s = 8x8`, `shape s=8x8`},
	{`shape s = 3x3x3`},
	{`shape s = 8 x 8`, `shape s = 8x 8`},
	{`shape s = 8 x n`, `shape s = 8x n`, "shape s = 8\nx\nn"},
	{`shape s = n x 8`, `shape s = n  x  8`},
	{`shape s = n x m`},
	{`shape s = t`},
	{`shape s = cells (0, 0)`, `shape s = cells(0,0)`},
	{`shape s = cells (0, 0) (0, 1) (1, 1)`, "shape s = cells(0,0)(0,1)\n(1,1)"},
	{`shape s = cells (7)`},
	{`shape s = cells (n-1, 2*k+1, -1)`, `shape s = cells ( n - 1 , 2 * k + 1 , - 1 )`},
	{"shape s = \"\"\"\n  #.\n  ##\n\"\"\"", "shape s = \"\"\"#.\n##\"\"\"", "shape s = \"\"\"\n\t#. \n\t##\n\n\"\"\""},
	{"shape s = \"\"\"\n\"\"\"", `shape s = """"""`},
	{
		"shape s = legend \"r\" cell \"_\" hole \"?\" optional \"\"\"\n  r_?\n\"\"\"",
		"shape s = legend \"r\" cell\n  \"_\" hole\n  \"?\" optional\n\"\"\"r_?\"\"\"",
		"shape s = legend\"r\"cell\"_\"hole\"?\"optional\"\"\"r_?\"\"\"",
	},
	{`shape s = (8x8)`, `shape s = ( 8x8 )`},
	{`shape s = 8x8 + 2x2 - t & (n x 2)`, `shape s = 8x8+2x2-t&(n x 2)`},
	{`shape s = 8x8 - (t + u)`, `shape s=8x8-(t+u)`},
	{`shape s = 8x8 - 2x2 at (3, 3)`, `shape s = 8x8 - 2x2 at(3,3)`},
	{`shape s = t mirror`},
	{`shape s = t rotate 90`},
	{`shape s = t at (1, 2) rotate 180 mirror at (0, 1)`, "shape s = t\n  at (1, 2)\n  rotate 180\n  mirror\n  at (0, 1)"},
	{`shape s = (t + u) mirror - t`},

	{`board b on square = 8x8`, "board b\n  on square\n  = 8x8"},
	{`board b on hexagon = t - cells (0, 0)`},

	{`piece P = 1x1`, `piece P=1x1`},
	{`piece P' = 1x1`},
	{`piece P symmetry full = 1x1`},
	{`piece P symmetry half-turn = 1x2`, `piece P symmetry half - turn = 1x2`},
	{`piece P symmetry a-long-word = 1x2`, `piece P symmetry a - long - word = 1x2`},
	{`piece P symmetry double-reflection = 1x2`},
	{`piece P orient 4 2 = t`, "piece P orient 4\n2 = t"},
	{`piece P free = t`},
	{`piece P one-sided = t`},
	{`piece P fixed = t`},
	{`piece P symmetry none one-sided = t`},
	{`piece P orient 1 1 fixed = t`},
}

// Sets are collections of pieces.
var Sets = []Case{
	{`set s = t`, `set s=t`},
	{`set s = {F}`, `set s = { F }`},
	{`set s = {F, I, L}`, `set s={F,I,L}`, "set s = {\n  F,\n  I,\n  L\n}"},
	{`set s = any of Y`},
	{`set s = any of {Y, Z}`},
	{`set s = 3 of L`},
	{`set s = 0..2 of T`, `set s = 0 .. 2 of T`},
	{`set s = (n) of T`, `set s = (n)of T`},
	{`set s = (n-1)..(n+1) of T`, `set s = (n - 1) .. (n + 1) of T`},
	{`set s = free t`},
	{`set s = one-sided {F, I}`, `set s = one-sided{F,I}`},
	{`set s = 2 of fixed T`},
	{`set s = any of one-sided t`},
	{`set s = t + u - {L} & v`, `set s = t+u-{L}&v`},
	{`set s = 2 of t + any of u`},
}

// Packs are packings with their rules.
var Packs = []Case{
	{`pack b with s`, `pack b with s { }`, `pack b with s{}`, "pack\nb\nwith\ns"},
	{`pack b with pentominoes - {L} + 2 of {T}`, `pack b with pentominoes-{L}+2 of{T}`},
	{"pack b with {F} {\n  fix F at (0, 0)\n}", `pack b with {F} { fix F at (0, 0) }`, `pack b with{F}{fix F at(0,0)}`},
	{"pack b with s {\n  fix F at (n-1, 0) orientation 2\n}", `pack b with s { fix F at (n - 1, 0) orientation 2 }`},
	{"pack b with s {\n  fix F at (0, 0) orientation (k+1)\n}", `pack b with s { fix F at (0, 0) orientation (k + 1) }`},
	{"pack b with s {\n  keep F in 2x2\n}", `pack b with s { keep F in 2x2 }`},
	{"pack b with s {\n  keep F in t - u at (1, 1)\n}", `pack b with s { keep F in t-u at (1, 1) }`},
	{"pack b with s {\n  keep F to orientations 1\n}"},
	{"pack b with s {\n  keep F to orientations 1, 3..5, (n)\n}", `pack b with s { keep F to orientations 1,3 .. 5,(n) }`},
	{"pack b with s {\n  leave 4 empty\n}", `pack b with s { leave 4 empty }`},
	{"pack b with s {\n  leave 0..(n) empty\n}", `pack b with s { leave 0 .. (n) empty }`},
	{
		"pack b with s {\n  fix F at (0, 0)\n\n  keep L in t\n  leave 1 empty\n}\n\nexpect unique",
		"pack b with s {\n\n\n  fix F at (0, 0)\n\n\n  keep L in t leave 1 empty\n\n}\n\nexpect unique",
	},
}

// Items are the core of the language.
var Items = []Case{
	{`items a`, "items\na"},
	{`items a b c`, "items a\n  b\n  c"},
	{`items a[1] b[i,j]`, `items a [ 1 ] b [ i , j ]`},
	{`items a[i-1,2*j+1]`, `items a[i - 1, 2 * j + 1]`},
	{`secondary items a`, "secondary\nitems a"},
	{`items a 2 times`},
	{`items a 1..3 times`, `items a 1 .. 3 times`},
	{`items a (n+1) times`, `items a (n + 1) times`},
	{`items a[i] 0..2 times for i in 1..n`, "items a[i] 0..2 times\n  for i in 1 .. n"},
	{`items a[i] for i in 1..n`, `items a[i] for i in 1 .. n`},
	{`items a[i] for i in n-1..2*n+1`, `items a[i] for i in n - 1 .. 2 * n + 1`},
	{`items a[i] for i in {2}`, `items a[i] for i in { 2 }`},
	{`items a[i] for i in {2, n+1, -3}`, `items a[i] for i in {2,n + 1,-3}`},
	{`secondary items a[i,j] for i in 1..n, j in {1, 2} where i != j`, "secondary items a[i, j]\n  for i in 1..n, j in {1,2}\n  where i!=j"},

	{`option a`, "option\na"},
	{`option a[1] b[2,3] c`, `option a[1]b[2,3]c`},
	{`option a:red b:2 c:(i+1)`, `option a : red b : 2 c : (i + 1)`},
	{`option a? b[i]? c:red?`, `option a ? b[i] ? c:red ?`},
	{`option a[i] b[i+k+1] for k in 1..n, i in 1..2*n where i + k + 1 <= 2*n`, `option a[i] b[i + k + 1] for k in 1..n, i in 1..2 * n where i+k+1<=2*n`},
	// Hyphenated words are tokens, so these need their blanks even in brackets.
	{`option a[half - turn]`},
	{`option a[behalf-turn,half-turned]`, `option a[behalf - turn, half - turned]`},
	{`option a[(one - sided)]`},
	{`items a (organ - pipe) times`},
	{`items a[i] for i in double - reflection..half - turn`},
}
