package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"quadrille/web/ask"
	"quadrille/web/gallery"
)

const scott = `use pentominoes
board holey on square = 8x8 - 2x2 at (3, 3)
pack holey with pentominoes
`

// endless is a puzzle with 2 to the 40 solutions, which a search finds fast.
const endless = "items a[k] for k in 1..40\nsecondary items b[k] for k in 1..40\noption a[k] for k in 1..40\noption " +
	"a[k] b[k] for k in 1..40\n"

// servedFolder is a server on a port of its own, together with a browser that was opened with the key.
type servedFolder struct {
	*Server
	t      *testing.T
	folder string
	at     string // host:port
	client *http.Client
	ended  chan error
	stop   context.CancelFunc
}

// startServer serves a folder with scott.puz. What stands outside of it must never be told.
func startServer(t *testing.T, change func(*Server)) *servedFolder {
	t.Helper()
	above := t.TempDir()
	folder := filepath.Join(above, "folder")
	putFile(t, secret, above, "secret.puz")
	putFile(t, "words\n"+secret, above, "secret.txt")
	putFile(t, scott, folder, "scott.puz")
	server, err := NewServer(folder, "scott.puz", ask.Host{MaxTime: time.Hour, MaxSolutions: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(server)
	}
	l, err := ListenNear("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	jar, _ := cookiejar.New(nil)
	s := &servedFolder{server, t, folder, l.Addr().String(), &http.Client{Jar: jar, Transport: &http.Transport{}},
		make(chan error, 1), stop}
	go func() { s.ended <- server.Serve(ctx, l, log.New(io.Discard, "", 0)) }()
	t.Cleanup(s.stopServer)
	waitUntil(t, "the page is there", func() bool { // some tests have a server of little patience
		_, page := s.sendRequest("GET", "/?key="+server.accessKey, "", nil)
		return strings.Contains(page, `content="server"`)
	})
	return s
}

// limitTimeouts opens a connection that holds little, so that it is soon noticed that nobody reads.
func limitTimeouts(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return c, c.(*net.TCPConn).SetReadBuffer(4 << 10)
}

func (s *servedFolder) stopServer() {
	s.stop()
	if err := <-s.ended; err != nil {
		s.t.Error(err)
	}
	s.ended <- nil // for whoever ends it again
	s.client.CloseIdleConnections()
	s.Close()
}

func putFile(t *testing.T, text string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// sendRequest sends a request as the page does, changed in some way.
func (s *servedFolder) sendRequest(method, path, body string, change func(*http.Request)) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, "http://"+s.at+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if change != nil {
		change(r)
	}
	response, err := s.client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(text)
}

func (s *servedFolder) getPage(path string) string {
	s.t.Helper()
	status, text := s.sendRequest("GET", path, "", nil)
	if status != http.StatusOK {
		s.t.Fatalf("GET %s: %d, %s", path, status, text)
	}
	return text
}

func askQuestion(q ask.Question) string {
	text, err := json.Marshal(q)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// askQuestion sends a question and returns the answers.
func (s *servedFolder) askQuestion(q ask.Question) (answers []ask.Answer) {
	s.t.Helper()
	status, text := s.sendRequest("POST", "/ask", askQuestion(q), nil)
	if status != http.StatusOK {
		s.t.Fatalf("%d, %s", status, text)
	}
	for line := range strings.Lines(text) {
		var a ask.Answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			s.t.Fatalf("%q: %v", line, err)
		}
		answers = append(answers, a)
	}
	return answers
}

// countsScott asks for the number that Scott published.
func (s *servedFolder) countsScott() {
	s.t.Helper()
	for _, a := range s.askQuestion(ask.Question{Kind: "count", Text: scott}) {
		if a.Count != nil {
			if a.Count.Number != "520" || !a.Count.IsExact {
				s.t.Errorf("the count is %+v", a.Count)
			}
			return
		}
	}
	s.t.Error("there is no count")
}

// notShort skips a test in short runs.
func notShort(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a second")
	}
}

// forever is how long to wait for what must come about, however busy the machine is.
const forever = 5 * time.Minute

// waitUntil waits for something that must come about.
func waitUntil(t *testing.T, what string, is func() bool) {
	t.Helper()
	for start := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if time.Since(start) > forever {
			buffer := make([]byte, 1<<20)
			t.Fatalf("still not: %s\n%s", what, buffer[:runtime.Stack(buffer, true)])
		}
	}
}

