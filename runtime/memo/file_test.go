package memo_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/memo"
)

func written(t testing.TB, d *memo.Diagram) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// listed returns all solutions in their order.
func listed(d *memo.Diagram) (all [][]matrix.OptionID) {
	for s := range d.Solutions() {
		all = append(all, slices.Clone(s))
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, p *matrix.Problem, _ [][]matrix.OptionID) {
		for _, o := range ways(r, p) {
			d := diagram(t, p, o)
			file := written(t, d)
			back, err := memo.Read(bytes.NewReader(file), p)
			if err != nil {
				t.Fatalf("%v with the order %v: %v", o.Branching(), o.Order, err)
			}
			if !slices.EqualFunc(listed(d), listed(back), slices.Equal) || d.Count().Cmp(back.Count()) != 0 {
				t.Fatalf("%v, and read again %v", listed(d), listed(back))
			}
			if !bytes.Equal(file, written(t, back)) {
				t.Fatal("what was read is written in another way")
			}
		}
	})
}

// TestDamage changes, drops and adds bytes everywhere.
func TestDamage(t *testing.T) {
	p := dominoes(4, 4)
	file := written(t, diagram(t, p, memo.Options{}))
	refuse := func(what string, at int, damaged []byte) {
		if d, err := memo.Read(bytes.NewReader(damaged), p); err == nil || d != nil {
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
	file := written(t, diagram(t, dominoes(4, 4), memo.Options{}))
	if _, err := memo.Read(bytes.NewReader(file), dominoes(4, 5)); !errors.Is(err, memo.ErrOther) {
		t.Error(err)
	}
	broken := io.MultiReader(bytes.NewReader(file[:60]), errReader{})
	if _, err := memo.Read(broken, dominoes(4, 4)); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := diagram(t, dominoes(4, 4), memo.Options{}).Write(errWriter{}); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

var errBroken = errors.New("broken")

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errBroken }

type errWriter struct{}

func (errWriter) Write([]byte) (int, error) { return 0, errBroken }

// candidates are small problems of every shape with several solutions.
func candidates(r *rand.Rand) (problems []*matrix.Problem) {
	for _, name := range []string{"plain", "secondary", "colors", "bounds", "everything"} {
		for range 3 {
			p := matrixtest.Random(r, shapes[name])
			for len(matrixtest.BruteForce(p)) < 2 {
				p = matrixtest.Random(r, shapes[name])
			}
			problems = append(problems, p)
		}
	}
	return problems
}

// readForged reads a file with this body and the right hash. What is read, if
// anything, must hold solutions only, each once.
func readForged(t *testing.T, p *matrix.Problem, body []byte) bool {
	d, err := memo.Read(bytes.NewReader(memo.Sealed(p, body)), p)
	if err != nil {
		return false
	}
	seen := map[string]bool{}
	for s := range d.Solutions() {
		if err := p.Verify(s); err != nil {
			t.Fatalf("%v of the file % x: %v", s, body, err)
		}
		key := ""
		for _, o := range sorted(s) {
			key += string(rune(o))
		}
		if seen[key] {
			t.Fatalf("%v is there twice in the file % x", s, body)
		}
		seen[key] = true
	}
	if d.Count().Int64() != int64(len(seen)) {
		t.Fatalf("%v solutions, and %d are listed", d.Count(), len(seen))
	}
	return true
}

// TestForged changes a few bytes and puts the hash right. Files that leave out
// solutions are taken for good, and nothing else is.
func TestForged(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	taken, rounds := 0, matrixtest.Rounds(150, 3000)
	for _, p := range candidates(r) {
		body := memo.Unsealed(written(t, diagram(t, p, memo.Options{})))
		for range rounds {
			forged := bytes.Clone(body)
			for range 1 + r.IntN(3) {
				forged[r.IntN(len(forged))] = byte(r.IntN(14))
			}
			if readForged(t, p, forged) {
				taken++
			}
		}
	}
	if taken < rounds/30 {
		t.Errorf("only %d files were taken: the test proves little", taken)
	}
}

// TestWrongForms reads files in which a solution stands twice, {0} without x and
// then with it after all, and {0, 1} in two orders; a node without branches; and
// nodes where there is nothing to branch on.
func TestWrongForms(t *testing.T) {
	maybe := matrix.NewBuilder()
	x := maybe.Primary("x", matrix.Bound{Min: 0, Max: 1})
	maybe.Option(entries(x)...)
	perhaps := built(maybe)
	for name, c := range map[string]struct {
		problem *matrix.Problem
		body    []byte
	}{
		"after all":    {perhaps, []byte{2, 1, 0, 1, 0, 2, 0, 1, 0, 0, 1, 3}},
		"no branches":  {perhaps, []byte{1, 0, 0, 2}},
		"no items":     {built(matrix.NewBuilder()), []byte{1, 1, 0, 1, 0, 2}},
		"no item left": {built(matrix.NewBuilder()), []byte{1, 1, 0, 0, 0, 2}},
		"two orders":   {pack(cell{1, 1, 2}, drawn("#"), true), []byte{3, 1, 1, 2, 0, 1, 0, 1, 0, 2, 0, 1, 2, 2, 1, 4}},
	} {
		if readForged(t, c.problem, c.body) {
			t.Errorf("%s: no error", name)
		}
	}
	once := []byte{2, 1, 1, 2, 0, 1, 0, 1, 1, 3}
	if !readForged(t, pack(cell{1, 1, 2}, drawn("#"), true), once) {
		t.Error("the two in one order are refused")
	}
}

// FuzzRead reads anything, with the right hash, or it would read nothing.
func FuzzRead(f *testing.F) {
	problems := candidates(rand.New(rand.NewPCG(5, 6)))
	for n, p := range problems {
		f.Add(byte(n), memo.Unsealed(written(f, diagram(f, p, memo.Options{}))))
	}
	f.Add(byte(0), []byte(strings.Repeat("\xff", 9)))
	f.Fuzz(func(t *testing.T, which byte, body []byte) {
		readForged(t, problems[int(which)%len(problems)], body)
	})
}
