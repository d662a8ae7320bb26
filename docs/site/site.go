// Package site makes a documentation site from the Markdown files of the repository: a tutorial, a cookbook, a gallery,
// the specification of the language, the pages of the diagnostic codes and the manual of the command. The site includes
// an index of all words, which a script of the pages searches.
//
// Its input is the repository as a file system, and a function that runs the command. Its output is the files of the
// site, by name; it writes nothing to disk. Apart from the order in which pages are read, it knows nothing about
// particular pages.
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

// SiteConfig holds the inputs and settings of a site.
type SiteConfig struct {
	// Repository is the root folder of the repository.
	Repository fs.FS
	// RunPuz runs the command puz and returns what that prints on standard output.
	RunPuz func(args ...string) (string, error)
	// PlaygroundPath is the path of the playground from the root of the site, with a slash at its end. If it is empty,
	// snippets have no link to the playground.
	PlaygroundPath string
	// SourceURL is the address of the repository. If it is empty, the menu links to the pages of the project instead.
	SourceURL string
	// DrawnExamples holds examples that already have pictures, by their names. The pictures of all other examples are
	// drawn anew.
	DrawnExamples map[string]gallery.Entry
	// DrawTimeout is the time limit of the search for the first solution of an example.
	DrawTimeout time.Duration
	// SkipsPicture reports whether to leave out the picture of an example, given by its path. If it is nil, no picture
	// is left out.
	SkipsPicture func(example string) bool
}

// sitePage is a page of the site.
type sitePage struct {
	Source string // path of the source in the repository; "" if the page is generated
	Path   string // path of the page in the site
	Title  string
	Body   template.HTML
	// Outline lists the headings for the table of contents.
	Outline     []outlineHeading
	IsWide      bool   // whether the text uses the full width of the window
	Description string // first paragraph, without markup

	// Section is the section of the navigation to which the page belongs.
	Section        *siteSection
	Parent         *sitePage // page of which this page is a part, or nil
	Previous, Next *sitePage
	movedHeadings  []outlineHeading     // headings of the source file that are now on other pages
	markdown       []byte               // Markdown that is still to be converted
	raisedLevels   int                  // number of levels by which the headings of the source are raised
	anchors        headingAnchors       // anchors of the source file, shared by all pages made from it
	anchorPages    map[string]*sitePage // page that now has each anchor of the source file
}

// outlineHeading is an entry of a table of contents.
type outlineHeading struct {
	Level    int
	ID, Text string
}

// Root returns the relative path from the page to the root of the site.
func (p *sitePage) Root() string { return strings.Repeat("../", strings.Count(p.Path, "/")) }

// FullTitle returns the title of the page that a browser shows on its tab.
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

// IsSubpage reports whether the page is a part of another page that is not the first page of its section.
func (p *sitePage) IsSubpage() bool { return p.Parent != nil && p.Parent != p.Section.Pages[0] }

// ListingPage returns the page on which this page is listed, or nil.
func (p *sitePage) ListingPage() *sitePage {
	if p.Parent != nil {
		return p.Parent
	}
	if first := p.Section.Pages[0]; p != first {
		return first
	}
	return nil
}

// siteSection is a group of pages in the navigation.
type siteSection struct {
	Title       string
	Pages       []*sitePage
	HasListPage bool // whether the first page lists the other pages, in place of the navigation
	InMenu      bool // whether the section is in the menu at the top
}

// siteBuilder collects the pages and files of a site.
type siteBuilder struct {
	SiteConfig
	ctx           context.Context
	siteSections  []*siteSection
	builtFiles    map[string][]byte
	pagesBySource map[string]*sitePage // page made from each source file, by the path of the file
	examplePages  map[string]*sitePage // page of each example, by the path of the example
	compressor    *flate.Writer        // compressor of the texts in links to the playground
	errorList     []error
}

//go:embed layout.html style.css site.js favicon.svg
var assets embed.FS

// Build returns the files of the site by their names. The error joins all errors in the pages, such as links without
// a target and snippets that do not compile.
func Build(ctx context.Context, c SiteConfig) (map[string][]byte, error) {
	packer, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	b := &siteBuilder{SiteConfig: c, ctx: ctx, builtFiles: map[string][]byte{}, pagesBySource: map[string]*sitePage{},
		examplePages: map[string]*sitePage{}, compressor: packer}
	b.planPages()
	b.linkPagesInOrder()
	for p := range b.allPages() {
		if p.markdown != nil {
			b.renderPage(p)
		}
	}
	for _, name := range []string{"style.css", "site.js", "favicon.svg"} {
		text, err := assets.ReadFile(name)
		b.addError(err)
		b.builtFiles[name] = append(text, b.builtFiles[name]...)
	}
	b.writeIndex()
	b.layoutPages()
	return b.builtFiles, errors.Join(b.errorList...)
}

