package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
)

// forNode is what the scripts read.
type forNode struct {
	Text string   `json:"text"`
	At   [][2]int `json:"at"`
}

func samplesForNode(all []grammarSample) (in []forNode) {
	for _, s := range all {
		in = append(in, forNode{s.text, s.utf16Ranges()})
	}
	return in
}

// scopes are what the TextMate grammar calls each kind.
var scopes = map[string][]string{
	"keyword": {"keyword.control.puz"}, "connective": {"keyword.operator.word.puz"},
	"hyphenated": {"constant.language.puz"},
	"rule":       {"keyword.other.rule.puz"}, "clause": {"keyword.other.clause.puz"},
	"int":  {"constant.numeric.integer.puz"},
	"size": {"constant.numeric.size.puz"}, "string": {"string.quoted.double.puz"},
	"picture":  {"string.quoted.triple.picture.puz"},
	"operator": {"keyword.operator.puz", "punctuation.puz"}, "blank": {"comment.line.double-slash.puz"},
	"name": {"variable.other.puz", "support.function.puz", "support.type.lattice.puz",
		"entity.name.param.puz", "entity.name.table.puz", "entity.name.shape.puz", "entity.name.board.puz",
		"entity.name.piece.puz", "entity.name.set.puz"},
}

// The TextMate grammar takes each token of the samples for what the scanner does, by the library of VS Code. Of a word
// that the grammar quotes it knows the list of the statement.
func TestTextMate(t *testing.T) {
	needNode(t, "vscode-textmate")
	all := grammarSamples(t)
	var got [][][2]string
	out := runJSON(t, samplesForNode(all), "node", "testdata/textmate.mjs", "../vscode/syntaxes/puz.tmLanguage.json")
	if err := json.Unmarshal(out, &got); err != nil || len(got) != len(all) {
		t.Fatalf("%v for %d samples, %v", len(got), len(all), err)
	}
	for i, s := range all {
		for j, k := range s.tokens {
			ends := got[i][j]
			// A lattice is told from a figure: square stands for both.
			ok := ends[0] == ends[1] && (slices.Contains(scopes[wordKind(k)], ends[0]) || !k.quoted &&
				ends[0] == "support.type.lattice.puz" || isDeclaredScope(k, ends[0]))
			if !ok {
				s.reportWrong(t, k, ends)
			}
			if k.quoted && !strings.HasPrefix(ends[0], "keyword.other.") {
				s.reportWrong(t, k, ends)
			}
		}
	}
}

// isDeclaredScope reports whether a scope is that of a name where it is declared, even if it is called like a word.
func isDeclaredScope(k sampleToken, scope string) bool {
	return !k.quoted && scope == "entity.name."+k.keyword+".puz"
}

// nodes are what the grammar for CodeMirror calls each kind.
var nodes = map[parse.TokenKind]string{
	parse.Keyword: "Keyword", parse.Connective: "Connective", parse.Hyphenated: "WordToken", parse.Name: "NameToken",
	parse.Int:  "IntToken",
	parse.Size: "SizeToken", parse.String: "StringToken", parse.Picture: "PictureToken", parse.Blank: "Comment",
}

// The Lezer grammar reads all samples without an error, and tells each token as the parser of the language does:
// a word where it is one, and a name where somebody has called a piece like a word.
func TestLezer(t *testing.T) {
	needNode(t, "@codemirror/language")
	all := grammarSamples(t)
	var got []struct {
		Errors int
		Nodes  []struct {
			Names []string
			Color string
		}
	}
	if err := json.Unmarshal(runJSON(t, samplesForNode(all), "node", "testdata/lezer.mjs"), &got); err != nil ||
		len(got) != len(all) {
		t.Fatalf("%v for %d samples, %v", len(got), len(all), err)
	}
	for i, s := range all {
		if got[i].Errors > 0 {
			t.Errorf("%s has %d errors:\n%s", s.name, got[i].Errors, s.text)
		}
		for j, k := range s.tokens {
			want := nodes[k.kind]
			switch {
			case k.quoted:
				want = "Clause"
			case k.kind == parse.Operator:
				want = k.text
			}
			if n := got[i].Nodes[j]; len(n.Names) == 0 || n.Names[0] != want || n.Color == "" {
				s.reportWrong(t, k, n)
			}
		}
	}
}

