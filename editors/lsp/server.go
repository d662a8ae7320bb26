// Package lsp is a language server: it answers an editor that speaks the Language Server Protocol
// over a pair of streams.
//
// Its input and output are messages; what they say of a text comes from the package assist. It turns
// offsets into positions, keeps the texts that the editor has open, and sees to it that nothing that
// takes long is in the way of typing. It reads no file but through the folders that it is given.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"slices"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"quadrille/lang/source"
)

// Options say what a server may use.
type Options struct {
	// Folder opens the folder that a document is in, for the modules beside it.
	Folder func(path string) fs.FS
	// Module returns the path of a file with the text of a standard module, to be shown. It may be nil.
	Module func(name string) (path string, err error)
	// Version is what the server calls itself.
	Version string
	// Pause is how long nothing is typed before a text is looked at as a whole; 0 stands for
	// 150 ms.
	Pause time.Duration
	// Limit is how long a question may take that a lens asks; 0 stands for 30 s.
	Limit time.Duration
}

// Serve answers until the editor says exit or closes its stream, or ctx is done. An error says that it has sent what is
// no message.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	if o.Pause == 0 {
		o.Pause = 150 * time.Millisecond
	}
	if o.Limit == 0 {
		o.Limit = 30 * time.Second
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &server{
		options: o, ctx: ctx, end: end, documents: map[string]*document{}, unsolvable: map[string]*document{},
		colors: map[string]documentColors{}, pauses: map[string]*time.Timer{},
		cancels: map[string]context.CancelFunc{}, connected: make(chan struct{}),
		checking: make(chan struct{}, 1), busy: make(chan struct{}, maxRequests),
		searches: make(chan struct{}, maxSearches),
	}
	messages := &limitedCodec{}
	stream := jsonrpc2.NewBufferedStream(editorStreams{in, out}, messages)
	s.conn = jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	close(s.connected)
	select {
	case <-s.conn.DisconnectNotify():
		return messages.broken
	case <-ctx.Done():
		return nil
	}
}

// editorStreams are the two ends of the conversation. They are closed by whoever opened them.
type editorStreams struct {
	io.Reader
	io.Writer
}

func (editorStreams) Close() error { return nil }

// So many requests are answered at once, and so many searches run; the others wait.
const (
	maxRequests = 16
	maxSearches = 2
)

type server struct {
	options   Options
	ctx       context.Context
	end       context.CancelFunc
	conn      *jsonrpc2.Conn
	connected chan struct{} // closed when conn is set

	client     initializeParams
	state      conversationState
	checking   chan struct{} // held while a text is looked at as a whole
	busy       chan struct{} // held by requests
	searches   chan struct{} // held by those that search
	mu         sync.Mutex    // guards what follows
	bytes      bool          // columns are bytes
	number     int           // of progress tokens
	cancels    map[string]context.CancelFunc
	pauses     map[string]*time.Timer
	documents  map[string]*document
	unsolvable map[string]*document      // those without a solution, as far as that is known
	colors     map[string]documentColors // the last ones of each document
}

// conversationState is how far the conversation has come.
type conversationState int

const (
	notStarted conversationState = iota
	isRunning
	isShutDown
)

// The codes of errors that the protocol adds to those of JSON-RPC.
const (
	notInitialized  = -32002
	requestFailed   = -32803
	contentModified = -32801
	canceled        = -32800
)

