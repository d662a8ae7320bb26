package site

import (
	"cmp"
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
	"quadrille/lang/codes"
	"quadrille/web/gallery"
)

// exampleCard is a card of the gallery.
type exampleCard struct {
	gallery.Entry
	path    string
	expects []string
	firstDrawing
}

// exampleID is the anchor of an example, or of a folder of examples.
func exampleID(name string) string {
	return strings.ReplaceAll(strings.TrimSuffix(name, ".puz"), "/", "-")
}

// galleryPages returns the page of all examples.
func (b *siteBuilder) galleryPages() []*sitePage {
	p := &sitePage{Path: "gallery.html", Title: "Gallery", Wide: true}
	var out strings.Builder
	out.WriteString("<h1>Gallery</h1>\n<p>All puzzles of the folder <code>examples</code>: each with its first " +
		"solution, and with the numbers of " +
		"solutions that <code>puz test</code> compares.</p>\n")
	files, err := fs.Sub(b.Repository, "examples")
	b.addError(err)
	for all := gallery.ListExamples(files); len(all) > 0; {
		n := slices.IndexFunc(all, func(e gallery.Entry) bool { return e.Group != all[0].Group })
		group := all[:cmp.Or(max(0, n), len(all))]
		all = all[len(group):]
		id := exampleID(path.Dir("examples/" + group[0].Name))
		p.Outline = append(p.Outline, outlineHeading{2, id, group[0].Group})
		fmt.Fprintf(&out, "<h2 id=\"%s\">%s</h2>\n<div class=\"cards\">\n", id, group[0].Group)
		for _, e := range b.drawExamples(group) {
			out.WriteString(string(b.cardHTML(p, e)))
		}
		out.WriteString("</div>\n")
	}
	p.Body = template.HTML(out.String())
	return []*sitePage{p}
}

// drawExamples draws the puzzles of a group, several at the same time.
func (b *siteBuilder) drawExamples(group []gallery.Entry) []exampleCard {
	out, errs := make([]exampleCard, len(group)), make([]error, len(group))
	var all sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for k, entry := range group {
		all.Go(func() {
			free <- true
			out[k], errs[k] = b.drawExample(entry)
			<-free
		})
	}
	all.Wait()
	for _, err := range errs {
		b.addError(err)
	}
	return out
}

// drawExample draws the first solution of a puzzle.
func (b *siteBuilder) drawExample(entry gallery.Entry) (exampleCard, error) {
	e := exampleCard{Entry: entry, path: "examples/" + entry.Name}
	sub, err := fs.Sub(b.Repository, path.Dir(e.path))
	if err != nil {
		return e, err
	}
	o := quadrille.Options{Files: sub}
	p, err := quadrille.Load(path.Base(e.path), []byte(e.Text), o)
	if err != nil {
		return e, fmt.Errorf("%s: %w", e.path, err)
	}
	for _, x := range p.Expectations() {
		e.expects = append(e.expects, strings.TrimPrefix(x.Text, "expect "))
	}
	if b.Skip == nil || !b.Skip(e.path) {
		e.firstDrawing = b.drawFirst(p, max(b.DrawTimeout, time.Millisecond))
	}
	return e, nil
}

// cardHTML returns the card of an example.
func (b *siteBuilder) cardHTML(p *sitePage, e exampleCard) template.HTML {
	var out strings.Builder
	fmt.Fprintf(&out, "<article id=\"%s\">\n<h3>%s</h3>\n", exampleID(e.path), html.EscapeString(e.Title))
	switch {
	case e.svg != nil:
		file := "pictures/" + exampleID(e.path) + ".svg"
		b.files[file] = e.svg
		fmt.Fprintf(&out, "<img src=\"%s\" alt=\"the first solution\" loading=\"lazy\" />\n", file)
	case e.firstDrawing.text != "":
		fmt.Fprintf(&out, "<pre class=\"core\">%s</pre>\n", html.EscapeString(e.firstDrawing.text))
	case e.why != "":
		fmt.Fprintf(&out, "<p class=\"none\">%s</p>\n", e.why)
	}
	if e.About != "" {
		fmt.Fprintf(&out, "<p>%s</p>\n", html.EscapeString(e.About))
	}
	if len(e.expects) > 0 {
		fmt.Fprintf(&out, "<p class=\"expects\">%s</p>\n", html.EscapeString(strings.Join(e.expects, " · ")))
	}
	fmt.Fprintf(&out, "<details><summary>%s</summary>\n%s</details>\n</article>\n", html.EscapeString(e.path),
		b.snippetHTML(p, e.Text))
	return template.HTML(out.String())
}

// codePages returns a page for each error code, and one that lists them.
func (b *siteBuilder) codePages() []*sitePage {
	list := &sitePage{Path: "codes/index.html", Title: "Messages"}
	all := []*sitePage{list}
	var rows strings.Builder
	rows.WriteString("<h1>Messages</h1>\n<p>Each error and each warning has a code, which stands in brackets " +
		"behind it: " +
		"<code>puz explain wrong-class</code> prints its page.</p>\n<ul class=\"codes\">\n")
	for _, code := range codes.AllCodes() {
		text, _ := codes.CodePage(code)
		name, title, _ := strings.Cut(titleOf([]byte(text)), ": ")
		all = append(all, &sitePage{Path: "codes/" + name + ".html", Title: name, markdown: []byte(text)})
		fmt.Fprintf(&rows, "<li><a href=\"%s.html\"><code>%s</code></a> %s</li>\n", name, name,
			html.EscapeString(title))
	}
	list.Body = template.HTML(rows.String() + "</ul>\n")
	return slices.Clip(all)
}
