package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/console"
)

// TestServe: what the command prints can be opened, its page is answered, it shows what is
// saved, and Ctrl-C ends it while all of that is under way.
func TestServe(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	dir := t.TempDir()
	writeTestFile(t, filepath.Join(dir, "queens.puz"), "queens 8\n")
	p := startProcess(t, dir, "serve", "queens.puz", "--address", "127.0.0.1:0")
	address := strings.TrimSpace(p.firstLine())
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar}
	get := func(url string) *http.Response {
		response, err := browser.Get(url)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %v", url, response, err)
		}
		t.Cleanup(func() { response.Body.Close() })
		return response
	}
	page, err := io.ReadAll(get(address).Body)
	if err != nil || !strings.Contains(string(page), "<title>Quadrille</title>") {
		t.Fatalf("%s, %v", page, err)
	}
	root, _, _ := strings.Cut(address, "?")
	event := make([]byte, 1000)
	n, err := get(root + "events").Body.Read(event)
	if said := string(event[:n]); err != nil || !strings.Contains(said, `queens 8`) {
		t.Errorf("the first event is %q, %v", said, err)
	}
	answer, err := browser.Post(root+"ask", "application/json", strings.NewReader(`{"do":"count","text":"queens 8\n"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var said struct{ Count struct{ Number string } }
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil || said.Count.Number != "92" {
		t.Errorf("the first answer is %+v, %v", said, err)
	}
	endless, err := browser.Post(root+"ask", "application/json",
		strings.NewReader(`{"do":"solve","text":"search choose mrv\nqueens 40\n"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer endless.Body.Close()
	if got := p.interrupt(""); got != (runOutcome{code: console.ExitSuccess}) {
		t.Errorf("it ends with %+v", got)
	}
}

// TestServeRefuses: what cannot be served is said at once.
func TestServeRefuses(t *testing.T) {
	for said, args := range map[string][]string{
		"none: no such file or directory": {"serve", "none"},
		"serve wants one FILE or FOLDER":  {"serve", "a", "b"},
		"--address nonsense: ":            {"serve", t.TempDir(), "--address", "nonsense"},
		"--budget wants a time above 0":   {"serve", "--budget", "0s"},
		"--threads wants a number from 1": {"serve", "--threads", "0"},
		"--max-memory wants a number":     {"serve", "--max-memory", "-1"},
	} {
		if got := runPuz(args...); got.code != console.ExitBadInput || got.out != "" ||
			!strings.Contains(got.errors, said) || strings.Count(got.errors, "\n") != 1 {
			t.Errorf("%v: %+v", args, got)
		}
	}
}
