// Package site makes the pages that people read out of the Markdown of the repository: a
// tutorial, a cookbook, a gallery, the law of the language, the pages of the error codes
// and the manual of the command. Beside them stands an index of their words, in which a
// script of the pages searches.
//
// Its input is the repository as a file system, and a function that runs the command.
// Its output is files by name. It writes nothing, and knows no page by its name but the
// order in which they are read.
package site

import (
	"bytes"
	"compress/flate"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"quadrille/web/gallery"
)

// SiteConfig says what a site is made of.
type SiteConfig struct {
	// Repository is the root of the repository.
	Repository fs.FS
	// Puz runs the command and returns what it prints on standard output.
	Puz func(args ...string) (string, error)
	// Playground is where snippets are opened, as seen from the root of the site, with a
	// slash at its end. If it is empty, nothing is opened.
	Playground string
	// SourceURL is where the repository is published. If it is empty, the menu leads to the pages of the project.
	SourceURL string
	// Drawn holds examples with their pictures, by their names. Others are drawn.
	Drawn map[string]gallery.Entry
	// DrawTimeout is how long the gallery waits for the first solution of an example.
	DrawTimeout time.Duration
	// Skip leaves the pictures of examples out, by their paths. Nil skips none.
	Skip func(example string) bool
}

// sitePage is a page of the site.
type sitePage struct {
	Source  string // in the repository; "" if the page is generated
	Path    string // in the site
	Title   string
	Body    template.HTML
	Outline []outlineHeading
	Wide    bool   // its text takes all the width there is
	About   string // its first paragraph, without marks

	Section        *siteSection
	Parent         *sitePage // of which it is a part
	Previous, Next *sitePage
	listed         []outlineHeading     // the headings that other pages hold
	markdown       []byte               // what is still to be rendered
	raise          int                  // by how many levels its headings are raised
	anchors        headingAnchors       // of the source, which its parts share
	places         map[string]*sitePage // the pages that hold the anchors of the source
}

// outlineHeading is an entry of a table of contents.
type outlineHeading struct {
	Level    int
	ID, Text string
}

// Root leads from the page to the root of the site.
func (p *sitePage) Root() string { return strings.Repeat("../", strings.Count(p.Path, "/")) }

// FullTitle is the title of the page in the list of a browser.
func (p *sitePage) FullTitle() string {
	switch first := p.Section.Pages[0]; {
	case p.Title == "Quadrille":
		return "Quadrille: a small language for puzzles"
	case p.Parent != nil:
		return p.Title + " – " + p.Parent.Title + " – Quadrille"
	case p != first && p.Title != first.Title:
		return p.Title + " – " + p.Section.Title + " – Quadrille"
	}
	return p.Title + " – Quadrille"
}

// IsDeep reports whether the page is a part of a page that is not the first of its section.
func (p *sitePage) IsDeep() bool { return p.Parent != nil && p.Parent != p.Section.Pages[0] }

// Above is the page that lists this one, or nil.
func (p *sitePage) Above() *sitePage {
	if p.Parent != nil {
		return p.Parent
	}
	if first := p.Section.Pages[0]; p != first {
		return first
	}
	return nil
}

// siteSection is a part of the navigation.
type siteSection struct {
	Title  string
	Pages  []*sitePage
	Long   bool // its first page lists the others, and the navigation does not
	InMenu bool // it stands in the menu at the top
}

// siteBuilder collects a site.
type siteBuilder struct {
	SiteConfig
	ctx      context.Context
	sections []*siteSection
	files    map[string][]byte
	pages    map[string]*sitePage // by the path of their sources
	cards    map[string]*sitePage // those of examples, by their paths
	packer   *flate.Writer        // of what links to the playground hold
	errs     []error
}

//go:embed layout.html style.css site.js favicon.svg
var assets embed.FS

// Build returns the files of the site by their names. The error joins all that is wrong,
// such as links that lead nowhere and snippets that do not compile.
func Build(ctx context.Context, c SiteConfig) (map[string][]byte, error) {
	packer, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	b := &siteBuilder{SiteConfig: c, ctx: ctx, files: map[string][]byte{}, pages: map[string]*sitePage{},
		cards: map[string]*sitePage{}, packer: packer}
	b.planPages()
	b.chainPages()
	for p := range b.allPages() {
		if p.markdown != nil {
			b.renderPage(p)
		}
	}
	for _, name := range []string{"style.css", "site.js", "favicon.svg"} {
		text, err := assets.ReadFile(name)
		b.addError(err)
		b.files[name] = append(text, b.files[name]...)
	}
	b.writeIndex()
	b.layoutPages()
	return b.files, errors.Join(b.errs...)
}