func TestThePage(t *testing.T) {
	s := startServer(t, nil)
	for path, wanted := range map[string]string{"/": `content="server"`, "/main.js": "EventSource",
		"/solid.js": "quadrilleSolid", "/style.css": "{"} {
		if got := s.getPage(path); !strings.Contains(got, wanted) {
			t.Errorf("%s has no %q", path, wanted)
		}
	}
	for _, path := range []string{"/none", "/scott.puz", "/quadrille.wasm", "/page/dist/main.js"} {
		if status, text := s.sendRequest("GET", path, "", nil); status != http.StatusNotFound {
			t.Errorf("%s: %d, %s", path, status, text)
		}
	}
}

// The gallery has the puzzles of the folder first, and then the examples, which use files of
// their own.
func TestGallery(t *testing.T) {
	s := startServer(t, nil)
	putFile(t, "puzzle \"Of my own\"\nmistake", s.folder, "sub", "b.puz")
	putFile(t, "", s.folder, ".hidden", "c.puz")
	putFile(t, "", s.folder, "notes.txt")
	putFile(t, strings.Repeat("// long\n", maxGalleryText), s.folder, "large.puz")
	var all []gallery.Entry
	if err := json.Unmarshal([]byte(s.getPage("/gallery.json")), &all); err != nil {
		t.Fatal(err)
	}
	if all[0].Name != "scott.puz" || all[0].Text != scott || all[1].Name != "sub/b.puz" ||
		all[1].Title != "Of my own" || all[1].Group != all[0].Group {
		t.Errorf("the puzzles of the folder are %+v", all[:2])
	}
	for _, e := range all[2:] {
		if e.Group == all[0].Group || e.Name == "scott.puz" {
			t.Errorf("%s is in the folder", e.Name)
		}
		if e.Name == "examples/latin-swaps-overlapping.puz" { // its square is in a file
			if answers := s.askQuestion(ask.Question{Kind: "check", Name: e.Name,
				Text: e.Text}); len(answers[0].Checked.Diagnostics) > 0 {
				t.Errorf("%+v", answers[0].Checked)
			}
			return
		}
	}
	t.Error("there are no examples")
}

func TestQuestions(t *testing.T) {
	s := startServer(t, nil)
	s.countsScott()
	putFile(t, "piece bar = 1x2\n", s.folder, "sub", "bars.puz")
	const using = "use \"bars.puz\"\nboard b on square = 2x3\npack b with any of bar\n"
	n := 0
	for _, a := range s.askQuestion(ask.Question{Kind: "solve", Name: "sub/main.puz", Text: using}) {
		n += len(a.Solutions)
	}
	if n != 3 {
		t.Errorf("%d solutions, want 3", n)
	}
}

// manySolutions are more than fit between the server and a client who does not read: on one processor
// a search might be over before anybody looks.
func manySolutions(s *Server) { s.hostLimits.MaxSolutions = 1e6 }

// Answers come one by one: the first is here while the search goes on.
func TestAnswersAreNotKeptBack(t *testing.T) {
	s := startServer(t, manySolutions)
	s.openSolutions(ask.Question{Kind: "solve", Text: endless})
	if len(s.searches) != 1 {
		t.Error("the search has ended")
	}
}

// openSolutions asks for solutions, and reads the first and no more. The connection is closed with
// the test.
func (s *servedFolder) openSolutions(q ask.Question) io.ReadCloser {
	s.t.Helper()
	response, err := s.client.Post("http://"+s.at+"/ask", "application/json", strings.NewReader(askQuestion(q)))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { response.Body.Close() })
	if line, err := bufio.NewReader(response.Body).ReadString('\n'); err != nil ||
		!strings.Contains(line, `"solutions"`) {
		s.t.Errorf("the first answer is %q, %v", line, err)
	}
	return response.Body
}