// vimGroups are what the syntax file of Vim calls each kind.
func vimGroups(k sampleToken) []string {
	group := "puz" + capitalize(k.keyword+" ")
	switch kind := wordKind(k); kind {
	case "rule", "clause":
		return []string{strings.TrimSpace(group) + capitalize(kind), "puzLattice", "puzDeclared"}
	case "name":
		return []string{"puzName", "puzFunction", "puzLattice", "puzDeclared"}
	case "operator":
		return []string{"puzOperator", "puzPunctuation"}
	case "blank":
		return []string{"puzComment"}
	default:
		return []string{"puz" + capitalize(kind)}
	}
}

// Vim takes each token of the samples for what the scanner does, and sets what a filetype should.
func TestVim(t *testing.T) {
	editor := needVim(t)
	type forVim struct {
		File string   `json:"file"`
		At   [][4]int `json:"at"`
	}
	work := t.TempDir()
	var in []forVim
	all := grammarSamples(t)
	if os.Getenv("QUADRILLE_SLOW") == "" {
		all = all[len(all)-12:] // snippets and odd words
	}
	for i, s := range all {
		file := filepath.Join(work, strconv.Itoa(i)+".puz")
		writeFile(t, file, s.text)
		in = append(in, forVim{file, s.vimRanges()})
	}
	runVim(t, editor, work, "testdata/vim.vim", in)
	var got []struct {
		Groups                    [][2]string
		Filetype, Comment, Format string
	}
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join(work, "out.json"))), &got); err != nil ||
		len(got) != len(all) {
		t.Fatalf("%v for %d samples, %v", len(got), len(all), err)
	}
	for i, s := range all {
		if g := got[i]; g.Filetype != "puz" || g.Comment != "// %s" || g.Format == "" {
			t.Fatalf("the filetype is %q with the comment %q and the formatter %q", g.Filetype, g.Comment, g.Format)
		}
		for j, k := range s.tokens {
			if ends := got[i].Groups[j]; ends[0] != ends[1] || !slices.Contains(vimGroups(k), ends[0]) {
				s.reportWrong(t, k, ends)
			}
		}
	}
}

func needVim(t *testing.T) string {
	t.Helper()
	if !matrixtest.SlowTestsWanted() {
		t.Skip("starts Vim: set " + matrixtest.SlowTests)
	}
	for _, editor := range []string{"vim", "nvim"} {
		if path, err := exec.LookPath(editor); err == nil {
			return path
		}
	}
	t.Skip("needs Vim or Neovim")
	return ""
}

func runVim(t *testing.T, editor, work, script string, in any) {
	t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(work, "in.json"), string(text))
	folder, err := filepath.Abs("../vim")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PUZ_WORK", work)
	t.Setenv("PUZ_VIM", folder)
	if out, err := exec.Command(editor, "-u", "NONE", "-i", "NONE", "-n", "-e", "-s", "-S",
		script).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// :make lists the mistakes of a puzzle, and gq formats it.
func TestVimTools(t *testing.T) {
	editor := needVim(t)
	if os.Getenv("QUADRILLE_SLOW") == "" {
		t.Skip("builds puz; set QUADRILLE_SLOW=1")
	}
	work := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", work, "quadrille/cmd/puz").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("PATH", work+string(os.PathListSeparator)+os.Getenv("PATH"))
	writeFile(t, filepath.Join(work, "wrong.puz"),
		"board b on square = 2x2\npiece I = 1x2\n\npack b with J\nparam spare = 1\n")
	writeFile(t, filepath.Join(work, "ugly.puz"),
		"board   b on square=2x2\n  piece I=1x2\npack b with any   of I{leave 2 empty}\n")
	runVim(t, editor, work, "testdata/make.vim", nil)
	var list [][]any
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join(work, "list.json"))), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0][0] != 4.0 || list[0][1] != 13.0 || list[0][2] != "e" ||
		!strings.Contains(list[0][3].(string), "`J`") {
		t.Errorf("the list of mistakes is %v, want one at 4:13", list)
	}
	want := "board b on square = 2x2\npiece I = 1x2\npack b with any of I {\n  leave 2 empty\n}\n"
	if got := readFile(t, filepath.Join(work, "formatted.puz")); got != want {
		t.Errorf("gq makes\n%s\nwant\n%s", got, want)
	}
}
