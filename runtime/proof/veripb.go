package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// veripbWriter writes a proof for VeriPB. It lists each solution, which a constraint then excludes. For each finished
// branch it writes the constraint that the options on the path of the branch are not all chosen. This constraint
// follows by unit propagation from the constraints of the branches below.
//
// The steps of known states are written again each time that a state is reached, so the format suits only small
// problems.
type veripbWriter struct {
	p          *matrix.Problem
	out        *bufio.Writer
	left       int   // how many numbers may still be written
	constraint int   // index of the last constraint, counted from 1
	open       []int // indices of the constraints that no later constraint implies, in the order of their lines
	symmetries []Symmetry
	onSolution func(chosen []matrix.OptionID) // function that is called with each solution
	err        error
}

// WriteVeriPB writes a proof in version 1.1 of the format of VeriPB, about the constraints that package format writes
// in OPB. If the problem has no goal, the proof has each solution and shows that there are no more. If it has a goal,
// the proof has the best solution, and shows that no solution is better. The tree must be that of all solutions. It is
// an error if the proof has more than maxNumbers numbers.
func WriteVeriPB(w io.Writer, opb []byte, p *matrix.Problem, t *Tree, maxNumbers int) error {
	v := &veripbWriter{p: p, out: bufio.NewWriterSize(io.Discard, 1<<16), left: maxNumbers, symmetries: t.Symmetries}
	var best []matrix.OptionID
	if g := p.Goal(); g != nil && t.Root.Count.Sign() > 0 {
		v.onSolution = func(chosen []matrix.OptionID) {
			if best == nil || g.IsBetter(g.ValueOf(chosen), g.ValueOf(best)) {
				best = chosen
			}
		}
		v.writeTree(t)
	}
	v.out.Reset(w)
	v.left, v.constraint, v.open = maxNumbers, constraintCount(opb), nil
	fmt.Fprintf(v.out, "pseudo-Boolean proof version 1.1\nf %d\n", v.constraint)
	v.onSolution = func(chosen []matrix.OptionID) { v.writeSolution("v", chosen) }
	if best != nil {
		v.writeSolution("o", best)
		v.onSolution = func([]matrix.OptionID) {} // the objective excludes the solution
	}
	v.writeTree(t)
	fmt.Fprintf(v.out, "c %d\n", v.constraint)
	if v.err != nil {
		return v.err
	}
	return v.out.Flush()
}

// constraintCount returns the number of constraints of a file in OPB, where an equation counts as two.
func constraintCount(opb []byte) (n int) {
	for line := range bytes.Lines(opb) {
		switch {
		case bytes.HasPrefix(line, []byte("*")) || bytes.HasPrefix(line, []byte("min:")):
		case bytes.Contains(line, []byte(" = ")):
			n += 2
		default:
			n++
		}
	}
	return n
}

// writeTree writes the constraints of all branches, and that there is no further solution.
func (v *veripbWriter) writeTree(t *Tree) {
	root := RootResidual(v.p)
	for _, gone := range t.Removals {
		v.writeExclusion([]matrix.OptionID{gone.Option})
		root.LiveOptions.Remove(int(gone.Option))
	}
	v.writeBranches([]pending{{t.Root, root, frame{}}}, nil)
	v.writeExclusion(nil)
}

// pending is a residual whose solutions are still to be written, with its step. An example is the second part of a
// split, which waits until the first part is finished.
type pending struct {
	step     *Step
	residual *Residual
	frame    frame
}

// writeBranches writes the constraints of all branches on the first residual in todo. Each of its solutions is combined
// with the solutions of the other residuals in todo. The argument chosen lists the options on the path.
func (v *veripbWriter) writeBranches(todo []pending, chosen []matrix.OptionID) {
	if len(todo) == 0 {
		v.onSolution(slices.Clone(chosen))
		return
	}
	s, r, f, rest := todo[0].step, todo[0].residual, todo[0].frame, todo[1:]
	switch s.Kind {
	case Image:
		v.writeBranches(append([]pending{{s.Below[0], r, f.compose(v.symmetries[s.Symmetry])}}, rest...), chosen)
	case Solution:
		v.writeBranches(rest, chosen)
	case Split:
		parts := r.SplitItems(f.itemsOf(s.Items))
		first := pending{s.Below[0], parts[0], f}
		if s.Below[0].Count.Sign() == 0 {
			rest = []pending{first}
		} else if second := (pending{s.Below[1], parts[1], f}); s.Count.Sign() == 0 {
			rest = []pending{second}
		} else {
			rest = append([]pending{first, second}, rest...)
		}
		v.writeBranches(rest, chosen)
	default:
		v.writeBranch(todo[0], rest, chosen)
	}
}

// writeBranch writes the constraints of the branches on the item of a step. The argument rest lists the residuals that
// are combined with the residual of the step.
func (v *veripbWriter) writeBranch(at pending, rest []pending, chosen []matrix.OptionID) {
	item := at.frame.item(at.step.Item)
	live := at.residual.OptionsOf(item)
	at.frame.sort(live)
	steps := at.step.Below
	for o, next := range at.residual.Branches(item, live) {
		if len(steps) == 0 || v.err != nil {
			v.err = cmp.Or(v.err, errWrong)
			return
		}
		below := append([]pending{{steps[0], next, at.frame}}, rest...)
		if steps = steps[1:]; o < 0 {
			v.writeBranches(below, chosen)
			break
		}
		mark, with := len(v.open), append(slices.Clip(chosen), o)
		v.writeBranches(below, with)
		v.writeExclusion(with)
		spent := v.open[mark : len(v.open)-1] // the last constraint implies these
		if len(spent) > 0 {
			v.writeLine("d "+strings.Trim(fmt.Sprint(spent), "[]")+" 0", len(spent)+1)
		}
		v.open = append(v.open[:mark], v.constraint)
	}
}

// writeExclusion writes that some options are not chosen together, which follows by unit propagation.
func (v *veripbWriter) writeExclusion(options []matrix.OptionID) {
	line := []byte("rup ")
	for _, o := range options {
		line = fmt.Appendf(line, "1 ~x%d ", variableOf(o))
	}
	v.writeLine(string(line)+">= 1 ;", len(options)+1)
	v.addConstraint()
}

// writeSolution writes a solution, as the value of every option.
func (v *veripbWriter) writeSolution(rule string, chosen []matrix.OptionID) {
	line := []byte(rule)
	for o := range matrix.OptionID(v.p.OptionCount()) {
		sign := " ~x"
		if slices.Contains(chosen, o) {
			sign = " x"
		}
		line = strconv.AppendInt(append(line, sign...), int64(variableOf(o)), 10)
	}
	v.writeLine(string(line), v.p.OptionCount())
	v.addConstraint()
}

// addConstraint records that a constraint was written, which gets the next index.
func (v *veripbWriter) addConstraint() {
	v.constraint++
	v.open = append(v.open, v.constraint)
}

func (v *veripbWriter) writeLine(line string, numbers int) {
	if v.left -= numbers; v.left < 0 {
		v.err = cmp.Or(v.err, ErrTooLarge)
	}
	if v.err == nil {
		v.out.WriteString(line)
		v.out.WriteByte('\n')
	}
}
