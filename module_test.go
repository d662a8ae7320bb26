package quadrille_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherModule follows docs/tour.md: its program stands in a module of its own, which its commands make, and prints
// what the page says.
func TestOtherModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a module")
	}
	checkout, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## From Go\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, program, _ := strings.Cut(section, "```go\n")
	program, rest, ok := strings.Cut(program, "```\n")
	if !ok {
		t.Fatal("docs/tour.md has no program in Go")
	}
	folder := t.TempDir()
	sums, err := os.ReadFile("go.sum") // with which nothing has to be asked for
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	output := ""
	for line := range strings.Lines(rest) {
		command, ok := strings.CutPrefix(line, "    go ")
		if !ok {
			continue
		}
		args := strings.Fields(strings.ReplaceAll(command, "/path/to/checkout", checkout))
		run := exec.CommandContext(t.Context(), "go", args...)
		run.Dir, run.Env = folder, append(os.Environ(), "GOWORK=off")
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", command, err, out)
		}
		output = string(out) // of the last command
	}
	for line := range strings.Lines(output) {
		if said := "`" + strings.TrimSpace(line) + "`"; !strings.Contains(rest, said) {
			t.Errorf("it prints %s, and docs/tour.md does not say so", said)
		}
	}
	if strings.Count(output, "\n") != 2 {
		t.Errorf("it prints %q", output)
	}
	if picture, err := os.ReadFile(filepath.Join(folder, "queens.svg")); !strings.Contains(string(picture), "<svg") {
		t.Errorf("the picture is %.40q, %v", picture, err)
	}
}
