package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/prove"
	"quadrille/runtime/deduce"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
	"quadrille/runtime/proof/prooftest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	prooftest.RemoveCommand()
	os.Exit(code)
}

// goodProofs are proofs with all kinds of steps: images and splits (of queens), known states, colors,
// bounds, nogoods, and no solution.
func goodProofs(t *testing.T) map[string]prooftest.Claim {
	t.Helper()
	byMemo := func(p *matrix.Problem) prooftest.Claim {
		return prooftest.MakeClaim(t, p, func(w *proof.Writer) error {
			n, _, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{Proof: w})
			return errors.Join(err, w.WriteTotal(n))
		})
	}
	byLinks := func(p *matrix.Problem) prooftest.Claim {
		return prooftest.MakeClaim(t, p, func(w *proof.Writer) error {
			n, err := dlx.CountWithProof(context.Background(), p, w, nil)
			return errors.Join(err, w.WriteTotal(n))
		})
	}
	some := manySolutions(matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 13,
		HasMultiplicities: true}, false)
	return map[string]prooftest.Claim{
		"best":     proveBest(t, withValues(t, some, true), false),
		"optimum":  proveBest(t, withValues(t, some, false), true),
		"classes":  proveQueenClasses(t, 6),
		"removals": proveChain(t),
		"tables": proveText(t, "use pentominoes\nboard b on square = 3x10\n"+
			"pack b with 0..2 of I + 0..9 of L + 0..3 of P + Y + V",
			quadrille.Options{}, false, quadrille.EngineHalves),
		"joined":          proveInParts(t, "queens 8", 3),
		"joined dominoes": proveInParts(t, "board b on square = 3x10\nuse dominoes\npack b with any of I2", 5),
		"queens":          byMemo(matrixtest.QueensProblem(10)),
		"known":           byMemo(matrixtest.DominoBoard(4, 5)),
		"none":            byMemo(matrixtest.DominoProblem(6, [2]int{0, 0}, [2]int{5, 5})),
		"tree":            byLinks(matrixtest.LangfordProblem(7)),
		"colors": byMemo(manySolutions(matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 4, MaxOptions: 14,
			ColorCount: 2},
			false)),
		"bounds": byMemo(manySolutions(matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 13,
			HasMultiplicities: true}, false)),
		"bounds tree": byLinks(manySolutions(matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 13,
			HasMultiplicities: true}, false)),
		"nogoods": byLinks(manySolutions(matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 13,
			HasMultiplicities: true,
			MaxNogoods:        3}, true)),
	}
}

// withValues returns the problem with a goal in which each option has a value that depends on its index.
func withValues(t *testing.T, p *matrix.Problem, maximize bool) *matrix.Problem {
	t.Helper()
	g := &matrix.Goal{Maximize: maximize, BaseValue: -4}
	for o := range p.OptionCount() {
		g.OptionValues = append(g.OptionValues, int64(o*o%7-2))
	}
	with, err := p.WithGoal(g)
	if err != nil {
		t.Fatal(err)
	}
	return with
}

// proveBest proves the best value of a problem, and unless optimumOnly is set also the number of solutions that have
// it.
func proveBest(t *testing.T, p *matrix.Problem, optimumOnly bool) prooftest.Claim {
	t.Helper()
	var best matrix.Solution
	for _, s := range matrixtest.BruteForce(p) {
		if best == nil || p.Goal().IsBetter(p.Goal().ValueOf(s), p.Goal().ValueOf(best)) {
			best = s
		}
	}
	claim := proof.ClaimBest
	if optimumOnly {
		claim = proof.ClaimOptimum
	}
	return prooftest.MakeClaimOf(t, claim, p, func(w *proof.Writer) error {
		n, err := dlx.CountBestWithProof(context.Background(), p, w, best, optimumOnly, nil)
		return errors.Join(err, w.WriteTotal(n))
	})
}

// proveText proves the number of solutions of a puzzle, or of classes of solutions.
func proveText(t *testing.T, text string, o quadrille.Options, whole bool, e quadrille.Engine) prooftest.Claim {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	var dump, out bytes.Buffer
	if err := p.WriteMatrix(&dump, quadrille.DumpOptions{Format: quadrille.FormatDLX, Whole: whole}); err != nil {
		t.Fatal(err)
	}
	if _, err := prove.Count(context.Background(), p, &out, quadrille.Search{Engine: e}); err != nil {
		t.Fatal(err)
	}
	return prooftest.Claim{Dump: dump.Bytes(), Proof: out.Bytes()}
}

