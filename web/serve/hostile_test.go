package serve

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"quadrille/runtime/matrix/matrixtest"
	"quadrille/web/ask"
)

// secret stands outside of the folder that is served. A diagnostic about it would name it.
const secret = "tyger"

// hostileRequests are requests that must be refused, or told nothing. Each sends what it sends and
// returns what it was told.
func (s *servedFolder) hostileRequests() []func() (int, string) {
	changed := func(change func(*http.Request)) func() (int, string) {
		return func() (int, string) {
			return s.sendRequest("POST", "/ask", askQuestion(ask.Question{Kind: "count", Text: scott}), change)
		}
	}
	header := func(name, value string) func() (int, string) {
		return changed(func(r *http.Request) { r.Header.Set(name, value) })
	}
	host := func(name string) func() (int, string) {
		return changed(func(r *http.Request) { r.Host = name })
	}
	raw := func(text string) func() (int, string) {
		return func() (int, string) {
			c := s.dialAndSend(text)
			defer c.Close()
			response, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				return 0, err.Error()
			}
			defer response.Body.Close()
			told, _ := io.ReadAll(response.Body)
			return response.StatusCode, string(told)
		}
	}
	do := func(method, path, body string) func() (int, string) {
		return func() (int, string) { return s.sendRequest(method, path, body, nil) }
	}
	_, port, _ := strings.Cut(s.at, ":")
	return []func() (int, string){
		host("attacker.example"), host("attacker.example:" + port), host("127.0.0.1"), host("127.0.0.1:1"),
		host("127.0.0.2:" + port),
		host("localhost.attacker.example:" + port), host("[::1]:" + port), host("0.0.0.0:" + port),
		host("127.0.0.1:" + port + ".attacker.example"),
		header("Origin", "http://attacker.example"), header("Origin", "null"), header("Origin", "https://"+s.at),
		header("Origin", "http://localhost:1"),
		header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Site", "same-site"),
		changed(func(r *http.Request) { r.URL.Path = "/ask/" }),
		func() (int, string) { // no key
			response, err := (&http.Client{Transport: s.client.Transport}).Post("http://"+s.at+"/ask", "",
				strings.NewReader("{}"))
			if err != nil {
				return 0, err.Error()
			}
			defer response.Body.Close()
			return response.StatusCode, ""
		},
		raw("GET / HTTP/1.1\r\nHost: " + s.at + "\r\nConnection: close\r\nCookie: quadrille-" + port +
			"=guess\r\n\r\n"),
		raw("GET /?key=guess HTTP/1.1\r\nHost: " + s.at + "\r\nConnection: close\r\n\r\n"),
		raw(s.requestHead("GET", "/../secret.txt", "")), raw(s.requestHead("GET", "/..%2fsecret.txt", "")),
		raw(s.requestHead("GET", "/%2e%2e/%2e%2e/secret.txt", "")),
		raw(s.requestHead("GET", "//secret.txt", "")), raw(s.requestHead("GET", "/..\\secret.txt", "")),
		raw(s.requestHead("GET", "/deep/../../secret.txt", "")),
		raw(s.requestHead("GET", "/%00", "")), raw(s.requestHead("GET", "http://attacker.example/", "")),
		raw(s.requestHead("GET", "*", "")),
		do("POST", "/ask", strings.Repeat("a", 2*maxQuestion)),
		do("POST", "/ask", askQuestion(ask.Question{Kind: "check", Text: strings.Repeat("x", 2*maxQuestion)})),
		do("POST", "/ask", ""), do("POST", "/ask", "{"), do("POST", "/ask", `{"do":5}`), do("POST", "/ask", "[[[["),
		do("POST", "/ask", `{"params":{"n":1e999}}`),
		do("POST", "/ask", strings.Repeat("[", 1<<19)), do("PUT", "/ask", "{}"), do("GET", "/ask", ""),
		do("DELETE", "/", ""), do("TRACE", "/", ""), do("POST", "/", "{}"),
		do("OPTIONS", "/ask", ""), do("POST", "/gallery.json", ""), do("PATCH", "/events", ""),
		header("A", strings.Repeat("b", 1<<20)), raw("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
		raw("GET\r\n\r\n"), raw("GET / HTTP/9.9\r\n\r\n"),
		raw(s.requestHead("POST", "/ask", "Content-Length: -1")),
		raw(s.requestHead("POST", "/ask", "Transfer-Encoding: chunked") + "zz\r\n"),
		raw("POST /ask HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"),
	}
}

