package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// renderPage converts the Markdown of a page to HTML. Links lead to pages of the site, and puzzles have a link that
// opens them in the playground.
func (b *siteBuilder) renderPage(p *sitePage) {
	if p.anchors == nil {
		p.anchors = headingAnchors{}
	}
	tree := parseMarkdown(p.markdown, p.anchors)
	var foreign []ast.Node
	b.addError(ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			n.Level -= p.raisedLevels
			p.addHeading(n)
		case *ast.Link:
			to := b.resolveLink(p, string(n.Destination))
			if n.Destination = []byte(to); to == "" {
				foreign = append(foreign, n)
			}
		case *ast.Image:
			n.Destination = []byte(b.resolveLink(p, string(n.Destination)))
		}
		return ast.WalkContinue, nil
	}))
	for _, n := range foreign {
		unwrapNode(n)
	}
	var out bytes.Buffer
	md := goldmark.New(markdownTables, goldmark.WithRendererOptions(html.WithXHTML(),
		renderer.WithNodeRenderers(util.Prioritized(fenceRenderer{b, p}, 100))))
	b.addError(md.Renderer().Render(&out, p.markdown, tree))
	p.Body = template.HTML(out.String() + p.movedHeadingsHTML())
}

var markdownTables = goldmark.WithExtensions(extension.Table)

// parseMarkdown parses a page, or a part of a page. The headings in it get anchors that continue those of the page.
func parseMarkdown(markdown []byte, anchors headingAnchors) ast.Node {
	md := goldmark.New(markdownTables, goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	return md.Parser().Parse(text.NewReader(markdown), parser.WithContext(parser.NewContext(parser.WithIDs(anchors))))
}

// unwrapNode replaces a node by its children.
func unwrapNode(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = n.FirstChild() {
		n.Parent().InsertBefore(n.Parent(), n, c)
	}
	n.Parent().RemoveChild(n.Parent(), n)
}

// addHeading adds a heading to the table of contents of the page.
func (p *sitePage) addHeading(h *ast.Heading) {
	id, ok := h.AttributeString("id")
	if ok && h.Level > 1 && h.Level < 4 {
		p.Outline = append(p.Outline, outlineHeading{h.Level, string(id.([]byte)), plainText(h, p.markdown)})
	}
}

// plainText returns the text of a node without markup.
func plainText(n ast.Node, source []byte) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			out.Write(t.Value(source))
		} else {
			out.WriteString(plainText(c, source))
		}
	}
	return out.String()
}

// resolveLink returns the target of a link in the site. The target is "" for folders, and for Markdown files that are
// not part of the site. Other files of the repository are copied into the site.
func (b *siteBuilder) resolveLink(p *sitePage, target string) string {
	u, err := url.Parse(target)
	if err == nil && u.Scheme == "" && u.Path == "" && p.anchorPages[u.Fragment] != nil {
		return p.Root() + p.anchorPages[u.Fragment].Path + "#" + u.Fragment
	}
	if err != nil || u.Scheme != "" || u.Path == "" || p.Source == "" {
		return target
	}
	name := path.Join(path.Dir(p.Source), u.Path)
	to, anchor := "", u.Fragment
	switch info, err := fs.Stat(b.Repository, name); {
	case err != nil:
		b.addError(fmt.Errorf("%s: the link to %s leads nowhere", p.Source, target))
	case b.examplePages[name] != nil:
		to = b.examplePages[name].Path
	case name == "examples" || strings.HasPrefix(name, "examples/") && info.IsDir():
		to, anchor = "gallery.html", exampleID(name)
	case info.IsDir() && b.pagesBySource[name+"/README.md"] != nil:
		to = b.pagesBySource[name+"/README.md"].Path
	case b.pagesBySource[name] != nil:
		page := b.pagesBySource[name]
		if part := page.anchorPages[anchor]; part != nil {
			page = part
		}
		to = page.Path
	case info.IsDir(), path.Ext(name) == ".md":
		return ""
	default:
		to = "files/" + name
		b.builtFiles[to], err = fs.ReadFile(b.Repository, name)
		b.addError(err)
	}
	if anchor != "" {
		to += "#" + anchor
	}
	return p.Root() + to
}

// headingAnchors generates the anchors of headings in the way of GitHub: letters and digits stay, and blanks become
// hyphens. The map counts how often each anchor has occurred.
type headingAnchors map[string]int

func (a headingAnchors) Generate(title []byte, _ ast.NodeKind) []byte {
	id := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(string(title)))
	a[id]++
	if n := a[id]; n > 1 {
		id = fmt.Sprintf("%s-%d", id, n-1)
	}
	return []byte(id)
}

func (a headingAnchors) Put(id []byte) { a[string(id)]++ }