// proveInParts proves what a puzzle counts in parts, which are joined in another order.
func proveInParts(t *testing.T, text string, parts int) prooftest.Claim {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var dump, out bytes.Buffer
	if err := p.WriteMatrix(&dump, quadrille.DumpOptions{Format: quadrille.FormatDLX}); err != nil {
		t.Fatal(err)
	}
	var files []*io.SectionReader
	for k := parts; k > 0; k-- {
		var part bytes.Buffer
		if _, err := prove.CountPart(context.Background(), p, &part, quadrille.Search{}, k, parts); err != nil {
			t.Fatal(err)
		}
		files = append(files, io.NewSectionReader(bytes.NewReader(part.Bytes()), 0, int64(part.Len())))
	}
	if _, err := prove.JoinParts(p, &out, files); err != nil {
		t.Fatal(err)
	}
	return prooftest.Claim{Dump: dump.Bytes(), Proof: out.Bytes()}
}

// TestJoinedSplits: both checkers find the 8 packings of pentominoes in a strip of 3 by 20 cells, in a proof whose
// parts have states that fall apart.
func TestJoinedSplits(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	claim := proveInParts(t, "use pentominoes\nboard b on square = 3x20\npack b with pentominoes", 3)
	splits := slices.ContainsFunc(traceProof(t, claim).steps, func(s step) bool {
		return s.kind == stepOther && s.arg == otherKeptSplit
	})
	for _, c := range prooftest.Checkers(t) {
		if got := c.Check(t, []prooftest.Claim{claim})[0]; got != "8" || !splits {
			t.Errorf("%s: %s packings; states fall apart: %v", c.Name, got, splits)
		}
	}
}

// proveQueenClasses proves the number of classes of queens.
func proveQueenClasses(t *testing.T, n int) prooftest.Claim {
	t.Helper()
	return proveText(t, fmt.Sprintf("queens %d", n), quadrille.Options{UpTo: quadrille.Symmetry}, true, "")
}

// proveChain proves the solutions of sums, in whose chains colors have no support.
func proveChain(t *testing.T) prooftest.Claim {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(`latin 4 {
		sum 9 on (0, 0) (0, 1) (1, 1)
		sum 8 on (2, 2) (3, 2) (3, 3)
		matches "1*2(3|4)*" on (1, 0) (1, 1) (1, 2)
	}`), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := p.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	left, removals := deduce.RemoveWithReasons(m, 1<<20)
	return prooftest.MakeClaim(t, m, func(w *proof.Writer) error {
		w.SetRemovals(removals)
		n, _, err := memo.CountSolutions(context.Background(), m.KeepListed(left), memo.CountOptions{Proof: w})
		return errors.Join(err, w.WriteTotal(n))
	})
}

// manySolutions returns a random problem with some solutions, and with nogoods if they are wanted.
func manySolutions(s matrixtest.ProblemShape, nogoods bool) *matrix.Problem {
	for seed := uint64(0); ; seed++ {
		p := matrixtest.RandomProblem(rand.New(rand.NewPCG(seed, 1)), s)
		if p.PrimaryCount() > 1 && len(matrixtest.BruteForce(p)) > 12 && nogoods == (len(p.Nogoods()) > 0) {
			return p
		}
	}
}

// step is a step of a proof: the range of its bytes, and the end of the bytes of the steps below it.
type step struct {
	from, to, end int
	depth         int
	kind, arg     int
	kept          int  // number of states kept before
	solves        bool // it is a solution, or one is below
}

// tracer reads a proof byte by byte, and records where a checker begins each step.
type tracer struct {
	proof []byte
	at    int
	c     *checker
	steps []step
}

func (r *tracer) Read(p []byte) (int, error) {
	for len(r.steps) < r.c.stepCount {
		r.steps = append(r.steps, step{from: r.at, depth: r.c.residualDepth, kept: r.c.keptCount})
	}
	if r.at == len(r.proof) {
		return 0, io.EOF
	}
	p[0] = r.proof[r.at]
	r.at++
	return 1, nil
}

