// Package lsp is a language server: it answers an editor that speaks the Language Server Protocol
// over a pair of streams.
//
// Its input and output are messages. The package assist answers the questions about a text; this package converts
// offsets to positions, stores the open texts, and runs slow work in the background so that typing is not delayed. It
// reads files only through the folders that Options.OpenFolder opens, and knows nothing of the grammar of the language.
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

// Options holds the settings of a server.
type Options struct {
	// OpenFolder opens the folder of a document, so that the document can use other files in it.
	OpenFolder func(path string) fs.FS
	// WriteModule writes the text of a standard module to a file, for display, and returns its path. It may be nil.
	WriteModule func(name string) (path string, err error)
	// Version is the version of the program, which the server reports to the editor.
	Version string
	// CheckDelay is the time without typing after which a text is checked as a whole; 0 stands for 150 ms.
	CheckDelay time.Duration
	// CommandTimeout bounds the time of a command; 0 stands for 30 s.
	CommandTimeout time.Duration
}

// Serve answers messages until the editor sends exit or closes its stream, or ctx ends. If the header of a message is
// invalid, Serve returns an error.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	if o.CheckDelay == 0 {
		o.CheckDelay = 150 * time.Millisecond
	}
	if o.CommandTimeout == 0 {
		o.CommandTimeout = 30 * time.Second
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &server{
		options: o, ctx: ctx, cancel: end, documents: map[string]*document{},
		unsolvableDocuments: map[string]*document{},
		lastColors:          map[string]documentColors{}, checkTimers: map[string]*time.Timer{},
		cancelFuncs: map[string]context.CancelFunc{}, connectionReady: make(chan struct{}),
		checkSlot: make(chan struct{}, 1), requestSlots: make(chan struct{}, maxRequests),
		searchSlots: make(chan struct{}, maxSearches),
	}
	messages := &limitedCodec{}
	stream := jsonrpc2.NewBufferedStream(editorStreams{in, out}, messages)
	s.connection = jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	close(s.connectionReady)
	select {
	case <-s.connection.DisconnectNotify():
		return messages.endReason
	case <-ctx.Done():
		return nil
	}
}

// editorStreams is the pair of streams to an editor. Close does nothing, because the caller of Serve closes the
// streams.
type editorStreams struct {
	io.Reader
	io.Writer
}

func (editorStreams) Close() error { return nil }

// maxRequests is the largest number of requests that run at the same time, and maxSearches the largest number of
// searches among them. Further ones wait.
const (
	maxRequests = 16
	maxSearches = 2
)

type server struct {
	options         Options
	ctx             context.Context
	cancel          context.CancelFunc
	connection      *jsonrpc2.Conn
	connectionReady chan struct{} // closed when conn is set

	clientParams    initializeParams
	conversation    conversationState
	checkSlot       chan struct{} // holds one element during the check of a whole text
	requestSlots    chan struct{} // holds one element for each running request
	searchSlots     chan struct{} // holds one element for each running search
	mu              sync.Mutex    // guards the fields below
	columnsAreBytes bool          // whether columns are counted in bytes
	lastToken       int           // last number used in a progress token or a result id
	// cancelFuncs holds the functions that cancel requests and progress, by the key that cancelKey takes.
	cancelFuncs map[string]context.CancelFunc
	// checkTimers holds, for the URI of each document to check, the timer that starts the check.
	checkTimers map[string]*time.Timer
	// documents holds the open documents, by URI.
	documents           map[string]*document
	unsolvableDocuments map[string]*document      // documents that are known to have no solution, by URI
	lastColors          map[string]documentColors // colors last sent to the editor, by URI of the document
}

// conversationState is the state of the connection between initialize and exit.
type conversationState int

const (
	notStarted conversationState = iota
	isRunning
	isShutDown
)

// The error codes that the protocol adds to those of JSON-RPC.
const (
	notInitialized   = -32002
	requestFailed    = -32803
	contentModified  = -32801
	requestCancelled = -32800
)

