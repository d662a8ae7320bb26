package site

import (
	"fmt"
	"html"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// maxPage is the length, in bytes, of the longest Markdown file that is not split into several pages. Such a page is
// about 10,000 pixels high in a window of width 1280.
const maxPage = 20_000

// markdownHeading is a heading of a Markdown page.
type markdownHeading struct {
	outlineHeading
	lineOffset int // offset of the line of the heading
}

// splitPage splits a page that is too long at its headings, and returns the parts. The page itself keeps the text
// before the first heading, and a list of the parts. A part that is still too long is split again.
func (b *siteBuilder) splitPage(p *sitePage) []*sitePage {
	p.anchors = headingAnchors{}
	if len(p.markdown) <= maxPage {
		return nil
	}
	text, begin := p.markdown, 0
	headings := readHeadings(text)
	p.anchorPages = map[string]*sitePage{}
	at, parent := p, p
	var all []*sitePage
	for k, h := range headings {
		long := isPartTooLong(headings, k, len(text))
		if h.Level == 2 || h.Level == 3 && long {
			at.markdown, begin = text[begin:h.lineOffset], h.lineOffset
			if h.Level == 2 {
				parent = p
			}
			at = &sitePage{Source: p.Source, Path: path.Join(strings.TrimSuffix(p.Path, ".html"), h.ID+".html"),
				Title: h.Text, Section: p.Section, Parent: parent, raisedLevels: h.Level - 1, anchors: p.anchors,
				anchorPages: p.anchorPages}
			all = append(all, at)
			if h.Level == 2 && long {
				parent = at
			}
		}
		p.anchorPages[h.ID] = at
		if h.Level == 2 || h.Level == 3 {
			p.movedHeadings = append(p.movedHeadings, h.outlineHeading)
		}
		if h.Level == 3 && long {
			parent.movedHeadings = append(parent.movedHeadings, h.outlineHeading)
		}
	}
	at.markdown = text[begin:]
	return all
}

// isPartTooLong reports whether the part to which heading k belongs is too long. The part begins at a heading of the
// second level, and the argument end is the end of the text.
func isPartTooLong(headings []markdownHeading, k, end int) bool {
	first, last := k, k+1
	for first > 0 && headings[first].Level > 2 {
		first--
	}
	for last < len(headings) && headings[last].Level > 2 {
		last++
	}
	if last < len(headings) {
		end = headings[last].lineOffset
	}
	return headings[first].Level == 2 && end-headings[first].lineOffset > maxPage
}

// readHeadings lists the headings of a page, with the anchors that they have in the whole page.
func readHeadings(markdown []byte) []markdownHeading {
	var all []markdownHeading
	tree := parseMarkdown(markdown, headingAnchors{})
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Lines().Len() == 0 {
			continue
		}
		id, _ := h.AttributeString("id")
		start := h.Lines().At(0).Start
		for start > 0 && markdown[start-1] != '\n' {
			start--
		}
		all = append(all, markdownHeading{outlineHeading{h.Level, string(id.([]byte)), plainText(h, markdown)}, start})
	}
	return all
}

// movedHeadingsHTML returns a list of the headings that are on other pages. The list has the anchors of the page before
// it was split, so that an old link leads to an entry, which links to the new page.
func (p *sitePage) movedHeadingsHTML() string {
	var out strings.Builder
	for k, h := range p.movedHeadings {
		switch {
		case k == 0:
			out.WriteString("<ul class=\"parts\">\n<li")
		case h.Level > p.movedHeadings[k-1].Level:
			out.WriteString("\n<ul>\n<li")
		case h.Level < p.movedHeadings[k-1].Level:
			out.WriteString("</li>\n</ul></li>\n<li")
		default:
			out.WriteString("</li>\n<li")
		}
		to := p.anchorPages[h.ID]
		link := p.Root() + to.Path
		if to.Title != h.Text {
			link += "#" + h.ID
		}
		if p.Parent == nil {
			fmt.Fprintf(&out, " id=%q", h.ID)
		}
		fmt.Fprintf(&out, "><a href=%q>%s</a>", link, html.EscapeString(h.Text))
	}
	if n := len(p.movedHeadings); n > 0 {
		if p.movedHeadings[n-1].Level > p.movedHeadings[0].Level {
			out.WriteString("</li>\n</ul>")
		}
		out.WriteString("</li>\n</ul>\n")
	}
	return out.String()
}