// allPages goes through the pages in the order in which they are read.
func (b *siteBuilder) allPages() iter.Seq[*sitePage] {
	return func(yield func(*sitePage) bool) {
		for _, s := range b.sections {
			for _, p := range s.Pages {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// addError keeps an error.
func (b *siteBuilder) addError(err error) {
	if err != nil {
		b.errs = append(b.errs, err)
	}
}

// planPages says which pages there are, in the order in which they are read.
func (b *siteBuilder) planPages() {
	b.addSection("Start", "docs/README.md")
	b.addSection("Install", "docs/install.md")
	b.addSection("Tutorial", b.markdownFiles("docs/tutorial")...)
	b.addSection("Cookbook", b.markdownFiles("docs/cookbook")...)
	b.addGenerated("Gallery", true, b.galleryPages)
	b.addSection("Language", "spec.md")
	b.addGenerated("Commands", false, b.manualPages)
	b.addGenerated("Messages", true, b.codePages)
	for _, s := range b.sections {
		s.InMenu = true
	}
	b.addSection("Tour", "docs/tour.md")
	b.addSection("Coverage", "docs/coverage.md")
	b.addSection("Algorithm X", "docs/algorithm-x.md")
	b.addSection("No solution", "docs/why.md")
	b.addSection("Dissections", "docs/dissections.md")
	b.addSection("Formats", "docs/formats.md")
	b.addSection("Long runs", "docs/long-runs.md")
	b.addSection("Records", "docs/records.md")
	b.addSection("Speed", "docs/speed.md", "docs/speed-slow.md", "docs/unseen.md", "docs/fresh.md",
		"docs/benchmarks.md", "docs/quasigroups.md")
	b.addSection("Editors", "docs/editors.md", "editors/README.md", "editors/vscode/README.md", "editors/vim/README.md")
	b.addSection("The project", "README.md", "ARCHITECTURE.md", "web/README.md", "CONTRIBUTING.md", "SECURITY.md",
		"CHANGELOG.md")
	for _, name := range slices.Concat(b.markdownFiles("docs"), b.markdownFiles("docs/*")) {
		if b.pages[name] == nil {
			b.addError(fmt.Errorf("%s is in no section of the site", name))
		}
	}
}

// markdownFiles lists the Markdown of a folder, its README first.
func (b *siteBuilder) markdownFiles(dir string) []string {
	names, err := fs.Glob(b.Repository, dir+"/*.md")
	b.addError(err)
	slices.SortStableFunc(names, func(x, y string) int {
		return strings.Compare(isReadme(x), isReadme(y))
	})
	return names
}

// isReadme is less for a README than for other pages.
func isReadme(name string) string {
	if path.Base(name) == "README.md" {
		return ""
	}
	return name
}

// addSection adds a section of pages in Markdown.
func (b *siteBuilder) addSection(title string, sources ...string) {
	s := &siteSection{Title: title}
	for _, name := range sources {
		text, err := fs.ReadFile(b.Repository, name)
		b.addError(err)
		p := &sitePage{Source: name, Path: sitePath(name), Title: titleOf(text), markdown: text, Section: s}
		s.Pages = append(append(s.Pages, p), b.splitPage(p)...)
		b.pages[name] = p
	}
	b.sections = append(b.sections, s)
}

// addGenerated adds a section whose pages a function makes.
func (b *siteBuilder) addGenerated(title string, long bool, pages func() []*sitePage) {
	s := &siteSection{Title: title, Pages: pages(), Long: long}
	for _, p := range s.Pages {
		p.Section = s
	}
	b.sections = append(b.sections, s)
}

// sitePath is where a page of the repository stands in the site.
func sitePath(source string) string {
	name := strings.TrimSuffix(source, ".md")
	if name == "README" {
		return "overview.html"
	}
	name = strings.TrimPrefix(name, "docs/")
	if path.Base(name) == "README" {
		name = path.Join(path.Dir(name), "index")
	}
	return strings.ToLower(name) + ".html"
}

// titleOf is the first line of a page.
func titleOf(markdown []byte) string {
	line, _, _ := bytes.Cut(markdown, []byte("\n"))
	return strings.ReplaceAll(strings.TrimPrefix(string(line), "# "), "`", "")
}

// chainPages ties each page to the one before and the one behind it.
func (b *siteBuilder) chainPages() {
	var last *sitePage
	for p := range b.allPages() {
		if last != nil {
			last.Next, p.Previous = p, last
		}
		last = p
	}
}

// layoutPages puts the bodies into the frame that all pages share.
func (b *siteBuilder) layoutPages() {
	frame, err := template.New("").ParseFS(assets, "layout.html")
	if err != nil {
		b.addError(err)
		return
	}
	for p := range b.allPages() {
		var out bytes.Buffer
		b.addError(frame.ExecuteTemplate(&out, "layout.html", map[string]any{"Page": p, "Sections": b.sections,
			"Playground": b.Playground, "Source": b.SourceURL, "Project": b.sections[len(b.sections)-1].Pages[0]}))
		if b.files[p.Path] != nil {
			b.addError(fmt.Errorf("two pages are called %s", p.Path))
		}
		b.files[p.Path] = out.Bytes()
	}
}