// probePaths are questions that are answered, and told nothing of what is outside.
func probePaths() []ask.Question {
	return []ask.Question{
		{Kind: "check", Name: "../secret.puz", Text: "use \"secret.txt\"\n"},
		{Kind: "check", Text: "use \"../secret.puz\"\n"},
		{Kind: "check", Text: "use \"link.puz\"\n"},
		{Kind: "check", Name: "out/x.puz", Text: "use \"secret.puz\"\n"},
		{Kind: "check", Name: "/etc/passwd", Text: "use \"passwd\"\n"},
		{Kind: "check", Text: "use \"pipe.puz\"\n"},
		{Kind: "check", Name: "sub/x.puz", Text: "use \"pipe.puz\"\n"},
		{Kind: "", Text: ""}, {Kind: "nonsense"}, {Kind: "solve", Text: strings.Repeat("(", 1<<16)},
		{Kind: "solve", Text: "board b on square = 999999999x999999999\n"},
		{Kind: "count", Text: scott, Engine: "nonsense"}, {Kind: "count", Text: scott, MaxSeconds: -1, MaxBytes: -1,
			MaxCount: -1},
		{Kind: "hover", Text: scott, Offset: -1}, {Kind: "complete", Text: scott, Offset: 1 << 30},
		{Kind: "count", Text: "param n = 1\nqueens n\n", Params: map[string]int64{"n": 1 << 62}},
	}
}

// addLinks puts links into the folder that lead out of it, and pipes, where the system has any.
func (s *servedFolder) addLinks(t *testing.T) {
	above := filepath.Dir(s.folder)
	for name, to := range map[string]string{"link.puz": filepath.Join(above, "secret.puz"), "out": above,
		"up.puz": "../secret.puz"} {
		if err := os.Symlink(to, filepath.Join(s.folder, name)); err != nil {
			t.Skip("there are no links here:", err)
		}
	}
	putFile(t, "", s.folder, "sub", "b.puz")
	for _, name := range []string{"pipe.puz", "sub/pipe.puz"} {
		if err := makePipe(filepath.Join(s.folder, name)); err != nil {
			t.Log("there are no pipes here:", err)
		}
	}
}

// TestHostile: a thousand hostile requests, many at a time, are told nothing and break
// nothing; then Scott's board is counted, and nobody is left.
func TestHostile(t *testing.T) {
	notShort(t)
	before := runtime.NumGoroutine()
	s := startServer(t, nil)
	s.addLinks(t)
	var idle []io.Closer // clients that begin and do not go on
	for range 20 {
		idle = append(idle, s.dialAndSend("GET / HTTP/1.1\r\nHost: "),
			s.dialAndSend(s.requestHead("POST", "/ask", "Content-Length: 1000")+"{"))
	}
	requests := s.hostileRequests()
	for _, q := range probePaths() {
		requests = append(requests, func() (int, string) { return s.sendRequest("POST", "/ask", askQuestion(q), nil) })
	}
	answered := len(s.hostileRequests())
	var running sync.WaitGroup
	atOnce := make(chan bool, 40)
	for n := range matrixtest.RandomRounds(100, 1000) {
		k := n % len(requests)
		atOnce <- true
		running.Go(func() {
			defer func() { <-atOnce }()
			status, told := requests[k]()
			if strings.Contains(told, secret) {
				t.Errorf("request %d is told what is outside: %s", k, told)
			}
			if refused := status == 0 || status >= 300; refused == (k >= answered) {
				t.Errorf("request %d: %d, %s", k, status, told[:min(200, len(told))])
			}
		})
		if n%100 == 0 { // and somebody asks for a lot, and leaves
			s.openSolutions(ask.Question{Kind: "solve", Text: endless}).Close()
		}
	}
	running.Wait()
	s.countsScott()
	for _, c := range idle {
		c.Close()
	}
	s.stopServer()
	waitUntil(t, fmt.Sprintf("there are %d goroutines, as before", before),
		func() bool { return runtime.NumGoroutine() <= before })
}

