package batch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"quadrille"
	"quadrille/batch"
	"quadrille/runtime/matrix/matrixtest"
)

// sudokus17 returns sudokus with 17 clues, the fewest that leave one solution: Royle's twenty
// of examples/sudoku with digits, rows, columns and the two sides exchanged at random.
func sudokus17(t *testing.T, n int) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../examples/sudoku/[0-9]*.puz")
	if err != nil || len(files) != 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	r := rand.New(rand.NewPCG(17, 17))
	for k := range n {
		text, err := os.ReadFile(files[k%20])
		if err != nil {
			t.Fatal(err)
		}
		_, picture, _ := strings.Cut(string(text), `"""`)
		picture, _, _ = strings.Cut(picture, `"""`)
		all = append(all, shuffledSudoku(strings.Join(strings.Fields(picture), ""), r))
	}
	return all
}

func shuffledSudoku(clues string, r *rand.Rand) string {
	out := []byte(strings.Repeat(".", 81))
	digits, rows, columns, turned := r.Perm(9), shuffledLines(r), shuffledLines(r), r.IntN(2) == 1
	for at, c := range []byte(clues) {
		row, column := rows[at/9], columns[at%9]
		if turned {
			row, column = column, row
		}
		if c != '.' {
			out[9*row+column] = byte('1' + digits[c-'1'])
		}
	}
	return string(out)
}

// shuffledLines permutes nine lines such that the lines of each band of three stay together.
func shuffledLines(r *rand.Rand) (to [9]int) {
	for band, place := range r.Perm(3) {
		for k, inside := range r.Perm(3) {
			to[3*band+k] = 3*place + inside
		}
	}
	return to
}

// isCompletion reports whether a line is a filled sudoku: it has every digit once in each row, column and box, and all
// clues.
func isCompletion(solution, clues string) bool {
	if len(solution) != 81 {
		return false
	}
	seen := map[string]bool{}
	for at, c := range []byte(solution) {
		if clues[at] != '.' && clues[at] != '0' && clues[at] != c || c < '1' || c > '9' {
			return false
		}
		row, column := at/9, at%9
		seen[fmt.Sprintf("row %d %c", row, c)] = true
		seen[fmt.Sprintf("column %d %c", column, c)] = true
		seen[fmt.Sprintf("box %d %d %c", row/3, column/3, c)] = true
	}
	return len(seen) == 3*81
}

// allAnswers answers a batch from a text. Beside the text there is a file that lines of the text must not use.
func allAnswers(text string, s quadrille.Search) []batch.Answer {
	folder := fstest.MapFS{"secret.puz": {Data: []byte("piece D = 1x2")}}
	inputs := batch.ReadInputs("in", strings.NewReader(text), quadrille.Options{Files: folder})
	return slices.Collect(batch.AnswerAll(context.Background(), inputs, s))
}

// TestBatchOfSudokus: a sudoku with 17 clues has one solution, which obeys the rules. It is the same for the puzzle by
// itself, and with the engine links in a batch.
func TestBatchOfSudokus(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 100
	}
	all := sudokus17(t, n)
	found := allAnswers(strings.Join(all, "\n"), quadrille.Search{Limit: 2, Threads: 3})
	if len(found) != n {
		t.Fatalf("%d answers", len(found))
	}
	for k, a := range found {
		if number, exact := a.Number.Exact(); a.Err != nil || !exact || number.Int64() != 1 ||
			!isCompletion(a.Solution, all[k]) {
			t.Errorf("%s: %v, %v", all[k], a, a.Number)
		}
	}
	for k := range matrixtest.RandomRounds(5, n) {
		p, err := quadrille.Load("sudoku", []byte(all[k]), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.First(context.Background(), quadrille.Search{})
		if err != nil || s.LineText() != found[k].Solution {
			t.Errorf("%s: %v, %v in a batch, and %v by itself", all[k], err, found[k].Solution, s.LineText())
		}
	}
	some := matrixtest.RandomRounds(5, n)
	for k, a := range allAnswers(strings.Join(all[:some], "\n"), quadrille.Search{Limit: 1, Engine: "links"}) {
		if a.Solution != found[k].Solution {
			t.Errorf("%s: %v, and %v by links", all[k], found[k].Solution, a)
		}
	}
}