// Whoever leaves ends the search, and whoever waits for a place takes it.
func TestLeaving(t *testing.T) {
	notShort(t)
	s := startServer(t, manySolutions)
	for range 2 {
		var bodies []io.Closer
		for range maxSearches {
			bodies = append(bodies, s.openSolutions(ask.Question{Kind: "solve", Text: endless}))
		}
		waitUntil(t, "all places are taken", func() bool { return len(s.searches) == maxSearches })
		for _, b := range bodies {
			b.Close()
		}
		s.countsScott()
		waitUntil(t, "no search is left", func() bool { return len(s.searches) == 0 })
	}
}

// A client that does not read what it asked for loses its place.
func TestNobodyReads(t *testing.T) {
	notShort(t)
	s := startServer(t, func(s *Server) { s.writeLimit, s.hostLimits.MaxSolutions = 50*time.Millisecond, 1e6 })
	s.client.Transport = &http.Transport{DialContext: limitTimeouts}
	response, err := s.client.Post("http://"+s.at+"/ask", "application/json",
		strings.NewReader(askQuestion(ask.Question{Kind: "solve", Text: endless})))
	if err == nil { // a busy machine has lost its patience before the first answer
		defer response.Body.Close()
	}
	waitUntil(t, "the search has ended", func() bool { return len(s.searches) == 0 })
}

// A client that sends its request, or what it asks, bit by bit is sent away.
func TestSlowClients(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	s := startServer(t, func(s *Server) { s.readLimit = 50 * time.Millisecond })
	const more = "Content-Length: 1000" // than is sent
	for _, begun := range []string{
		"", "GET / HT", "GET / HTTP/1.1\r\nHost: " + s.at + "\r\nA: b", s.requestHead("POST", "/ask", more) + `{"do":`,
		strings.Replace(s.requestHead("POST", "/ask", more), "Connection: close\r\n", "", 1) + "{}" +
			strings.Repeat(" ", 900),
		s.requestHead("GET", "/events", more), "GET / HTTP/1.1\r\nHost: nobody\r\n" + more + "\r\n\r\n",
	} {
		c := s.dialAndSend(begun)
		_ = c.SetReadDeadline(time.Now().Add(forever))
		// another error ends the connection as well
		if _, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%q: %v", begun, err)
		}
		c.Close()
	}
}

// dialAndSend opens a connection and sends something.
func (s *servedFolder) dialAndSend(text string) net.Conn {
	c, err := net.Dial("tcp", s.at)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := io.WriteString(c, text); err != nil {
		s.t.Error(err)
	}
	return c
}

// requestHead is the head of a request with the cookie.
func (s *servedFolder) requestHead(method, path, more string) string {
	_, port, _ := net.SplitHostPort(s.at)
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nCookie: quadrille-%s=%s\r\n%s\r\n\r\n",
		method, path, s.at, port, s.accessKey, more)
}

// readEvents reads what GET /events tells.
func (s *servedFolder) readEvents(query string) func() SavedFile {
	s.t.Helper()
	response, err := s.client.Get("http://" + s.at + "/events" + query)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { response.Body.Close() })
	lines := bufio.NewScanner(response.Body)
	return func() (saved SavedFile) {
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(text), &saved); err != nil {
					s.t.Error(err)
				}
				return saved
			}
		}
		s.t.Fatal("the events end:", lines.Err())
		return
	}
}

