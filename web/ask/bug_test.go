package ask_test

import (
	"io/fs"
	"strings"
	"testing"

	"quadrille/web/ask"
)

// broken is a folder that breaks as a mistake of ours would.
type broken struct{}

func (broken) Open(string) (fs.File, error) { panic("a mistake of ours") }

// TestBug: each question that meets a mistake of ours has an end that says so.
func TestBug(t *testing.T) {
	host := ask.Host{Files: broken{}}
	text := "use \"there.puz\"\nqueens 4\n"
	for _, do := range []string{"solve", "count", "test", "matrix", "film", "why", "unique", "look"} {
		_, end := allAnswers(t, host, ask.Question{Kind: do, Name: "puzzle.puz", Text: text})
		if end.Reason != "error" || !strings.Contains(end.Error,
			"a bug of ours: checking puzzle.puz:1: a mistake of ours") {
			t.Errorf("%s ends by %q, %q", do, end.Reason, end.Error)
		}
	}
	all, end := allAnswers(t, host, ask.Question{Kind: "check", Name: "puzzle.puz", Text: text})
	if end.Reason != "done" || len(all) != 2 || all[0].Checked == nil || len(all[0].Checked.Diagnostics) != 1 ||
		!strings.Contains(all[0].Checked.Diagnostics[0].Summary, "a bug of ours") {
		t.Errorf("check says %+v and ends by %+v", all, end)
	}
}
