package convert_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille"
	"quadrille/convert"
	"quadrille/runtime/matrix/matrixtest"
)

// square is a filled sudoku of four rows.
type square [4][4]int

// allSquares returns the 288 sudokus of four rows, found by trying everything.
func allSquares() (all []square) {
	var s square
	var fill func(k int)
	fill = func(k int) {
		if k == 16 {
			all = append(all, s)
			return
		}
		r, c := k/4, k%4
		for n := 1; n <= 4; n++ {
			fits := true
			for i := range 4 {
				box := s[r/2*2+i/2][c/2*2+i%2]
				fits = fits && s[r][i] != n && s[i][c] != n && box != n
			}
			if fits {
				s[r][c] = n
				fill(k + 1)
				s[r][c] = 0
			}
		}
	}
	fill(0)
	return all
}

// line returns the numbers on cells such as "R1C1 R1C2".
func (s square) line(cells string) (all []int) {
	for name := range strings.FieldsSeq(cells) {
		all = append(all, s[name[1]-'1'][name[3]-'1'])
	}
	return all
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

func areDistinct(list []int) bool {
	sorted := slices.Sorted(slices.Values(list))
	return len(slices.Compact(sorted)) == len(list)
}

// pairs calls the function do with the numbers on each two neighbouring cells, and a name for the side between them. It
// reports whether do always returns true.
func (s square) pairs(do func(a, b int, name string) bool) bool {
	for r := range 4 {
		for c := range 4 {
			name := fmt.Sprintf("R%dC%d", r+1, c+1)
			if c < 3 && !do(s[r][c], s[r][c+1], name+">") || r < 3 && !do(s[r][c], s[r+1][c], name+"v") {
				return false
			}
		}
	}
	return true
}

// moves reports whether no two cells have the same number whose distance is dr in one coordinate and dc in the other.
func (s square) moves(dr, dc int) bool {
	for k := range 16 {
		for _, d := range [][2]int{{dr, dc}, {dr, -dc}, {dc, dr}, {dc, -dr}} {
			r, c := k/4+d[0], k%4+d[1]
			if r >= 0 && r < 4 && c >= 0 && c < 4 && s[r][c] == s[k/4][k%4] {
				return false
			}
		}
	}
	return true
}

// visible returns how many numbers of a line are visible from its beginning.
func visible(line []int) (n int) {
	for k, v := range line {
		if k == 0 || v > slices.Max(line[:k]) {
			n++
		}
	}
	return n
}

const (
	firstRow = "R1C1 R1C2 R1C3 R1C4"
	bent     = "R1C1 R2C2 R3C3 R3C4"
)

// fpuzzlesRules holds fields of f-puzzles, each with a function that tells what the field means.
var fpuzzlesRules = map[string]struct {
	fields string
	holds  func(s square) bool
}{
	"diagonal-":  {`"diagonal-":true`, func(s square) bool { return areDistinct(s.line("R1C1 R2C2 R3C3 R4C4")) }},
	"diagonal+":  {`"diagonal+":true`, func(s square) bool { return areDistinct(s.line("R1C4 R2C3 R3C2 R4C1")) }},
	"antiknight": {`"antiknight":true`, func(s square) bool { return s.moves(1, 2) }},
	"antiking":   {`"antiking":true`, func(s square) bool { return s.moves(1, 1) }},
	"disjointgroups": {`"disjointgroups":true`, func(s square) bool {
		return areDistinct(s.line("R1C1 R1C3 R3C1 R3C3")) && areDistinct(s.line("R1C2 R1C4 R3C2 R3C4")) &&
			areDistinct(s.line("R2C1 R2C3 R4C1 R4C3")) && areDistinct(s.line("R2C2 R2C4 R4C2 R4C4"))
	}},
	"nonconsecutive": {`"nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"]},{"cells":["R1C2","R1C3"]},
		{"cells":["R3C1","R2C1"]},{"cells":["R3C3","R3C4"]},{"cells":["R4C2","R4C3"]},{"cells":["R4C4","R4C3"]}]`,
		func(s square) bool {
			marked := "R1C1> R1C2> R2C1v R3C3> R4C2> R4C3>"
			return s.pairs(func(a, b int, name string) bool {
				return (a-b == 1 || b-a == 1) == strings.Contains(marked, name)
			})
		}},
	"negative ratio": {`"negative":["ratio"],"ratio":[{"cells":["R1C1","R1C2"],"value":"2"},
		{"cells":["R2C3","R3C3"],"value":""}]`, func(s square) bool {
		return s.pairs(func(a, b int, name string) bool {
			return (a == 2*b || b == 2*a) == strings.Contains("R1C1> R2C3v", name)
		})
	}},
	"negative xv": {`"negative":["xv"],"xv":[{"cells":["R1C1","R1C2"],"value":"V"},{"cells":["R3C3","R4C3"],"value":"v"}]`,
		func(s square) bool {
			return s.pairs(func(a, b int, name string) bool {
				return (a+b == 5) == strings.Contains("R1C1> R3C3v", name)
			})
		}},
	"difference": {`"difference":[{"cells":["R1C1","R1C2"],"value":"2"},{"cells":["R4C4","R3C4"],"value":""}]`,
		func(s square) bool {
			a, b := s.line("R1C1 R1C2"), s.line("R4C4 R3C4")
			return (a[0]-a[1])*(a[0]-a[1]) == 4 && (b[0]-b[1])*(b[0]-b[1]) == 1
		}},
	"ratio": {`"ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]`, func(s square) bool {
		return s[0][0] == 3*s[0][1] || s[0][1] == 3*s[0][0]
	}},
	"xv": {`"xv":[{"cells":["R1C1","R2C1"],"value":"V"},{"cells":["R1C3","R2C3"],"value":""}]`, func(s square) bool {
		return s[0][0]+s[1][0] == 5
	}},
	"killercage": {`"killercage":[{"cells":["R1C1","R1C2","R2C3"],"value":"9"},{"cells":["R4C1","R3C3"]}]`,
		func(s square) bool {
			cage := s.line("R1C1 R1C2 R2C3")
			return sum(cage) == 9 && areDistinct(cage) && s[3][0] != s[2][2]
		}},
	"littlekillersum": {`"littlekillersum":[{"cell":"R0C1","direction":"DR","value":"9","cells":["R1C2"]},
		{"cell":"R5C4","direction":"UL","value":7}]`, func(s square) bool {
		return sum(s.line("R1C2 R2C3 R3C4")) == 9 && sum(s.line("R4C3 R3C2 R2C1")) == 7
	}},
	"odd": {`"odd":[{"cell":"R1C1"},{"cell":"R2C3"}]`, func(s square) bool { return s[0][0]%2 == 1 && s[1][2]%2 == 1 }},
	"even": {`"even":[{"cell":"R1C1"},{"cell":"R4C4"}]`, func(s square) bool {
		return s[0][0]%2 == 0 && s[3][3]%2 == 0
	}},
	"minimum": {`"minimum":[{"cell":"R2C2"},{"cell":"R4C4"}]`, func(s square) bool {
		return s[1][1] < slices.Min(s.line("R1C2 R2C1 R2C3 R3C2")) && s[3][3] < min(s[2][3], s[3][2])
	}},
	"maximum": {`"maximum":[{"cell":"R2C2"},{"cell":"R2C3"}]`, func(s square) bool {
		return s[1][1] > slices.Max(s.line("R1C2 R2C1 R3C2")) && s[1][2] > slices.Max(s.line("R1C3 R2C4 R3C3"))
	}},
	"arrow": {`"arrow":[{"cells":["R1C1"],"lines":[["R1C1","R2C2","R3C3"],["R1C1","R1C2"]]}]`, func(s square) bool {
		return s[0][0] == s[1][1]+s[2][2] && s[0][0] == s[0][1]
	}},
	"arrow alone": {`"arrow":[{"cells":["R1C1"],"lines":[["R1C1","R2C2","R3C3"]]}]`, func(s square) bool {
		return s[0][0] == s[1][1]+s[2][2]
	}},
	"thermometer": {`"thermometer":[{"lines":[["R1C1","R2C2","R2C3"],["R1C1","R2C1"]]}]`, func(s square) bool {
		return s[0][0] < s[1][1] && s[1][1] < s[1][2] && s[0][0] < s[1][0]
	}},
	"slowthermometer": {`"slowthermometer":[{"lines":[["R1C1","R2C2","R3C3","R3C4"]]}]`, func(s square) bool {
		return slices.IsSorted(s.line(bent))
	}},
	"palindrome": {`"palindrome":[{"lines":[["R1C1","R2C2","R3C3","R3C4"]]}]`, func(s square) bool {
		return s[0][0] == s[2][3] && s[1][1] == s[2][2]
	}},
	"renban": {`"renban":[{"lines":[["R1C1","R2C2","R3C3"]]}]`, func(s square) bool {
		l := s.line("R1C1 R2C2 R3C3")
		return areDistinct(l) && slices.Max(l)-slices.Min(l) == 2
	}},
	"whispers": {`"whispers":[{"lines":[["R1C1","R2C2","R3C3"]]},{"lines":[["R4C4","R4C3"]],"value":"3"}]`,
		func(s square) bool {
			l := s.line("R1C1 R2C2 R3C3")
			far := func(a, b, d int) bool { return a-b >= d || b-a >= d }
			return far(l[0], l[1], 2) && far(l[1], l[2], 2) && far(s[3][3], s[3][2], 3)
		}},
	"regionsumline": {`"regionsumline":[{"lines":[["R1C1","R2C2","R2C3","R3C3","R4C4"]]}]`, func(s square) bool {
		return s[0][0]+s[1][1] == s[1][2] && s[1][2] == s[2][2]+s[3][3]
	}},
	"betweenline": {`"betweenline":[{"lines":[["R1C1","R2C2","R3C3","R3C4"]]}]`, func(s square) bool {
		l := s.line(bent)
		return slices.Min(l[1:3]) > min(l[0], l[3]) && slices.Max(l[1:3]) < max(l[0], l[3])
	}},
	"nabner": {`"nabner":[{"lines":[["R1C1","R2C2"]]}]`, func(s square) bool {
		return s[0][0]-s[1][1] >= 2 || s[1][1]-s[0][0] >= 2
	}},
	"doublearrow": {`"doublearrow":[{"lines":[["R1C1","R2C2","R2C3","R3C4"]]}]`, func(s square) bool {
		return s[0][0]+s[2][3] == s[1][1]+s[1][2]
	}},
	"zipperline": {`"zipperline":[{"lines":[["R1C1","R2C2","R3C3","R3C4","R4C4"]]}]`, func(s square) bool {
		return s[0][0]+s[3][3] == s[2][2] && s[1][1]+s[2][3] == s[2][2]
	}},
	"extraregion": {`"extraregion":[{"cells":["R2C2","R2C3","R3C2","R3C3"]}]`, func(s square) bool {
		return areDistinct(s.line("R2C2 R2C3 R3C2 R3C3"))
	}},
	"clone": {`"clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R3C3","R3C4"]}]`, func(s square) bool {
		return s[0][0] == s[2][2] && s[0][1] == s[2][3]
	}},
	"quadruple": {`"quadruple":[{"cells":["R2C2","R2C3","R3C2","R3C3"],"values":[1,1,4]}]`, func(s square) bool {
		ones, fours := 0, 0
		for _, n := range s.line("R2C2 R2C3 R3C2 R3C3") {
			if n == 1 {
				ones++
			}
			if n == 4 {
				fours++
			}
		}
		return ones >= 2 && fours >= 1
	}},
	"sandwichsum": {`"sandwichsum":[{"cell":"R1C0","value":"3"},{"cell":"R0C2","value":"5"},{"cell":"R5C3","value":"0"}]`,
		func(s square) bool {
			between := func(cells string) int {
				l := s.line(cells)
				a, b := slices.Index(l, 1), slices.Index(l, 4)
				return sum(l[min(a, b)+1 : max(a, b)])
			}
			return between(firstRow) == 3 && between("R1C2 R2C2 R3C2 R4C2") == 5 && between("R1C3 R2C3 R3C3 R4C3") == 0
		}},
	"xsum": {`"xsum":[{"cell":"R2C5","value":"6"},{"cell":"R0C1","value":3}]`, func(s square) bool {
		first := func(cells string) int { l := s.line(cells); return sum(l[:l[0]]) }
		return first("R2C4 R2C3 R2C2 R2C1") == 6 && first("R1C1 R2C1 R3C1 R4C1") == 3
	}},
	"skyscraper": {`"skyscraper":[{"cell":"R5C1","value":"3"},{"cell":"R1C0","value":"2"}]`, func(s square) bool {
		return visible(s.line("R4C1 R3C1 R2C1 R1C1")) == 3 && visible(s.line(firstRow)) == 2
	}},
	"rowindexer": {`"rowindexer":[{"cells":["R1C1","R2C3"]}]`, func(s square) bool {
		return s[s[0][0]-1][0] == 1 && s[s[1][2]-1][2] == 2
	}},
	"columnindexer": {`"columnindexer":[{"cells":["R1C1","R2C3"]}]`, func(s square) bool {
		return s[0][s[0][0]-1] == 1 && s[1][s[1][2]-1] == 3
	}},
}

// sudokuJSON returns a puzzle of four rows with fields and with the given text for a cell.
func sudokuJSON(fields string) string {
	row := "[" + strings.Repeat("{},", 3) + "{}]"
	return `{"size":4,"title":"A \"title\"","grid":[` + strings.Repeat(row+",", 3) + row + `],` + fields + `}`
}

// TestFPuzzlesRules: each field means what a loop over all sudokus finds; and the puzzle becomes a link, which has as
// many solutions.
func TestFPuzzlesRules(t *testing.T) {
	squares := allSquares()
	if len(squares) != 288 {
		t.Fatalf("there are %d sudokus", len(squares))
	}
	for name, rule := range fpuzzlesRules {
		t.Run(name, func(t *testing.T) {
			var want []string
			for _, s := range squares {
				if rule.holds(s) {
					want = append(want, fmt.Sprint(s))
				}
			}
			slices.Sort(want)
			link := "https://www.f-puzzles.com/?load=" + convert.CompressBase64(sudokuJSON(rule.fields))
			text := importText(t, convert.FPuzzles, link)
			if got := solveAll(t, text); !slices.Equal(got, want) {
				t.Errorf("%d solutions, want %d\n%s", len(got), len(want), text)
			}
			again, err := convert.LinkOfPuzzle(convert.FPuzzles, "x.puz", []byte(text), nil)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if back := importText(t, convert.FPuzzles, again); !slices.Equal(solveAll(t, back), want) {
				t.Errorf("the link has other solutions:\n%s\nin place of\n%s", back, text)
			} else if stable, err := convert.LinkOfPuzzle(convert.FPuzzles, "x.puz", []byte(back),
				nil); stable != again ||
				err != nil {
				t.Errorf("the link does not stay the same: %v", err)
			}
		})
	}
}

// TestFPuzzlesPairs: two fields together mean both, there and back.
func TestFPuzzlesPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	names := slices.Sorted(maps.Keys(fpuzzlesRules))
	keyForm := regexp.MustCompile(`"([\w+-]+)":[\[t]`)
	keys := func(fields string) (all []string) {
		for _, m := range keyForm.FindAllStringSubmatch(fields, -1) {
			all = append(all, m[1])
		}
		return all
	}
	squares := allSquares()
	for rounds := matrixtest.RandomRounds(20, 200); rounds > 0; {
		first, second := names[r.IntN(len(names))], names[r.IntN(len(names))]
		a, b := fpuzzlesRules[first], fpuzzlesRules[second]
		shared := slices.ContainsFunc(keys(a.fields), func(key string) bool {
			// that marks do not stand is said of those of all fields
			return slices.Contains(append(keys(b.fields), "negative", "nonconsecutive", "lines", "cells"), key) &&
				key != "lines" && key != "cells"
		})
		if shared || strings.Contains(b.fields, "negative") || strings.Contains(b.fields, "nonconsecutive") {
			continue
		}
		rounds--
		var want []string
		for _, s := range squares {
			if a.holds(s) && b.holds(s) {
				want = append(want, fmt.Sprint(s))
			}
		}
		slices.Sort(want)
		text := importText(t, convert.FPuzzles, sudokuJSON(a.fields+","+b.fields))
		if got := solveAll(t, text); !slices.Equal(got, want) {
			t.Errorf("%s and %s: %d solutions, want %d\n%s", first, second, len(got), len(want), text)
		}
		link, err := convert.LinkOfPuzzle(convert.FPuzzles, "x.puz", []byte(text), nil)
		if err != nil {
			t.Errorf("%s and %s: %v\n%s", first, second, err, text)
			continue
		}
		if got := solveAll(t, importText(t, convert.FPuzzles, link)); !slices.Equal(got, want) {
			t.Errorf("%s and %s: %d solutions come back, want %d", first, second, len(got), len(want))
		}
	}
}

