package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"quadrille"
	"quadrille/lang/source"
)

// PuzzleReport holds the settings of a report on a puzzle.
type PuzzleReport struct {
	// Name is the name of the file in messages.
	Name    string
	Options quadrille.Options
	Search  quadrille.Search
	// TimeLimit is the time limit for each question about the puzzle.
	TimeLimit time.Duration
	// Style is the style of the picture.
	Style quadrille.TextStyle
}

// Write checks the puzzle and writes its errors. If there are none, it writes a solution, the number of solutions, and
// the outcomes of its expectations. If ctx ends, it stops without output. It returns the error of the writer, if there
// is one.
func (l PuzzleReport) Write(ctx context.Context, w io.Writer, files fs.FS) error {
	out := &stickyPrinter{output: w}
	var wrong quadrille.Diagnostics
	switch err := l.writeReport(ctx, out, files); {
	case err == nil, ctx.Err() != nil:
	case errors.As(err, &wrong):
		source.PrintList(out, wrong)
	default:
		out.printLine("%v", err)
	}
	return out.err
}

// writeReport checks the puzzle and answers the questions about it. It returns the errors of the puzzle, and also a
// panic, as an error.
func (l PuzzleReport) writeReport(ctx context.Context, out *stickyPrinter, files fs.FS) (err error) {
	defer source.CatchBug(&err, "looking at", func() source.Span { return source.WholeFile(l.Name) })
	p, err := l.loadPuzzle(ctx, files)
	if err == nil && ctx.Err() == nil {
		source.PrintList(out, p.Warnings())
		l.answerQuestions(ctx, out, p)
	}
	return err
}

func (l PuzzleReport) loadPuzzle(ctx context.Context, files fs.FS) (*quadrille.Puzzle, error) {
	text, err := quadrille.ReadFile(files, filepath.Base(l.Name))
	if err != nil {
		return nil, err
	}
	o := l.Options
	o.Files, o.Stop = files, ctx.Err
	return quadrille.Load(l.Name, text, o)
}

// answerQuestions answers the questions in order, until ctx ends.
func (l PuzzleReport) answerQuestions(ctx context.Context, out *stickyPrinter, p *quadrille.Puzzle) {
	questions := []func(context.Context, *stickyPrinter, *quadrille.Puzzle){l.printFirstSolution, l.printCount}
	for _, e := range p.Expectations() {
		questions = append(questions, func(ctx context.Context, out *stickyPrinter,
			p *quadrille.Puzzle) {
			l.printVerdict(ctx, out, p, e)
		})
	}
	for _, ask := range questions {
		if out.err != nil || ctx.Err() != nil {
			return
		}
		// An answer that arrives after an edit is dropped, as it belongs to an earlier version of the text.
		answer := &stickyPrinter{output: out, ctx: ctx}
		inner, cancel := context.WithTimeout(ctx, l.TimeLimit)
		ask(inner, answer, p)
		cancel()
	}
}

func (l PuzzleReport) printFirstSolution(ctx context.Context, out *stickyPrinter, p *quadrille.Puzzle) {
	switch s, err := p.First(ctx, l.Search); {
	case err == nil:
		out.printLine("%s", s.Text(l.Style))
	case !errors.Is(err, quadrille.ErrNoSolution): // the count of solutions will show this
		out.printLine("no solution yet: %v", l.stopReason(ctx, err))
	}
}

func (l PuzzleReport) printCount(ctx context.Context, out *stickyPrinter, p *quadrille.Puzzle) {
	upTo := ""
	if g, ok := p.Group(); ok {
		upTo = " up to " + g.UpTo
	}
	n, err := p.Count(ctx, l.Search)
	if _, exact := n.Exact(); exact {
		out.printLine("%s%s", n.SolutionsText(), upTo)
	} else {
		out.printLine("at least %s%s: %v", n.SolutionsText(), upTo,
			cmp.Or(l.stopReason(ctx, err), errors.New("more are not asked for")))
	}
}

func (l PuzzleReport) printVerdict(ctx context.Context, out *stickyPrinter, p *quadrille.Puzzle,
	e quadrille.Expectation) {
	verdict, err := p.Check(ctx, e, l.Search)
	var wrong quadrille.Diagnostics
	if errors.As(err, &wrong) {
		source.PrintList(out, wrong)
		return
	}
	out.printLine("%s", verdict.LineText(e))
}

// stopReason describes in words what ended a search.
func (l PuzzleReport) stopReason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stopped after %v", l.TimeLimit)
	}
	return err
}

// stickyPrinter keeps the first error of a writer. It prints nothing once its context has been cancelled; a
// deadline does not stop it.
type stickyPrinter struct {
	output io.Writer
	ctx    context.Context
	err    error
}

func (p *stickyPrinter) Write(text []byte) (int, error) {
	if p.err != nil || p.ctx != nil && p.ctx.Err() != nil {
		return len(text), p.err
	}
	n, err := p.output.Write(text)
	p.err = err
	return n, err
}

func (p *stickyPrinter) printLine(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }
