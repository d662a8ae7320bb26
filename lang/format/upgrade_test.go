package format_test

import (
	"errors"
	"slices"
	"testing"

	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// TestUpgrade: older spellings become those of today, and a text that was rewritten stays as it is.
func TestUpgrade(t *testing.T) {
	tests := []struct{ old, want string }{
		{"items a 2 times", "items a 2"},
		{"items a (n) times for i in 1..2", "items a exactly n for i in 1..2"},
		{"secondary items s\nitems row[r] (t[r]) times for r in 0..2",
			"secondary items s\nitems row[r] exactly t[r] for r in 0..2"},
		{"items a[i] exactly times[i] for i in 1..2", "items a[i] exactly times[i] for i in 1..2"},
		{"items a n times for i in 1..2", "items a exactly n for i in 1..2"},
		{"items a\n  b t[1] times", "items a\n  b exactly t[1]"},
		{"place rook on b { rows at least 1 }", "place rook on b { at least 1 on rows }"},
		{"place rook on b {\n  rows = 1\n}", "place rook on b {\n  rows = 1\n}"},
		{"items a (n+1) times", "items a exactly (n+1)"},
		{"items a 0..(n) times  // so many", "items a 0..(n)  // so many"},
		{"option a b:red c:(i) for i in 1..2", "option a b:\"red\" c:i for i in 1..2"},
		{"option a b:t[i] for i in 1..2", "option a b:t[i] for i in 1..2"},
		{"list hue = {red}\noption a b:red c:i for i, k in t", "list hue = {red}\noption a b:red c:i for i, k in t"},
		{"option a z:(i+1) b[2] over j in 1..3 where j != 2 c", "option a z:(i+1) {b[2] for j in 1..3 where j != 2} c"},
		{"option q[r] seen[i]:1? over i in 1..n for r in 1..n", "option q[r] {seen[i]:1? for i in 1..n} for r in 1..n"},
		{"matching row[r] rank[r] over r in 1..n with column[c] over c in 1..n",
			"matching {row[r] rank[r] for r in 1..n} with {column[c] for c in 1..n}"},
		{"param m = sum(t[i] over i in 0..3)", "param m = sum(t[i] for i in 0..3)"},
		{"shape s = 8x8 - cells (0, 0) (7, 7)", "shape s = 8x8 - (0, 0) (7, 7)"},
		{"place rook on b {\n  rows, columns exactly 1\n  all at most (n)\n}",
			"place rook on b {\n  exactly 1 on rows, columns\n  at most (n) on all\n}"},
		{"place king on b {\n  line 2x2 everywhere at most 1\n  line cells (0, 0) (1, 2) 0..1\n}",
			"place king on b {\n  at most 1 on 2x2 everywhere\n  0..1 on (0, 0) (1, 2)\n}"},
		{"place man on b{rows exactly(n)columns at most 2}", "place man on b{exactly(n) on rows at most 2 on columns}"},
		{"place man on b { line (2x2 at (1, 1)) at most 1 }", "place man on b { at most 1 on 2x2 at (1, 1) }"},
		{"fill b with \"12\" {\n  count \"1\" exactly 2 on s\n  distinct rows, s\n  distinct sum 3 on s\n}",
			"fill b with \"12\" {\n  exactly 2 \"1\" on s\n  distinct on rows, s\n  distinct sum 3 on s\n}"},
		{"latin 4 {\n  boxes 2x2\n  distinct rows, boxes 2x2\n  diagonals\n  regions \"\"\"\n    aa\n  \"\"\"\n}",
			"latin 4 {\n  distinct on boxes 2x2\n  distinct on rows, boxes 2x2\n  distinct on main diagonals\n" +
				"  distinct on regions \"\"\"\n    aa\n  \"\"\"\n}"},
		{"latin 2 {\n  symbols \"XO\"\n  less (0, 0) (0, 1)\n}",
			"latin 2 with \"XO\" {\n  \n  ascending on (0, 0) (0, 1)\n}"},
		{"latin 3 {\n  less on rows\n  differ 1..(k) (0, 0) (0, 1)\n  rows differ\n  arrow (0, 0) (0, i) for i in 1..2\n}",
			"latin 3 {\n  ascending on rows\n  differ 1..(k) on (0, 0) (0, 1)\n  rows differ\n" +
				"  arrow on (0, 0) (0, i) for i in 1..2\n}"},
		{"fill b with \"12\" { double (0, 0) (0, 1) same s, t same sum s, t same on s }",
			"fill b with \"12\" { quotient 2 on (0, 0) (0, 1) same on s, t same sum on s, t same on s }"},
		{"latin 2 {\n  between \"\"\"\n    .<.\n  \"\"\" every \"o\"\n  distinct cages \"\"\"\n    ab\n  \"\"\" sums \"a 1\" products \"b 2\"\n}",
			"latin 2 {\n  marks \"\"\"\n    .<.\n  \"\"\" every \"o\"\n  distinct sum \"a 1\" product \"b 2\" on regions \"\"\"\n    ab\n  \"\"\"\n}"},
		{"queens 4 {\n  fix (0, 1) (2, 3)\n  bar (i, i) (0, 0) for i in 1..2\n  keep symmetric half-turn\n}",
			"queens 4 {\n  exactly 1 on (0, 1), (2, 3)\n  none on (i, i) (0, 0) for i in 1..2\n  symmetric half-turn\n}"},
		{"pack b with s {\n  fix X at (0, 0)\n  keep symmetric diagonal\n  keep X in b\n}",
			"pack b with s {\n  fix X at (0, 0)\n  symmetric diagonal\n  keep X in b\n}"},
		{"fill b with 1..6 { double on rows, (0, 0) (0, 1) (1, 1) for i in 1..2 sees top \"3.a1\" left \".\" }",
			"fill b with 1..6 { quotient 2 on 1x2 everywhere, (0, 0) (0, 1), (0, 1) (1, 1) for i in 1..2 " +
				"sees top \"3, ., 10, 1\" left \".\" }"},
		{"piece S orient 2 2 fixed = t\npiece T on hexagon orient 3 1 = t",
			"piece S symmetry half-turn fixed = t\npiece T on hexagon = t"},
		{"dissect s into 2 pieces forming t { pieces connected pieces nonempty }",
			"dissect s into 2 pieces forming t { connected sizes at least 1 }"},
		{"dissect s into 2 pieces forming t {\n  pieces nonempty\n  sizes at most 5\n}",
			"dissect s into 2 pieces forming t {\n  \n  sizes 1.. 5\n}"},
		{"pack b with s { keep X to orientations 0, 2 }", "pack b with s { keep X to orientation 0, 2 }"},
		{"maximize 2*count \"12\" - count \"3\"", "maximize 2* \"12\" - \"3\""},
		{"words 3x3 from l { rows diagonals }", "words 3x3 from l { rows main diagonals }"},
		{"fill b with \"12\" {\n  count \"1\" rows \"1, .\"\n}",
			"fill b with \"12\" {\n  count \"1\" rows \"1, .\"\n}"},
	}
	for _, test := range tests {
		if got := format.UpgradeText(test.old); got != test.want {
			t.Errorf("%q becomes\n%q, want\n%q", test.old, got, test.want)
		}
		checkHint(t, test.old)
		if again := format.UpgradeText(test.want); again != test.want {
			t.Errorf("%q does not stay: %q", test.want, again)
		}
	}
}

// checkHint: where an older spelling is no longer read, the first error has a hint.
func checkHint(t *testing.T, old string) {
	t.Helper()
	_, err := parse.File("old.puz", []byte(old))
	var errs source.DiagnosticList
	if errors.As(err, &errs) && errs[0].Hint == "" {
		t.Errorf("%q: %v has no hint", old, errs[0])
	}
}

// TestFormerFixes: the fix of an older spelling makes what the upgrade makes, or there is none.
func TestFormerFixes(t *testing.T) {
	fixes := 0
	for _, old := range []string{
		"fill b with 1..6 {\n  double (0, 0) (0, 1)\n}",
		"fill b with 1..6 {\n  double on (0, 0) (0, 1), (0, 1) (0, 2)\n}",
		"fill b with 1..6 {\n  double (0, i) (0, i+1) for i in 0..3\n}",
		"fill b with 1..6 { double on (0, 0) (0, 1) }",
		"fill b with 1..6 { double on (0, 0) (0, 1) (0, 2) }",
		"fill b with 1..6 { double on (0, 0) (0, 1), (0, 1) (0, 2) (0, 3) }",
		"matching row[r] over r in 1..n with column[c] rank[c] over c in 1..n",
		"option q[r] seen[i] over i in 1..n",
		"items a exactly 2 times",
		"dissect s into 2 pieces forming t { pieces nonempty }",
		"place rook on b { rows at least 1 }",
	} {
		text := old
		for range 10 {
			_, err := parse.File("old.puz", []byte(text))
			var errs source.DiagnosticList
			if !errors.As(err, &errs) {
				break
			}
			k := slices.IndexFunc(errs[0].Fixes, func(f source.QuickFix) bool { return f.Title == "write it as today" })
			if k < 0 {
				break
			}
			e := errs[0].Fixes[k].Edits[0]
			text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
		}
		if text != old {
			fixes++
			if want := format.UpgradeText(old); text != want {
				t.Errorf("the fixes of %q make\n%q, want\n%q", old, text, want)
			}
		}
	}
	if fixes != 9 {
		t.Errorf("%d texts have fixes, want 9", fixes)
	}
}

// FuzzUpgrade: no text is too strange.
func FuzzUpgrade(f *testing.F) {
	for _, text := range []string{"items", "option a over", "place a on b { line",
		"fill b with \"1\" { count \"1\" exactly",
		"matching over", "param x = sum( over", "option a:(", "secondary", "distinct", "fill { distinct"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { format.UpgradeText(text) })
}
