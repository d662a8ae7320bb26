package cases

// Grids are the statements that put men, numbers or letters on cells.
var Grids = []Case{
	{`place rook on b`, `place rook on b { }`},
	{"place rook on b {\n  rows exactly 1\n}", `place rook on b { rows exactly 1 }`},
	{
		"place man on b {\n  rows, columns exactly (n-1)\n  diagonals at most 2\n  all 3..5\n}",
		`place man on b{rows,columns exactly(n - 1)diagonals at most 2 all 3 .. 5}`,
	},
	{
		"place man on b {\n  regions \"\"\"\n    AB\n    AB\n  \"\"\", line (2x2 at (1, 1)) at most (n)\n}",
		"place man on b {\n  regions \"\"\"AB\nAB\"\"\" , line(2x2 at (1,1)) at most(n)\n}",
	},
	{"place man on b {\n  line t 1\n  line cells (0, 0) (1, 2) 0..1\n}", `place man on b { line t 1 line cells (0,0)(1,2) 0..1 }`},
	{"place man on b {\n  fix (0, 0) (n-1, 2)\n  bar (1, 1)\n}", `place man on b { fix (0,0) (n - 1,2) bar(1,1) }`},

	{`queens 8`, "queens\n8", `queens 8 {}`},
	{`queens n`},
	{`queens (2*n+1)`, `queens ( 2 * n + 1 )`},
	{`queens 7 torus`, "queens 7\ntorus"},
	{`queens on b`, "queens\non\nb"},
	{"queens 8 {\n  columns at most 1\n}", `queens 8 { columns at most 1 }`},
	{"queens 8 torus {\n  fix (0, 0)\n\n  // again\n  fix (1, 2)\n}"},

	{`latin 4`, `latin 4 {}`},
	{`latin (n)`},
	{`latin from "square.txt"`, "latin\nfrom\"square.txt\" {}"},
	{"latin from \"squares/8.txt\" {\n  diagonals\n}", `latin from "squares/8.txt" { diagonals }`},
	{"latin n {\n  diagonals\n  symbols \"ABC\"\n}", `latin n { diagonals symbols "ABC" }`},
	{
		"latin 4 {\n  boxes 2x2\n  given \"\"\"\n    1..2\n\n    ....\n  \"\"\"\n}",
		"latin 4 { boxes 2x2 given \"\"\"1..2\n\n....\"\"\" }",
	},
	{"latin n {\n  boxes 2 x n\n}", `latin n { boxes 2 x n }`},
	{"latin n {\n  boxes (n) x k\n}", `latin n { boxes (n)x k }`},
	{"latin 2 {\n  regions \"\"\"\n    AA\n    BB\n  \"\"\"\n}", "latin 2 { regions \"\"\"AA\nBB\"\"\" }"},
	{"latin 2 {\n  orthogonal to \"\"\"\n    12\n    21\n  \"\"\"\n}", "latin 2 { orthogonal to \"\"\"12\n21\"\"\" }"},

	{`dissect 3x3 into 2 pieces forming t`, "dissect 3x3\ninto 2 pieces\nforming t {}"},
	{`dissect square n into (n+1) pieces forming a + b at (0, 4)`, `dissect square n into ( n + 1 ) piece forming a+b at(0,4)`},
	{
		"dissect s into 3 pieces forming t {\n  flip\n  shift\n  rotate\n  pieces connected\n  pieces nonempty\n  sizes 2..5\n}",
		`dissect s into 3 pieces forming t { flip shift rotate pieces connected pieces nonempty sizes 2 .. 5 }`,
	},

	{`words 3x3 from common`, `words 3x3 from common { }`},
	{`words 3x3 from "list.txt"`, `words 3x3 from"list.txt"`},
	{`words 3 x n from common`},
	{`words n x (k+1) from common`},
	{"words 3x3 from common {\n  rows\n  columns\n  diagonals\n  distinct\n}", `words 3x3 from common { rows columns diagonals distinct }`},
	{"words 2x2 from common {\n  given \"\"\"\n    A.\n    ..\n  \"\"\"\n}", "words 2x2 from common { given \"\"\"A.\n..\"\"\" }"},
}
