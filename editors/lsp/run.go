package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"quadrille"
)

// executeCommand is the method of requests that search.
const executeCommand = "workspace/executeCommand"

// The questions that lenses ask are commands. Their arguments are a document and, to test, the line of the
// expectation. The answer is a text, which is shown as a message too. Why there is no solution is offered by a lens when there
// is none, and answered whenever it is asked.
const commandPrefix = "puz."

var commands = []string{commandPrefix + "draw", commandPrefix + "count", commandPrefix + "test", commandPrefix + "why"}

// A search takes no more memory than this for its tables, and a drawing shows no more than so many bytes.
const (
	mostMemory  = 512 << 20
	mostDrawing = 64 << 10
)

// execute runs a command, as long as it may take and nobody cancels it.
func (s *server) execute(ctx context.Context, p executeCommandParams) (any, error) {
	var uri string
	line := -1
	if len(p.Arguments) > 0 {
		_ = json.Unmarshal(p.Arguments[0], &uri) // a document that is not open is reported below
	}
	if len(p.Arguments) > 1 {
		_ = json.Unmarshal(p.Arguments[1], &line)
	}
	d := s.document(uri)
	if d == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("%s is not open", uri)}
	}
	ask := map[string]func(context.Context, *quadrille.Puzzle, quadrille.Search) (string, error){
		"puz.draw": draw, "puz.count": count, "puz.why": why,
		"puz.test": func(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
			return test(ctx, q, search, line+1)
		},
	}[p.Command]
	if ask == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("there is no command %q", p.Command)}
	}
	ctx, end := context.WithTimeout(ctx, s.options.Limit)
	defer end()
	ctx, done := s.progress(ctx, p)
	defer done()
	name, files := s.place(d.uri)
	q, err := quadrille.Load(name, []byte(d.text.String()), quadrille.Options{Files: files, Stop: ctx.Err})
	text := ""
	if err == nil {
		text, err = ask(ctx, q, quadrille.Search{MaxMemory: mostMemory})
	}
	var wrong quadrille.Diagnostics
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return nil, ctx.Err()
	case ctx.Err() != nil:
		text = strings.TrimSpace(text + fmt.Sprintf("\nstopped after %v", s.options.Limit))
	case errors.As(err, &wrong):
		return nil, errors.New("mend the errors first")
	case errors.Is(err, quadrille.ErrNone):
		s.isEmpty(d)
	case err != nil:
		return nil, err
	}
	s.notify("window/showMessage", showMessageParams{3, text})
	return text, nil
}

func draw(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
	solution, err := q.First(ctx, search)
	if errors.Is(err, quadrille.ErrNone) {
		return "there is no solution", err
	}
	if err != nil {
		return "", err
	}
	text := solution.String()
	if len(text) > mostDrawing {
		return "there is a solution, which is too large to be shown here", nil
	}
	return text, nil
}

func count(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
	n, err := q.Count(ctx, search)
	all, exact := n.Exact()
	switch {
	case !exact:
		return "at least " + n.Solutions(), err
	case err == nil && all.Sign() == 0:
		err = quadrille.ErrNone
	}
	return n.Solutions(), err
}

// why says why there is no solution.
func why(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search) (string, error) {
	var reasons []string
	for r, err := range q.Why(ctx, search) {
		if errors.Is(err, quadrille.ErrSolvable) {
			return err.Error(), nil
		}
		if err != nil {
			return strings.Join(reasons, "\n"), err
		}
		reasons = append(reasons, r.String())
	}
	return strings.Join(reasons, "\n"), quadrille.ErrNone
}

// isEmpty notes that a document has no solution, and lets the editor ask for its lenses again.
func (s *server) isEmpty(d *document) {
	s.mu.Lock()
	is := s.documents[d.uri] == d && s.empty[d.uri] != d
	if is {
		s.empty[d.uri] = d
	}
	s.mu.Unlock()
	if is && s.client.Capabilities.Workspace.CodeLens.RefreshSupport {
		s.call("workspace/codeLens/refresh", nil)
	}
}

// test checks the expectation on a line.
func test(ctx context.Context, q *quadrille.Puzzle, search quadrille.Search, line int) (string, error) {
	for _, e := range q.Expectations() {
		if e.Line != line {
			continue
		}
		v, err := q.Check(ctx, e, search)
		outcome := map[quadrille.Outcome]string{quadrille.Met: "ok", quadrille.Failed: "FAIL", quadrille.NotApplicable: "skip", quadrille.Undecided: "undecided"}[v.Outcome]
		text := outcome + ": " + e.Text
		if said := v.String(); said != "" {
			text += ": " + said
		}
		return text, err
	}
	return "", fmt.Errorf("no expectation stands on line %d", line)
}

// progress tells the editor that something is under way, which it can cancel: by the token of the request, or by one that
// the editor is asked for.
func (s *server) progress(ctx context.Context, p executeCommandParams) (context.Context, func()) {
	token := p.WorkDoneToken
	if token == nil && !s.client.Capabilities.Window.WorkDoneProgress {
		return ctx, func() {}
	}
	if token == nil {
		s.mu.Lock()
		s.number++
		token = json.RawMessage(fmt.Sprintf(`"puz %d"`, s.number))
		s.mu.Unlock()
		if err := s.conn.Call(ctx, "window/workDoneProgress/create", progressParams{Token: token}, nil); err != nil {
			return ctx, func() {}
		}
	}
	key := "progress " + string(token)
	inner := s.cancellable(key)
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(inner, cancel)
	s.notify("$/progress", progressParams{token, workDone{Kind: "begin", Title: strings.TrimPrefix(p.Command, commandPrefix), Cancellable: true}})
	return ctx, func() {
		stop()
		s.cancel(key)
		s.notify("$/progress", progressParams{token, workDone{Kind: "end"}})
	}
}
