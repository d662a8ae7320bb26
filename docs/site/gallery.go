package site

import (
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"quadrille"
)

// The folders of examples, in the order of the gallery.
var folders = []struct{ name, title string }{
	{"", "First of all"}, {"polyforms", "Polyforms"}, {"tiles", "Tiles with colors"}, {"sudoku-variants", "Variants of sudoku"},
	{"logic", "Logic puzzles"}, {"words", "Words"}, {"core", "The core, and counting"}, {"paper", "From “Dancing Links”"},
	{"sudoku", "Sudokus with 17 givens"}, {"speed", "For measuring"}, {"slow", "Some minutes"},
}

// example is a card of the gallery.
type example struct {
	path, text string
	about      string // the comment at its beginning
	expects    []string
	drawing
}

// exampleID is the anchor of an example, or of a folder of examples.
func exampleID(name string) string {
	return strings.ReplaceAll(strings.TrimSuffix(name, ".puz"), "/", "-")
}

// gallery makes the page of all examples.
func (b *builder) gallery() []*page {
	p := &page{Path: "gallery.html", Title: "Gallery", Wide: true}
	var out strings.Builder
	out.WriteString("<h1>Gallery</h1>\n<p>All puzzles of the folder <code>examples</code>: each with its first solution, and with the numbers of " +
		"solutions that <code>puz test</code> compares.</p>\n")
	seen := 0
	for _, folder := range folders {
		all := b.examples(path.Join("examples", folder.name))
		seen += len(all)
		id := exampleID(path.Join("examples", folder.name))
		if len(all) == 0 {
			continue
		}
		p.Outline = append(p.Outline, heading{2, id, folder.title})
		fmt.Fprintf(&out, "<h2 id=\"%s\">%s</h2>\n<div class=\"cards\">\n", id, folder.title)
		for _, e := range all {
			out.WriteString(string(b.card(p, e)))
		}
		out.WriteString("</div>\n")
	}
	if all := b.count("examples/*.puz") + b.count("examples/*/*.puz"); all != seen {
		b.note(fmt.Errorf("the gallery has %d examples of %d: a folder is missing in its list", seen, all))
	}
	p.Body = template.HTML(out.String())
	return []*page{p}
}

// count returns the number of files with such names.
func (b *builder) count(pattern string) int {
	names, err := fs.Glob(b.Repository, pattern)
	b.note(err)
	return len(names)
}

// examples reads the puzzles of a folder and draws them, several at a time.
func (b *builder) examples(dir string) []example {
	names, err := fs.Glob(b.Repository, dir+"/*.puz")
	b.note(err)
	out, errs := make([]example, len(names)), make([]error, len(names))
	var group sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for k, name := range names {
		group.Go(func() {
			free <- true
			out[k], errs[k] = b.example(name)
			<-free
		})
	}
	group.Wait()
	for _, err := range errs {
		b.note(err)
	}
	return out
}

// example reads a puzzle and draws its first solution.
func (b *builder) example(name string) (example, error) {
	text, err := fs.ReadFile(b.Repository, name)
	if err != nil {
		return example{}, err
	}
	e := example{path: name, text: string(text), about: comment(string(text))}
	sub, err := fs.Sub(b.Repository, path.Dir(name))
	if err != nil {
		return e, err
	}
	o := quadrille.Options{Files: sub}
	p, err := quadrille.Load(path.Base(name), text, o)
	if err != nil {
		return e, fmt.Errorf("%s: %w", name, err)
	}
	for _, x := range p.Expectations() {
		e.expects = append(e.expects, strings.TrimPrefix(x.Text, "expect "))
	}
	e.title = p.Title()
	if b.Skip == nil || !b.Skip(name) {
		e.drawing, err = b.draw(name, text, o, max(b.Patience, time.Millisecond))
	}
	if e.title == "" {
		e.title = strings.TrimSuffix(path.Base(name), ".puz")
	}
	return e, err
}

// comment returns the comment in front of the first statements.
func comment(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "//")
		switch {
		case ok:
			out = append(out, strings.TrimSpace(rest))
		case !strings.HasPrefix(line, "puz ") || len(out) > 0:
			return strings.Join(out, " ")
		}
	}
	return strings.Join(out, " ")
}

// card shows an example.
func (b *builder) card(p *page, e example) template.HTML {
	var out strings.Builder
	fmt.Fprintf(&out, "<article id=\"%s\">\n<h3>%s</h3>\n", exampleID(e.path), html.EscapeString(e.title))
	switch {
	case e.svg != nil:
		file := "pictures/" + exampleID(e.path) + ".svg"
		b.files[file] = e.svg
		fmt.Fprintf(&out, "<img src=\"%s\" alt=\"the first solution\" loading=\"lazy\" />\n", file)
	case e.drawing.text != "":
		fmt.Fprintf(&out, "<pre class=\"core\">%s</pre>\n", html.EscapeString(e.drawing.text))
	case e.why != "":
		fmt.Fprintf(&out, "<p class=\"none\">%s</p>\n", e.why)
	}
	if e.about != "" {
		fmt.Fprintf(&out, "<p>%s</p>\n", html.EscapeString(e.about))
	}
	if len(e.expects) > 0 {
		fmt.Fprintf(&out, "<p class=\"expects\">%s</p>\n", html.EscapeString(strings.Join(e.expects, " · ")))
	}
	fmt.Fprintf(&out, "<details><summary>%s</summary>\n%s</details>\n</article>\n", html.EscapeString(e.path), b.snippet(p, e.text))
	return template.HTML(out.String())
}

// codes makes a page for each error code, and one that lists them.
func (b *builder) codes() []*page {
	list := &page{Path: "codes/index.html", Title: "Messages"}
	all := []*page{list}
	var rows strings.Builder
	rows.WriteString("<h1>Messages</h1>\n<p>Each error and each warning has a code, which stands in brackets behind it: " +
		"<code>puz explain wrong-class</code> prints its page.</p>\n<ul class=\"codes\">\n")
	for _, code := range quadrille.Codes() {
		text, _ := quadrille.CodePage(code)
		name, title, _ := strings.Cut(titleOf([]byte(text)), ": ")
		all = append(all, &page{Path: "codes/" + name + ".html", Title: name, markdown: []byte(text)})
		fmt.Fprintf(&rows, "<li><a href=\"%s.html\"><code>%s</code></a> %s</li>\n", name, name, html.EscapeString(title))
	}
	list.Body = template.HTML(rows.String() + "</ul>\n")
	return slices.Clip(all)
}
