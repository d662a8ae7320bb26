package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"quadrille/runtime/proof/prooftest"
)

// TestAlone: the command imports the standard library alone, and can be read in an afternoon.
func TestAlone(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); strings.Contains(path, ".") ||
				strings.HasPrefix(path, "quadrille") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	if lines > 998 || lines < 100 {
		t.Errorf("it has %d lines", lines)
	}
}

// checkText checks files with the given texts, and returns the exit code and all that is printed.
func checkText(t *testing.T, texts ...string) (code int, printed string) {
	t.Helper()
	var names []string
	for n, text := range texts {
		names = append(names, filepath.Join(t.TempDir(), strconv.Itoa(n)))
		if err := os.WriteFile(names[n], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	code = runMain(names, &out, &out)
	return code, out.String()
}

// TestLists: lists of solutions of matrix (3) of the paper, of colors, of bounds and of a nogood, each
// worked out by hand.
func TestLists(t *testing.T) {
	const (
		knuth  = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"
		colors = "| quadrille: 1 short names\n| z = the long name\n" +
			"p q | x z\np x z:A\np x:A z\np x:B\nq x:A\nq z:B\nq x:B z:A\n"
		bounds = "1:2|a b | s\na\na s\na b s\nb\n"
		nogood = "a b\na\nb\na b\n| a comment\n| forbid 0 1\n"
	)
	digits := "a b |" // a has options 0 to 10, and b has option 11
	for n := range 10 {
		digits += fmt.Sprint(" s", n)
	}
	digits += "\n| minimize 10\n"
	for n := range 10 {
		digits += fmt.Sprintf("a s%d|20\n", n)
	}
	digits += "a|20\nb|30\n| forbid 10 11\n"
	for name, c := range map[string]struct {
		dump, list string
		code       int
		says       string
	}{
		"right": {knuth, "F C E\nA D\nG B\n\n", 0, "has 1 solutions, each right"},
		"none":  {knuth, "", 0, "has 0 solutions"},
		"twice": {knuth, "C E F\nA D\nB G\n\nA D\nC E F\nB G\n\n", 1,
			"line 8: solution 2 came before"},
		"incomplete":        {knuth, "C E F\nA D\n\n", 1, "solution 1 is none"},
		"overlapping":       {knuth, "C E F\nA D\nB G\nD E G\n\n", 1, "solution 1 is none"},
		"an option twice":   {knuth, "C E F\nA D\nB G\nB G\n\n", 1, "solution 1 is none"},
		"no option":         {knuth, "C E\nA D\nB G\n\n", 1, "line 1: there is no such option"},
		"no item":           {knuth, "C E F\nA X\nB G\n\n", 1, "line 2"},
		"cut":               {knuth, "C E F\nA D\nB G\n", 1, "the file ends here"},
		"cut in a line":     {knuth, "C E F\nA D", 1, "the file ends here"},
		"colors agree":      {colors, "p x:B\nq x:B z:A\n\np x:A z\nq x:A\n\n", 0, "has 2 solutions"},
		"colors disagree":   {colors, "p x:B\nq x:A\n\n", 1, "solution 1 is none"},
		"color and none":    {colors, "p x:A z\nq z:B\n\n", 1, "solution 1 is none"},
		"bounds":            {bounds, "a\nb\n\na s\nb\n\na\na s\nb\n\na b s\n\na\na b s\n\n", 0, "has 5 solutions"},
		"beyond bounds":     {bounds, "a\na s\na b s\n\n", 1, "solution 1 is none"},
		"below bounds":      {bounds, "b\n\n", 1, "solution 1 is none"},
		"nogood":            {nogood, "a b\n\n", 0, "has 1 solutions"},
		"against a nogood":  {nogood, "a\nb\n\n", 1, "solution 1 is none"},
		"alike":             {"a\na\na\n", "a\n\n", 2, "two options of the dump are alike"},
		"cut dump":          {"a b\na\nb", "a\nb\n\n", 2, "line 3: the file ends here"},
		"unknown item":      {"a b\na\nc\n", "", 2, `line 3: "c" is no item`},
		"item twice":        {"a b\na\nb b\n", "", 2, "line 3"},
		"a primary color":   {"a b\na:x\n", "", 2, "line 2"},
		"two bars":          {"a | b | c\na\n", "", 2, "line 1"},
		"bounds upside":     {"3:2|a\na\n", "", 2, "line 1"},
		"a wrong bound":     {"1:x|a\na\n", "", 2, "line 1"},
		"bounds below 0":    {"-1:2|a\na\n", "", 2, "line 1"},
		"two items alike":   {"a b a\na b\n", "", 2, "line 1"},
		"a goal of two":     {"a\n| minimize 0 1\na\n", "", 2, "line 2"},
		"a goal of nothing": {"a\n| minimize\na\n", "", 2, "line 2"},
		"nogood of none":    {"a\na\n| forbid\n", "", 2, "line 3"},
		"comments":          {"a\n|a\n|x minimize 1\na\n|x forbid 0 1\n", "a\n\n", 0, "has 1 solutions,"},
		"no name":           {"a 2|\na\n", "", 2, "line 1"},
		"no primary item":   {"| a\na\n", "", 2, "line 1"},
		"nogood of one":     {"a\na\n| forbid 0\n", "", 2, "line 3"},
		"nogood of another": {"a\na\n| forbid 0 1\n", "", 2, "line 3"},
		"the best": {"a b\n| maximize 5\na|-3\nb|0\na b|-3\n", "a\nb\n\na b\n\n", 0,
			"has 2 solutions of value 8,"},
		"another value":         {"a b\n| minimize 5\na|-3\nb|0\na b|-4\n", "a\nb\n\na b\n\n", 1, "has another value"},
		"numbers of two digits": {digits, "a s0\nb\n\n", 0, "has 1 solutions of value 60"},
		"the tenth option":      {digits, "a\nb\n\n", 1, "solution 1 is none"},
		"no cost":               {"a\n| maximize 0\na|x\n", "", 2, "line 3"},
		"nothing":               {"", "", 2, "line 1"},
		"an empty line":         {"\n", "", 2, "line 1: there is no primary item"},
	} {
		t.Run(name, func(t *testing.T) {
			if code, says := checkText(t, c.dump, c.list); code != c.code || !strings.Contains(says, c.says) {
				t.Errorf("exit %d and not %d: %s", code, c.code, says)
			}
		})
	}
}

// TestSeveralFiles: files that show the same number are accepted, and one that shows another number is refused.
func TestSeveralFiles(t *testing.T) {
	const dump, one = "a b\na\nb\na b\n", "a\nb\n\n"
	claim := forge(dump, "2", 0, 0, branch(0), branch(1), solution, solution)
	for _, c := range []struct {
		files []string
		code  int
		says  string
	}{
		{[]string{dump, string(claim.Proof), one + "a b\n\n"}, 0, "has 2 solutions, by 4 steps with 0 states"},
		{[]string{dump, string(claim.Proof), one}, 1, "it has 1 solutions, and the file before has 2 solutions"},
		{[]string{dump, one, string(claim.Proof)}, 1, "it has 2 solutions, and the file before has 1 solutions"},
	} {
		if code, says := checkText(t, c.files...); code != c.code || !strings.Contains(says, c.says) {
			t.Errorf("exit %d and not %d: %s", code, c.code, says)
		}
	}
}

// TestUsage: what is not there, and what is too little.
func TestUsage(t *testing.T) {
	var out bytes.Buffer
	if code := runMain([]string{"--help"}, &out, &out); code != 0 || !strings.HasPrefix(out.String(),
		"usage: puz-check DUMP FILE") {
		t.Errorf("exit %d: %s", code, &out)
	}
	out.Reset()
	if code := runMain([]string{"nowhere.dlx", "nowhere"}, &out, &out); code != 2 || !strings.Contains(out.String(),
		"nowhere.dlx") {
		t.Errorf("exit %d: %s", code, &out)
	}
}

// FuzzCheck: no dump and no answer makes the command panic, and what it says has one of three codes.
func FuzzCheck(f *testing.F) {
	f.Add("a b\na\nb\n", "a\nb\n\n")
	f.Add("1:2|a b | s\na:x\n", "quadrille proof 5\nclaim count\n")
	for _, numbers := range [][]int{{0, 0, branch(0), solution}, {0, 0, split, 1, 0, known(1)},
		{1, 1, 0, 2, 3, 0, image(0), keptBranch(1)}, {0, 1, 0, branch(1), solution}} {
		claim := forge("a b | s\na s:x\nb s:x\n2|a b\n| forbid 0 1\n", "1", numbers...)
		f.Add(string(claim.Dump), string(claim.Proof))
	}
	for _, claim := range []prooftest.Claim{
		forgeClaim("best", "a b\n| minimize 0\na|1\na b|2\nb|1\n", "1", "value 2\n", 1, 2, 2, 0, 0, 0, bounded,
			branch(0), solution),
		forgeClaim("optimum", "2|a\n| maximize 0\na|-1\na|-2\na|3\n", "1", "value 3\n", 2, 1, 0, 0, 0, branch(0),
			solution, bounded),
		forgeClaim("classes", "2|a b c\na b\na c\na b\na c\n", "3", "", 2, 0, 1, 2, 0, 2, 1, 0, 0, 0, branch(1),
			solution),
		forgeClaim("count", "a b | x\na x:A\nb x:A\nb x:B\n", "1", "", 1, 2, 0, 0, 0, branch(0), branch(1), solution),
	} {
		f.Add(string(claim.Dump), string(claim.Proof))
	}
	f.Fuzz(func(t *testing.T, dump, answer string) {
		var p *problem
		if readFrom(strings.NewReader(dump), func(r *reader) { p = readDump(r) }) != nil {
			return
		}
		// the digest cannot be found by chance
		if head, rest, ok := strings.Cut(answer, "\ndump "); ok && len(rest) > 65 {
			answer = fmt.Sprintf("%s\ndump %x%s", head, p.digest, rest[64:])
		}
		for _, check := range []func(*reader){
			func(r *reader) { (&checker{problem: p, reader: r}).checkProof() },
			func(r *reader) { checkList(p, r) },
		} {
			readFrom(strings.NewReader(answer), check)
		}
	})
}
