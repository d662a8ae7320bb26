package compile_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Hostile texts that are made by a program: a statement that fills a board, and large numbers in a rule of it, or in
// two. Each rule stands alone in a text, and with others in random pairs.

// madeTexts is the number of these texts. Of each madeEvery texts one is compiled where slow tests are not asked for.
const madeTexts, madeEvery = 300, 20

// hostileFrame is a statement that lacks its rules.
type hostileFrame struct {
	head  string // the statements before the rules, %s for these
	rules []string
}

// picture returns a picture of a number of rows and columns of one character.
func picture(rows, columns int, mark string) string {
	return `"""` + "\n" + strings.Repeat(strings.Repeat(mark, columns)+"\n", rows) + `"""`
}

// numberedWords is a format with the numbers below n, one after the other.
func numberedWords(format string, n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, format, k)
	}
	return strings.TrimSpace(b.String())
}

const (
	symbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	domino  = "piece D = 1x2\n"
	// snake has 200 cells in many orientations.
	snake = "piece S = 1x60 + 60x1 + 1x40 at (59, 0) + 1x40 at (30, 0)\n"
)

// millionTable is a table of a megabyte.
var millionTable = "table t = \"\"\"\n" + strings.Repeat(strings.Repeat("1 # ", 500)+"\n", 500) + "\"\"\"\n"

// packRules are the rules of a packing of D on b.
var packRules = []string{
	"", "leave 1000000000 empty", "leave 0..1000000000 empty",
	"leave 5 empty on 1x1 at (i, j) for i in 0..400, j in 0..400",
	"leave 1 empty on b for i in 1..1000000", "apart (0, 500)", "apart (500, 1000000000)", "apart king",
	"symmetric rotation",
	"symmetric half-turn", "keep D to orientation 0..1000000000", "keep D in b for i in 1..1000000",
	"keep D in 1x2 at (i, 0) for i in 0..200", "fix D at (i, 0) for i in 0..1000000000",
	"fix D at (1000000000, 1000000000)",
	"fix D at (2*i, 2*j) for i in 0..150, j in 0..150",
}

// placeRules are rules about men on the board b.
var placeRules = []string{
	"", "exactly 1000000000 on rows", "at most 1 on rows, columns, diagonals", "exactly 100000000 on all",
	"0..9223372036854775807 on all",
	"at most 1 on 2x2 everywhere", "exactly 7 on 30x30 everywhere", "1..1000000 on 200x200 everywhere",
	"at most 1 on 1x1 everywhere", "at most 1 on segments", "at least 1 on (r, c) + rays (r, c) for r, c in b",
	"exactly 1 on row i for i in 0..399", "exactly 3 on around (r, c) knight for r, c in b",
	"at most 5 on b everywhere", "at most 3 on b for i in 1..1000000000",
	"exactly 1 on 1x1 at (i, j) for i in 0..400, j in 0..400",
	"exactly 1 on (i, j) for i in 0..400, j in 0..400", "none on (i, j) for i in 0..400, j in 0..400",
	"none on (1000000000, 0)", "exactly 1 on boxes 1000000000x1000000000", "exactly 1 on boxes 1x1",
	"exactly 1 on main diagonals",
	"symmetric rotation", "symmetric diagonal", "at most 1 on 1x200 everywhere for i in 1..1000",
	"at most 2 on 100x1 everywhere for i in 1..50",
}

