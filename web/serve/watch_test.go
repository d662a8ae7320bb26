package serve_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"quadrille"
	"quadrille/web/serve"
)

// followedFolder is a Follow under way over a folder, whose looks read some files.
type followedFolder struct {
	t      *testing.T
	folder string
	looks  chan string // what each look has seen: the texts, "-" for a file that is not there
	ended  chan error
	stop   context.CancelFunc
}

func startWatching(t *testing.T, folder string, names ...string) *followedFolder {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := &followedFolder{t, folder, make(chan string, 100), make(chan error, 1), cancel}
	go func() {
		f.ended <- serve.WatchFolder(ctx, folder, func(_ context.Context, files fs.FS) error {
			f.looks <- readFiles(files, names)
			return nil
		})
	}()
	t.Cleanup(f.stopWatching)
	return f
}

func readFiles(files fs.FS, names []string) string {
	var seen []string
	for _, name := range names {
		text, err := quadrille.ReadFile(files, name)
		if err != nil {
			text = []byte("-")
		}
		seen = append(seen, string(text))
	}
	return strings.Join(seen, " ")
}

// waitFor waits for a call of look that sees the wanted texts. Earlier calls may have seen less, as a file is written
// in several steps.
func (f *followedFolder) waitFor(want string) {
	f.t.Helper()
	for {
		select {
		case got := <-f.looks:
			if got == want {
				return
			}
		case <-time.After(5 * time.Minute): // machines are slow and busy
			f.t.Fatalf("no look has seen %q", want)
		}
	}
}

func (f *followedFolder) stopWatching() {
	f.stop()
	if err := <-f.ended; err != nil {
		f.t.Error(err)
	}
	f.ended <- nil // for whoever ends it again
}

func putFile(t *testing.T, text string, path ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(path...), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestWatchFolderSeesEverySave(t *testing.T) {
	dir := t.TempDir()
	putFile(t, "one", dir, "a.puz")
	f := startWatching(t, dir, "a.puz")
	f.waitFor("one")
	putFile(t, "two", dir, "a.puz") // in place
	f.waitFor("two")
	putFile(t, "three", dir, ".a.puz.new") // as editors do it
	if err := os.Rename(filepath.Join(dir, ".a.puz.new"), filepath.Join(dir, "a.puz")); err != nil {
		t.Fatal(err)
	}
	f.waitFor("three")
	if err := os.Remove(filepath.Join(dir, "a.puz")); err != nil {
		t.Fatal(err)
	}
	f.waitFor("-")
	putFile(t, "four", dir, "a.puz")
	f.waitFor("four")
}

func TestWatchFolderSeesUsedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	dir := t.TempDir()
	putFile(t, "use", dir, "a.puz")
	f := startWatching(t, dir, "a.puz", "words/en/short.txt")
	f.waitFor("use -")
	// A folder that is not there yet is watched as soon as it is, step by step.
	for _, folder := range []string{"words", "words/en"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
		f.waitFor("use -")
	}
	putFile(t, "cat", dir, "words/en/short.txt")
	f.waitFor("use cat")
	putFile(t, "dog", dir, "words/en/short.txt")
	f.waitFor("use dog")
}

func TestWatchFolderIgnoresOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	dir := t.TempDir()
	putFile(t, "old", dir, "a.puz")
	f := startWatching(t, dir, "a.puz")
	f.waitFor("old")
	putFile(t, "other", dir, "b.puz")
	time.Sleep(100 * time.Millisecond) // on a slow machine the test sees less
	putFile(t, "new", dir, ".a.puz.new")
	if err := os.Rename(filepath.Join(dir, ".a.puz.new"), filepath.Join(dir, "a.puz")); err != nil {
		t.Fatal(err)
	}
	if got := <-f.looks; got != "new" {
		t.Errorf("it looked again at %q: nobody had asked for b.puz", got)
	}
}