// solveAll returns all solutions of a sudoku of four rows, in order.
func solveAll(t *testing.T, text string) []string {
	t.Helper()
	return solutionTexts(t, text, func(solution quadrille.Solution) string {
		var s square
		for _, placed := range solution.Placements() {
			for k, c := range placed.Cells {
				s[c[0]][c[1]], _ = strconv.Atoi(placed.Letters[k])
			}
		}
		return fmt.Sprint(s)
	})
}

// solutionTexts returns the texts that a function makes of each solution of a puzzle, in order.
func solutionTexts(t *testing.T, text string, describe func(quadrille.Solution) string) (all []string) {
	t.Helper()
	p, err := quadrille.Load("x.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for s, err := range p.Solutions(context.Background(), quadrille.Search{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, describe(s))
	}
	slices.Sort(all)
	return all
}

// TestFPuzzlesGrid: what is given, pencil marks that are given, and regions.
func TestFPuzzlesGrid(t *testing.T) {
	text := importText(t, convert.FPuzzles, `{"size":4,"grid":[[{"value":1,"given":true,"region":0},{"region":0},
		{"region":0,"value":4},{"region":1}],[{"region":0},{"region":2,"givenPencilMarks":[1,2]},{"region":1},{"region":1}],
		[{"region":2},{"region":2},{"region":3},{"region":1}],[{"region":2},{"region":3},{"region":3},{"region":3}]]}`)
	want := `latin 4 {
  distinct on regions """
    AAAB
    ACBB
    CCDB
    CDDD
  """
  none "34" on (1, 1)
  given """
    1...
    ....
    ....
    ....
  """
}
`
	if text != want {
		t.Errorf("the grid becomes\n%swant\n%s", text, want)
	}
	link, err := convert.LinkOfPuzzle(convert.FPuzzles, "x.puz", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if again := importText(t, convert.FPuzzles, link); again != want {
		t.Errorf("the link becomes\n%s", again)
	}
}

// TestFPuzzlesCages: totals with commas between the cages are the same in a link.
func TestFPuzzlesCages(t *testing.T) {
	const text = `latin 4 {
  distinct sum "A 5, B 4" on regions """
    A.B.
    A.B.
    ....
    ....
  """
}
`
	link, err := convert.LinkOfPuzzle(convert.FPuzzles, "x.puz", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := solveAll(t, text)
	if again := importText(t, convert.FPuzzles, link); !slices.Equal(solveAll(t, again), want) || len(want) == 0 {
		t.Errorf("the link has not the %d solutions of the text:\n%s", len(want), again)
	}
}

// TestFPuzzlesRefused: what the language does not say is named, and what changes no solution is not.
func TestFPuzzlesRefused(t *testing.T) {
	for fields, want := range map[string]string{
		`"wormhole":[{"cells":["R1C1"]}]`: `"wormhole"`, `"boxindexer":[{"cells":["R1C1"]}]`: `"boxindexer"`,
		`"arrow":[{"cells":["R1C1","R1C2"],"lines":[["R1C1","R2C1"]]}]`: "circle has 2 cells",
		`"negative":["quadruple"]`:                                      "quadruple",
		`"killercage":[{"cells":["R1C1"],"value":"a+b"}]`:               `"a+b"`,
		`"killercage":{"cells":7}`:                                      "killercage",
		`"antiknight":"x"`:                                              "antiknight",
		`"odd":[{"cell":"R9C1"}]`:                                       "R9C1",
		`"odd":[{"cell":7}]`:                                            "odd",
		`"thermometer":[{"lines":[["R1C1","R1C1"]]}]`:                   "twice",
		`"littlekillersum":[{"cell":"R1C1","value":"3"}]`:               "direction",
		`"sandwichsum":[{"cell":"R0C0","value":"1"}]`:                   "R0C0",
		`"xv":[{"cells":["R1C1","R3C1"],"value":"X"}]`:                  "neighbours",
		`"quadruple":[{"cells":["R1C1"],"values":[7]}]`:                 "7",
	} {
		_, _, err := convert.PuzzleText(convert.FPuzzles, "link", []byte(sudokuJSON(fields)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %s", fields, err, want)
		}
	}
	cosmetic := `"text":[{"cells":["R1C1"],"value":"x"}],"line":[],"solution":[1,2],"author":"A","ruleset":"Normal rules.",
		"whispers":[],"antiking":false,"killercage":null`
	if text := importText(t, convert.FPuzzles, sudokuJSON(cosmetic)); countAll(t, text) != "288" {
		t.Errorf("ornaments change the puzzle:\n%s", text)
	}
	if _, err := convert.LinkOfPuzzle(convert.FPuzzles, "x.puz", []byte("latin 4 { matches \"12.*\" }"),
		nil); err == nil {
		t.Error("a rule is lost that f-puzzles does not have")
	}
}

// lzTexts are texts with what the program lz-string 1.5.0 makes of them.
var lzTexts = map[string]string{
	"": "Q===", "a": "IZA=", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": "IY18ZWkA",
	`{"size":9,"grid":[[{"value":5,"given":true},{},{}]]}`: "" +
		"N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BWVNCImAOwQBcMqBfZYHvgLoCuQA=",
	"ä€💀ä€💀 zzz":            "CeGoJLwbgBO6kAQF4KA=",
	"abcabcabcabcabcabcXYZ": "IYIwxqHpPgGgTQFpA===",
}

func TestLZString(t *testing.T) {
	for text, want := range lzTexts {
		if got := convert.CompressBase64(text); got != want {
			t.Errorf("%q is compressed to %s, want %s", text, got, want)
		}
		if got, err := convert.DecompressBase64([]byte(want), 1000); string(got) != text || err != nil {
			t.Errorf("%s is decompressed to %q, %v; want %q", want, got, err, text)
		}
	}
	long, _ := json.Marshal(fpuzzlesNumbers())
	got, err := convert.DecompressBase64([]byte(convert.CompressBase64(string(long))), 1<<20)
	if string(got) != string(long) || err != nil {
		t.Errorf("a long text changes: %v", err)
	}
}

// fpuzzlesNumbers returns a list that makes many entries of the dictionary.
func fpuzzlesNumbers() (all []int) {
	for n := range 5000 {
		all = append(all, n*n*n)
	}
	return all
}