// Handle implements [jsonrpc2.Handler]. Messages come in order, one at a time: what changes a
// document is done at once, and what asks is answered by and by.
func (s *server) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-s.connected
	defer s.survive(r)
	var params json.RawMessage
	if r.Params != nil {
		params = *r.Params
	}
	if r.Notif {
		s.handleNotification(r.Method, params)
		return
	}
	switch {
	case r.Method == "initialize" && s.state == notStarted:
		s.sendReply(r.ID, s.initializeServer(params), nil)
	case r.Method == "initialize":
		s.sendReply(r.ID, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is initialized"})
	case s.state == notStarted:
		s.sendReply(r.ID, nil, &jsonrpc2.Error{Code: notInitialized, Message: "the first request is initialize"})
	case r.Method == "shutdown":
		s.state = isShutDown
		s.sendReply(r.ID, nil, nil)
	case s.state == isShutDown:
		s.sendReply(r.ID, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is shut down"})
	default:
		ctx := s.cancellableContext(r.ID.String())
		go s.answerRequest(ctx, r.ID, r.Method, params)
	}
}

// handleNotification does what wants no answer.
func (s *server) handleNotification(method string, params json.RawMessage) {
	switch method {
	case "exit":
		s.end()
	case "textDocument/didOpen":
		withParams(params, s.didOpen)
	case "textDocument/didChange":
		withParams(params, s.didChange)
	case "textDocument/didClose":
		withParams(params, s.didClose)
	case "$/cancelRequest":
		withParams(params, func(p struct {
			ID jsonrpc2.ID `json:"id"`
		}) {
			s.cancelKey(p.ID.String())
		})
	case unreadableMethod:
		withParams(params, func(why string) {
			s.sendNotification("window/logMessage", showMessageParams{1, "a message makes no sense: " + why})
		})
	case "window/workDoneProgress/cancel":
		withParams(params, func(p progressParams) { s.cancelKey("progress " + string(p.Token)) })
	}
}

// withParams hands parameters on, if they are what they should be.
func withParams[P any](params json.RawMessage, do func(P)) {
	var p P
	if json.Unmarshal(params, &p) == nil {
		do(p)
	}
}

// answerRequest answers a request. What it has found of a document that has changed meanwhile is dropped.
func (s *server) answerRequest(ctx context.Context, id jsonrpc2.ID, method string, params json.RawMessage) {
	defer s.cancelKey(id.String())
	queue := s.busy
	if method == executeCommand {
		queue = s.searches
	}
	select {
	case queue <- struct{}{}:
		defer func() { <-queue }()
	case <-ctx.Done():
	}
	var result any
	err := ctx.Err()
	if err == nil {
		result, err = s.guarded(ctx, method, params)
	}
	if ctx.Err() != nil {
		err = &jsonrpc2.Error{Code: canceled, Message: "the request was cancelled"}
	}
	s.sendReply(id, result, err)
}

// guarded answers a request, or returns a mistake of ours that is met on the way.
func (s *server) guarded(ctx context.Context, method string, params json.RawMessage) (result any, err error) {
	defer source.Catch(&err, method, func() source.Span { return source.Span{} })
	return s.askFeature(ctx, method, params)
}

// survive tells the editor of a mistake of ours in a message that was handled, and lets the next one come.
func (s *server) survive(r *jsonrpc2.Request) {
	met := recover()
	if met == nil {
		return
	}
	bug := source.NewBug(met, r.Method, source.Span{})
	s.sendNotification("window/logMessage", showMessageParams{1, bug.Error()})
	if !r.Notif {
		s.sendReply(r.ID, nil, bug)
	}
}

// errOutdated is the error of an answer about a text that is no longer there.
var errOutdated = &jsonrpc2.Error{Code: contentModified, Message: "the document has changed"}

func (s *server) sendReply(id jsonrpc2.ID, result any, err error) {
	response := &jsonrpc2.Response{ID: id}
	var known *jsonrpc2.Error
	var bug *source.Bug
	switch {
	case errors.As(err, &bug):
		response.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError,
			Message: bug.Error() + "; please report it with this file"}
	case errors.As(err, &known):
		response.Error = known
	case err != nil:
		response.Error = &jsonrpc2.Error{Code: requestFailed, Message: err.Error()}
	default:
		if err := response.SetResult(result); err != nil {
			response.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		}
	}
	_ = s.conn.SendResponse(s.ctx, response) // nobody listens any more
}

func (s *server) sendNotification(method string, params any) {
	_ = s.conn.Notify(s.ctx, method, params) // nobody listens any more
}

// cancellableContext makes a context that the editor can cancel by a key.
func (s *server) cancellableContext(key string) context.Context {
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancels[key] = cancel
	return ctx
}

func (s *server) cancelKey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancels[key]; cancel != nil {
		cancel()
		delete(s.cancels, key)
	}
}

func (s *server) initializeServer(params json.RawMessage) initializeResult {
	withParams(params, func(p initializeParams) { s.client = p })
	s.state = isRunning
	encoding := "utf-16"
	if slices.Contains(s.client.Capabilities.General.PositionEncodings, "utf-8") {
		encoding, s.bytes = "utf-8", true
	}
	return initializeResult{
		ServerInfo: map[string]string{"name": "puz", "version": s.options.Version},
		Capabilities: map[string]any{
			"positionEncoding":           encoding,
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2},
			"hoverProvider":              true,
			"completionProvider":         map[string]any{"triggerCharacters": []string{" ", "{", "[", "(", ","}},
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"foldingRangeProvider":       true,
			"inlayHintProvider":          true,
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
			"codeLensProvider":           map[string]any{},
			"renameProvider":             map[string]any{"prepareProvider": true},
			"semanticTokensProvider": map[string]any{
				"full": map[string]bool{"delta": true}, "range": true,
				"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": []string{"declaration"}},
			},
			"executeCommandProvider": map[string]any{"commands": lensCommands, "workDoneProgress": true},
		},
	}
}

// askFeature answers a request.
func (s *server) askFeature(ctx context.Context, method string, params json.RawMessage) (any, error) {
	if method == executeCommand {
		var p executeCommandParams
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		return s.executeLens(ctx, p)
	}
	handle := documentRequests[method]
	if handle == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound,
			Message: fmt.Sprintf("this server knows no %q", method)}
	}
	var p documentParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	d := s.openDocument(p.TextDocument.URI)
	if d == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
			Message: fmt.Sprintf("%s is not open", p.TextDocument.URI)}
	}
	result, err := handle(s, d, p)
	if s.openDocument(p.TextDocument.URI) != d {
		return nil, errOutdated
	}
	return result, err
}
