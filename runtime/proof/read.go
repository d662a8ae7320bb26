package proof

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// Kind is the kind of a [Step].
type Kind int8

// The kinds of steps.
const (
	Branch   Kind = iota // the sum over the branches on an item
	Solution             // a solution: nothing is left
	Split                // the product of two parts
	Bound                // the state that remains after its bound has removed options, or nothing
	Image                // the image under a symmetry
)

// Step is a step of a proof that was read. For a state that equals a kept state, it is the step of the kept state.
type Step struct {
	Kind     Kind
	Item     matrix.ItemID   // item of a branch
	Items    []matrix.ItemID // items of the first part of a split, in ascending order
	Symmetry int             // index of the symmetry under which the next state is the image
	Below    []*Step         // steps of the branches or parts; the second part is missing if the first has no solution
	Count    *big.Int        // number of solutions
}

// Symmetry is a symmetry of a problem, given by the image of each item and of each option that is not removed.
type Symmetry struct {
	Items   []matrix.ItemID
	Options []matrix.OptionID
}

// Tree is a proof that was read.
type Tree struct {
	Claim      Claim
	Removals   []Removal
	Symmetries []Symmetry
	Root       *Step
}

// ErrTooLong is the error for a proof with more steps than may be read.
var ErrTooLong = errors.New("the proof has too many steps")

// Read reads a proof of the number of solutions of a problem whose dump has the given SHA-256. It reads at most
// maxSteps steps. It checks only the form of the proof. Whoever uses the steps must check whether they are right.
func Read(p *matrix.Problem, digest []byte, in io.Reader, maxSteps int) (*Tree, error) {
	r := &proofReader{input: bufio.NewReader(in), stepsLeft: maxSteps, problem: p}
	t := &Tree{}
	if r.readLine() != strings.TrimSuffix(fileMagic, "\n") {
		return nil, fmt.Errorf("this is no proof that is known: its first line must be %q", fileMagic)
	}
	t.Claim = Claim(strings.TrimPrefix(r.readLine(), "claim "))
	if t.Claim != ClaimCount {
		return nil, fmt.Errorf(
			"this proof has the claim %q; only a proof of the number of all solutions can be translated",
			t.Claim)
	}
	if r.readLine() != fmt.Sprintf("dump %x", digest) {
		return nil, errors.New("the proof is about another matrix")
	}
	root := RootResidual(p)
	for range r.readNumber(p.OptionCount() + 1) {
		removal := Removal{matrix.OptionID(r.readNumber(p.OptionCount())),
			matrix.ItemID(r.readNumber(p.PrimaryCount()))}
		t.Removals = append(t.Removals, removal)
		if r.err == nil {
			root.LiveOptions.Remove(int(removal.Option))
		}
	}
	for range r.readNumber(maxSteps) {
		if s := r.readSymmetry(root); r.err == nil {
			t.Symmetries = append(t.Symmetries, s)
		}
	}
	if r.symmetries = t.Symmetries; len(r.readItems()) > 0 && r.err == nil {
		return nil, errors.New("the proof counts with tables, which only puz-check knows; " +
			"puz count --engine memo --proof writes one without")
	}
	t.Root = r.readStep(root, 0)
	if r.readLine(); r.err == nil {
		want := strings.TrimPrefix(r.readLine(), "count ")
		if got := t.Root.Count.String(); r.err == nil && got != want {
			r.failReading("its steps make %s solutions, and its end says %s", got, want)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return t, nil
}

// proofReader reads the numbers of a proof. After its first error it reads zeros.
type proofReader struct {
	input      *bufio.Reader
	problem    *matrix.Problem
	symmetries []Symmetry
	keptSteps  []*Step
	stepsLeft  int // number of steps that may still be read
	err        error
}

func (r *proofReader) failReading(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("the proof is wrong: "+format, args...)
	}
}

func (r *proofReader) readLine() string {
	text, err := r.input.ReadString('\n')
	if err != nil {
		r.failReading("it ends within a line")
	}
	return strings.TrimSuffix(text, "\n")
}

// readNumber reads a number below a limit.
func (r *proofReader) readNumber(limit int) int {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r.input)
	if err != nil || n >= uint64(limit) {
		r.failReading("a number below %s is expected", strconv.Itoa(limit))
		return 0
	}
	return int(n)
}

