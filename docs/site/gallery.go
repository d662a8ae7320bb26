package site

import (
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"sync"
	"time"

	"quadrille/web/gallery"
)

// examplesFolder is the folder of the gallery's puzzles.
const examplesFolder = "examples"

// exampleID returns the anchor of an example, or of a folder of examples, on the page of all examples.
func exampleID(name string) string {
	return strings.ReplaceAll(strings.TrimSuffix(name, ".puz"), "/", "-")
}

// exampleGroup is a kind of examples: the examples of one folder.
type exampleGroup struct {
	groupTitle, groupAnchor string
	examples                []gallery.Entry
}

// galleryPages returns the page of all examples, and a page for each example.
func (b *siteBuilder) galleryPages() []*sitePage {
	files, err := fs.Sub(b.Repository, examplesFolder)
	b.addError(err)
	entries := gallery.ListExamples(files)
	b.drawExamples(files, entries)
	var kinds []exampleGroup
	for _, e := range entries {
		if n := len(kinds); n == 0 || kinds[n-1].groupTitle != e.Group {
			kinds = append(kinds, exampleGroup{groupTitle: e.Group,
				groupAnchor: exampleID(path.Dir(path.Join(examplesFolder,
					e.Name)))})
		}
		k := &kinds[len(kinds)-1]
		k.examples = append(k.examples, e)
	}
	first := &sitePage{Path: "gallery.html", Title: "Gallery", IsWide: true}
	pages := []*sitePage{first}
	var out, rules strings.Builder
	fmt.Fprintf(&out, "<h1>Gallery</h1>\n<p>The %d puzzles of the folder <code>%s</code>. A card shows the first "+
		"solution, and the number of solutions that <code>puz test</code> checks.</p>\n", len(entries), examplesFolder)
	out.WriteString(groupFilter(kinds))
	for _, k := range kinds {
		fmt.Fprintf(&out, "<section id=\"%s\">\n<h2>%s</h2>\n<ul class=\"cards\">\n", k.groupAnchor,
			html.EscapeString(k.groupTitle))
		for _, e := range k.examples {
			p := &sitePage{Path: "gallery/" + exampleID(e.Name) + ".html", Title: e.Title}
			b.examplePages[path.Join(examplesFolder, e.Name)] = p
			picture := b.pictureHTML(e)
			out.WriteString(exampleCardHTML(p, e, picture))
			p.Body = b.exampleHTML(p, k, e, picture)
			pages = append(pages, p)
		}
		out.WriteString("</ul>\n</section>\n")
		fmt.Fprintf(&rules, ".text:has(#only-%s:checked) > section:not(#%s) { display: none; }\n", k.groupAnchor,
			k.groupAnchor)
	}
	b.builtFiles["style.css"] = []byte(rules.String())
	first.Body = template.HTML(out.String())
	return pages
}

// groupFilter returns the buttons that select one kind of examples, or all. The style sheet hides the examples of other
// kinds.
func groupFilter(kinds []exampleGroup) string {
	var out strings.Builder
	out.WriteString("<fieldset class=\"kinds\">\n<legend>Show</legend>\n" +
		"<label><input type=\"radio\" name=\"kind\" checked=\"checked\" /> all</label>\n")
	for _, k := range kinds {
		fmt.Fprintf(&out, "<label><input type=\"radio\" name=\"kind\" id=\"only-%s\" /> %s (%d)</label>\n",
			k.groupAnchor,
			html.EscapeString(k.groupTitle), len(k.examples))
	}
	out.WriteString("</fieldset>\n")
	return out.String()
}

// drawExamples adds pictures to the examples, except for those whose picture is skipped. It draws several examples at
// the same time.
func (b *siteBuilder) drawExamples(files fs.FS, entries []gallery.Entry) {
	errs := make([]error, len(entries))
	var all sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for k := range entries {
		e := &entries[k]
		if b.SkipsPicture != nil && b.SkipsPicture(path.Join(examplesFolder, e.Name)) {
			continue
		}
		if drawn, ok := b.DrawnExamples[e.Name]; ok {
			e.SVG, e.TextPicture, e.ShowsUnsolved = drawn.SVG, drawn.TextPicture, drawn.ShowsUnsolved
			continue
		}
		all.Go(func() {
			free <- true
			errs[k] = e.DrawFrom(b.ctx, files, max(b.DrawTimeout, time.Millisecond))
			<-free
		})
	}
	all.Wait()
	for _, err := range errs {
		b.addError(err)
	}
}

// pictureHTML returns the picture of an example for the page of all examples, or, if the example has no picture, its
// drawing in characters.
func (b *siteBuilder) pictureHTML(e gallery.Entry) string {
	switch {
	case e.SVG != "":
		file := "pictures/" + exampleID(path.Join(examplesFolder, e.Name)) + ".svg"
		b.builtFiles[file] = []byte(e.SVG)
		return fmt.Sprintf("<img src=\"%s\" alt=\"\" loading=\"lazy\" />", file)
	case e.TextPicture != "":
		return "<pre class=\"core\">" + html.EscapeString(e.TextPicture) + "</pre>"
	}
	return ""
}

// exampleCardHTML returns the box with the picture and the title of an example in the page of all examples.
func exampleCardHTML(p *sitePage, e gallery.Entry, picture string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "<li id=\"%s\"><div class=\"picture\">%s</div>\n<a href=\"%s\">%s</a>\n",
		exampleID(path.Join(examplesFolder, e.Name)), picture, p.Path, html.EscapeString(e.Title))
	if len(e.Expectations) > 0 {
		fmt.Fprintf(&out, "<span>%s</span>\n", html.EscapeString(e.Expectations[0]))
	}
	out.WriteString("</li>\n")
	return out.String()
}

// exampleHTML returns the page of an example.
func (b *siteBuilder) exampleHTML(p *sitePage, k exampleGroup, e gallery.Entry, picture string) template.HTML {
	var out strings.Builder
	fmt.Fprintf(&out, "<h1>%s</h1>\n", html.EscapeString(e.Title))
	if e.Description != "" {
		fmt.Fprintf(&out, "<p>%s</p>\n", html.EscapeString(e.Description))
	}
	if picture != "" {
		picture = strings.Replace(picture, "src=\"", "src=\""+p.Root(), 1)
		caption := "The first solution."
		if e.ShowsUnsolved {
			caption = "The puzzle without a solution."
		}
		fmt.Fprintf(&out, "<figure>%s<figcaption>%s</figcaption></figure>\n",
			strings.Replace(picture, "alt=\"\"", "alt=\"a picture of the puzzle\"", 1), caption)
	}
	fmt.Fprintf(&out, "%s", b.snippetHTML(p, "// "+path.Join(examplesFolder, e.Name)+"\n"+e.Text))
	if len(e.Expectations) > 0 {
		out.WriteString("<h2>What is expected</h2>\n<ul>\n")
		for _, x := range e.Expectations {
			fmt.Fprintf(&out, "<li>%s</li>\n", html.EscapeString(x))
		}
		out.WriteString("</ul>\n")
		if e.IsSlow {
			out.WriteString("<p>Counting them takes more than some seconds.</p>\n")
		}
	}
	fmt.Fprintf(&out, "<p>Kind: <a href=\"%sgallery.html#%s\">%s</a></p>\n", p.Root(), k.groupAnchor,
		html.EscapeString(k.groupTitle))
	return template.HTML(out.String())
}
