package cases

// Statements are those that are about the whole puzzle.
var Statements = []Case{
	{`puz 1`, "puz\t1", "\n\n  puz\n1\n\n"},
	{`puz 1_0`},

	{`puzzle "Scott's pentominoes"`, `puzzle"Scott's pentominoes"`},
	{`puzzle ""`},
	{`puzzle "a \"quoted\" \\ \n \t word"`, "puzzle \"a \\\"quoted\\\" \\\\ \\n \t word\""},
	{`puzzle "forêt 森林 😀"`},
	{`puzzle "// no comment"`},

	{`about "one line"`},
	{
		"about \"\"\"\n  two\n    lines // of text\n\n  and more\n\"\"\"",
		"about \"\"\"two\n  lines // of text\n\nand more\"\"\"",
		"about\"\"\"\n\n\t\ttwo  \n\t\t  lines // of text\n \t \n\t\tand more\n\n\"\"\"",
	},
	{"about \"\"\"\n\"\"\"", `about """"""`, "about \"\"\"\n \n\t\n\"\"\""},
	{"about \"\"\"\n  a \"quoted\" word\"\n\"\"\"", "about \"\"\"\na \"quoted\" word\"\n\"\"\""},
	// A tab is as wide as nothing but a tab, so these rows share no margin.
	{"about \"\"\"\n  \ttab\n    blanks\n\"\"\"", "about \"\"\"\n\ttab\n  blanks\n\"\"\""},

	{`use pentominoes`, "use\npentominoes"},
	{`use organ-pipe`},
	{`use "my/pieces.puz"`, `use"my/pieces.puz"`},

	{`param n = 8`, `param n=8`, "param\nn\n=\n8"},

	{`break symmetry`, "break\n\tsymmetry"},

	{`break swaps`, "break\n\tswaps"},

	{`search order organ-pipe`, "search  order  organ-pipe"},
	{`search choose mrv`},
	{`search filter gad restarts 50 seed (n+1)`, `search filter gad restarts 50 seed (n + 1)`},
	{`search choose "weighted:decay=0.95" options rare`, `search choose"weighted:decay=0.95" options rare`},
	{`search choose an-other order no-such`, `search choose an - other order no - such`},
	{`search order natural choose mrv`, "search order natural\n  choose mrv"},

	{`expect 1 solution`, `expect 1 solutions`},
	{`expect 2 solutions`, `expect 2 solution`, "expect\n2\nsolutions"},
	{`expect 1..3 solutions`, `expect 1 .. 3 solution`, `expect 1..3 solutions`},
	{`expect (n+1) solutions`, `expect (n + 1) solutions`, `expect(n+1)solution`},
	{`expect (n)..(2*n) solutions`, `expect (n) .. ( 2 * n ) solutions`},
	{`expect at least 5 solutions`, "expect\nat\nleast 5 solution"},
	{`expect unique`},
	{`expect none`},
	{`expect 65 solutions up to symmetry`, "expect 65 solutions\n  up to symmetry"},
	{`expect 5 solutions up to swaps`, `expect 5 solution up to swaps`},
	{`expect unique up to half-turn`},
	{`expect none when n < 4`, `expect none when n<4`},
	{`expect at least 1 solution up to symmetry when n = 8`, `expect at least 1 solutions up to symmetry when n=8`},
}

// Files are whole files, with several statements or none.
var Files = []Case{
	{``, "\n", " \t\r\n\n", "\uFEFF"},
	{
		"puz 1\nparam n = 3\nsearch choose mrv\nexpect unique",
		"puz 1 param n = 3 search choose mrv expect unique",
		"puz 1\r\nparam n = 3\r\nsearch choose mrv\r\nexpect unique\r\n",
		"\uFEFFpuz 1\nparam n = 3\nsearch choose mrv\nexpect unique\n",
		"\uFEFFpuz 1\r\nparam n\r\n= 3\r\nsearch choose mrv\r\nexpect unique",
	},
	{
		"param n = 2*m\n\nparam m = 4",
		"param n = 2*m\n\n\n\n\nparam m = 4",
		"\n\n\nparam n = 2*m\n   \n\t\nparam m = 4\n\n\n",
	},
	{
		"piece F = \"\"\"\n  .##\n  ##.\n  .#.\n\"\"\"\nset s = {F}",
		"piece F = \"\"\"\r\n  .##\r\n  ##.\r\n  .#.\r\n\"\"\"\r\nset s = {F}\r\n",
	},
}
