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

// IndexFile is the name of the file with the search index, which the script of the pages loads.
const IndexFile = "search-index.js"

// searchIndex is the search index in the form that the script reads. Pages and places are identified by their indices.
type searchIndex struct {
	// Pages holds the title, the path and the section of each page.
	Pages [][3]string `json:"pages"`
	// Places holds the places that can be found: the index of the page, the anchor of a heading, and the heading. For
	// the text before the first heading of a page, anchor and heading are empty.
	Places [][3]any `json:"places"`
	// Words has a line for each word: the word, and the indices of the places that contain it, ascending. They are in
	// base 36; after the first index, each number is the difference to the index before.
	Words string `json:"words"`
}

// writeIndex makes the search index of the words in headings, paragraphs, lists and tables. It also sets the
// description of each page to the beginning of its first paragraph.
func (b *siteBuilder) writeIndex() {
	var index searchIndex
	places := map[string][]int{} // for each word, the indices of the places that contain it, ascending
	for p := range b.allPages() {
		page := len(index.Pages)
		index.Pages = append(index.Pages, [3]string{p.Title, p.Path, p.Section.Title})
		for _, passage := range readPassages(p) {
			at := len(index.Places)
			index.Places = append(index.Places, [3]any{page, passage.headingAnchor, passage.headingText})
			text := p.Title + " " + passage.headingText + " " + passage.passageText
			if passage.headingAnchor != "" {
				text = passage.headingText + " " + passage.passageText
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
	b.builtFiles[IndexFile] = fmt.Appendf(nil, "globalThis.quadrilleIndex = %s;\n", text)
}

// searchWords returns the words of a text, sequences of letters, in lower case.
func searchWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// pagePassage is the text between two headings of a page.
type pagePassage struct {
	headingAnchor, headingText, passageText string
}

// descriptionBytes is the approximate length, in bytes, of the description of a page, which is the start of the page's
// first paragraph.
const descriptionBytes = 150

// readPassages splits the text of a page at its headings. It leaves out code, numbers in tables, and lists of other
// pages.
func readPassages(p *sitePage) []pagePassage {
	if p.IsWide || p.Section.HasListPage && p == p.Section.Pages[0] {
		return []pagePassage{{}}
	}
	all := []pagePassage{{}}
	var about strings.Builder
	silent, heading, paragraph := "", "", false
	z := html.NewTokenizer(strings.NewReader(string(p.Body)))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			p.Description = shortenText(about.String())
			return all
		}
		token, here := z.Token(), &all[len(all)-1]
		switch {
		case silent != "":
			if kind == html.EndTagToken && token.Data == silent {
				silent = ""
			}
		case kind == html.StartTagToken:
			id := attributeValue(token, "id")
			switch {
			case token.Data == "pre", attributeValue(token, "align") == "right",
				attributeValue(token, "class") == "parts",
				attributeValue(token, "class") == "bar":
				silent = token.Data
			case id != "" && (token.Data == "h2" || token.Data == "h3"):
				all, heading = append(all, pagePassage{headingAnchor: id}), token.Data
			case token.Data == "p":
				paragraph = about.Len() == 0
			}
		case kind == html.EndTagToken && token.Data == heading:
			heading = ""
		case kind == html.EndTagToken && token.Data == "p":
			paragraph = false
		case kind == html.TextToken && heading != "":
			here.headingText += token.Data
		case kind == html.TextToken:
			here.passageText += " " + token.Data
			if paragraph {
				about.WriteString(token.Data)
			}
		}
	}
}

// attributeValue returns the value of an attribute of an HTML token, or "".
func attributeValue(token html.Token, name string) string {
	for _, a := range token.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// shortenText cuts a text after a sentence or a word, so that it is not much longer than descriptionBytes.
func shortenText(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= descriptionBytes {
		return text
	}
	if end := strings.LastIndex(text[:descriptionBytes], ". "); end > 0 {
		return text[:end+1]
	}
	return text[:strings.LastIndex(text[:descriptionBytes], " ")] + " …"
}
