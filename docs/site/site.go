// Package site makes the pages that people read out of the Markdown of the repository: a
// tutorial, a cookbook, a gallery, the law of the language, the pages of the error codes
// and the manual of the command.
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
	"path"
	"slices"
	"strings"
	"time"
)

// Config says what a site is made of.
type Config struct {
	// Repository is the root of the repository.
	Repository fs.FS
	// Puz runs the command and returns what it prints on standard output.
	Puz func(args ...string) (string, error)
	// Playground is where snippets are opened, as seen from the root of the site, with a
	// slash at its end. If it is empty, nothing is opened.
	Playground string
	// Patience is how long the gallery waits for the first solution of an example.
	Patience time.Duration
	// Skip leaves the pictures of examples out, by their paths. Nil skips none.
	Skip func(example string) bool
}

// page is a page of the site.
type page struct {
	Source  string // in the repository; "" if the page is generated
	Path    string // in the site
	Title   string
	Body    template.HTML
	Outline []heading
	Wide    bool // its text takes all the width there is

	Section        *section
	Previous, Next *page
	markdown       []byte // what is still to be rendered
}

// heading is an entry of a table of contents.
type heading struct {
	Level    int
	ID, Text string
}

// Root leads from the page to the root of the site.
func (p *page) Root() string { return strings.Repeat("../", strings.Count(p.Path, "/")) }

// section is a part of the navigation.
type section struct {
	Title string
	Pages []*page
	Long  bool // its first page lists the others, and the navigation does not
}

// builder collects a site.
type builder struct {
	Config
	ctx      context.Context
	sections []*section
	files    map[string][]byte
	pages    map[string]*page // by the path of their sources
	packer   *flate.Writer    // of what links to the playground hold
	errs     []error
}

//go:embed layout.html style.css
var assets embed.FS

// Build returns the files of the site by their names. The error joins all that is wrong,
// such as links that lead nowhere and snippets that do not compile.
func Build(ctx context.Context, c Config) (map[string][]byte, error) {
	packer, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	b := &builder{Config: c, ctx: ctx, files: map[string][]byte{}, pages: map[string]*page{}, packer: packer}
	b.plan()
	b.chain()
	for _, s := range b.sections {
		for _, p := range s.Pages {
			if p.markdown != nil {
				b.render(p)
			}
		}
	}
	b.layout()
	style, err := assets.ReadFile("style.css")
	b.note(err)
	b.files["style.css"] = style
	return b.files, errors.Join(b.errs...)
}

// note keeps an error.
func (b *builder) note(err error) {
	if err != nil {
		b.errs = append(b.errs, err)
	}
}

// plan says which pages there are, in the order in which they are read.
func (b *builder) plan() {
	b.section("Start", "docs/README.md")
	b.section("Tutorial", b.folder("docs/tutorial")...)
	b.section("Cookbook", b.folder("docs/cookbook")...)
	b.generated("Gallery", false, b.gallery)
	b.section("The language", "spec.md")
	b.generated("Commands", false, b.manual)
	b.generated("Messages", true, b.codes)
	b.section("Algorithm X", "docs/algorithm-x.md")
	b.section("No solution", "docs/why.md")
	b.section("Dissections", "docs/dissections.md")
	b.section("Formats", "docs/formats.md")
	b.section("Long runs", "docs/long-runs.md")
	b.section("Records", "docs/records.md")
	b.section("Speed", "docs/speed.md", "docs/speed-slow.md", "docs/unseen.md", "docs/fresh.md", "docs/benchmarks.md", "docs/quasigroups.md")
	b.section("Editors", "docs/editors.md", "editors/README.md", "editors/vscode/README.md", "editors/vim/README.md")
	b.section("The project", "README.md", "ARCHITECTURE.md", "web/README.md", "CONTRIBUTING.md", "CHANGELOG.md")
	for _, name := range slices.Concat(b.folder("docs"), b.folder("docs/*")) {
		if b.pages[name] == nil {
			b.note(fmt.Errorf("%s is in no section of the site", name))
		}
	}
}

// folder lists the Markdown of a folder, its README first.
func (b *builder) folder(dir string) []string {
	names, err := fs.Glob(b.Repository, dir+"/*.md")
	b.note(err)
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

// section adds a section of pages in Markdown.
func (b *builder) section(title string, sources ...string) {
	s := &section{Title: title}
	for _, name := range sources {
		text, err := fs.ReadFile(b.Repository, name)
		b.note(err)
		p := &page{Source: name, Path: pathOf(name), Title: titleOf(text), markdown: text, Section: s}
		s.Pages = append(s.Pages, p)
		b.pages[name] = p
	}
	b.sections = append(b.sections, s)
}

// generated adds a section whose pages a function makes.
func (b *builder) generated(title string, long bool, pages func() []*page) {
	s := &section{Title: title, Pages: pages(), Long: long}
	for _, p := range s.Pages {
		p.Section = s
	}
	b.sections = append(b.sections, s)
}

// pathOf is where a page of the repository stands in the site.
func pathOf(source string) string {
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

// chain ties each page to the one before and the one behind it.
func (b *builder) chain() {
	var last *page
	for _, s := range b.sections {
		for _, p := range s.Pages {
			if last != nil {
				last.Next, p.Previous = p, last
			}
			last = p
		}
	}
}

// layout puts the bodies into the frame that all pages share.
func (b *builder) layout() {
	frame, err := template.New("").ParseFS(assets, "layout.html")
	if err != nil {
		b.note(err)
		return
	}
	for _, s := range b.sections {
		for _, p := range s.Pages {
			var out bytes.Buffer
			b.note(frame.ExecuteTemplate(&out, "layout.html", map[string]any{"Page": p, "Sections": b.sections}))
			if b.files[p.Path] != nil {
				b.note(fmt.Errorf("two pages are called %s", p.Path))
			}
			b.files[p.Path] = out.Bytes()
		}
	}
}