// traceProof follows a good proof, and returns the tracer with its steps.
func traceProof(t *testing.T, claim prooftest.Claim) *tracer {
	t.Helper()
	c, n := &checker{}, new(big.Int)
	r := &tracer{proof: claim.Proof, c: c}
	err := readFrom(bytes.NewReader(claim.Dump), func(r *reader) { c.problem = readDump(r) })
	if err == nil {
		err = readFrom(r, func(in *reader) {
			c.reader = in
			n, _ = c.countClaimed()
		})
	}
	end := r.at
	if err != nil || !bytes.HasSuffix(claim.Proof[:len(claim.Proof)-sealSize],
		fmt.Appendf(nil, "\ncount %v\n", n)) {
		t.Fatalf("a good proof is refused: %v", err)
	}
	var open []int // steps whose end is not known
	for k := range r.steps {
		s := &r.steps[k]
		for len(open) > 0 && r.steps[open[len(open)-1]].depth >= s.depth {
			r.steps[open[len(open)-1]].end = s.from
			open = open[:len(open)-1]
		}
		open = append(open, k)
		s.end, s.to = end, end
		if k+1 < len(r.steps) {
			s.to = r.steps[k+1].from
		}
		n, _ := binary.Uvarint(claim.Proof[s.from:])
		if s.kind, s.arg = int(n&3), int(n>>2); s.kind == stepOther && s.arg == otherSolution {
			for _, above := range open {
				r.steps[above].solves = true
			}
		}
	}
	return r
}

// sealSize is the size, in bytes, of the last line of a proof, which holds the hash.
const sealSize = len("sha256 \n") + 2*sha256.Size

// splice replaces the bytes from..to-1 of a proof, and adds the hash of the result.
func splice(proof []byte, from, to int, by []byte) []byte {
	return prooftest.SealProof(append(append(bytes.Clone(proof[:from]), by...), proof[to:]...))
}