// TestBatchCounts: for sudokus with no, few and very many solutions, a batch finds as many solutions as the engine
// links, and no more than the limit.
func TestBatchCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	r := rand.New(rand.NewPCG(5, 5))
	lines := strings.Join(sudokus17(t, matrixtest.RandomRounds(8, 60)), "\n")
	most := int64(0)
	for k, a := range allAnswers(lines, quadrille.Search{Limit: 1}) {
		clues := []byte(a.Solution)
		for _, at := range r.Perm(81)[:50+k%12] {
			clues[at] = '0'
		}
		if k%4 == 0 {
			clues[r.IntN(81)] = byte('1' + r.IntN(9))
		}
		most = max(most, compareCounts(t, string(clues)))
	}
	if most < 20_000 {
		t.Errorf("the largest number of solutions is %d: no engine was needed for it", most)
	}
}

// compareCounts returns the number of solutions of a sudoku, up to a limit, after it has compared several ways of
// counting.
func compareCounts(t *testing.T, clues string) (want int64) {
	t.Helper()
	p, err := quadrille.Load("sudoku", []byte(clues), quadrille.Options{})
	if err != nil {
		wrong := strings.ReplaceAll(err.Error(), "sudoku:1:", "in:1:1:")
		if got := allAnswers(clues, quadrille.Search{Limit: 2})[0]; got.Err == nil || got.Err.Error() != wrong {
			t.Errorf("%s: %v, and by itself %v", clues, got, err)
		}
		return 0
	}
	const most = 30_000
	n, err := p.Count(context.Background(), quadrille.Search{Engine: "links", Limit: most})
	if err != nil {
		t.Fatal(err)
	}
	want = n.AtLeast().Int64()
	for _, limit := range []int64{0, 1, 2, 15_000} {
		if limit == 0 && want == most {
			continue // it would take too long
		}
		got := allAnswers(clues, quadrille.Search{Limit: int(limit)})[0]
		expected, isExact := want, limit == 0 || want < limit
		if limit > 0 {
			expected = min(want, limit)
		}
		if number, exact := got.Number.Exact(); number.Int64() != expected || exact != isExact || got.Err != nil {
			t.Errorf("%s, limit %d: %v (%v), want %d", clues, limit, got, got.Number, want)
		}
		if limit > 0 && (want > 0) != isCompletion(got.Solution, clues) {
			t.Errorf("%s: %v", clues, got)
		}
	}
	return want
}

// TestBatchInOrder: answers come in the order of the puzzles, though some take longer; the
// numbers are those of OEIS A000170.
func TestBatchInOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	queens := []int64{1, 0, 0, 2, 10, 4, 40, 92, 352, 724}
	var text strings.Builder
	for k := range 60 {
		fmt.Fprintf(&text, "{\"text\": \"queens %d\"}\n", 10-k%10)
	}
	for k, a := range allAnswers(text.String(), quadrille.Search{Threads: 4}) {
		number, exact := a.Number.Exact()
		if want := queens[9-k%10]; !exact || number.Int64() != want || a.Name != fmt.Sprintf("in:%d", k+1) {
			t.Errorf("answer %d: %s: %v, want %d", k, a.Name, a, want)
		}
	}
}

// TestBatchIsFirst: of several solutions a batch shows the one that a search finds first.
func TestBatchIsFirst(t *testing.T) {
	const text = "queens 6"
	p := loadPuzzle(t, text, quadrille.Options{})
	for s, err := range p.Solutions(context.Background(), quadrille.Search{Limit: 3}) {
		if err != nil {
			t.Fatal(err)
		}
		in := fmt.Sprintf("{\"text\": %q}", text)
		if got := allAnswers(in, quadrille.Search{Limit: 3})[0]; got.Solution != s.LineText() ||
			got.String() != s.LineText()+"\t>=3" {
			t.Errorf("%v, want %v", got, s.LineText())
		}
		break
	}
}

// TestBatchReadsAhead: of endless inputs only some are read ahead when no more answers are taken, and none after the
// loop has ended.
func TestBatchReadsAhead(t *testing.T) {
	var read atomic.Int64
	ended := make(chan bool)
	inputs := func(yield func(batch.Input) bool) {
		defer close(ended)
		for yield(batch.Input{Err: io.ErrUnexpectedEOF}) {
			read.Add(1)
		}
	}
	for range batch.AnswerAll(context.Background(), inputs, quadrille.Search{Threads: 2}) {
		for before := int64(-1); before != read.Load() && before < 10_000; time.Sleep(20 * time.Millisecond) {
			before = read.Load()
		}
		break
	}
	<-ended
	if n := read.Load(); n > 1000 {
		t.Errorf("%d inputs were read for one answer", n)
	}
}