func TestSaves(t *testing.T) {
	s := startServer(t, nil)
	putFile(t, "use \"size.puz\"\n", s.folder, "sub", "a.puz")
	s.shownFile = "sub/a.puz"
	next := s.readEvents("")
	if got := next(); got.Name != "sub/a.puz" || got.Text != "use \"size.puz\"\n" {
		t.Errorf("at first it is %+v", got)
	}
	putFile(t, "param n = 1\n", s.folder, "sub", "size.puz") // what it uses
	next()
	putFile(t, "param n = 2\n", s.folder, "sub", "a.puz")
	for got := next(); got.Text != "param n = 2\n"; got = next() {
	}
	if err := os.Remove(filepath.Join(s.folder, "sub", "a.puz")); err != nil {
		t.Fatal(err)
	}
	for got := next(); got.Error == ""; got = next() {
	}
}

// In a folder each puzzle that is saved is shown, also one that is new, or an old one that is
// put in the place of another.
func TestSavesOfAFolder(t *testing.T) {
	s := startServer(t, func(s *Server) { s.shownFile = "" })
	putFile(t, "param n = 1\n", s.folder, "old.puz")
	next := s.readEvents("")
	putFile(t, "no puzzle", s.folder, "notes.txt")
	putFile(t, "param n = 2\n", s.folder, "sub", "a.puz")
	for got := next(); got.Text != "param n = 2\n"; got = next() {
		if got.Name != "sub/a.puz" {
			t.Errorf("%+v", got)
		}
	}
	if err := os.Rename(filepath.Join(s.folder, "old.puz"), filepath.Join(s.folder, "scott.puz")); err != nil {
		t.Fatal(err)
	}
	for got := next(); got.Name != "scott.puz" || got.Text != "param n = 1\n"; got = next() {
	}
}

// A browser that comes back is not told what it knows: somebody may have edited it there.
func TestComingBack(t *testing.T) {
	s := startServer(t, nil)
	events := func(known string) *bufio.Scanner {
		r, err := http.NewRequest("GET", "http://"+s.at+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Last-Event-ID", known)
		response, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		return bufio.NewScanner(response.Body)
	}
	id := ""
	for lines := events(""); id == "" && lines.Scan(); {
		if known, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			id = known
		}
	}
	lines := events(id)
	putFile(t, "param n = 3\n", s.folder, "scott.puz")
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if strings.Contains(text, "pentominoes") {
				t.Error("it is told what it knows")
			}
			return
		}
	}
	t.Error("the save is not told")
}

// The server ends at once, whatever is under way.
func TestEnd(t *testing.T) {
	s := startServer(t, nil)
	s.openSolutions(ask.Question{Kind: "solve", Text: endless})
	s.readEvents("")()
	s.stopServer()
	waitUntil(t, "nothing is left", func() bool { return len(s.searches)+len(s.eventStreams) == 0 })
}

func TestListenNear(t *testing.T) {
	first, err := ListenNear("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := ListenNear(first.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if host, port, _ := net.SplitHostPort(second.Addr().String()); host != "127.0.0.1" ||
		port == fmt.Sprint(first.Addr().(*net.TCPAddr).Port) {
		t.Errorf("the other port is %s", second.Addr())
	}
	for _, address := range []string{"nonsense", "127.0.0.1:70000", "127.0.0.1:-1"} {
		if l, err := ListenNear(address); err == nil {
			t.Errorf("%s is an address: it leads to %s", address, l.Addr())
			l.Close()
		}
	}
}

// TestURL: what is printed leads to the page, also where the server listens on every address of the machine.
func TestURL(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "127.0.0.1:0"} {
		server, err := NewServer(t.TempDir(), "", ask.Host{})
		if err != nil {
			t.Fatal(err)
		}
		l, err := ListenNear(address)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(ctx, l, nil) }()
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := (&http.Client{Jar: jar}).Get(server.URL(l))
		if err != nil {
			t.Fatal(err)
		}
		if r.Body.Close(); r.StatusCode != http.StatusOK {
			t.Errorf("%s, printed as %s: %s", address, server.URL(l), r.Status)
		}
		stop()
		if err := errors.Join(<-ended, server.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestNewServerErrors(t *testing.T) {
	if _, err := NewServer(filepath.Join(t.TempDir(), "none"), "", ask.Host{}); err == nil {
		t.Error("a folder that is not there")
	}
}