func number(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// damage makes a wrong proof from a good one, given the steps of the good proof and the checker that followed them. It
// returns nil if it does not apply.
type damage func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte

// damages are ways to damage a proof on purpose. The hash at the end is that of the damaged proof.
var damages = map[string]damage{
	"the count is changed": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		at := bytes.LastIndex(proof, []byte("\ncount ")) + len("\ncount ")
		return splice(proof, at, at, number('1'+r.IntN(9)))
	},
	"a branch is left out": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if !s.solves {
			return nil
		}
		return splice(proof, s.from, s.end, nil)
	},
	"a branch comes twice": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if !s.solves {
			return nil
		}
		return splice(proof, s.from, s.from, proof[s.from:s.end])
	},
	"a state is merged with another": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if s.kind != stepKnown || len(c.keptHashes) == 0 { // the states of classes belong to other checkers
			return nil
		}
		other := 1 + r.IntN(s.kept)
		if c.keptHashes[s.kept-other] == c.keptHashes[s.kept-s.arg] {
			return nil
		}
		return splice(proof, s.from, s.to, number(other<<2|stepKnown))
	},
	"a state is known that was not kept": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		return splice(proof, s.from, s.end, number((s.kept+1+r.IntN(3))<<2|stepKnown))
	},
	"a dead end becomes a solution": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if s.kind > stepKeptBranch || s.to != s.end {
			return nil
		}
		return splice(proof, s.from, s.end, number(otherSolution<<2|stepOther))
	},
	"a solution becomes a dead end": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if s.kind != stepOther || s.arg != otherSolution {
			return nil
		}
		return splice(proof, s.from, s.end, number(len(c.bounds)<<2|stepBranch))
	},
	"a part has an item of the other": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if s.kind != stepOther || s.arg != otherSplit && s.arg != otherKeptSplit {
			return nil
		}
		_, head := binary.Uvarint(proof[s.from:])
		n, size := binary.Uvarint(proof[s.from+head:])
		first, width := binary.Uvarint(proof[s.from+head+size:])
		if n < 2 {
			return nil
		}
		// without the first item, which an option shares with another
		second, more := binary.Uvarint(proof[s.from+head+size+width:])
		by := append(number(int(n)-1), number(int(first+second))...)
		return splice(proof, s.from+head, s.from+head+size+width+more, by)
	},
	"what hangs together is split": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[0]
		if s.kind > stepKeptBranch || len(c.itemByName) < len(c.itemNames) || c.symmetries != nil &&
			len(c.keptHashes) == 0 {
			return nil
		}
		// an item of an option that has more, by itself
		for _, option := range c.options {
			if len(option) > 1 && int(option[0].item) < c.primaryCount {
				by := append(number(otherSplit<<2|stepOther), number(1)...)
				return splice(proof, s.from, s.from, append(by, number(int(option[0].item))...))
			}
		}
		return nil
	},
	"a symmetry is none": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		if len(c.symmetries) == 0 {
			return nil
		}
		// the images of two items change places; a row and a column of queens do not
		at := headSize(proof) + 1
		if len(c.keptHashes) > 0 { // and not a group of classes
			at++ // the number of removals
		}
		damaged := bytes.Clone(proof)
		damaged[at], damaged[at+c.primaryCount-1] = damaged[at+c.primaryCount-1], damaged[at]
		return prooftest.SealProof(damaged)
	},
	"an image has another symmetry": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if s.kind != stepOther || s.arg < firstSymmetry {
			return nil
		}
		return splice(proof, s.from, s.to, number((firstSymmetry+len(c.symmetries)+r.IntN(4))<<2|stepOther))
	},
	"the dump is another": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		at := headSize(proof) - 2 - r.IntN(64)
		damaged := bytes.Clone(proof)
		damaged[at] ^= 1
		return prooftest.SealProof(damaged)
	},
	"a weight is too large": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		if c.goalOfProof == nil {
			return nil
		}
		at := headSize(proof)
		at += bytes.IndexByte(proof[at:], '\n') + 1
		_, width := binary.Uvarint(proof[at:])
		at += width
		for range r.IntN(c.primaryCount) {
			_, width = binary.Uvarint(proof[at:])
			at += width
		}
		_, width = binary.Uvarint(proof[at:])
		// no option costs so much
		return splice(proof, at, at+width, number(int(c.goalOfProof.unitsPerCost)*(8+r.IntN(9))*2))
	},
	"the value is another": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		if c.goalOfProof == nil {
			return nil
		}
		at := headSize(proof)
		return splice(proof, at, at+bytes.IndexByte(proof[at:], '\n'),
			fmt.Appendf(nil, "value %d", c.goalOfProof.bestCost*c.costSign+[]int64{-2, -1, 1, 2}[r.IntN(4)]))
	},
	"a part of the tree is cut off": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		if c.goalOfProof == nil || c.goalOfProof.costLimit != c.goalOfProof.bestCost || !s.solves || s.to == s.end {
			return nil
		}
		return splice(proof, s.from, s.end, number(otherBound<<2|stepOther))
	},
	"an item is not free": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		if c.freeFields == nil {
			return nil
		}
		at, end := headSize(proof)+2, steps[0].from // after the numbers of removals and of symmetries
		n, size := binary.Uvarint(proof[at:])
		return splice(proof, at, end, append(number(int(n)-1), proof[at+size:end-1]...))
	},
	"a cell is free": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		if c.freeFields == nil {
			return nil
		}
		at, end := headSize(proof)+2, steps[0].from
		n, size := binary.Uvarint(proof[at:])
		return splice(proof, at, end, append(append(number(int(n)+1), proof[at+size:end]...), number(1)...))
	},
	"another item is free": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		if c.freeFields == nil {
			return nil
		}
		last := steps[0].from - 1 // the last free item, less the one before: a cell is free in its place
		return splice(proof, last, last+1, number(int(proof[last])+1))
	},
	"a half is joined with itself": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s, others := steps[r.IntN(len(steps))], 0 // steps of the subtree that are no branches
		for _, t := range steps {
			if s.from <= t.from && t.from < s.end && t.kind > stepKeptBranch {
				others++
			}
		}
		// branches and one solution are a way to fill nothing too, so they may be the first part of a right proof
		if c.freeFields == nil || !s.solves || s.kind > stepKeptBranch || others == 1 {
			return nil
		}
		by := append(number(otherSplit<<2|stepOther), 0) // no items in the first part
		return splice(proof, s.from, s.from, append(by, proof[s.from:s.end]...))
	},
	"an option is removed for no reason": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		at := headSize(proof)
		if n, _ := binary.Uvarint(proof[at:]); n == 0 || n > 127 || c.goalOfProof != nil || c.symmetries != nil {
			return nil
		}
		o, width := binary.Uvarint(proof[at+1:])
		first := slices.IndexFunc(c.options, func(option []optionEntry) bool {
			return slices.Contains(option,
				c.options[o][0])
		})
		by := append(number(first), number(int(c.options[o][0].item))...) // an item that it covers itself
		_, width2 := binary.Uvarint(proof[at+1+width:])
		return splice(proof, at+1, at+1+width+width2, by)
	},
	"a symmetry is left out": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		at := headSize(proof)
		if c.symmetries == nil || len(c.keptHashes) > 0 {
			return nil
		}
		size := at + 1
		for range c.itemNames {
			_, width := binary.Uvarint(proof[size:])
			size += width
		}
		return splice(splice(proof, at+1, size, nil), at, at+1, number(len(c.symmetries)-1))
	},
	"the end is cut": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		return proof[:1+r.IntN(len(proof)-1)] // an empty file is a list of no solutions
	},
	"more follows": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		return append(bytes.Clone(proof), "\n"...)
	},
}