// allPages yields the pages in the order of reading.
func (b *siteBuilder) allPages() iter.Seq[*sitePage] {
	return func(yield func(*sitePage) bool) {
		for _, s := range b.siteSections {
			for _, p := range s.Pages {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// addError records an error.
func (b *siteBuilder) addError(err error) {
	if err != nil {
		b.errorList = append(b.errorList, err)
	}
}

// planPages collects the pages of all sections, in the order of reading.
func (b *siteBuilder) planPages() {
	b.addSection("Start", "docs/README.md")
	b.addSection("Install", "docs/install.md")
	b.addSection("Tutorial", b.markdownFiles("docs/tutorial")...)
	b.addSection("Cookbook", b.markdownFiles("docs/cookbook")...)
	b.addGeneratedSection("Gallery", true, b.galleryPages)
	b.addSection("Language", "spec.md")
	b.addGeneratedSection("Commands", false, b.manualPages)
	b.addGeneratedSection("Messages", true, b.codePages)
	for _, s := range b.siteSections {
		s.InMenu = true
	}
	b.addSection("Tour", "docs/tour.md")
	b.addSection("Coverage", "docs/coverage.md", "docs/coverage-puzzlink.md", "docs/coverage-janko.md")
	b.addSection("Algorithm X", "docs/algorithm-x.md")
	b.addSection("Hints", "docs/hints.md")
	b.addSection("No solution", "docs/why.md")
	b.addSection("Proofs", "docs/proof.md", "docs/reliability.md")
	b.addSection("Dissections", "docs/dissections.md")
	b.addSection("Formats", "docs/formats.md")
	b.addSection("Long runs", "docs/long-runs.md")
	b.addSection("Records", "docs/records.md")
	b.addSection("Speed", "docs/speed.md", "docs/speed-slow.md", "docs/unseen.md", "docs/fresh.md", "docs/cells.md",
		"docs/benchmarks.md", "docs/quasigroups.md")
	b.addSection("Editors", "docs/editors.md", "editors/README.md", "editors/vscode/README.md", "editors/vim/README.md")
	b.addSection("The project", "README.md", "ARCHITECTURE.md", "web/README.md", "CONTRIBUTING.md", "SECURITY.md",
		"CHANGELOG.md")
	for _, name := range slices.Concat(b.markdownFiles("docs"), b.markdownFiles("docs/*")) {
		if b.pagesBySource[name] == nil {
			b.addError(fmt.Errorf("%s is in no section of the site", name))
		}
	}
}

// markdownFiles lists the Markdown files of a folder, its README first.
func (b *siteBuilder) markdownFiles(dir string) []string {
	names, err := fs.Glob(b.Repository, dir+"/*.md")
	b.addError(err)
	slices.SortStableFunc(names, func(x, y string) int {
		return strings.Compare(readmeSortKey(x), readmeSortKey(y))
	})
	return names
}

// readmeSortKey returns a key for sorting: that of a README is less than those of other pages.
func readmeSortKey(name string) string {
	if path.Base(name) == "README.md" {
		return ""
	}
	return name
}

// addSection adds a section with a page for each of the given Markdown files.
func (b *siteBuilder) addSection(title string, sources ...string) {
	s := &siteSection{Title: title}
	for _, name := range sources {
		text, err := fs.ReadFile(b.Repository, name)
		b.addError(err)
		p := &sitePage{Source: name, Path: sitePath(name), Title: markdownTitle(text), markdown: text, Section: s}
		s.Pages = append(append(s.Pages, p), b.splitPage(p)...)
		b.pagesBySource[name] = p
	}
	b.siteSections = append(b.siteSections, s)
}

// addGeneratedSection adds a section with the pages that the function pages returns.
func (b *siteBuilder) addGeneratedSection(title string, long bool, pages func() []*sitePage) {
	s := &siteSection{Title: title, Pages: pages(), HasListPage: long}
	for _, p := range s.Pages {
		p.Section = s
	}
	b.siteSections = append(b.siteSections, s)
}

// sitePath returns the path in the site for a file of the repository.
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

// markdownTitle returns the first line of a Markdown file, without the mark of a heading.
func markdownTitle(markdown []byte) string {
	line, _, _ := bytes.Cut(markdown, []byte("\n"))
	return strings.ReplaceAll(strings.TrimPrefix(string(line), "# "), "`", "")
}

// linkPagesInOrder links each page to the one before and the one after it.
func (b *siteBuilder) linkPagesInOrder() {
	var last *sitePage
	for p := range b.allPages() {
		if last != nil {
			last.Next, p.Previous = p, last
		}
		last = p
	}
}

// layoutPages inserts the bodies of the pages into their common frame.
func (b *siteBuilder) layoutPages() {
	frame, err := template.New("").ParseFS(assets, "layout.html")
	if err != nil {
		b.addError(err)
		return
	}
	for p := range b.allPages() {
		var out bytes.Buffer
		b.addError(frame.ExecuteTemplate(&out, "layout.html", map[string]any{"Page": p, "Sections": b.siteSections,
			"Playground": b.PlaygroundPath, "Source": b.SourceURL,
			"Project": b.siteSections[len(b.siteSections)-1].Pages[0]}))
		if b.builtFiles[p.Path] != nil {
			b.addError(fmt.Errorf("two pages are called %s", p.Path))
		}
		b.builtFiles[p.Path] = out.Bytes()
	}
}
