package cases

// Comment is a text with comments, and its canonical print.
type Comment struct {
	Name, Before, After string
}

// Comments has a comment in every position. What a comment stands beside or
// above, it stays beside or above; one that interrupts a statement moves in
// front of it.
var Comments = []Comment{
	{"alone", "// only a comment", "// only a comment\n"},
	{"several alone", "\n\n// one\n//two\n\n\n\n// three  \t\r\n\n", "// one\n//two\n\n// three\n"},
	{"empty", "//\n//  \npuz 1\n", "//\n//\npuz 1\n"},
	{"after a byte order mark", "\uFEFF// one\npuz 1", "// one\npuz 1\n"},
	{"with slashes and quotes", "/// \"one\" // two \"\"\"\npuz 1", "/// \"one\" // two \"\"\"\npuz 1\n"},

	{"before", "  // one\n  // two\npuz 1", "// one\n// two\npuz 1\n"},
	{"before, with blank lines", "// one\n\n\n// two\n\n\n\npuz 1", "// one\n\n// two\n\npuz 1\n"},
	{"behind", "puz 1// one", "puz 1  // one\n"},
	{"behind and below", "puz 1 // one\n  // two\n\n// three\nuse t\t// four\n", "puz 1  // one\n// two\n\n// three\nuse t  // four\n"},
	{"behind a picture", "piece p = \"\"\"#\"\"\"// one\nuse t", "piece p = \"\"\"\n  #\n\"\"\"  // one\nuse t\n"},
	{"behind the second of a line", "puz 1 use t // one", "puz 1\nuse t  // one\n"},
	{"between", "puz 1\n// one\nuse t\n\n// two\n\nuse u", "puz 1\n// one\nuse t\n\n// two\n\nuse u\n"},
	{"at the end", "puz 1\n// one\n\n\n// two", "puz 1\n// one\n\n// two\n"},

	{"in a statement", "puz // one\n1", "// one\npuz 1\n"},
	{"in a statement after another", "use t\n\nparam n // one\n= // two\n\n// three\n3 // four", "use t\n\n// one\n// two\n// three\nparam n = 3  // four\n"},
	{"in a statement on the line of another", "use t use // one\nu", "use t\n// one\nuse u\n"},
	{"in an expression", "param n = a + // one\n(b // two\n- min(c, // three\nd))", "// one\n// two\n// three\nparam n = a + (b - min(c, d))\n"},
	{"in a set", "set s = {\n  // one\n  F, // two\n  I\n  // three\n} // four\n", "// one\n// two\n// three\nset s = {F, I}  // four\n"},
	{"in a shape", "shape s = 8x8 // one\n  - 2x2 // two\n    at (3, // three\n  3)", "// one\n// two\n// three\nshape s = 8x8 - 2x2 at (3, 3)\n"},
	{"above and in", "// one\n\nparam n = // two\n3", "// one\n\n// two\nparam n = 3\n"},
	{"in a legend", "shape s = legend \"a\" cell // one\n\"b\" hole // two\n\"\"\"ab\"\"\"", "// one\n// two\nshape s = legend \"a\" cell \"b\" hole \"\"\"\n  ab\n\"\"\"\n"},
	{"no comment in a text", "about \"// no\" // one", "about \"// no\"  // one\n"},
	{"no comment in a picture", "about \"\"\"\n// no\n\"\"\" // one", "about \"\"\"\n  // no\n\"\"\"  // one\n"},

	{"in the head of a packing", "use t\npack b // one\nwith s { fix F at (0, 0) }", "use t\n// one\npack b with s {\n  fix F at (0, 0)\n}\n"},
	{"in the set of a packing", "pack b with {F, // one\nI} {\n  // two\n  leave 1 empty\n}", "// one\npack b with {F, I} {\n  // two\n  leave 1 empty\n}\n"},
	{"after the brace", "pack b with s { // one\n\n  // two\n\n  leave 1 empty }", "pack b with s {\n  // one\n  // two\n  leave 1 empty\n}\n"},
	{
		"between rules",
		"pack b with s {\n  // one\n  fix F at (0, 0) // two\n\n  // three\n\n  leave 1 empty\n  // four\n}",
		"pack b with s {\n  // one\n  fix F at (0, 0)  // two\n\n  // three\n\n  leave 1 empty\n  // four\n}\n",
	},
	{"in rules", "pack b with s { fix F // one\nat (0, // two\n0)\nleave // three\n1 empty }", "pack b with s {\n  // one\n  // two\n  fix F at (0, 0)\n  // three\n  leave 1 empty\n}\n"},
	{"behind rules of one line", "pack b with s { leave 1 empty fix F at (0, 0) // one\n}", "pack b with s {\n  leave 1 empty\n  fix F at (0, 0)  // one\n}\n"},
	{"before the closing brace", "pack b with s {\n  leave 1 empty // one\n  // two\n\n\n  // three\n\n} // four\n// five", "pack b with s {\n  leave 1 empty  // one\n  // two\n\n  // three\n}  // four\n// five\n"},
	{"in empty braces", "pack b with s { // one\n // two\n} // three", "// one\n// two\npack b with s  // three\n"},
}