// cellRules are rules about the cells of a square or a board.
var cellRules = []string{
	"", "rows differ", "columns differ", "consecutive on rows", "matches \"(0|1){1,900}\"",
	"never \"(0|1)*1(0|1){9}1\" on rows, columns",
	"sandwich rows \"1\"", "same sum on 1x400, 400x1", "differ at least 0 on 1x2 everywhere, 2x1 everywhere",
	"ascending on rows", "exactly 1 \"1\" on segments", "exactly 1 \"1\" on rays (i, j) for i in 0..400, j in 0..400",
	"at least 1 \"1\" on around (r, c) king for r, c in b", "arrow on rows",
	"matches \"(0*1*){500}\"", "matches \"(.{30}){1,30}\"", "never \"1.{8}1\" on row i for i in 0..300",
	"matches \"" + strings.Repeat("0|1|", 100_000) + "1\"", "never \"" + strings.Repeat(".*1", 300) + "\"",
	"ascending on rows, columns, diagonals, segments", "ascending on {(0, 60-i) for i in 0..60} for j in 0..10000",
	"consecutive on rows, columns, 5x5 everywhere", "arrow on all", "same sum on rows, columns, diagonals",
	`exactly 1 "1" on (r, c) (i, j) for r, c in b, i, j in b where r < i`,
	`exactly 1 "1" on rays (r, c) + around (r, c) for r, c in b`, `at least 1 "1" on row r + column c for r, c in b`,
	"apart king", "apart knight", "apart (0, 500)", "apart (0, 30)", "apart (1000000000, 1)",
	"symmetric rotation", "distinct on main diagonals",
	"differ 1..1000000000 on (0, 0) (0, 1)", "differ 1000000000 on (0, i) (0, i+1) for i in 0..50",
	"differ 0..9223372036854775807 on (i, j) (i, j+1) for i in 0..60, j in 0..59",
	"quotient 2 on (i, j) (i, j+1) for i in 0..60, j in 0..59",
	"ascending on (i, j) (i, j+1) for i in 0..60, j in 0..59", "arrow on (0, 0) (0, 1) (0, 2) (0, 3) (0, 4) (0, 5)",
	"arrow on (i, 0) (i, 1) (i, 2) (i, 3) (i, 4) (i, 5) (i, 6) (i, 7) for i in 0..60",
	"sum 1000000000 on 1x30", "sum 500 on 30x30", "product 9223372036854775807 on 1x30", "product 1000000 on 5x5",
	"difference 1000000000 on 1x20", "quotient 1000000000 on 1x20", "difference 3 on 10x10", "quotient 2 on 10x10",
	"distinct sum 300 on 1x20", "distinct sum 900 on 1x30 at (i, 0) for i in 0..30",
	"sum 100 on 1x30 at (i, 0) for i in 0..60",
	"distinct on 1x2 at (i, j) for i in 0..60, j in 0..59", "distinct on 10x10",
	"distinct on 1x1 at (0, 0) for i in 1..1000000000",
	"distinct on rows, columns", `exactly 1000000000 "1" on b`, `at most 3 "1" on 30x30 for i in 1..1000000`,
	`1..30 "1" on 30x30 at (i, j) for i in 0..20, j in 0..20`, `count "2" rows "` + strings.Repeat("9, ", 60) + `9"`,
	`sees top "3` + strings.Repeat(", 3", 60) + `" left "4` + strings.Repeat(", 4", 60) + `"`,
	`runs rows "` + strings.Repeat("1 1 1 1 1 1 1 1 1, ", 60) + `1"`, `runs columns "1000000000, 1"`,
	`runs rows "` + strings.Repeat("1 ", 30) + `"`,
	`connected "1"`, `loop "1"`, "cages " + picture(61, 61, "a") + ` sums "a 500"`,
	"cages " + picture(30, 61, "a") + ` products "a 5000000000000"`,
	"distinct cages " + picture(61, 61, "a") + ` differences "a 5"`,
	"between " + picture(121, 121, ".") + ` every "o*XV"`,
	`between ` + picture(121, 121, ".") + ` every "o"`, "regions " + picture(61, 61, "a"),
	"given " + picture(61, 61, "."),
	"given " + picture(61, 61, "1"),
}