// A request by another name is refused for its name, though it has the key.
func TestNames(t *testing.T) {
	s := startServer(t, nil)
	_, port, _ := strings.Cut(s.at, ":")
	for host, want := range map[string]int{
		s.at: 200, "localhost:" + port: 200, "127.0.0.1": 421, "localhost": 421, "127.0.0.1:1": 421,
		"127.0.0.2:" + port: 421, "[::1]:" + port: 421,
		"[::ffff:127.0.0.1]:" + port: 421, "attacker.example:" + port: 421, "localhost.:" + port: 421,
		"127.0.0.1.attacker.example:" + port: 421, "0:" + port: 421,
	} {
		status, text := s.sendRequest("GET", "/", "", func(r *http.Request) {
			r.Host = host
			r.Header.Set("Cookie", cookieName(r)+"="+s.accessKey)
		})
		if status != want {
			t.Errorf("%s: %d, %s", host, status, text[:min(len(text), 80)])
		}
	}
}

// Links that lead out of the folder are followed by nothing.
func TestLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	s := startServer(t, nil)
	s.addLinks(t)
	for _, name := range []string{"link.puz", "up.puz", "out/secret.puz", "../secret.puz", "pipe.puz", "sub/pipe.puz"} {
		s.shownFile = name
		if got := s.readEvents("")(); got.Text != "" || got.Error == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := s.getPage("/gallery.json"); strings.Contains(got, `"link.puz`) || strings.Contains(got, `"out/`) ||
		strings.Contains(got, `pipe.puz"`) || strings.Contains(got, secret) {
		t.Errorf("the gallery is %s", got)
	}
}

// Every response, be it an error, tells the browser to be careful.
func TestHeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	s := startServer(t, nil)
	for _, path := range []string{"/", "/main.js", "/gallery.json", "/?key=wrong"} {
		response, err := s.client.Get("http://" + s.at + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		for name, wanted := range map[string]string{
			"Content-Security-Policy": "frame-ancestors 'none'", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		} {
			if got := response.Header.Get(name); !strings.Contains(got, wanted) {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if got := response.Header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s is for %s", path, got)
		}
	}
}

// A browser that is let in by a link, as on a page of another site, sees our page and no more.
func TestAccessKey(t *testing.T) {
	s := startServer(t, nil)
	for _, c := range []struct {
		path, site, mode string
		want             int
	}{
		{"/", "none", "navigate", 200}, {"/", "cross-site", "navigate", 200}, {"/", "cross-site", "no-cors", 403},
		{"/", "same-site", "cors", 403},
		{"/gallery.json", "cross-site", "navigate", 403}, {"/gallery.json", "same-origin", "cors", 200},
		{"/main.js", "cross-site", "no-cors", 403},
	} {
		status, _ := s.sendRequest("GET", c.path, "", func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", c.site)
			r.Header.Set("Sec-Fetch-Mode", c.mode)
		})
		if status != c.want {
			t.Errorf("%+v: %d", c, status)
		}
	}
	// localhost is a name of the loopback.
	if status, _ := s.sendRequest("GET", "/gallery.json", "", func(r *http.Request) {
		r.Host = strings.Replace(s.at, "127.0.0.1", "localhost", 1)
		r.AddCookie(&http.Cookie{Name: cookieName(r), Value: s.accessKey})
	}); status != http.StatusOK {
		t.Errorf("localhost: %d", status)
	}
}
