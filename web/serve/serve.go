// Package serve serves the page of Quadrille to a browser, for the puzzles of one folder.
//
// The page sends questions (package ask) by POST /ask and receives answers line by line. GET /events tells the page
// which puzzle to show, at first and after each save. GET /gallery.json returns the puzzles of the folder and the
// examples. The other parts of the page are static (package web).
//
// A server has few permissions: it reads only that folder, writes nothing, and bounds the cost of a question. It
// answers only requests with the key, which is part of the URL that opens the page, and only at its own address.
package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"golang.org/x/net/netutil"

	"quadrille/web/ask"
)

// Host bounds what the answer to a question may cost. The server itself sets the field Files.
type Host = ask.Host

// Server serves one folder. It is an [http.Handler].
type Server struct {
	hostLimits Host
	rootFolder *os.Root
	shownFile  string // path of the file to show, from the folder; "" means the file that was saved last
	accessKey  string
	requestMux *http.ServeMux
	clientTimeouts

	// These channels hold an element for each search, short question or event stream in progress.
	searches, shortQuestions, eventStreams chan struct{}
}

// Bounds of concurrent requests. A browser opens six connections to a server.
const (
	maxConnections    = 128
	maxSearches       = 3
	maxShortQuestions = 4 // questions other than searches
	maxEvents         = 8 // event streams, one for each page that waits for saves
)

// NewServer returns a server for a folder. It shows the given file, or, if file is "", the file that was saved last.
// The host bounds the cost of a question.
func NewServer(folder, file string, host Host) (*Server, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	s := &Server{
		hostLimits: host, rootFolder: root, shownFile: file, accessKey: rand.Text(), requestMux: http.NewServeMux(),
		clientTimeouts: defaultTimeouts,
		searches:       make(chan struct{}, maxSearches), shortQuestions: make(chan struct{}, maxShortQuestions),
		eventStreams: make(chan struct{}, maxEvents),
	}
	s.hostLimits.Files = withExamplesFS{regularFilesFS{root.FS()}}
	s.requestMux.HandleFunc("POST /ask", s.serveAnswer)
	s.requestMux.HandleFunc("GET /events", s.serveEvents)
	s.requestMux.HandleFunc("GET /gallery.json", s.serveGallery)
	s.requestMux.HandleFunc("GET /{$}", s.servePage)
	s.requestMux.HandleFunc("GET /solid.js", s.serveSolids)
	s.requestMux.Handle("GET /", s.staticHandler())
	return s, nil
}

// URL returns the address for a browser. The address ends with a key, in return for which the browser gets a cookie. If
// the server listens on all addresses, as with 0.0.0.0, the result is one concrete address.
func (s *Server) URL(l net.Listener) string {
	at := l.Addr().String()
	if tcp, ok := l.Addr().(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		at = net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
	}
	return "http://" + at + "/?key=" + s.accessKey
}

// Close closes the folder of the server.
func (s *Server) Close() error { return s.rootFolder.Close() }

// clientTimeouts holds the time limits for reading a request, for writing an answer, and for idle connections. The time
// of a search is limited separately.
type clientTimeouts struct {
	readLimit, writeLimit, idleLimit time.Duration
}

var defaultTimeouts = clientTimeouts{readLimit: 10 * time.Second, writeLimit: 20 * time.Second, idleLimit: time.Minute}

// closeDelay is the time that clients have to read the last answer when the server ends.
const closeDelay = time.Second

// Serve answers requests until ctx ends. It then ends soon: clients have closeDelay to read their last answers.
func (s *Server) Serve(ctx context.Context, l net.Listener, errorLog *log.Logger) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler: s, ErrorLog: errorLog, BaseContext: func(net.Listener) context.Context { return inner },
		ReadHeaderTimeout: s.clientTimeouts.readLimit, WriteTimeout: s.clientTimeouts.writeLimit,
		IdleTimeout: s.clientTimeouts.idleLimit, MaxHeaderBytes: 16 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(netutil.LimitListener(l, maxConnections)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, done := context.WithTimeout(context.WithoutCancel(ctx), closeDelay)
	defer done()
	if err := server.Shutdown(last); err != nil {
		server.Close() // some client does not read its answer
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// ListenNear listens at an address, or at another port of it if the port is in use.
func ListenNear(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err == nil || errors.Is(err, fs.ErrPermission) {
		return l, err
	}
	if at, bad := net.ResolveTCPAddr("tcp", address); bad == nil {
		at.Port = 0
		if other, again := net.ListenTCP("tcp", at); again == nil {
			return other, nil
		}
	}
	return nil, err
}