var hostileFrames = []hostileFrame{
	{domino + "board b on square = 300x300\npack b with any of D {\n%s\n}\n", packRules},
	{domino + "board b on square = 100x100\npack b with 0..1000000000 of D {\n%s\n}\n", packRules},
	{domino + "board b on square torus = 200x200\npack b with any of D {\n%s\n}\nbreak symmetry\n", packRules},
	{snake + "piece D = 200x1\nboard b on square = 210x210\npack b with any of S + any of D {\n%s\n}\n", packRules},
	{"use pentominoes\npiece D = 1x2\nboard b on square klein = 150x150\npack b with any of pentominoes + any of D " +
		"{\n%s\n}\n", packRules},
	{"piece D on hexagon = 1x2\nboard b on hexagon = hexagon 100\npack b with any of D {\n%s\n}\nbreak symmetry\n",
		packRules},
	{"board b on square = 400x400\nplace king on b {\n%s\n}\n", placeRules},
	{"board b on square torus = 200x200\nplace king on b {\n%s\n}\nbreak symmetry\n", placeRules},
	{"board b on hexagon = hexagon 200\nplace king on b {\n%s\n}\n", placeRules},
	{"board b on square = 300x300\nqueens on b {\n%s\n}\nbreak symmetry\n", placeRules},
	{"board b on square = 40x40\nlatin 61 {\n%s\n}\n", cellRules},
	{"board b on square = 30x30\nlatin 35 {\n%s\n}\nbreak swaps\n", cellRules},
	{"board b on square = 61x61\nfill b with \"" + symbols + "\" {\n%s\n}\n", cellRules},
	{"board b on square = 450x450\nfill b with \"01\" {\n%s\n}\n", cellRules},
	{"board b on square torus = 61x61\nfill b with \"123456789\" {\n%s\n}\n", cellRules},
	{"board b on sticks = 60x60\nfill b with \"012\" {\n%s\n}\n", cellRules},
	{"board b on square = 1x61\nfill b with \"" + symbols + "\" {\n%s\n}\n", cellRules},
}

