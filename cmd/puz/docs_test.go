package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/docs/site"
	"quadrille/runtime/matrix/matrixtest"
)

var (
	fence   = regexp.MustCompile("(?ms)^```(\\w+)( \\w[^\n]*)?\n(.*?)^```$")
	named   = regexp.MustCompile(`^(?://|\|) (\S+\.\w+)\n`)
	seconds = regexp.MustCompile(` \(\d+\.\d\ds\)`)

	// of sessions with figures of their own
	worker = regexp.MustCompile(`(?m)^worker +\S+:`)
	alone  = regexp.MustCompile(`^\d+\n$`)
	figure = regexp.MustCompile(`\d[\d.]*(?:(?:ms|[smhd])\b)?%?`)
	plural = regexp.MustCompile(`# (\w+?)s\b`)
)

// sessionPages returns the pages with terminal sessions, by their paths from the root.
func sessionPages(t *testing.T, root string) []string {
	t.Helper()
	var all []string
	for _, page := range []string{"docs/tour.md", "docs/README.md", "docs/why.md", "docs/hints.md", "docs/records.md",
		"docs/dissections.md", "docs/formats.md", "docs/long-runs.md"} {
		all = append(all, filepath.Join(root, page))
	}
	for _, dir := range []string{"tutorial", "cookbook"} {
		pages, err := filepath.Glob(filepath.Join(root, "docs", dir, "[0-9]*.md"))
		if err != nil || len(pages) < 8 {
			t.Fatalf("%s has %d pages: %v", dir, len(pages), err)
		}
		all = append(all, pages...)
	}
	return all
}

// TestDocuments does what the pages say: it writes each puzzle to the file that its first line names, tests what it
// expects, and runs each command. What is printed must be what the page shows, standard output first.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sessionPages(t, root) {
		rel, _ := filepath.Rel(root, name)
		if !matrixtest.SlowTestsWanted() && rel != filepath.FromSlash("docs/tour.md") {
			continue // tutorial and cookbook have a hundred sessions
		}
		t.Run(filepath.ToSlash(rel), func(t *testing.T) {
			doc, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			for _, m := range fence.FindAllStringSubmatch(string(doc), -1) {
				runBlock(t, root, m[1], m[2], m[3])
			}
		})
	}
}

