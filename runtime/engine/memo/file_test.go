package memo_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

func writtenBytes(t testing.TB, d *memo.Diagram) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := d.WriteDiagram(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// listSolutions returns all solutions in their order.
func listSolutions(d *memo.Diagram) (all [][]matrix.OptionID) {
	for s := range d.AllSolutions() {
		all = append(all, slices.Clone(s))
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	eachProblem(t, func(t *testing.T, r *rand.Rand, p *matrix.Problem, _ [][]matrix.OptionID) {
		for _, o := range countWays(r, p) {
			d := mustDiagram(t, p, o)
			file := writtenBytes(t, d)
			back, err := memo.ReadDiagram(bytes.NewReader(file), p, nil)
			if err != nil {
				t.Fatalf("%v with the order %v: %v", o.Branching(), o.ItemOrder, err)
			}
			if !slices.EqualFunc(listSolutions(d), listSolutions(back), slices.Equal) ||
				d.SolutionCount().Cmp(back.SolutionCount()) != 0 {
				t.Fatalf("%v, and read again %v", listSolutions(d), listSolutions(back))
			}
			if !bytes.Equal(file, writtenBytes(t, back)) {
				t.Fatal("what was read is written in another way")
			}
		}
	})
}

// TestDamage changes, removes and adds bytes at every place of a file.
func TestDamage(t *testing.T) {
	p := matrixtest.DominoBoard(4, 4)
	file := writtenBytes(t, mustDiagram(t, p, memo.CountOptions{}))
	refuse := func(what string, at int, damaged []byte) {
		if d, err := memo.ReadDiagram(bytes.NewReader(damaged), p, nil); err == nil || d != nil {
			t.Errorf("%s at %d: no error", what, at)
		}
	}
	for at := range file {
		for _, bit := range []byte{1, 0x40, 0x80} {
			damaged := bytes.Clone(file)
			damaged[at] ^= bit
			refuse("a bit", at, damaged)
		}
		refuse("the end", at, file[:at])
		refuse("a byte too many", at, slices.Insert(bytes.Clone(file), at, 7))
	}
	refuse("something behind", len(file), append(bytes.Clone(file), 0))
}

func TestOtherMatrix(t *testing.T) {
	file := writtenBytes(t, mustDiagram(t, matrixtest.DominoBoard(4, 4), memo.CountOptions{}))
	if _, err := memo.ReadDiagram(bytes.NewReader(file), matrixtest.DominoBoard(4, 5), nil); !errors.Is(err,
		memo.ErrOtherMatrix) {
		t.Error(err)
	}
	broken := io.MultiReader(bytes.NewReader(file[:60]), errReader{})
	if _, err := memo.ReadDiagram(broken, matrixtest.DominoBoard(4, 4), nil); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := mustDiagram(t, matrixtest.DominoBoard(4, 4),
		memo.CountOptions{}).WriteDiagram(errWriter{}); !errors.Is(err,
		errBroken) {
		t.Error(err)
	}
}

var errBroken = errors.New("broken")

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errBroken }

type errWriter struct{}

func (errWriter) Write([]byte) (int, error) { return 0, errBroken }

// smallProblems are small problems of every shape with several solutions.
func smallProblems(r *rand.Rand) (problems []*matrix.Problem) {
	for _, shape := range []matrixtest.ProblemShape{{MaxPrimary: 6, MaxOptions: 12},
		{MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 12},
		{MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 12, ColorCount: 3},
		{MaxPrimary: 4, MaxOptions: 11, HasMultiplicities: true},
		{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true}} {
		for range 3 {
			p := matrixtest.RandomProblem(r, shape)
			for len(matrixtest.BruteForce(p)) < 2 {
				p = matrixtest.RandomProblem(r, shape)
			}
			problems = append(problems, p)
		}
	}
	return problems
}

// readForgedFile reads a file with the given body and the right hash. A diagram that is accepted must hold only
// solutions, each once.
func readForgedFile(t *testing.T, p *matrix.Problem, body []byte) bool {
	d, err := memo.ReadDiagram(bytes.NewReader(memo.SealFile(p, body)), p, nil)
	if err != nil {
		return false
	}
	seen := map[string]bool{}
	for s := range d.AllSolutions() {
		if err := p.Verify(s); err != nil {
			t.Fatalf("%v of the file % x: %v", s, body, err)
		}
		key := ""
		for _, o := range sortedOptions(s) {
			key += string(rune(o))
		}
		if seen[key] {
			t.Fatalf("%v is there twice in the file % x", s, body)
		}
		seen[key] = true
	}
	if d.SolutionCount().Int64() != int64(len(seen)) {
		t.Fatalf("%v solutions, and %d are listed", d.SolutionCount(), len(seen))
	}
	return true
}

// TestForged changes a few bytes and corrects the hash. Files that lack solutions are accepted, and other wrong files
// are not.
func TestForged(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	taken, rounds := 0, matrixtest.RandomRounds(150, 3000)
	for _, p := range smallProblems(r) {
		body := memo.UnsealFile(writtenBytes(t, mustDiagram(t, p, memo.CountOptions{})))
		for range rounds {
			forged := bytes.Clone(body)
			for range 1 + r.IntN(3) {
				forged[r.IntN(len(forged))] = byte(r.IntN(14))
			}
			if readForgedFile(t, p, forged) {
				taken++
			}
		}
	}
	if taken < rounds/30 {
		t.Errorf("only %d files were taken: the test proves little", taken)
	}
}

// TestWrongForms reads files in which a solution stands twice, because its option is also below the branch without an
// option, or because its options stand in two orders; a file with a node without branches; and files with nodes where
// there is nothing to branch on.
func TestWrongForms(t *testing.T) {
	maybe := matrix.NewBuilder()
	x := maybe.AddPrimary("x", matrix.Bound{Min: 0, Max: 1})
	maybe.AddOption(entriesOf(x)...)
	perhaps := mustBuild(maybe)
	monominoes := matrixtest.Packing{BoxSize: matrixtest.Cell{1, 1, 2}, Pieces: matrixtest.ParsePieces("#"),
		UnlimitedCopies: true}.Problem()
	for name, c := range map[string]struct {
		problem *matrix.Problem
		body    []byte
	}{
		"after all":    {perhaps, []byte{2, 1, 0, 1, 0, 2, 0, 1, 0, 0, 1, 3}},
		"no branches":  {perhaps, []byte{1, 0, 0, 2}},
		"no items":     {mustBuild(matrix.NewBuilder()), []byte{1, 1, 0, 1, 0, 2}},
		"no item left": {mustBuild(matrix.NewBuilder()), []byte{1, 1, 0, 0, 0, 2}},
		"two orders": {monominoes,
			[]byte{3, 1, 1, 2, 0, 1, 0, 1, 0, 2, 0, 1, 2, 2, 1, 4}},
	} {
		if readForgedFile(t, c.problem, c.body) {
			t.Errorf("%s: no error", name)
		}
	}
	once := []byte{2, 1, 1, 2, 0, 1, 0, 1, 1, 3}
	if !readForgedFile(t, monominoes, once) {
		t.Error("the two in one order are refused")
	}
}

// FuzzRead reads any bytes as the body of a file, with the right hash, because a wrong hash would end the reading.
func FuzzRead(f *testing.F) {
	problems := smallProblems(rand.New(rand.NewPCG(5, 6)))
	for n, p := range problems {
		f.Add(byte(n), memo.UnsealFile(writtenBytes(f, mustDiagram(f, p, memo.CountOptions{}))))
	}
	f.Add(byte(0), []byte(strings.Repeat("\xff", 9)))
	f.Fuzz(func(t *testing.T, which byte, body []byte) {
		readForgedFile(t, problems[int(which)%len(problems)], body)
	})
}