// Handle implements [jsonrpc2.Handler]. Handle is called for one message at a time, in the order of arrival. It applies
// changes of documents at once, and answers requests in the background.
func (s *server) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-s.connectionReady
	defer s.recoverMessage(r)
	var params json.RawMessage
	if r.Params != nil {
		params = *r.Params
	}
	if r.Notif {
		s.handleNotification(r.Method, params)
		return
	}
	switch {
	case r.Method == "initialize" && s.conversation == notStarted:
		s.sendReply(r.ID, s.initializeServer(params), nil)
	case r.Method == "initialize":
		s.sendReply(r.ID, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is initialized"})
	case s.conversation == notStarted:
		s.sendReply(r.ID, nil, &jsonrpc2.Error{Code: notInitialized, Message: "the first request is initialize"})
	case r.Method == "shutdown":
		s.conversation = isShutDown
		s.sendReply(r.ID, nil, nil)
	case s.conversation == isShutDown:
		s.sendReply(r.ID, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is shut down"})
	default:
		ctx := s.cancellableContext(r.ID.String())
		go s.answerRequest(ctx, r.ID, r.Method, params)
	}
}

// handleNotification handles a message without a reply.
func (s *server) handleNotification(method string, params json.RawMessage) {
	switch method {
	case "exit":
		s.cancel()
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

// withParams decodes the parameters of a message, and calls the function handle with them if they are valid.
func withParams[P any](params json.RawMessage, handle func(P)) {
	var p P
	if json.Unmarshal(params, &p) == nil {
		handle(p)
	}
}

// answerRequest answers a request. It drops the result if the document has changed meanwhile.
func (s *server) answerRequest(ctx context.Context, id jsonrpc2.ID, method string, params json.RawMessage) {
	defer s.cancelKey(id.String())
	queue := s.requestSlots
	if method == executeCommand {
		queue = s.searchSlots
	}
	select {
	case queue <- struct{}{}:
		defer func() { <-queue }()
	case <-ctx.Done():
	}
	var result any
	err := ctx.Err()
	if err == nil {
		result, err = s.callCatchingPanics(ctx, method, params)
	}
	if ctx.Err() != nil {
		err = &jsonrpc2.Error{Code: requestCancelled, Message: "the request was cancelled"}
	}
	s.sendReply(id, result, err)
}

// callCatchingPanics calls the handler of a request. It turns a panic into an error.
func (s *server) callCatchingPanics(ctx context.Context, method string, params json.RawMessage) (result any,
	err error) {
	defer source.CatchBug(&err, method, func() source.Span { return source.Span{} })
	return s.callHandler(ctx, method, params)
}

// recoverMessage recovers from a panic in the handler of a message and reports it to the editor, so that the next
// message is handled.
func (s *server) recoverMessage(r *jsonrpc2.Request) {
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

// errOutdated is the error of a request about a document that has changed meanwhile.
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
	_ = s.connection.SendResponse(s.ctx, response) // an error means that the connection is closed
}

func (s *server) sendNotification(method string, params any) {
	_ = s.connection.Notify(s.ctx, method, params) // an error means that the connection is closed
}

// cancellableContext returns a context that the editor can cancel by a key, which is made of the id of a request or of
// a progress token.
func (s *server) cancellableContext(key string) context.Context {
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelFuncs[key] = cancel
	return ctx
}

func (s *server) cancelKey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancelFuncs[key]; cancel != nil {
		cancel()
		delete(s.cancelFuncs, key)
	}
}

func (s *server) initializeServer(params json.RawMessage) initializeResult {
	withParams(params, func(p initializeParams) { s.clientParams = p })
	s.conversation = isRunning
	encoding := "utf-16"
	if slices.Contains(s.clientParams.Capabilities.General.PositionEncodings, "utf-8") {
		encoding, s.columnsAreBytes = "utf-8", true
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

// callHandler calls the handler of a request.
func (s *server) callHandler(ctx context.Context, method string, params json.RawMessage) (any, error) {
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