// TestSpecExpects tests what the puzzles of spec.md expect.
func TestSpecExpects(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	spec, err := os.ReadFile("../../spec.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	tested := 0
	for _, m := range fence.FindAllStringSubmatch(string(spec), -1) {
		if m[1] == "puz" && strings.Contains(m[3], "\nexpect ") {
			tested++
			runBlock(t, "", "puz", "", "// spec.puz\n"+m[3])
		}
	}
	if tested < 5 {
		t.Errorf("only %d puzzles of spec.md expect something", tested)
	}
}

// runBlock processes a block of a page: it writes the file that the block shows, or runs the session.
func runBlock(t *testing.T, root, kind, words, text string) {
	t.Helper()
	if kind == "console" {
		for _, session := range strings.Split("\n"+text, "\n$ ")[1:] {
			if words == " timed" {
				followTimed(t, session, root)
			} else {
				followSession(t, session, root)
			}
		}
		return
	}
	m := named.FindStringSubmatch(text)
	if m == nil && kind == "puz" {
		t.Fatalf("the first line of this puzzle names no file:\n%s", text)
	}
	if m == nil {
		return
	}
	writeTestFile(t, m[1], text)
	if kind != "puz" {
		return
	}
	if out := runPuz("check", m[1]).all(); (out != "") != strings.Contains(words, "broken") {
		t.Errorf("%s: %q", m[1], out)
	}
	if strings.Contains(text, "\nexpect ") {
		if out := runPuz("test", m[1]).all(); !strings.Contains(out, " met, 0 failed, 0 not applicable\n") {
			t.Errorf("%s: %s", m[1], out)
		}
	}
}

// followSession runs the command on the first line of a session. A line with nothing but … stands
// for any lines. What `cat` shows becomes a file.
func followSession(t *testing.T, session, root string) {
	t.Helper()
	line, want, _ := strings.Cut(session, "\n")
	args := strings.Fields(strings.Replace(line, "examples/", root+"/examples/", 1))
	if args[0] == "cat" {
		writeTestFile(t, args[1], strings.TrimSpace(want)+"\n")
		return
	}
	got := ""
	if args[0] == "for" {
		out, err := exec.Command("bash", "-c", strings.ReplaceAll(line, "docs/", root+"/docs/")).CombinedOutput()
		if got = string(out); err != nil {
			t.Error(line, err)
		}
	} else {
		for len(args) > 0 && filepath.Base(args[0]) != "puz" {
			args = args[1:]
		}
		for k := range args {
			args[k] = strings.Trim(args[k], "'") // links stand in quotes, without blanks
		}
		got = seconds.ReplaceAllString(runPuz(args[1:]...).all(), "")
	}
	if !matchesOutput(strings.TrimSpace(want), strings.TrimSpace(got)) {
		t.Errorf("%s prints\n%s\nand the page shows\n%s", line, got, want)
	}
}

// followTimed runs the command of a session of which every run has its own figures. It is a process, whose
// words are compared as a terminal has them, and so are numbers that stand alone on a line. A ^C is typed when
// the folder of the job has some records.
func followTimed(t *testing.T, session, root string) {
	t.Helper()
	line, want, _ := strings.Cut(session, "\n")
	var out bytes.Buffer
	c := exec.Command("bash", "-c", "exec "+strings.ReplaceAll(line, "examples/", root+"/examples/"))
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	want, interrupted := strings.CutPrefix(want, "^C\n")
	_, folder, _ := strings.Cut(line, " --job ")
	folder, _, _ = strings.Cut(folder, " ")
	ended := make(chan struct{})
	go func() {
		c.Wait() // each has an exit code of its own
		close(ended)
	}()
	for interrupted {
		select {
		case <-ended:
			interrupted = false
		case <-time.After(10 * time.Millisecond):
			if ledger, _ := os.ReadFile(filepath.Join(folder, ledgerFile)); bytes.Count(ledger, []byte("\n")) > 9 {
				interrupted = false
				c.Process.Signal(os.Interrupt)
			}
		}
	}
	<-ended
	words := func(text string) string {
		var b strings.Builder
		for line := range strings.Lines(worker.ReplaceAllString(strings.ReplaceAll(text, root+"/", ""),
			"worker HOST:")) {
			if !alone.MatchString(line) {
				line = plural.ReplaceAllString(figure.ReplaceAllString(line, "#"), "# $1")
			}
			b.WriteString(line)
		}
		return strings.TrimSpace(b.String())
	}
	if !matchesOutput(words(want), words(out.String())) {
		t.Errorf("%s prints\n%s\nand the page shows\n%s", line, out.String(), want)
	}
}

// matchesOutput compares what a page shows with what is printed.
func matchesOutput(want, got string) bool {
	pattern := regexp.QuoteMeta("\n" + want + "\n")
	for strings.Contains(pattern, "\n…\n") {
		pattern = strings.ReplaceAll(pattern, "\n…\n", "\n(?:.*\n)*")
	}
	return regexp.MustCompile("^" + pattern + "$").MatchString("\n" + got + "\n")
}

func writeTestFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestCookbookIndex: each recipe stands in the list of all, in their order.
func TestCookbookIndex(t *testing.T) {
	index, err := os.ReadFile("../../docs/cookbook/README.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed, recipes []string
	for _, m := range regexp.MustCompile(`(?m)^- \[(.*)\]\((.*)#.*\)$`).FindAllStringSubmatch(string(index), -1) {
		listed = append(listed, m[2]+": "+m[1])
	}
	pages, _ := filepath.Glob("../../docs/cookbook/[0-9]*.md")
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(text), -1) {
			recipes = append(recipes, filepath.Base(name)+": "+m[1])
		}
	}
	if !slices.Equal(listed, recipes) {
		t.Errorf("the list has\n%s\nand the pages have\n%s", strings.Join(listed, "\n"), strings.Join(recipes, "\n"))
	}
}