func TestWatchFolderStaysInFolder(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	putFile(t, "secret", outside, "list.txt")
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Skip("there are no links here:", err)
	}
	putFile(t, "in", dir, "a.puz")
	f := startWatching(t, dir, "a.puz", "link/list.txt", "../"+filepath.Base(outside)+"/list.txt",
		filepath.Join(outside, "list.txt"))
	f.waitFor("in - - -")
}

// An edit ends the look that is under way, and the next one begins when it has returned.
func TestWatchFolderCancels(t *testing.T) {
	dir := t.TempDir()
	putFile(t, "1", dir, "a.puz")
	ctx, stop := context.WithCancel(t.Context())
	started := make(chan bool)
	ended := make(chan error)
	busy := false
	go func() {
		ended <- serve.WatchFolder(ctx, dir, func(ctx context.Context, files fs.FS) error {
			if busy {
				t.Error("two looks at a time")
			}
			busy = true
			readFiles(files, []string{"a.puz"})
			select { // a file is written in several steps, so there may be more looks than are waited for
			case started <- true:
				<-ctx.Done()
			case <-ctx.Done():
			}
			busy = false
			return nil
		})
	}()
	<-started
	putFile(t, "2", dir, "a.puz")
	<-started
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestWatchFolderErrors(t *testing.T) {
	if err := serve.WatchFolder(t.Context(), filepath.Join(t.TempDir(), "none"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	full := errors.New("disk full")
	if err := serve.WatchFolder(t.Context(), t.TempDir(), func(context.Context,
		fs.FS) error {
		return full
	}); err != full {
		t.Errorf("the error of look is %v", err)
	}
}

const dominoes = "piece I = 1x2\nparam n = 2\nboard b on square = n x 3\npack b with any of I\n"

func TestPuzzleReport(t *testing.T) {
	for _, c := range []struct {
		name, text string
		wanted     []string
	}{
		{"solutions", dominoes + "expect 3 solutions\nexpect 4 solutions\n",
			[]string{"┌", "\n3 solutions\n", "ok   a.puz:5: expect 3 solutions\n",
				"FAIL a.puz:6: expect 4 solutions: there are only 3\n"}},
		{"a condition", dominoes + "expect 0 solutions when n = 1\n",
			[]string{"\n3 solutions\n", "ok   a.puz:5: expect 0 solutions when n = 1\n"}},
		{"errors", "use nothing\n", []string{"a.puz:1:5: error", "  1 | use nothing\n"}},
		{"no solution", "piece I = 1x2\nboard b on square = 1x3\npack b with any of I\n", []string{"0 solutions"}},
		{"too many to count", "param n = 20\n" + manyQueens, []string{"at least ", "stopped after 50ms"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := reportText(t, t.Context(), c.text)
			for _, wanted := range c.wanted {
				if !strings.Contains(got, wanted) {
					t.Errorf("nothing says %q in\n%s", wanted, got)
				}
			}
		})
	}
}

// manyQueens has 39,029,188,884 solutions for n = 20.
const manyQueens = "queens n\n"

func reportText(t *testing.T, ctx context.Context, text string) string {
	t.Helper()
	var b strings.Builder
	l := serve.PuzzleReport{Name: "a.puz", TimeLimit: 50 * time.Millisecond}
	if !strings.Contains(text, manyQueens) {
		l.TimeLimit = time.Hour
	}
	if err := l.Write(ctx, &b, fstest.MapFS{"a.puz": {Data: []byte(text)}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPuzzleReportIsSilentAfterEdit(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := reportText(t, ctx, dominoes); got != "" {
		t.Errorf("it says %q", got)
	}
}

func TestPuzzleReportWithoutFile(t *testing.T) {
	var b strings.Builder
	err := serve.PuzzleReport{Name: "b.puz"}.Write(t.Context(), &b, fstest.MapFS{})
	if err != nil || !strings.Contains(b.String(), "b.puz: file does not exist") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestPuzzleReportWriterError(t *testing.T) {
	files := fstest.MapFS{"a.puz": {Data: []byte(dominoes)}}
	if err := (serve.PuzzleReport{Name: "a.puz", TimeLimit: time.Hour}).Write(t.Context(), brokenWriter{},
		files); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the error is %v", err)
	}
}
