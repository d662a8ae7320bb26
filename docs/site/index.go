package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// IndexFile is the file in which the script of the pages searches.
const IndexFile = "search-index.js"

// searchIndex is what the script reads. Numbers count from 0.
type searchIndex struct {
	// Pages holds the titles, the paths and the sections of the pages.
	Pages [][3]string `json:"pages"`
	// Places holds what can be found: the number of a page, and an anchor with its heading. Both are empty for the
	// text before the first heading of a page.
	Places [][3]any `json:"places"`
	// Words has a line for each word: the word, and the places that have it, in order. The first place is a number in
	// base 36, each other one the difference to the one before.
	Words string `json:"words"`
}

// writeIndex makes the index of the words in headings, paragraphs, lists and tables. It also gives pages the beginning
// of their first paragraph.
func (b *siteBuilder) writeIndex() {
	var index searchIndex
	places := map[string][]int{} // by words, in order
	for p := range b.allPages() {
		page := len(index.Pages)
		index.Pages = append(index.Pages, [3]string{p.Title, p.Path, p.Section.Title})
		for _, passage := range readPassages(p) {
			at := len(index.Places)
			index.Places = append(index.Places, [3]any{page, passage.id, passage.heading})
			text := p.Title + " " + passage.heading + " " + passage.text
			if passage.id != "" {
				text = passage.heading + " " + passage.text
			}
			for _, word := range searchWords(text) {
				if known := places[word]; len(known) == 0 || known[len(known)-1] != at {
					places[word] = append(known, at)
				}
			}
		}
	}
	var lines []string
	for _, word := range slices.Sorted(maps.Keys(places)) {
		line, last := word, 0
		for _, at := range places[word] {
			line += " " + strconv.FormatInt(int64(at-last), 36)
			last = at
		}
		lines = append(lines, line)
	}
	index.Words = strings.Join(lines, "\n")
	text, err := json.Marshal(index)
	b.addError(err)
	b.files[IndexFile] = fmt.Appendf(nil, "globalThis.quadrilleIndex = %s;\n", text)
}

// searchWords lists the words of a text: letters, in lower case.
func searchWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// passage is the text between two headings of a page.
type passage struct {
	id, heading, text string
}

// maxAbout is about how many bytes of a page's first paragraph describe it.
const maxAbout = 150

// readPassages divides the text of a page at its headings. Code, and numbers in tables, are left out, and so are
// lists of other pages.
func readPassages(p *sitePage) []passage {
	if p.Wide || p.Section.Long && p == p.Section.Pages[0] {
		return []passage{{}}
	}
	all := []passage{{}}
	var about strings.Builder
	silent, heading, paragraph := "", "", false
	z := html.NewTokenizer(strings.NewReader(string(p.Body)))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			p.About = shorten(about.String())
			return all
		}
		token, here := z.Token(), &all[len(all)-1]
		switch {
		case silent != "":
			if kind == html.EndTagToken && token.Data == silent {
				silent = ""
			}
		case kind == html.StartTagToken:
			id := attribute(token, "id")
			switch {
			case token.Data == "pre", attribute(token, "align") == "right", attribute(token, "class") == "parts",
				attribute(token, "class") == "bar":
				silent = token.Data
			case id != "" && (token.Data == "h2" || token.Data == "h3"):
				all, heading = append(all, passage{id: id}), token.Data
			case token.Data == "p":
				paragraph = about.Len() == 0
			}
		case kind == html.EndTagToken && token.Data == heading:
			heading = ""
		case kind == html.EndTagToken && token.Data == "p":
			paragraph = false
		case kind == html.TextToken && heading != "":
			here.heading += token.Data
		case kind == html.TextToken:
			here.text += " " + token.Data
			if paragraph {
				about.WriteString(token.Data)
			}
		}
	}
}

// attribute is the value of an attribute, or "".
func attribute(token html.Token, name string) string {
	for _, a := range token.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// shorten ends a text behind a sentence or a word, so that it is not much longer than maxAbout.
func shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= maxAbout {
		return text
	}
	if end := strings.LastIndex(text[:maxAbout], ". "); end > 0 {
		return text[:end+1]
	}
	return text[:strings.LastIndex(text[:maxAbout], " ")] + " …"
}
