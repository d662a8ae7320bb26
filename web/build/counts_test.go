package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"quadrille/examples"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/web/ask"
	"quadrille/web/gallery"
)

// secondsHere is how long counting may take natively, unless it is said how many seconds. WebAssembly takes some times
// as long, and gets so many times as much.
const (
	secondsHere  = "1"
	countSeconds = "QUADRILLE_COUNTS"
	timesThere   = 8
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
	seconds, err := strconv.ParseFloat(cmp.Or(os.Getenv(countSeconds), secondsHere), 64)
	if err != nil {
		t.Fatal(err)
	}
	folder := compiledFolder(t)
	questions := make(chan ask.Question)
	var asking sync.WaitGroup
	compared := atomic.Int32{}
	for range runtime.GOMAXPROCS(0) {
		node := startNode(t, folder)
		asking.Go(func() {
			for q := range questions {
				if compareCounts(t, node, q, seconds) {
					compared.Add(1)
				}
			}
		})
	}
	for _, e := range gallery.ListEntries() {
		questions <- ask.Question{Kind: "count", Name: e.Name, Text: e.Text, MaxBytes: 1 << 28}
	}
	close(questions)
	asking.Wait()
	t.Logf("%d counts are compared", compared.Load())
}

// TestTimeOfReasons: WebAssembly ends a question when its time is over, also in parts that are no search.
// Left to themselves these parts look for reasons to the end, find that this square can be completed, and say so.
func TestTimeOfReasons(t *testing.T) {
	if os.Getenv(matrixtest.SlowTests) == "" {
		t.Skip("it builds WebAssembly; ask for it with " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node is not there")
	}
	node := startNode(t, compiledFolder(t))
	var end ask.End
	q := ask.Question{Kind: "why", Text: "latin 30\nsearch choose first\n", MaxSeconds: 2}
	node.waitAnswer(t, q, func(a ask.Answer) error {
		if a.End != nil {
			end = *a.End
		}
		return nil
	})
	if end.Reason != "time" {
		t.Errorf("it ends with %+v", end)
	}
}

// compareCounts reports whether both have counted; numbers that differ are an error, and so is a quick count that does
// not end.
func compareCounts(t *testing.T, node nodeProcess, q ask.Question, seconds float64) bool {
	quick := !strings.Contains(q.Name, "/")
	if !quick {
		q.MaxSeconds = seconds
	}
	native, nativeEnd := countOf(func(tell func(ask.Answer) error) {
		ask.Host{Files: examples.Files}.AnswerQuestion(t.Context(), q, tell)
	})
	if !quick {
		if !native.IsExact {
			return false
		}
		q.MaxSeconds = seconds * timesThere
	}
	got, end := countOf(func(tell func(ask.Answer) error) { node.waitAnswer(t, q, tell) })
	t.Logf("%s: %s in %.2f s, by WebAssembly in %.2f s", q.Name, native.Number, nativeEnd.Seconds, end.Seconds)
	switch {
	case native.IsExact && got.IsExact && got != native:
		t.Errorf("%s: WebAssembly counts %+v, and here it is %+v", q.Name, got, native)
	case quick && !(native.IsExact && got.IsExact):
		t.Errorf("%s: WebAssembly ends with %+v, and here the end is %+v", q.Name, end, nativeEnd)
	case !got.IsExact && end.Reason != "time" && end.Reason != "memory":
		t.Errorf("%s: WebAssembly ends with %+v", q.Name, end)
	}
	return native.IsExact && got.IsExact
}

// countOf returns the count among the answers, and the end.
func countOf(question func(tell func(ask.Answer) error)) (n ask.SolutionCount, end ask.End) {
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

// nodeProcess is a process that answers by WebAssembly.
type nodeProcess struct {
	questions io.Writer
	answers   *json.Decoder
}

func startNode(t *testing.T, folder string) nodeProcess {
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
	return nodeProcess{in, json.NewDecoder(bufio.NewReader(out))}
}

// waitAnswer asks and waits for the end.
func (n nodeProcess) waitAnswer(t *testing.T, q ask.Question, tell func(ask.Answer) error) {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	_, err = n.questions.Write(append(text, '\n'))
	for end := false; !end; {
		var a ask.Answer
		if err = errors.Join(err, n.answers.Decode(&a)); err != nil {
			t.Error(q.Name, err)
			return
		}
		_ = tell(a)
		end = a.End != nil
	}
}