// hostileStatements are texts without rules.
var hostileStatements = []string{
	"queens 1000000000\n", "queens 490\n", "queens 490 torus\n", "queens 300\nbreak symmetry\n", "latin 1000000000\n",
	"latin 61\n", "latin 61 {\n  distinct on boxes 1x61\n}\n",
	"latin 36 {\n  distinct on boxes 6x6\n  distinct on main diagonals\n}\nbreak swaps\n",
	"latin 60 {\n  distinct on boxes 1000000000x1\n}\n",
	"board b on square = 1000000000x1000000000\n", "board b on square = 9223372036854775807x2\n",
	"board b on square = 1x250000\npack b with any of D\npiece D = 1x2\n",
	"board b on cube = 1000x1000x1000\n", "board b on cube = 62x62x62\npiece D on cube = 1x1x2\npack b with any of D\n",
	"board b on cube = 40x40x40\nuse pentominoes\npack b with any of pentominoes\nbreak symmetry\n",
	"board b on balls = pyramid 1000000\n",
	"board b on balls = pyramid 85\npiece D on balls = 1x1x2\npack b with any of D\nbreak symmetry\n",
	"board b on balls = tetrahedron 100\npiece D on balls = 1x1x2\npack b with any of D\n",
	"board b on balls = octahedron 60\npiece D on balls = 1x1x2\npack b with any of D\n",
	"board b on square = diamond 340\npiece D = 1x2\npack b with any of D\n",
	"board b on square = aztec 340\npiece D = 1x2\npack b with any of D\n",
	"board b on hexagon = rhombus 1000000000x3\n",
	"board b on triangle = hexagon 150\npiece D on triangle = 1x1\npack b with any of D\n",
	"board b on sticks = 300x300\npiece D on sticks = 1x1\npack b with any of D\n",
	"board b on trigs = 100x100\npiece D on trigs = triangle 1\npack b with any of D\n",
	"board b on twigs = 100x100\npiece D on twigs = hexagon 1\npack b with any of D\n",
	"board b on tetrakis = 200x200\npiece D on tetrakis = 1x1\npack b with any of D\nbreak symmetry\n",
	"board b on kite = 150x150\npiece D on kite = 1x1\npack b with any of D\n",
	"board b on drafter = 120x120\npiece D on drafter = 1x1\npack b with any of D\n",
	"board b on cairo = 400x400\npiece D on cairo = (0, 0) (0, 1)\npack b with any of D\n",
	"board b on square wrap (1000000000, 0) (0, 3) = 10x10\n",
	"board b on square wrap (999, 1) (1, 998) = 490x490\npiece D = 1x2\npack b with any of D\n",
	"board b on square wrap (7, 3) (3, 7) = 400x400\npiece D = 1x2\npack b with any of D\nbreak symmetry\n",
	"board b on square projective = 300x300\npiece D = 1x2\npack b with any of D\n",
	"board b on square mobius = 1x249999\npiece D = 1x2\npack b with any of D\n",
	"board b on hexagon torus = 300x300\npiece D on hexagon = 1x2\npack b with any of D\nbreak rotation\n",
	"shape s = 400x400 rotate 90 mirror rotate 270 at (5, 5)\nboard b on square = s\npiece D = 1x2\npack b with " +
		"any of D\n",
	"shape s = 1x1 at (1000000000, 1000000000)\nboard b on square = s\n",
	"shape s = 400x400 - 399x399 at (0, 0) + 300x300 & 200x200\nboard b on square = s\n",
	"shape s = (0, 0) (0, 99999999)\nboard b on square = s\n",
	"shape s = " + strings.Repeat("(", 90) + "400x400" + strings.Repeat(")", 90) + "\nboard b on square = s\n",
	"shape s = legend \"a\" cell \"b\" cell \"c\" hole " + picture(450, 450, "a") +
		"\nboard b on square = s\npiece D = 1x2\npack b with any of D {\n  match colors\n}\n",
	"board b on square = " + picture(490, 490, "?") + "\npiece D = 1x2\npack b with any of D\n",
	"board b on square = " + picture(300, 300, "#") +
		"\npiece D = 1x2\npack b with D {\n  leave 0..1000000 empty\n}\nbreak symmetry\n",
	"piece A = 300x300\nboard b on square = 490x490\npack b with A\n",
	"piece A = 100x100 - 98x98 at (1, 1)\nboard b on square = 200x200\npack b with any of A {\n  apart king\n}\n",
	"piece A on cube = 40x40x40 - 1x1x1\nboard b on cube = 60x60x60\npack b with any of A\nbreak symmetry\n",
	snake + "set s = fixed {S}\nboard b on square = 300x300\npack b with s\n",
	snake + "set s = one-sided {S}\nboard b on square = 300x300\npack b with any of s\n",
	"use hexominoes\nset s = fixed hexominoes\nboard b on square = 120x120\npack b with 0..1000000 of s\n",
	"use heptominoes\nset s = fixed heptominoes\nboard b on square = 80x80\npack b with any of s\nbreak symmetry\n",
	"use heptominoes\nset s = one-sided heptominoes\nset t = s + s + s + s\nset u = t + t + t + t\nboard b on square " +
		"= 60x60\npack b with 1000000000 of u\n",
	"use hexominoes\nboard b on square = 100x100\npack b with 1000000000 from hexominoes + any of hexominoes\n",
	"use pentominoes\nset a = 1000000000 of pentominoes\nset b = a + a\nset c = b + b - {F} & a\nboard x on square = " +
		"60x60\npack x with c\n",
	"use pentominoes\nset s = 0..9223372036854775807 of pentominoes\nboard b on square = 50x50\npack b with s\n",
	"set a = {D}\nset b = a + a\nset c = b + b\nset d = c + c\nset e = d + d\npiece D = 1x2\nboard x on square = " +
		"480x480\npack x with any of e\n",
	"tiles t = \"" + strings.Repeat("abcd ", 5000) + "\"\nboard b on square = 60x60\npack b with t\n",
	"tiles t = \"" + numberedWords("abc%x ", 10) + "\"\nboard b on square = 200x200\npack b with any of t\n",
	"tiles t free = \"abcd abce abde acde bcde\"\nboard b on square = 150x150\npack b with any of t {\n  border " +
		"\"a\"\n}\nbreak symmetry\n",
	"tiles t on hexagon = \"abcdef abcdfe\"\nboard b on hexagon = hexagon 80\npack b with 0..1000000 of t\n",
	"tiles t fixed = \"" + strings.Repeat("abab baba aabb bbaa ", 1000) +
		"\"\nboard b on square torus = 100x100\npack b with t\n",
	"words 1000000000 from three_letter_words\n", "words 15x15 from three_letter_words\n",
	"words 30x30 from three_letter_words {\n  rows\n  columns\n  main diagonals\n  distinct\n}\n",
	"words 5x5 from three_letter_words {\n  main diagonals\n  distinct\n}\n",
	"words 8 from \"" + strings.Repeat("abcdefgh ", 10000) + "\"\n", "words 400x3 from three_letter_words\n",
	"words 3x400 from three_letter_words {\n  distinct\n}\n",
	"words 4 from three_letter_words {\n  given " + picture(4, 4, ".") + "\n}\n",
	"dissect 30x30 into 2 pieces forming 30x30\n", "dissect 15x15 into 225 pieces forming 15x15\n",
	"dissect 1x500 into 500 pieces forming 500x1\n",
	"dissect 490x490 into 1000000000 pieces forming 490x490\n",
	"dissect 10x10 into 100 pieces forming 4x25 {\n  flip\n  sizes 1..1000000000\n}\n",
	"dissect 10x10 into 50 pieces forming 4x25\nitems a\noption a\n",
	"dissect 1x40 into 3 pieces forming 40x1\nqueens 20\n",
	"dissect (0, 0) (0, 99999) into 2 pieces forming 1x2\n",
	"dissect 16x16 into 9 pieces forming 8x32 {\n  flip\n  connected\n}\n",
	"items a[i] for i in 1..1000000000\n", "items a[i,j,k] for i in 1..100, j in 1..100, k in 1..100\n",
	"items a[i] 0..9223372036854775807 for i in 1..100000\noption a[i] for i in 1..100000\n",
	"items a[i] 1000000000 for i in 1..1000\noption a[i] for i in 1..1000\n",
	"items a b\noption a b for i in 1..1000000\n", "items a\noption a where 1 < 0 for i in 1..1000000000\n",
	"items a[i] for i in 1..500\noption a[i] a[j] for i in 1..500, j in 1..500 where i != j\n",
	"items a[i] for i in 1..500\noption {a[i] for i in 1..500} for k in 1..10000\n",
	"items a[i] for i in 1..100000\noption {a[i]? for i in 1..1000000}\n",
	"items a[i] for i in 1..1000\nsecondary items z[i] for i in 1..1000\noption a[i] z[j]:(i*j) for i in 1..1000, j " +
		"in 1..400\n",
	"items a 1000000000\nitems b[i] for i in 1..100\noption b[i] a*(i*1000000) for i in 1..100\n",
	"items a 0..5000\nitems b[i] for i in 1..300\noption b[i] a*(v) for i in 1..300, v in 1..30\n",
	"items a[i] 500 for i in 1..20\nitems b[i] for i in 1..200\noption b[i] a[j]*(v) for i in 1..200, j in " +
		"1..20, v in 1..10\n",
	"items a[i] for i in 1..300\noption a[i] for i in 1..300\nforbid together a[i], a[j] for i in 1..300, j in " +
		"1..300 " +
		"where i < j\n",
	"items a[i] for i in 1..100\noption a[i] for i in 1..100, j in 1..500\nforbid together a[i], a[j] for i in " +
		"1..100, j in 1..100 where i < j\n",
	"items a[i] b[i] for i in 1..700\noption a[i] b[j] for i in 1..700, j in 1..700\nmatching {a[i] for i in 1..700} " +
		"with {b[i] for i in 1..700}\n",
	"items a[i] b[i] for i in 1..300\noption a[i] b[i] for i in 1..300\nmatching {a[i] for i in 1..300} with " +
		"{b[i] for i in 1..300} " +
		"for k in 1..1000000000\n",
	"param n = 1000000000\nparam m = n * n * n\nitems a[i] for i in 1..m\n",
	"param n = 9223372036854775807\nparam m = n + 1\n", "param n = 1 / 0\n",
	"param n = sum(i for i in 1..1000000000)\nqueens n\n",
	"param n = sum(sum(sum(1 for k in 1..1000) for j in 1..1000) for i in 1..1000)\nqueens n\n",
	"param n = sum(if(i % 7 = 0, i * i, min(i, 3, max(i, 2))) for i in 1..3000000)\nqueens n\n",
	"table t = \"\"\"\n" + strings.Repeat("1 2 3 4 5 6 7 8 9\n", 30000) +
		"\"\"\"\nitems a[i] for i in 0..29999\noption a[t[i,0]] for i in 0..29999\n",
	"table t = \"\"\"\n" + strings.Repeat("9223372036854775807 ", 50000) + "\n\"\"\"\nparam n = t[49999]\nqueens n\n",
	"param n = t[1000000000]\ntable t = \"1\"\n", "items a[i] for i in {" + numberedWords("%d, ", 50000) +
		" 50000}\noption a[i] for i in 0..50000\n",
	"expect 1000000000..1000 solutions\nexpect 3 solutions when n = 100000\nparam n = 4\nqueens n\n",
	"queens 8\n" + strings.Repeat("expect 92 solutions\n", 50000),
	strings.Repeat("use pentominoes\n", 20000),
	"use pentominoes\nuse hexominoes\nuse heptominoes\nset s = pentominoes + hexominoes + heptominoes\nboard b on " +
		"square = 60x60\npack b with any of s\n",
	"board b on square = 300x300\npiece D = 1x2\npack b with any of D\nplace king on b {\n  at most 1 on 2x2 " +
		"everywhere\n}\nlatin 30\n",
	"board b on square = 300x300\npiece D = 1x2\npack b with any of D\nqueens 200\nfill b with \"12\"\nwords 4 from " +
		"three_letter_words\ndissect 5x5 into 4 pieces forming 1x25\n",
	"search order \"list:" + strings.Repeat("X;", 50000) + "\"\nqueens 8\n",
	"search restarts 9223372036854775807 seed 9223372036854775807\nqueens 8\n",
	"board b on square = 480x480\npiece D = 1x2\npack b with any of D\nforbid together b[r,c], b[r,c+1] for r in " +
		"0..479, c in 0..478\n",
	"board b on square = 300x300\nfill b with \"01\"\nitems a[r,c] for r in 0..299, c in 0..299\noption a[r,c] " +
		"value[r,c]:1 for r in 0..299, c in 0..299\n",
	"board b on square = 300x300\nplace king on b\nitems a[r,c] for r in 0..299, c in 0..299\noption a[r,c] " +
		"man[r,c]:1 for r in 0..299, c in 0..299\n",
	"board b on square wrap (350, 349) (0, 350) = 350x350\nfill b with \"01\" {\n" +
		"  exactly 1 \"1\" on rays (r, c) for r, c " +
		"in b\n}\n",
	"board b on square klein = 350x350\nfill b with \"01\" {\n" +
		"  exactly 1 \"1\" on ray (r, c) (349, 7) for r, c in b\n}\n",
	millionTable + "board b on square = 350x350\nfill b with \"01\" {\n" +
		"  exactly n \"1\" on (r, c) for r, c, n in t where " +
		"r < 350 and c < 350\n}\n",
	millionTable + "board b on square = 350x350\nfill b with \"01\" {\n" +
		"  exactly n \"1\" on (r, c) for r, c, n in t, i, j, m " +
		"in t where n < m\n}\n",
	millionTable + "items a[r,c] for r, c in t\noption {a[r,c]? for r, c in t where r < i} for i in 0..499\n",
	millionTable + "items a\noption a for r, c, n in t, i, j, m in t where n < m\n",
	"latin 61 {\n  given " + picture(61, 61, ".") + "\n  orthogonal to " + picture(61, 61, "1") + "\n}\n",
	"latin 61 {\n  symbols \"" + symbols + "\"\n  regions " + picture(61, 61, "r") + "\n}\n",
}

// hostileTexts are the texts: statements, each rule alone, and pairs of rules at random.
func hostileTexts() []string {
	texts := append([]string(nil), hostileStatements...)
	alone := map[string]bool{}
	for _, f := range hostileFrames {
		for _, rule := range f.rules {
			if !alone[rule] {
				alone[rule] = true
				texts = append(texts, fmt.Sprintf(f.head, "  "+rule))
			}
		}
	}
	r := rand.New(rand.NewPCG(300, 1))
	for len(texts) < madeTexts {
		f := hostileFrames[r.IntN(len(hostileFrames))]
		one, two := f.rules[r.IntN(len(f.rules))], f.rules[r.IntN(len(f.rules))]
		texts = append(texts, fmt.Sprintf(f.head, "  "+one+"\n  "+two))
	}
	return texts
}

// TestWriteHostile writes the texts into a folder, for those who measure `puz check` from outside.
func TestWriteHostile(t *testing.T) {
	folder := os.Getenv("QUADRILLE_HOSTILE_FOLDER")
	if folder == "" {
		t.Skip("QUADRILLE_HOSTILE_FOLDER names no folder")
	}
	for k, text := range hostileTexts() {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("h%03d.puz", k)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
