package compile_test

import (
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/runtime/matrix"
)

// TestLists: words are indices, colors and operands, and are printed as they are written.
func TestLists(t *testing.T) {
	for _, c := range []struct{ text, dump string }{
		{"list who = {Ann, \"1b\"}\nitems a[w] for w in who\noption a[w] for i, w in who where i < 1 or w = \"1b\"",
			"a[Ann] a[1b]\na[Ann]\na[1b]\n"},
		{"list one = {x}\nlist two = one + {y, 3} + one2\nlist one2 = {k*k for k in 4..5}\nitems a[w] for w in two\n" +
			"option {a[w] for w in two}", "a[x] a[y] a[3] a[16] a[25]\na[x] a[y] a[3] a[16] a[25]\n"},
		// a word is equal to no number, and words are ordered as they first stand
		{"param n = 2\nlist l = {n, z, a}\nitems a[w] for w in l\n" +
			"option a[w] for w in l where w != 2 and w != 3\noption a[2]",
			"a[2] a[z] a[a]\na[z]\na[a]\na[2]\n"},
		{"list l = {z, m, a}\nitems a[w] for w in l where w <= m\noption {a[w] for w in l where w < a}",
			"a[z] a[m]\na[z] a[m]\n"},
		// the next word is that of the first list; the position of a word counts from 0
		{"list day = {Mon, Tue, Wed}\nlist odd = {Mon, Wed}\nitems a[d] for d in day\n" +
			"option a[d] a[d+1] for d in odd where d < Wed\n" +
			"option a[d-position(d)+position(d)] for d in day where position(d) % 2 = 0",
			"a[Mon] a[Tue] a[Wed]\na[Mon] a[Tue]\na[Mon]\na[Wed]\n"},
		{"list day = {Mon, Tue}\ntable t = \"\"\"\n1 Ann\n. #\n\"\"\"\nsecondary items z\nitems a[d] for d in day\n" +
			"option a[d] z:t[Mon,d] for d in day\noption a[Tue] z:(if(position(Tue) = 1, Tue, 0))",
			"a[Mon] a[Tue] | z\na[Mon] z:1\na[Tue] z:Ann\na[Tue] z:Tue\n"},
		{"table t = \"\"\"\nAnn 1 x\nBob 2 Ann\n\"\"\"\nitems a[w,v] for w, n, v in rows of t\n" +
			"option a[w,v] for w, n, v in rows of t, k in 1..n",
			"a[Ann,x] a[Bob,Ann]\na[Ann,x]\na[Bob,Ann]\na[Bob,Ann]\n"},
		{"list rows = {r}\nitems a[w] for w in rows\noption a[w] for w in rows", "a[r]\na[r]\n"},
		{"items a\nsecondary items z\noption a z:\"of no list\"", "a | z\na z:of no list\n"},
	} {
		p := compiletest.PuzzleMatrix(t, compiletest.CompilePuzzle(t, c.text, false))
		var b strings.Builder
		writeNames(&b, p)
		if b.String() != c.dump {
			t.Errorf("%s\nis\n%s\nwant\n%s", c.text, b.String(), c.dump)
		}
	}
}

// writeNames writes the items of a problem, with a bar before the secondary items, and its options.
func writeNames(b *strings.Builder, p *matrix.Problem) {
	for i := range p.ItemCount() {
		if i == p.PrimaryCount() {
			b.WriteString(" |")
		}
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(p.Name(matrix.ItemID(i)))
	}
	b.WriteString("\n")
	for o := range p.OptionCount() {
		b.WriteString(strings.Join(p.OptionItems(matrix.OptionID(o)), " ") + "\n")
	}
}

// TestListsOfFiles: a file also has the words of the files that it uses, and their lists keep their order.
func TestListsOfFiles(t *testing.T) {
	imp := check.Importer{ReadFile: func(_, path string) (string, []byte, error) {
		return path, []byte("list day = {Mon, Tue, Wed}\ntable t = \"\"\"\nTue x\n\"\"\"\n"), nil
	}}
	p, err := compile.CompileText("a.puz", []byte("use \"days.puz\" as d\n"+
		"items a[w] for w in d_day\nsecondary items z\n"+
		"option a[w] a[w+1] z:d_t[0,1] for w in d_day where w < Tue\noption a[Wed]"), imp, compile.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	const want = "a[Mon] a[Tue] a[Wed] | z\na[Mon] a[Tue] z:x\na[Wed]\n"
	if writeNames(&b, compiletest.PuzzleMatrix(t, p)); b.String() != want {
		t.Errorf("it is\n%s", b.String())
	}
}

// TestTablesAreBounded: a table that would be too large ends in an ellipsis.
func TestTablesAreBounded(t *testing.T) {
	for _, text := range []string{
		"items a[i] for i in 0..1000\noption {a[i] for i in 0..1000}\nshow a[i] a[j] a[k] by i, j",
		"items a[i] for i in 0..1000\nsecondary items b[i] for i in 0..1000\noption a[i] b[i] for i in 0..1000\n" +
			"show a[i] b[j] by i, j",
		"items a[i] for i in 0..20000\noption a[i] for i in 0..20000\nshow a[i] by i",
	} {
		p := compiletest.CompilePuzzle(t, text, false)
		for s := range compiletest.AllSolutions(t, p) {
			rows := p.Tables(s)[0].Rows
			if len(rows) > 10_001 || rows[len(rows)-1].Name != "…" {
				t.Errorf("%s\nhas %d rows, the last of them %s", text, len(rows), rows[len(rows)-1].Name)
			}
			break
		}
	}
}

// TestTables: a table shows the values that the options of a solution have in place of the names.
func TestTables(t *testing.T) {
	const text = "list guest = {Zoe, Ann}\nitems sits[g] for g in guest\n" +
		"secondary items at[t,c] for t in 1..10, c in {1, 2}\n" +
		"secondary items eats[g] for g in guest\n" +
		"option sits[Zoe] at[10,2] eats[Zoe]:\"hot soup\"\noption sits[Ann] at[9,1] eats[Ann]:Ann\n" +
		"items pair\noption pair at[10,1] at[2,2]\n"
	for _, c := range []struct{ show, want string }{
		{"sits[g] at[t,c] by t, c", "      1    2\n  9   Ann  -\n  10  -    Zoe\n"},
		{"sits[g] at[t,c] by g", "  Zoe  10 2\n  Ann  9 1\n"}, // in the order of the list, and of the entries in show
		{"sits[g] at[t,_] by t, g", "      Zoe  Ann\n  9   -    x\n  10  x    -\n"},
		{"at[t,c] by t", "  2   2\n  9   1\n  10  2  1\n"},
		{"at[10,c] by c", "  1  x\n  2  x\n"},
		{"eats[g]:f by g", "  Zoe  hot soup\n  Ann  Ann\n"},
		{"eats[g]:g by g", "  Ann  x\n"},
		{"eats[g]:\"hot soup\" by g", "  Zoe  x\n"},
		{"sits[Ann] at[t,c] by t, c", "     1\n  9  x\n"},
		{"at[t,c] at[u,d] by t, u", "      2    10\n  2   -    2 1\n  10  1 2  -\n"},
		{"pair at[t,c] by t, c", "      1  2\n  2   -  x\n  10  x  -\n"},
	} {
		p := compiletest.CompilePuzzle(t, text+"show "+c.show, false)
		for s := range compiletest.AllSolutions(t, p) {
			if tables := p.Tables(s); len(tables) != 1 || tables[0].Text() != c.want {
				t.Errorf("show %s prints\n%v\nwant\n%s", c.show, tables[0].Text(), c.want)
			}
		}
	}
}