// headSize returns the size of the three lines at the beginning of a proof.
func headSize(proof []byte) int { return bytes.Index(proof, []byte("\ndump ")) + len("\ndump \n") + 64 }

// damageRounds returns how many proofs a test damages: 2,000 in all where slow tests are wanted.
func damageRounds(usual, slow int) int {
	if matrixtest.SlowTestsWanted() {
		return slow
	}
	return usual
}

// TestDamage: each way to damage a proof on purpose is refused by both checkers. Damage that may lead to another good
// proof is not tried: a dead end, for example, may be proved by either of two items.
func TestDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	r := rand.New(rand.NewPCG(1, 44))
	var claims []prooftest.Claim
	var what []string
	good, traces := goodProofs(t), map[string]*tracer{}
	for name, claim := range good {
		traces[name] = traceProof(t, claim)
	}
	for _, name := range slices.Sorted(maps.Keys(damages)) {
		ruin, made := damages[name], 0
		for _, proofName := range slices.Sorted(maps.Keys(good)) {
			claim := good[proofName]
			steps, c := traces[proofName].steps, traces[proofName].c
			for n := 0; n < damageRounds(1, 20); n++ {
				for range 1000 { // until it fits a step
					if damaged := ruin(r, claim.Proof, steps, c); damaged != nil && !bytes.Equal(damaged, claim.Proof) {
						claims = append(claims, prooftest.Claim{Dump: claim.Dump, Proof: damaged})
						what = append(what, proofName+": "+name)
						made++
						break
					}
				}
			}
		}
		if made == 0 {
			t.Errorf("%s: no proof is damaged so", name)
		}
	}
	checkRefused(t, claims, what)
}

// checkRefused expects both checkers to refuse claims.
func checkRefused(t *testing.T, claims []prooftest.Claim, what []string) {
	t.Helper()
	t.Logf("%d damaged proofs", len(claims))
	for _, c := range prooftest.Checkers(t) {
		for n, got := range c.Check(t, claims) {
			if got != prooftest.Refused {
				t.Errorf("%s accepts %s, with %s solutions", c.Name, what[n], got)
			}
		}
	}
}

