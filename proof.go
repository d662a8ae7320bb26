package quadrille

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/search"
)

// WriteProof counts the solutions and writes a proof of their number, of which a program that knows
// nothing of the engines can see that it is right: docs/proof.md has the format. The steps are those of the
// engine memo, or of links if [Search.Engine] says so or memo cannot search the matrix. Of the other settings it
// uses MaxMemory and Progress. It is an error if the matrix does not express all constraints of the puzzle, see
// [Puzzle.ExtraConstraints].
func (p *Puzzle) WriteProof(ctx context.Context, w io.Writer, s Search) (Number, error) {
	m, err := p.provableMatrix()
	if err != nil {
		return Number{}, err
	}
	var report func(search.Progress)
	if s.Progress != nil {
		report = func(q search.Progress) { s.Progress(Progress{Progress: q, problem: m}) }
	}
	digest, err := p.dumpDigest()
	if err != nil {
		return Number{}, err
	}
	out := proof.NewWriter(w, digest)
	var n *big.Int
	switch s.Engine {
	case "", EngineAuto, EngineMemo:
		n, _, err = memo.CountSolutions(ctx, m, memo.CountOptions{MaxMemory: s.MaxMemory, Report: report, Proof: out})
		if s.Engine == EngineMemo || !errors.Is(err, ErrUnfit) {
			break
		}
		fallthrough
	case EngineLinks:
		n, err = dlx.CountWithProof(ctx, m, out, report)
	default:
		return Number{}, fmt.Errorf("a proof has the steps of the engine memo or links, and not of %s", s.Engine)
	}
	if err != nil {
		return Number{}, err
	}
	return Number{n, true}, out.WriteTotal(n)
}

// provableMatrix returns the matrix, or an error if it has more solutions than the puzzle.
func (p *Puzzle) provableMatrix() (*matrix.Problem, error) {
	if err := p.RefuseGoal("a proof knows no best ones"); err != nil {
		return nil, err
	}
	if !p.program.IsExact() {
		return nil, fmt.Errorf("no proof says %s, as this puzzle wants: %w", p.program.ExtraConstraints(), ErrNotExact)
	}
	return p.program.Candidates()
}

// dumpDigest returns the SHA-256 of the dump in dlx: with short names if it cannot have the others.
func (p *Puzzle) dumpDigest() ([]byte, error) {
	sum := sha256.New()
	err := p.WriteMatrix(sum, DumpOptions{Format: FormatDLX})
	if err != nil {
		sum.Reset()
		err = p.WriteMatrix(sum, DumpOptions{Format: FormatDLX, ShortNames: true})
	}
	return sum.Sum(nil), err
}
