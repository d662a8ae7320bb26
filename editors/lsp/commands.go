package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quadrille/explain"

	"github.com/sourcegraph/jsonrpc2"

	"quadrille"
)

// executeCommand is the method of requests that run a search.
const executeCommand = "workspace/executeCommand"

// commandPrefix begins the names of the commands of lenses, which are commands that an editor displays above a
// statement. The arguments of a command are the URI of a document and, for test, the line of the expectation. The
// result of a command is a text, which is also shown as a message. The lens for puz.why is offered only for a document
// known to have no solution; the command works for any.
const commandPrefix = "puz."

var lensCommands = []string{commandPrefix + "draw", commandPrefix + "count", commandPrefix + "test",
	commandPrefix + "why"}

// maxMemoryBytes bounds the tables of a search, and maxDrawingBytes the length of a drawing, both in bytes.
const (
	maxMemoryBytes  = 512 << 20
	maxDrawingBytes = 64 << 10
)

// executeLens runs the command of a lens until the command ends, is cancelled, or exceeds its time limit.
func (s *server) executeLens(ctx context.Context, p executeCommandParams) (any, error) {
	var uri string
	line := -1
	if len(p.Arguments) > 0 {
		_ = json.Unmarshal(p.Arguments[0], &uri) // without a document, the error follows below
	}
	if len(p.Arguments) > 1 {
		_ = json.Unmarshal(p.Arguments[1], &line)
	}
	d := s.openDocument(uri)
	if d == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("%s is not open", uri)}
	}
	ask := map[string]func(context.Context, *quadrille.Puzzle, quadrille.Search) (string, error){
		"puz.draw": drawFirst, "puz.count": countSolutions, "puz.why": explainUnsolvable,
		"puz.test": func(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
			return testExpectation(ctx, q, search, line+1)
		},
	}[p.Command]
	if ask == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
			Message: fmt.Sprintf("there is no command %q", p.Command)}
	}
	ctx, end := context.WithTimeout(ctx, s.options.CommandTimeout)
	defer end()
	ctx, done := s.startProgress(ctx, p)
	defer done()
	name, files := s.documentPlace(d.uri)
	q, err := quadrille.Load(name, []byte(d.analyzedText.String()), quadrille.Options{Files: files, Stop: ctx.Err})
	text := ""
	if err == nil {
		text, err = ask(ctx, q, quadrille.Search{MaxMemory: maxMemoryBytes})
	}
	var wrong quadrille.Diagnostics
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return nil, ctx.Err()
	case ctx.Err() != nil:
		text = strings.TrimSpace(text + fmt.Sprintf("\nstopped after %v", s.options.CommandTimeout))
	case errors.As(err, &wrong):
		return nil, errors.New("mend the errors first")
	case errors.Is(err, quadrille.ErrNoSolution):
		s.markUnsolvable(d)
	case err != nil:
		return nil, err
	}
	s.sendNotification("window/showMessage", showMessageParams{3, text})
	return text, nil
}

func drawFirst(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
	solution, err := q.First(ctx, search)
	if errors.Is(err, quadrille.ErrNoSolution) {
		return "there is no solution", err
	}
	if err != nil {
		return "", err
	}
	text := solution.String()
	if len(text) > maxDrawingBytes {
		return "there is a solution, which is too large to be shown here", nil
	}
	return text, nil
}

func countSolutions(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
	n, err := q.Count(ctx, search)
	all, exact := n.Exact()
	switch {
	case !exact:
		return "at least " + n.SolutionsText(), err
	case err == nil && all.Sign() == 0:
		err = quadrille.ErrNoSolution
	}
	return n.SolutionsText(), err
}

// explainUnsolvable returns the first reason why the puzzle has no solution.
func explainUnsolvable(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
	var reasons []string
	for r, err := range explain.Reasons(ctx, q, search) {
		if errors.Is(err, explain.ErrSolvable) {
			return err.Error(), nil
		}
		if err != nil {
			return strings.Join(reasons, "\n"), err
		}
		reasons = append(reasons, r.String())
	}
	return strings.Join(reasons, "\n"), quadrille.ErrNoSolution
}

// markUnsolvable records that a document has no solution, and asks the editor to request the lenses of the document
// again.
func (s *server) markUnsolvable(d *document) {
	s.mu.Lock()
	is := s.documents[d.uri] == d && s.unsolvableDocuments[d.uri] != d
	if is {
		s.unsolvableDocuments[d.uri] = d
	}
	s.mu.Unlock()
	if is && s.clientParams.Capabilities.Workspace.CodeLens.RefreshSupport {
		s.sendEditorRequest("workspace/codeLens/refresh", nil)
	}
}

// testExpectation checks the expectation on a line, and returns its outcome as a text.
func testExpectation(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search, line int) (string, error) {
	for _, e := range q.Expectations() {
		if e.Line != line {
			continue
		}
		v, err := q.Check(ctx, e, search)
		outcome := map[quadrille.Outcome]string{quadrille.Passed: "ok", quadrille.Failed: "FAIL",
			quadrille.NotApplicable: "skip", quadrille.Undecided: "undecided"}[v.Outcome]
		text := outcome + ": " + e.Text
		if said := v.String(); said != "" {
			text += ": " + said
		}
		return text, err
	}
	return "", fmt.Errorf("no expectation stands on line %d", line)
}

// startProgress reports to the editor that a command is running, and allows it to cancel the command. Its progress
// token is that of the request, or else a new token that the editor accepts. The returned function reports the end of
// the command.
func (s *server) startProgress(ctx context.Context, p executeCommandParams) (context.Context, func()) {
	token := p.WorkDoneToken
	if token == nil && !s.clientParams.Capabilities.Window.WorkDoneProgress {
		return ctx, func() {}
	}
	if token == nil {
		s.mu.Lock()
		s.lastToken++
		token = json.RawMessage(fmt.Sprintf(`"puz %d"`, s.lastToken))
		s.mu.Unlock()
		if err := s.connection.Call(ctx, "window/workDoneProgress/create", progressParams{Token: token},
			nil); err != nil {
			return ctx, func() {}
		}
	}
	key := "progress " + string(token)
	inner := s.cancellableContext(key)
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(inner, cancel)
	s.sendNotification("$/progress", progressParams{token, workDone{Kind: "begin",
		Title: strings.TrimPrefix(p.Command, commandPrefix), Cancellable: true}})
	return ctx, func() {
		stop()
		s.cancelKey(key)
		s.sendNotification("$/progress", progressParams{token, workDone{Kind: "end"}})
	}
}
