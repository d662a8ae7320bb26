// Package serve shows the page of Quadrille in a browser, for the puzzles of one folder, at
// the speed of the machine.
//
// The page asks questions (package ask) by POST /ask and is answered line by line. GET
// /events tells it what to show, again after each save, and GET /gallery.json what there is
// in the folder, and the examples. The rest of the page is static (package web).
//
// A server can do little to a machine: it reads nothing but that folder, writes nothing, and
// bounds what a question may cost. Only a browser that was opened with the key is answered,
// and only on the address that it was told.
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

// Host says what a question may cost. What it reads is up to the server.
type Host = ask.Host

// Server serves one folder. It is an [http.Handler].
type Server struct {
	host Host
	root *os.Root
	file string // the one that is shown, by its path from the folder; or "" for all
	key  string
	mux  *http.ServeMux
	clientTimeouts

	searches, shortQuestions, events chan struct{} // a place for each that is under way
}

// Bounds of what goes on at a time. A browser opens six connections to a server.
const (
	maxConnections    = 128
	maxSearches       = 3
	maxShortQuestions = 4 // questions that are no searches
	maxEvents         = 8 // pages that wait for saves
)

// NewServer makes a server for a folder. It shows one file of it, or, if there is no name,
// whichever was saved last. The host says what a question may cost.
func NewServer(folder, file string, host Host) (*Server, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	s := &Server{
		host: host, root: root, file: file, key: rand.Text(), mux: http.NewServeMux(), clientTimeouts: defaultTimeouts,
		searches: make(chan struct{}, maxSearches), shortQuestions: make(chan struct{}, maxShortQuestions),
		events: make(chan struct{}, maxEvents),
	}
	s.host.Files = withExamplesFS{regularFilesFS{root.FS()}}
	s.mux.HandleFunc("POST /ask", s.serveAnswer)
	s.mux.HandleFunc("GET /events", s.serveEvents)
	s.mux.HandleFunc("GET /gallery.json", s.serveGallery)
	s.mux.HandleFunc("GET /{$}", s.servePage)
	s.mux.HandleFunc("GET /solid.js", s.serveSolids)
	s.mux.Handle("GET /", s.staticHandler())
	return s, nil
}

// URL is what to open in a browser. It has a key at its end, for which the browser gets a cookie. A server that listens
// on all addresses of its machine is known by each, and by none that is no address, such as 0.0.0.0.
func (s *Server) URL(l net.Listener) string {
	at := l.Addr().String()
	if tcp, ok := l.Addr().(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		at = net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
	}
	return "http://" + at + "/?key=" + s.key
}

// Close forgets the folder.
func (s *Server) Close() error { return s.root.Close() }

// clientTimeouts is how long a client may take. What it asks has a time of its own.
type clientTimeouts struct {
	read, write, idle time.Duration
}

var defaultTimeouts = clientTimeouts{read: 10 * time.Second, write: 20 * time.Second, idle: time.Minute}

// closeDelay is how long clients have to read the last answer when the server ends.
const closeDelay = time.Second

// Serve answers until ctx ends, and then ends at once.
func (s *Server) Serve(ctx context.Context, l net.Listener, errorLog *log.Logger) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler: s, ErrorLog: errorLog, BaseContext: func(net.Listener) context.Context { return inner },
		ReadHeaderTimeout: s.clientTimeouts.read, WriteTimeout: s.clientTimeouts.write,
		IdleTimeout: s.clientTimeouts.idle, MaxHeaderBytes: 16 << 10,
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
		server.Close() // somebody does not read
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// ListenNear opens the port of an address, or, if that is taken, another one.
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
