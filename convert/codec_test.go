package convert

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCodecs: random grids are the same after they are written and read.
func TestCodecs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	below := func(n int) func() int { return func() int { return r.IntN(n) } }
	cells, sides := []namedGrid{clues}, []namedGrid{rightSides, belowSides}
	tests := map[string]struct {
		codec  bodyCodec
		fields []namedGrid
		number func() int // a number, or a question mark
	}{
		"numbers16": {hexNumbersCodec(cells...), cells, func() int {
			return []int{unknown, r.IntN(16), r.IntN(256), r.IntN(4096), r.IntN(8192), r.IntN(12240), r.IntN(77776),
				r.IntN(200000)}[r.IntN(8)]
		}},
		"numbers4": {smallNumbersCodec(clues), cells, func() int { return []int{unknown, r.IntN(5)}[r.IntN(2)] }},
		"flags1":   {marksCodec(clues), cells, func() int { return 1 }},
		"triples":  {base3Codec(sides...), sides, func() int { return 1 + r.IntN(2) }},
		"bits":     {bitsCodec(cells...), cells, func() int { return 1 }},
		"hitori":   {hitoriCodec(), cells, func() int { return []int{unknown, r.IntN(36), r.IntN(1296)}[r.IntN(3)] }},
		"arrows": {arrowsCodec(), []namedGrid{{"arrow", shapeOfCells}}, func() int {
			return 8*[]int{0, 1 + r.IntN(16), 1 + r.IntN(256), 1 + r.IntN(4096)}[r.IntN(4)] + 1 + r.IntN(4)
		}},
		"tapa": {tapaCodec(), cells, func() int {
			return []int{19, 10 + r.IntN(9), 11111, tapaEntry(r.IntN(6), r.IntN(6)),
				tapaEntry(r.IntN(4), r.IntN(4), r.IntN(4)),
				tapaEntry(r.IntN(2), r.IntN(2), r.IntN(2), 0)}[r.IntN(6)]
		}},
		"box": {lineSumsCodec(), []namedGrid{topClues, leftClues}, below(1024)},
	}
	for name, test := range tests {
		for range 400 {
			s := &linkContent{rowCount: 1 + r.IntN(12), columnCount: 1 + r.IntN(12),
				gridsByName: map[string]numberGrid{}}
			share := r.Float64()
			for _, p := range s.numberPointers(test.fields...) {
				if name == "box" || r.Float64() < share {
					*p = test.number()
				}
			}
			var out strings.Builder
			test.codec.writePart(&out, s)
			in := &textReader{inputText: out.String()}
			again := &linkContent{rowCount: s.rowCount, columnCount: s.columnCount,
				gridsByName: map[string]numberGrid{}}
			again.numberPointers(test.fields...)
			test.codec.readPart(in, again)
			if in.hasFault() || !in.isAtEnd() || !reflect.DeepEqual(again.gridsByName, s.gridsByName) {
				t.Fatalf("%s: %v is written as %q and read as %v, %v", name, s.gridsByName, &out, again.gridsByName,
					in.faultError())
			}
		}
	}
}

// TestRooms: the rooms of random borders are the same after they are written and read.
func TestRooms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		s := &linkContent{rowCount: 1 + r.IntN(8), columnCount: 1 + r.IntN(8), gridsByName: map[string]numberGrid{}}
		borders := &linkContent{rowCount: s.rowCount, columnCount: s.columnCount, gridsByName: map[string]numberGrid{}}
		for _, p := range borders.numberPointers(rightSides, belowSides) {
			*p = r.IntN(2)
		}
		s.gridsByName["room"] = roomsFromBorders(s.rowCount, s.columnCount, borders.gridsByName["right"],
			borders.gridsByName["below"])
		var out strings.Builder
		roomsCodec().writePart(&out, s)
		again := &linkContent{rowCount: s.rowCount, columnCount: s.columnCount, gridsByName: map[string]numberGrid{}}
		roomsCodec().readPart(&textReader{inputText: out.String()}, again)
		if !reflect.DeepEqual(again.gridsByName["room"], s.gridsByName["room"]) {
			t.Fatalf("the rooms %v come back as %v", s.gridsByName["room"], again.gridsByName["room"])
		}
	}
}

// TestTapaExpressions: an expression matches a ring of eight cells, or a line, exactly if the lengths of the runs are
// those of the clue. The runs are counted cell by cell.
func TestTapaExpressions(t *testing.T) {
	for _, isClosed := range []bool{true, false} {
		for clue := range allClues() {
			runs := runsOfTapaEntry(clue)
			form := regexp.MustCompile("^(?:" + tapaExpression(runs, isClosed) + ")$")
			length := 5
			if isClosed {
				length = 8
			}
			for set := range 1 << length {
				cells := strings.NewReplacer("0", "_", "1", "#").Replace(fmt.Sprintf("%0*b", length, set))
				if got, want := form.MatchString(cells), fitsClue(runsOf(cells, isClosed), runs); got != want {
					t.Fatalf("the clue %v holds of %s (closed: %v): %v, want %v", runs, cells, isClosed, got, want)
				}
			}
		}
	}
}

// allClues returns the entries for all clues of up to four numbers.
func allClues() map[int]bool {
	all := map[int]bool{}
	for n := range 9 {
		all[10+n] = true
		for m := range 6 {
			all[tapaEntry(n%6, m)] = true
			for k := range 4 {
				all[tapaEntry(n%4, m%4, k)] = true
				all[tapaEntry(n%2, m%2, k%2, 1)] = true
			}
		}
	}
	all[19] = true
	return all
}

// runsOf returns the lengths of the runs of black cells.
func runsOf(cells string, isClosed bool) (runs []int) {
	if !strings.Contains(cells, "#") {
		return []int{0}
	}
	if white := strings.Index(cells, "_"); isClosed && white >= 0 {
		cells = cells[white:] + cells[:white]
	}
	for run := range strings.FieldsFuncSeq(cells, func(c rune) bool { return c == '_' }) {
		runs = append(runs, len(run))
	}
	return runs
}

// fitsClue reports whether the lengths of runs can be matched with the numbers of a clue, in which 9 stands for any
// number from 1 on.
func fitsClue(runs, clue []int) bool {
	left := slices.Clone(clue)
	if len(runs) != len(left) {
		return false
	}
	counts := map[int]int{}
	for _, n := range runs {
		counts[n]++
	}
	for _, n := range left {
		if n != 9 {
			counts[n]--
		}
	}
	for n, k := range maps.All(counts) {
		if k < 0 || n == 0 && k > 0 {
			return false
		}
	}
	return true
}
