package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestManual: man shows the page without a complaint. Examples stand as they are written, each on a line of its own and
// further right than prose, and each flag begins a paragraph.
func TestManual(t *testing.T) {
	man, err := exec.LookPath("man")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("man is not installed, so it has not shown the page")
	}
	t.Chdir(t.TempDir())
	writeTestFile(t, "puz.1", runPuz("man").out)
	var complaints bytes.Buffer
	c := exec.Command(man, "--warnings", "-l", "puz.1")
	c.Env = append(os.Environ(), "MANWIDTH=140", "LC_ALL=C.UTF-8", "MANPAGER=cat", "GROFF_NO_SGR=1",
		"MAN_KEEP_FORMATTING=")
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("man: %v %s", err, &complaints)
	}
	shown := map[string]int{} // how far right a line begins
	for line := range strings.Lines(string(out)) {
		text := strings.Trim(line, " \n")
		shown[text] = max(shown[text], len(line)-len(strings.TrimLeft(line, " ")))
	}
	examples := 0
	for _, c := range allCommands(new(puz).commandGroups()) {
		for line := range strings.Lines(c.Description) {
			text, isExample := strings.CutPrefix(strings.TrimRight(line, "\n"), "   ")
			if !isExample {
				continue
			}
			if examples++; shown[strings.TrimSpace(text)] < 11 {
				t.Errorf("%s: the example %q begins in column %d", c.Name, text, shown[strings.TrimSpace(text)])
			}
		}
		if at := shown["puz "+c.Name]; at < 3 {
			t.Errorf("the heading of %s begins in column %d", c.Name, at)
		}
	}
	if examples < 60 || !strings.Contains(string(out), "\n       --limit N\n") {
		t.Errorf("%d examples, or no --limit", examples)
	}
}