// TestSite builds the site that is made of these pages. All its pages are well formed, all
// links and anchors lead somewhere, each command has a page that names its flags, and every
// picture is one.
func TestSite(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("slow: only where " + matrixtest.SlowTests + " is set")
	}
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := site.Build(context.Background(), site.SiteConfig{
		Repository:     os.DirFS(root),
		RunPuz:         func(args ...string) (string, error) { return runPuz(args...).all(), nil },
		PlaygroundPath: "playground/",
		DrawTimeout:    time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	anchors, links := map[string]bool{}, map[string][]string{}
	for name, text := range files {
		anchors[name] = true
		switch {
		case strings.HasPrefix(name, "files/"): // as it is in the repository
		case path.Ext(name) == ".html":
			ids, to := pageTags(t, name, text)
			for _, id := range ids {
				if anchors[name+"#"+id] {
					t.Errorf("%s has two places called %s", name, id)
				}
				anchors[name+"#"+id] = true
			}
			links[name] = to
		case path.Ext(name) == ".svg":
			pageTags(t, name, text)
		}
	}
	checkLinks(t, anchors, links)
	for _, command := range allCommands(new(puz).commandGroups()) {
		page := string(files["manual/"+command.Name+".html"])
		for _, flag := range command.VisibleFlags() {
			if name := flag.Names()[0]; !strings.Contains(page, "-"+name+" ") &&
				!strings.Contains(page, "-"+name+",") && !strings.Contains(page, "-"+name+"<") {
				t.Errorf("the page of %s does not tell of %s", command.Name, name)
			}
		}
	}
}

// checkLinks wants each link to lead to a file, and to a place in it. The playground is made
// by others.
func checkLinks(t *testing.T, anchors map[string]bool, links map[string][]string) {
	t.Helper()
	seen := 0
	for name, all := range links {
		for _, link := range all {
			to, anchor, _ := strings.Cut(link, "#")
			place := path.Join(path.Dir(name), to)
			switch {
			case strings.Contains(to, "playground/") || strings.HasPrefix(to, "https://"):
				continue
			case to == "":
				place = name
			}
			if anchor != "" && !strings.HasPrefix(place, "files/") {
				place += "#" + anchor
			}
			if seen++; !anchors[place] {
				t.Errorf("%s: the link to %s leads nowhere", name, link)
			}
		}
	}
	if seen < 2000 {
		t.Errorf("only %d links were checked", seen)
	}
}

// pageTags reads a page, which must be well formed, and returns the names of its places and its
// links. It has no style, and no script but that of the site.
func pageTags(t *testing.T, name string, text []byte) (ids, links []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return ids, links
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return ids, links
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "style" && path.Ext(name) == ".html" {
			t.Errorf("%s has a <style>, which the policy forbids", name)
		}
		if start.Name.Local == "script" { // its file is checked here, and not as a link
			checkScript(t, name, d, start)
		}
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "id":
				ids = append(ids, a.Value)
			case "href", "src":
				links = append(links, a.Value)
			case "style":
				t.Errorf("%s: <%s> has a style of its own, which the policy forbids", name, start.Name.Local)
			}
		}
	}
}

// checkScript wants a script to be that of the site: a file beside the pages, with nothing in its element.
func checkScript(t *testing.T, name string, d *xml.Decoder, start xml.StartElement) {
	t.Helper()
	source := ""
	for _, a := range start.Attr {
		if a.Name.Local == "src" {
			source = path.Join(path.Dir(name), a.Value)
		}
	}
	next, err := d.Token()
	if _, ends := next.(xml.EndElement); err != nil || !ends || source != "site.js" {
		t.Errorf("%s has a script %q, which the policy forbids", name, source)
	}
}