// noises are ways to damage a proof at random. Some results are other proofs of the same claim, for example by an item
// that is as good as another one, or by a known state in place of an equal one.
var noises = map[string]damage{
	"bits are flipped": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		damaged := bytes.Clone(proof)
		for range 1 + r.IntN(3) {
			damaged[r.IntN(len(damaged))] ^= byte(1 << r.IntN(8))
		}
		return prooftest.SealProof(damaged)
	},
	"a byte is lost": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		at := r.IntN(len(proof) - sealSize)
		return splice(proof, at, at+1, nil)
	},
	"a byte is more": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		at := r.IntN(len(proof) - sealSize)
		return splice(proof, at, at, []byte{byte(r.IntN(256))})
	},
	"a step is another": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		_, width := binary.Uvarint(proof[s.from:])
		by, of := steps[r.IntN(len(steps))].from, 0
		_, of = binary.Uvarint(proof[by:])
		return splice(proof, s.from, s.from+width, proof[by:by+of])
	},
	"an argument is another": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		s := steps[r.IntN(len(steps))]
		_, width := binary.Uvarint(proof[s.from:])
		return splice(proof, s.from, s.from+width, number(max(0, s.arg+r.IntN(5)-2)<<2|s.kind))
	},
	"two subtrees change places": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		a, b := steps[r.IntN(len(steps))], steps[r.IntN(len(steps))]
		if a.end > b.from { // one of them is in the other, or comes after it
			return nil
		}
		return splice(proof, a.from, b.end, slices.Concat(proof[b.from:b.end], proof[a.end:b.from],
			proof[a.from:a.end]))
	},
	"a subtree is another": func(r *rand.Rand, proof []byte, steps []step, c *checker) []byte {
		a, b := steps[r.IntN(len(steps))], steps[r.IntN(len(steps))]
		return splice(proof, a.from, a.end, proof[b.from:b.end])
	},
}

// TestNoise: a proof that is damaged at random is refused by both checkers. With the hash of the damaged bytes, which
// chance does not find, both checkers agree, and accept no other number.
func TestNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	r := rand.New(rand.NewPCG(2, 44))
	var damaged, sealed []prooftest.Claim
	var what, want, kinds []string
	good, ways := goodProofs(t), slices.Sorted(maps.Keys(noises))
	for _, name := range slices.Sorted(maps.Keys(good)) {
		claim := good[name]
		trace := traceProof(t, claim)
		for made := 0; made < damageRounds(2, 140); {
			noise := ways[r.IntN(len(ways))]
			proof := noises[noise](r, claim.Proof, trace.steps, trace.c)
			if proof == nil || bytes.Equal(proof[:len(proof)-sealSize], claim.Proof[:len(claim.Proof)-sealSize]) {
				continue
			}
			made++
			unsealed := slices.Concat(proof[:len(proof)-sealSize], claim.Proof[len(claim.Proof)-sealSize:])
			damaged = append(damaged, prooftest.Claim{Dump: claim.Dump, Proof: unsealed})
			sealed = append(sealed, prooftest.Claim{Dump: claim.Dump, Proof: proof})
			what, want = append(what, name+": "+noise), append(want, totalOf(claim))
			kinds = append(kinds, firstDamaged(claim.Proof, proof, trace.steps))
		}
	}
	checkRefused(t, damaged, what)
	var answers [][]string
	for _, c := range prooftest.Checkers(t) {
		answers = append(answers, c.Check(t, sealed))
	}
	refused, accepted := map[string]int{}, map[string]int{}
	for n, got := range answers[0] {
		if last := answers[len(answers)-1][n]; last != got {
			t.Errorf("%s: one checker says %s, and the other %s", what[n], got, last)
		}
		if got == prooftest.Refused {
			refused[kinds[n]]++
		} else if accepted[kinds[n]]++; !strings.HasPrefix(got+" ", want[n]+" ") {
			t.Errorf("%s: accepted with %s for %s solutions", what[n], got, want[n])
		}
	}
	t.Logf("under their own hash, by the record that is damaged first: refused %v; other proofs of the same number %v",
		refused, accepted)
}

// firstDamaged names the record in which a damaged proof differs first from a good one.
func firstDamaged(good, damaged []byte, steps []step) string {
	at := 0
	for at < min(len(good), len(damaged)) && good[at] == damaged[at] {
		at++
	}
	n, found := slices.BinarySearchFunc(steps, at, func(s step, at int) int { return s.from - at })
	switch {
	case !found && n == 0:
		return "head"
	case !found && at >= steps[len(steps)-1].to:
		return "end"
	case !found:
		n--
	}
	s := steps[n]
	if s.kind == stepOther {
		return []string{"solution", "split", "kept split", "bound", "image"}[min(s.arg, firstSymmetry)]
	}
	return []string{"branch", "kept branch", "known"}[s.kind]
}

// totalOf returns the number of solutions that a good proof states at its end.
func totalOf(claim prooftest.Claim) string {
	at := bytes.LastIndex(claim.Proof, []byte("\ncount "))
	line, _, _ := bytes.Cut(claim.Proof[at+len("\ncount "):], []byte("\n"))
	return string(line)
}