// TestBatchIsEnded: a batch ends with its context, both while it waits for inputs and during a long count.
func TestBatchIsEnded(t *testing.T) {
	for name, second := range map[string]func(){"input": func() { select {} }, "count": func() {}} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		inputs := func(yield func(batch.Input) bool) {
			yield(batch.Input{Text: []byte("queens 6")})
			second()
			yield(batch.Input{Text: []byte("queens 24")})
		}
		n := 0
		for a := range batch.AnswerAll(ctx, inputs, quadrille.Search{Engine: "links"}) {
			if n++; a.String() != "4" {
				t.Errorf("%s: %v", name, a)
			}
			cancel()
		}
		if n != 1 {
			t.Errorf("%s: %d answers", name, n)
		}
	}
}

// TestInputs: each line of a text is a puzzle, whatever the other lines are.
func TestInputs(t *testing.T) {
	long := strings.Repeat("1", batch.MaxLine)
	for _, test := range []struct {
		text, want string // the answers
	}{
		{"", ""},
		{"\n\r\n  \n# nothing\n", ""},
		{"\ufeff1.....3..4.....2\r\n#\n 1234341221434321", "1324423124133142|1234341221434321"},
		{"\x00", "wrong"},
		{"\xff\xfe\n{\xff}\n", "wrong|wrong"},
		{`{"text":"queens 1"}`, "row[0] column[0]"},
		{`{"text":"param n = 1 queens n","params":{"n":2}}`, "no solution"},
		{`{"text":"queens 1"} {"text":"queens 1"}`, "wrong"},
		{`{"text":"queens 1","file":"x.puz"}`, "wrong"},
		{`{"text":"queens 1"`, "wrong"},
		{`{"name":"x"}`, "wrong"},
		{`["queens 1"]`, "wrong"},
		{`{"text":"use \"secret.puz\"\nqueens 1"}`, "wrong"},
		{long + "\n{\"text\":\"queens 1\"}\n" + long + long, "wrong|row[0] column[0]|wrong"},
	} {
		var got []string
		for _, a := range allAnswers(test.text, quadrille.Search{Limit: 1}) {
			if a.Err != nil && strings.HasPrefix(a.String(), "in:") {
				got = append(got, "wrong")
			} else {
				got = append(got, strings.Split(a.String(), "; ")[0])
			}
		}
		if text := strings.Join(got, "|"); text != test.want {
			t.Errorf("%.80q: %s", test.text, text)
		}
	}
}

// TestInputsThatFail: the inputs that were read before an error are answered, and the error is the last answer.
func TestInputsThatFail(t *testing.T) {
	broken := errors.New("the cable is out")
	r := io.MultiReader(strings.NewReader("{\"text\":\"queens 4\"}\n"), iotest.ErrReader(broken))
	var got []batch.Answer
	for a := range batch.AnswerAll(context.Background(), batch.ReadInputs("in", r, quadrille.Options{}),
		quadrille.Search{}) {
		got = append(got, a)
	}
	if len(got) != 2 || got[0].String() != "2" || !errors.Is(got[1].Err, broken) {
		t.Errorf("%v", got)
	}
}

// endlessReader is a line that does not end.
type endlessReader struct{}

func (endlessReader) Read(into []byte) (int, error) {
	for k := range into {
		into[k] = '.'
	}
	return len(into), nil
}

// TestInputsOfLongLines: a line of 200 MB costs no more memory than a short one.
func TestInputsOfLongLines(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for in := range batch.ReadInputs("in", io.LimitReader(endlessReader{}, 200<<20), quadrille.Options{}) {
		if n++; in.Err == nil {
			t.Errorf("%d bytes are taken for a puzzle", len(in.Text))
		}
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; n != 1 || allocated > 4*batch.MaxLine {
		t.Errorf("%d inputs, %d bytes allocated", n, allocated)
	}
}

// TestInputsOfAFile: what the name or the options know is one puzzle.
func TestInputsOfAFile(t *testing.T) {
	for name, o := range map[string]quadrille.Options{"a.puz": {}, "a": {Format: "puz"}} {
		var all []batch.Input
		for in := range batch.ReadInputs(name, strings.NewReader("param n = 1\nqueens n\n"), o) {
			all = append(all, in)
		}
		if len(all) != 1 || all[0].Name != name || !bytes.HasSuffix(all[0].Text, []byte("queens n\n")) {
			t.Errorf("%s: %v", name, all)
		}
	}
}

// loadPuzzle compiles a puzzle that has nothing wrong with it.
func loadPuzzle(t *testing.T, text string, o quadrille.Options) *quadrille.Puzzle {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
