package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// TestPolyominoes: random inputs of Knuth's program are written for the program dance byte for
// byte as a plain copy of it does; imported they are puzzles with the same solutions, and
// come back as themselves.
func TestPolyominoes(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 4))
	packings := 0
	for range matrixtest.RandomRounds(15, 150) {
		in := randomBoard(r)
		p := loadAs(t, "polyominoes", in)
		if got, want := dumpText(t, p, "dance"), referencePolyominoes(in); got != want {
			t.Fatalf("%s\nbecomes\n%s\nwant\n%s", in, got, want)
		}
		text, err := p.Source()
		if err != nil {
			t.Fatal(err)
		}
		imported := loadAs(t, "puz", text)
		if got, want := countAll(t, imported), countAll(t, p); got != want {
			t.Fatalf("%s\nhas %v solutions, and imported %v:\n%s", in, want, got, text)
		}
		if !strings.Contains(text, "pack b") {
			continue // it has a placement twice
		}
		packings++
		out := dumpText(t, imported, "polyominoes")
		again, err := loadAs(t, "polyominoes", out).Source()
		if err != nil || dumpText(t, loadAs(t, "puz", again), "polyominoes") != out {
			t.Fatalf("%s\nis imported again as\n%s (%v)", out, again, err)
		}
		if got, want := dumpPlacements(referencePolyominoes(out)),
			dumpPlacements(referencePolyominoes(in)); !slices.Equal(got, want) {
			t.Fatalf("%s\ncomes back as\n%s\nwith the placements\n%q\nwant\n%q", in, out, got, want)
		}
	}
	t.Logf("%d packings", packings)
}

// randomBoard draws a board of few cells, pieces with any numbers of turns, and blanks.
func randomBoard(r *rand.Rand) string {
	var b strings.Builder
	blank := func() { b.WriteString(strings.Repeat(" ", 1+r.IntN(3))) }
	for x := range 2 + r.IntN(3) {
		for y := range 2 + r.IntN(3) {
			fmt.Fprintf(&b, "%d%d", x+1, y+1)
			blank()
		}
	}
	b.WriteString("\n")
	names := strings.Split("PQRS"[:1+r.IntN(4)], "")
	b.WriteString(strings.Join(names, strings.Repeat(" ", 1+r.IntN(2))) + "\n")
	for _, name := range names {
		s, t := []int{1, 1, 2, 4}[r.IntN(4)], 1+r.IntN(8)/7
		fmt.Fprintf(&b, "%s %d %d", name, s, t)
		cells := r.Perm(9)[:1+r.IntN(4)]
		for _, c := range cells {
			blank()
			fmt.Fprintf(&b, "%d%d", c/3, c%3)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// referencePolyominoes is Knuth's program as its text has it, section by section (POLYOMINOES, 1 to 12).
func referencePolyominoes(in string) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	lines := strings.Split(strings.TrimSuffix(in, "\n"), "\n")
	var board [36][36]bool
	for _, c := range strings.Fields(lines[0]) {
		board[strings.IndexByte(digits, c[0])][strings.IndexByte(digits, c[1])] = true
	}
	out := lines[0] + " " + lines[1] + "\n"
	for _, line := range lines[2:] {
		words := strings.Fields(line)
		s, t := words[1], words[2]
		var xx, yy []int
		for _, c := range words[3:] {
			xx, yy = append(xx, strings.IndexByte(digits, c[0])), append(yy, strings.IndexByte(digits, c[1]))
		}
		for times := 0; times < int(t[0]-'0'); times++ {
			for k := 1; k <= 4; k++ {
				if k <= int(s[0]-'0') {
					for dx := -35; dx <= 35; dx++ {
						for dy := -35; dy <= 35; dy++ {
							option := words[0]
							for j := range xx {
								x, y := xx[j]+dx, yy[j]+dy
								if x < 0 || x > 35 || y < 0 || y > 35 || !board[x][y] {
									option = ""
									break
								}
								option += " " + digits[x:x+1] + digits[y:y+1]
							}
							if option != "" {
								out += option + "\n"
							}
						}
					}
				}
				for j := range xx {
					xx[j], yy[j] = 35-yy[j], xx[j]
				}
			}
			xx, yy = yy, xx
		}
	}
	return out
}

// dumpPlacements are the options of a dump, each with its items in order, in order.
func dumpPlacements(dump string) []string {
	var out []string
	for _, option := range strings.Split(strings.TrimSuffix(dump, "\n"), "\n")[1:] {
		words := strings.Fields(option)
		slices.Sort(words[1:])
		out = append(out, strings.Join(words, " "))
	}
	slices.Sort(out)
	return out
}

func loadAs(t *testing.T, format quadrille.Format, text string) *quadrille.Puzzle {
	t.Helper()
	p, err := quadrille.Load("board", []byte(text), quadrille.Options{Format: format})
	if err != nil {
		t.Fatalf("%s: %v\n%s", format, err, text)
	}
	return p
}

func dumpText(t *testing.T, p *quadrille.Puzzle, format quadrille.Format) string {
	t.Helper()
	var out strings.Builder
	if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: format}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func countAll(t *testing.T, p *quadrille.Puzzle) string {
	t.Helper()
	n, err := p.Count(t.Context(), quadrille.Search{Engine: "links"})
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}
