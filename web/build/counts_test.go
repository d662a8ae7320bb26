package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/examples"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/web/ask"
	"quadrille/web/gallery"
)

// Where counting may take long it gets so many seconds natively, and by WebAssembly, which takes some
// times as long.
const (
	secondsHere  = 1
	secondsThere = 8
)

// TestCounts: WebAssembly counts the solutions of all examples as this machine does. Those with which
// people begin are quick; of the others those are compared that both count in their time.
func TestCounts(t *testing.T) {
	if os.Getenv(matrixtest.SlowTests) == "" {
		t.Skip("it counts the solutions of all examples twice; ask for it with " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node is not there")
	}
	folder := t.TempDir()
	for name, write := range map[string]func(string) error{"quadrille.wasm": assembly, "wasm_exec.js": support} {
		if err := write(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	node := startNode(t, folder)
	for _, e := range gallery.List() {
		q := ask.Question{Do: "count", Name: e.Name, Text: e.Text, Bytes: 1 << 28}
		quick := !strings.Contains(e.Name, "/")
		if !quick {
			q.Seconds = secondsHere
		}
		native, nativeEnd := counted(t, func(tell func(ask.Answer) error) {
			ask.Host{Files: examples.Files}.Answer(t.Context(), q, tell)
		})
		if !quick {
			if !native.Exact {
				continue
			}
			q.Seconds = secondsThere
		}
		got, end := counted(t, func(tell func(ask.Answer) error) { node.answer(t, q, tell) })
		t.Logf("%s: %s in %.2f s, by WebAssembly in %.2f s", e.Name, native.Number, nativeEnd.Seconds, end.Seconds)
		switch {
		case native.Exact && got.Exact && got != native:
			t.Errorf("%s: WebAssembly counts %+v, and here it is %+v", e.Name, got, native)
		case quick && !(native.Exact && got.Exact):
			t.Errorf("%s: WebAssembly ends with %+v, and here the end is %+v", e.Name, end, nativeEnd)
		case !got.Exact && end.Reason != "time" && end.Reason != "memory":
			t.Errorf("%s: WebAssembly ends with %+v", e.Name, end)
		}
	}
}

// counted returns the count among the answers, and the end.
func counted(t *testing.T, question func(tell func(ask.Answer) error)) (n ask.Count, end ask.End) {
	t.Helper()
	question(func(a ask.Answer) error {
		if a.Count != nil {
			n = *a.Count
		}
		if a.End != nil {
			end = *a.End
		}
		return nil
	})
	return n, end
}

// node is a process that answers by WebAssembly.
type node struct {
	questions io.Writer
	answers   *json.Decoder
}

func startNode(t *testing.T, folder string) node {
	t.Helper()
	run := exec.Command("node", filepath.Join(page, "test", "wasm.mjs"), folder)
	run.Stderr = os.Stderr
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close() // it ends then
		_ = run.Wait()
	})
	return node{in, json.NewDecoder(bufio.NewReader(out))}
}

// answer asks and waits for the end.
func (n node) answer(t *testing.T, q ask.Question, tell func(ask.Answer) error) {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	_, err = n.questions.Write(append(text, '\n'))
	for end := false; !end; {
		var a ask.Answer
		if err = errors.Join(err, n.answers.Decode(&a)); err != nil {
			t.Fatal(q.Name, err)
		}
		_ = tell(a)
		end = a.End != nil
	}
}
