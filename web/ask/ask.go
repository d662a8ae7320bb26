// Package ask is the conversation between a page and Quadrille: a [Question] comes, and
// Answers go, as they are found.
//
// It is the same behind WebAssembly in a worker and behind a server. A question holds all
// that it is about, so nothing is remembered between two of them, and several may be asked
// at once. Who carries them, and how a question is given up, is up to the carrier: it ends
// the context.
package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"time"

	"quadrille"
	"quadrille/lang/source"
)

// Host is where questions are answered: what they may read, and what they may cost. The zero
// value reads nothing and bounds nothing but what spec.md does.
type Host struct {
	// Files is the folder of the puzzles, for what they use by path.
	Files fs.FS
	// Limits bounds boards, items and options.
	Limits quadrille.Limits
	// Threads is the number of threads of a search; 0 stands for one.
	Threads int
	// MaxTime bounds the time of a question, MaxBytes the tables of a search.
	MaxTime  time.Duration
	MaxBytes int64
	// MaxSolutions bounds the solutions that are sent to one question.
	MaxSolutions int
}

// questionHandlers has what is done for each word.
var questionHandlers = map[string]func(*questionRun) error{
	"check":    (*questionRun).sendDiagnostics,
	"hover":    (*questionRun).sendHover,
	"complete": (*questionRun).sendCompletions,
	"format":   (*questionRun).sendFormatted,
	"explain":  (*questionRun).sendCodePage,
	"look":     (*questionRun).sendOverview,
	"solve":    (*questionRun).sendSolutions,
	"draw":     (*questionRun).sendDrawn,
	"count":    (*questionRun).sendCount,
	"test":     (*questionRun).sendVerdicts,
	"matrix":   (*questionRun).sendMatrix,
	"film":     (*questionRun).sendFilm,
	"why":      (*questionRun).sendReasons,
	"unique":   (*questionRun).sendUniqueness,
	"paper":    (*questionRun).sendPaper,
	"play":     (*questionRun).sendGame,
	"try":      (*questionRun).sendJudged,
}

// IsSearch reports whether what a word asks for may take long.
func IsSearch(word string) bool {
	return slices.Contains([]string{"solve", "count", "test", "film", "why", "unique", "try"}, word)
}

// questionRun is a question on its way. Tell sends an answer; its error ends the question.
type questionRun struct {
	Question
	host   Host
	ctx    context.Context
	send   func(Answer) error
	end    End
	effort quadrille.Effort
}

// Answer answers a question. It calls tell with each answer, the last one an End. An error
// of tell says that nobody listens any more; then no End is sent.
func (h Host) Answer(ctx context.Context, q Question, tell func(Answer) error) {
	began := time.Now()
	if limit := h.timeLimit(q); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, began.Add(limit))
		defer cancel()
		ctx = deadlineContext{ctx, began.Add(limit)}
	}
	q.Name = cmp.Or(q.Name, "puzzle.puz")
	a := &questionRun{Question: q, host: h, ctx: ctx, send: tell, end: End{Reason: "done"}}
	do, known := questionHandlers[q.Do]
	err := fmt.Errorf("nobody knows how to do %q", q.Do)
	if known {
		err = a.guarded(do)
	}
	if errors.Is(err, errDisconnected) {
		return
	}
	a.setEndReason(err)
	a.end.Seconds = time.Since(began).Seconds()
	_ = tell(Answer{End: &a.end}) // whoever is gone has not to be told
}

// guarded does what a word asks for, and returns a mistake of ours that is met on the way.
func (a *questionRun) guarded(do func(*questionRun) error) (err error) {
	defer source.CatchBug(&err, a.Do, func() source.Span { return source.WholeFile(a.Name) })
	return do(a)
}

// timeLimit returns how much time a question has; 0 is without bound.
func (h Host) timeLimit(q Question) time.Duration {
	wanted := time.Duration(min(max(0, q.Seconds), maxLimitSeconds) * float64(time.Second))
	if h.MaxTime > 0 && (wanted == 0 || wanted > h.MaxTime) {
		return h.MaxTime
	}
	return wanted
}

// deadlineContext is a context whose Err compares the clock with the deadline. The timer of the context inside
// needs a turn of the scheduler, and WebAssembly with its one thread gives none to a loop that does not wait.
type deadlineContext struct {
	context.Context
	deadline time.Time
}

// Err implements [context.Context].
func (c deadlineContext) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if time.Now().Before(c.deadline) {
		return nil
	}
	runtime.Gosched() // the timer ends the contexts that were made of this one
	return context.DeadlineExceeded
}

// maxLimitSeconds keeps a number of seconds a duration.
const maxLimitSeconds = 1e9

// errDisconnected says that nobody listens.
var errDisconnected = errors.New("nobody listens")

// sendAnswer sends an answer.
func (a *questionRun) sendAnswer(answer Answer) error {
	if a.send(answer) != nil {
		return errDisconnected
	}
	return nil
}

// setEndReason says why there are no more answers.
func (a *questionRun) setEndReason(err error) {
	var diagnostics quadrille.Diagnostics
	var bug *source.Bug
	switch {
	case err == nil:
	case errors.Is(errors.Join(err, a.ctx.Err()), context.DeadlineExceeded):
		a.end.Reason = "time"
	case a.ctx.Err() != nil:
		a.end.Reason = "stopped"
	case errors.Is(err, quadrille.ErrMemory):
		a.end.Reason = "memory"
	case errors.As(err, &diagnostics):
		a.end.Reason, a.end.Error = "error", "there are mistakes in the text"
	case errors.As(err, &bug):
		a.end.Reason, a.end.Error = "error", bug.Error()+"; please report it with this file"
	default:
		a.end.Reason, a.end.Error = "error", err.Error()
	}
}

// puzzleOptions says how to read the text.
func (a *questionRun) puzzleOptions() quadrille.Options {
	upTo := map[string]quadrille.UpTo{"symmetry": quadrille.Symmetry, "rotation": quadrille.Rotation}
	return quadrille.Options{Params: a.Params, UpTo: upTo[a.UpTo], Format: "puz", Files: a.textFolder(),
		Limits: a.host.Limits, Stop: a.ctx.Err}
}

// loadPuzzle compiles the text. Mistakes are told, and are the error as well.
func (a *questionRun) loadPuzzle() (*quadrille.Puzzle, error) {
	p, err := quadrille.Load(a.Name, []byte(a.Text), a.puzzleOptions())
	var list quadrille.Diagnostics
	if errors.As(err, &list) {
		if gone := a.sendErrors(list); gone != nil {
			return nil, gone
		}
	}
	return p, err
}

// textFolder returns the folder that the text is in, or nil.
func (a *questionRun) textFolder() fs.FS {
	if a.host.Files == nil {
		return nil
	}
	sub, err := fs.Sub(a.host.Files, path.Dir(a.Name))
	if err != nil {
		return nil // the name is no path in the folder of the host
	}
	return sub
}

// searchOptions says how to search.
func (a *questionRun) searchOptions() quadrille.Search {
	bytes := a.Bytes
	if a.host.MaxBytes > 0 && (bytes <= 0 || bytes > a.host.MaxBytes) {
		bytes = a.host.MaxBytes
	}
	return quadrille.Search{
		Engine: quadrille.Engine(a.Engine), Threads: a.host.Threads, Ordered: true, MaxMemory: max(0, bytes),
		Effort: &a.effort, Progress: a.progressReporter(),
	}
}
