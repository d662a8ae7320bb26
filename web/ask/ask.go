// Package ask answers the questions of a page about puzzles. The page sends a [Question], and receives each [Answer] as
// soon as the answer is found.
//
// The package is used both by WebAssembly in a web worker and by an HTTP server. A question contains all data that it
// needs. So nothing is stored between two questions, and several questions can be answered at once. The caller
// transports the messages, and cancels the context of a question to stop it.
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

// Host holds what the program that answers questions permits: which files are read, and what a question may cost. The
// zero value permits no files, and has only the bounds of spec.md.
type Host struct {
	// Files is the folder of the puzzles and of the files that they use.
	Files fs.FS
	// Limits bounds the size of boards, and the numbers of items and options.
	Limits quadrille.Limits
	// Threads is the number of threads of a search; 0 stands for one.
	Threads int
	// MaxTime bounds the time of a question, and MaxBytes bounds the memory of the tables of a search, in bytes.
	MaxTime  time.Duration
	MaxBytes int64
	// MaxSolutions is the largest number of solutions that are sent for a question.
	MaxSolutions int
}

// questionHandlers holds, for each [Question.Kind], the function that answers such a question.
var questionHandlers = map[string]func(*questionRun) error{
	"check":    (*questionRun).sendDiagnostics,
	"hover":    (*questionRun).sendHover,
	"complete": (*questionRun).sendCompletions,
	"format":   (*questionRun).sendFormatted,
	"explain":  (*questionRun).sendCodePage,
	"look":     (*questionRun).sendOverview,
	"solve":    (*questionRun).sendSolutions,
	"draw":     (*questionRun).sendDrawings,
	"count":    (*questionRun).sendCount,
	"test":     (*questionRun).sendVerdicts,
	"matrix":   (*questionRun).sendMatrix,
	"film":     (*questionRun).sendFilm,
	"why":      (*questionRun).sendReasons,
	"unique":   (*questionRun).sendUniqueness,
	"paper":    (*questionRun).sendPDF,
	"play":     (*questionRun).sendGame,
	"try":      (*questionRun).sendMoveVerdict,
}

// IsSearch reports whether answering a question of this kind may take long.
func IsSearch(word string) bool {
	return slices.Contains([]string{"solve", "count", "test", "film", "why", "unique", "try"}, word)
}

// questionRun is a question that is being answered. The function sendToClient sends an answer. If it returns an error,
// the question ends.
type questionRun struct {
	Question
	host         Host
	ctx          context.Context
	sendToClient func(Answer) error
	endAnswer    End
	searchEffort quadrille.Effort
}

// AnswerQuestion answers a question. It calls the function tell with each answer. The last answer is an End. If tell
// returns an error, the client has disconnected, and no End is sent.
func (h Host) AnswerQuestion(ctx context.Context, q Question, tell func(Answer) error) {
	began := time.Now()
	if limit := h.timeLimit(q); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, began.Add(limit))
		defer cancel()
		ctx = deadlineContext{ctx, began.Add(limit)}
	}
	q.Name = cmp.Or(q.Name, "puzzle.puz")
	a := &questionRun{Question: q, host: h, ctx: ctx, sendToClient: tell, endAnswer: End{Reason: "done"}}
	do, known := questionHandlers[q.Kind]
	err := fmt.Errorf("nobody knows how to do %q", q.Kind)
	if known {
		err = a.callGuarded(do)
	}
	if errors.Is(err, errDisconnected) {
		return
	}
	a.setEndReason(err)
	a.endAnswer.Seconds = time.Since(began).Seconds()
	_ = tell(Answer{End: &a.endAnswer}) // an error means that the client is gone
}

// callGuarded calls the handler of a question. It turns a panic into an error.
func (a *questionRun) callGuarded(do func(*questionRun) error) (err error) {
	defer source.CatchBug(&err, a.Kind, func() source.Span { return source.WholeFile(a.Name) })
	return do(a)
}

// timeLimit returns the time limit of a question; 0 means no limit.
func (h Host) timeLimit(q Question) time.Duration {
	wanted := time.Duration(min(max(0, q.MaxSeconds), maxLimitSeconds) * float64(time.Second))
	if h.MaxTime > 0 && (wanted == 0 || wanted > h.MaxTime) {
		return h.MaxTime
	}
	return wanted
}

// deadlineContext is a context whose Err compares the clock with the deadline. A usual context has a timer, which fires
// only when the scheduler gets a turn. WebAssembly has a single thread, on which a loop that does not wait gives the
// scheduler no turn.
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
	runtime.Gosched() // lets the timer end the contexts derived from this one
	return context.DeadlineExceeded
}

// maxLimitSeconds bounds a time limit, so that it fits a [time.Duration].
const maxLimitSeconds = 1e9

// errDisconnected is the error if the client has disconnected.
var errDisconnected = errors.New("nobody listens")

// sendAnswer sends an answer to the client.
func (a *questionRun) sendAnswer(answer Answer) error {
	if a.sendToClient(answer) != nil {
		return errDisconnected
	}
	return nil
}

// setEndReason sets the reason in the End from the error that ended the question.
func (a *questionRun) setEndReason(err error) {
	var diagnostics quadrille.Diagnostics
	var bug *source.Bug
	switch {
	case err == nil:
	case errors.Is(errors.Join(err, a.ctx.Err()), context.DeadlineExceeded):
		a.endAnswer.Reason = "time"
	case a.ctx.Err() != nil:
		a.endAnswer.Reason = "stopped"
	case errors.Is(err, quadrille.ErrMemory):
		a.endAnswer.Reason = "memory"
	case errors.As(err, &diagnostics):
		a.endAnswer.Reason, a.endAnswer.Error = "error", "there are mistakes in the text"
	case errors.As(err, &bug):
		a.endAnswer.Reason, a.endAnswer.Error = "error", bug.Error()+"; please report it with this file"
	default:
		a.endAnswer.Reason, a.endAnswer.Error = "error", err.Error()
	}
}

// puzzleOptions returns the options to compile the text of the question.
func (a *questionRun) puzzleOptions() quadrille.Options {
	upTo := map[string]quadrille.UpTo{"symmetry": quadrille.Symmetry, "rotation": quadrille.Rotation}
	return quadrille.Options{Params: a.Params, UpTo: upTo[a.Equivalence], Format: "puz", Files: a.textFolder(),
		Limits: a.host.Limits, Stop: a.ctx.Err}
}

// loadPuzzle compiles the text. If the text has errors, it sends them to the client, and returns them as well.
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

// textFolder returns the folder of the text, or nil if the text cannot use files.
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

// searchOptions returns the settings of a search for the question.
func (a *questionRun) searchOptions() quadrille.Search {
	bytes := a.MaxBytes
	if a.host.MaxBytes > 0 && (bytes <= 0 || bytes > a.host.MaxBytes) {
		bytes = a.host.MaxBytes
	}
	return quadrille.Search{
		Engine: quadrille.Engine(a.Engine), Threads: a.host.Threads, Ordered: true, MaxMemory: max(0, bytes),
		Effort: &a.searchEffort, Progress: a.progressReporter(),
	}
}