// readSymmetry reads the images of the items, and finds those of the options.
func (r *proofReader) readSymmetry(root *Residual) Symmetry {
	s := Symmetry{make([]matrix.ItemID, r.problem.ItemCount()), make([]matrix.OptionID, r.problem.OptionCount())}
	for i := range s.Items {
		s.Items[i] = matrix.ItemID(r.readNumber(r.problem.ItemCount()))
	}
	key := func(o matrix.OptionID, image func(matrix.ItemID) matrix.ItemID) string {
		var uses []matrix.Entry
		for _, e := range r.problem.Option(o) {
			uses = append(uses, matrix.Entry{Item: image(e.Item), Color: e.Color})
		}
		slices.SortFunc(uses, func(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) })
		return fmt.Sprint(uses)
	}
	alike := map[string][]matrix.OptionID{}
	for o := range root.LiveOptions.EachNumber {
		k := key(matrix.OptionID(o), func(i matrix.ItemID) matrix.ItemID { return i })
		alike[k] = append(alike[k], matrix.OptionID(o))
	}
	for o := range root.LiveOptions.EachNumber {
		k := key(matrix.OptionID(o), func(i matrix.ItemID) matrix.ItemID { return s.Items[i] })
		if len(alike[k]) == 0 {
			r.failReading("a symmetry takes option %d to none", o)
			break
		}
		s.Options[o], alike[k] = alike[k][0], alike[k][1:]
	}
	return s
}

// readItems reads primary items, each given by its difference from the item before.
func (r *proofReader) readItems() (items []matrix.ItemID) {
	item := 0
	for range r.readNumber(r.problem.PrimaryCount() + 1) {
		item += r.readNumber(r.problem.PrimaryCount() - item)
		items = append(items, matrix.ItemID(item))
	}
	return items
}

// readStep reads the step of a residual and the steps below it.
func (r *proofReader) readStep(at *Residual, depth int) *Step {
	if r.stepsLeft--; r.stepsLeft < 0 && r.err == nil {
		r.err = ErrTooLong
	}
	if depth > 4*(r.problem.OptionCount()+r.problem.ItemCount()+1) {
		r.failReading("it makes no progress")
	}
	const most = 1 << 62
	code := r.readNumber(most)
	kind, arg := code&3, code>>2
	s := &Step{Kind: Branch, Count: new(big.Int)}
	switch {
	case r.err != nil:
		return s
	case kind == stepKnown:
		if arg == 0 || arg > len(r.keptSteps) {
			r.failReading("no state was kept %d states ago", arg)
			return s
		}
		return r.keptSteps[len(r.keptSteps)-arg]
	case kind != stepOther:
		if s.Item = matrix.ItemID(arg); arg >= r.problem.PrimaryCount() {
			r.failReading("item %d is not primary", arg)
			return s
		}
		for _, below := range at.Branches(s.Item, at.OptionsOf(s.Item)) {
			next := r.readStep(below, depth+1)
			s.Below = append(s.Below, next)
			s.Count.Add(s.Count, next.Count)
			if r.err != nil {
				return s
			}
		}
	case arg == otherSolution:
		s.Kind = Solution
		s.Count.SetInt64(1)
	case arg == otherBound:
		r.failReading("a bound in a proof without a goal")
	case arg >= otherImage:
		if s.Kind, s.Symmetry = Image, arg-otherImage; s.Symmetry >= len(r.symmetries) {
			r.failReading("there is no symmetry %d", s.Symmetry)
			return s
		}
		next := r.readStep(at.imageUnder(r.symmetries[s.Symmetry]), depth+1)
		s.Below, s.Count = []*Step{next}, next.Count
	default:
		r.readSplit(s, at, depth)
	}
	if kind == stepKeptBranch || kind == stepOther && arg == otherKeptSplit {
		r.keptSteps = append(r.keptSteps, s)
	}
	return s
}

// readSplit reads the rest of the step of a residual that falls into two parts.
func (r *proofReader) readSplit(s *Step, at *Residual, depth int) {
	s.Kind = Split
	if s.Items = r.readItems(); r.err != nil {
		return
	}
	s.Count.SetInt64(1)
	for _, part := range at.SplitItems(s.Items) {
		if s.Count.Sign() > 0 {
			next := r.readStep(part, depth+1)
			s.Below = append(s.Below, next)
			s.Count.Mul(s.Count, next.Count)
		}
	}
}
