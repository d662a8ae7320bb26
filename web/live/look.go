package live

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

// Look is what to find out about a puzzle.
type Look struct {
	// Name is that of the file as people know it.
	Name    string
	Options quadrille.Options
	Search  quadrille.Search
	// Budget is the time for each question.
	Budget time.Duration
	// Style is that of the picture.
	Style quadrille.Style
}

// Write checks the puzzle and says what is wrong with it; or draws a solution, counts them,
// and says what has come of the expectations. It stops without a word when ctx ends. Its
// error is that of the writer.
func (l Look) Write(ctx context.Context, w io.Writer, files fs.FS) error {
	out := &printer{w: w}
	var wrong quadrille.Diagnostics
	switch err := l.look(ctx, out, files); {
	case err == nil, ctx.Err() != nil:
	case errors.As(err, &wrong):
		source.Print(out, wrong)
	default:
		out.say("%v", err)
	}
	return out.err
}

// look checks the puzzle and answers the questions about it. A mistake of ours is an error like those of the puzzle.
func (l Look) look(ctx context.Context, out *printer, files fs.FS) (err error) {
	defer source.Catch(&err, "looking at", func() source.Span { return source.Whole(l.Name) })
	p, err := l.load(ctx, files)
	if err == nil && ctx.Err() == nil {
		source.Print(out, p.Warnings())
		l.answer(ctx, out, p)
	}
	return err
}

func (l Look) load(ctx context.Context, files fs.FS) (*quadrille.Puzzle, error) {
	text, err := quadrille.ReadFile(files, filepath.Base(l.Name))
	if err != nil {
		return nil, err
	}
	o := l.Options
	o.Files, o.Stop = files, ctx.Err
	return quadrille.Load(l.Name, text, o)
}

// answer asks one question after the other, while somebody listens.
func (l Look) answer(ctx context.Context, out *printer, p *quadrille.Puzzle) {
	questions := []func(context.Context, *printer, *quadrille.Puzzle){l.first, l.count}
	for _, e := range p.Expectations() {
		questions = append(questions, func(ctx context.Context, out *printer, p *quadrille.Puzzle) { l.expect(ctx, out, p, e) })
	}
	for _, ask := range questions {
		if out.err != nil || ctx.Err() != nil {
			return
		}
		// An answer that comes after an edit is one to another question.
		answer := &printer{w: out, still: ctx}
		inner, cancel := context.WithTimeout(ctx, l.Budget)
		ask(inner, answer, p)
		cancel()
	}
}

func (l Look) first(ctx context.Context, out *printer, p *quadrille.Puzzle) {
	switch s, err := p.First(ctx, l.Search); {
	case err == nil:
		out.say("%s", s.Text(l.Style))
	case !errors.Is(err, quadrille.ErrNone): // which the count will say
		out.say("no solution yet: %v", l.why(ctx, err))
	}
}

func (l Look) count(ctx context.Context, out *printer, p *quadrille.Puzzle) {
	upTo := ""
	if g, ok := p.Group(); ok {
		upTo = " up to " + g.UpTo
	}
	n, err := p.Count(ctx, l.Search)
	if _, exact := n.Exact(); exact {
		out.say("%s%s", n.Solutions(), upTo)
	} else {
		out.say("at least %s%s: %v", n.Solutions(), upTo, cmp.Or(l.why(ctx, err), errors.New("more are not asked for")))
	}
}

func (l Look) expect(ctx context.Context, out *printer, p *quadrille.Puzzle, e quadrille.Expectation) {
	verdict, err := p.Check(ctx, e, l.Search)
	var wrong quadrille.Diagnostics
	if errors.As(err, &wrong) {
		source.Print(out, wrong)
		return
	}
	out.say("%s", verdict.Line(e))
}

// why says in words what ended a search.
func (l Look) why(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stopped after %v", l.Budget)
	}
	return err
}

// printer keeps the first error of a writer, and prints nothing any more when the context
// that it heeds has ended by itself and not by its time.
type printer struct {
	w     io.Writer
	still context.Context
	err   error
}

func (p *printer) Write(text []byte) (int, error) {
	if p.err != nil || p.still != nil && p.still.Err() != nil {
		return len(text), p.err
	}
	n, err := p.w.Write(text)
	p.err = err
	return n, err
}

func (p *printer) say(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }
