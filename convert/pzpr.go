package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/lang/source"
)

// pzprHosts are the hosts whose addresses have the form of pzpr.
var pzprHosts = []string{"puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn", "pzprv3.stars.ne.jp",
	"pedros.works"}

// pzprAddress is the form of an address of pzpr: first a host with a page, or the word pzpr, or nothing; then the
// genre, and then the size.
var pzprAddress = lazyPattern(
	`^(?:(?:https?://)?(?:www\.)?([\w.-]+\.\w+)/[\w./-]*\?|pzpr[:?/]|(?:p(?:\.html)?)?\?)?(?:type=\w+&)?` +
		`([a-z][\w-]*)/((?:v:[\w-]*/)?(?:[a-zA-Z]+/)?\d+/\d+)(?:/|$)`)

// isPzpr reports whether a text is an address of pzpr: one line without blanks, with a genre and a size.
func isPzpr(text string) bool {
	if strings.ContainsAny(text, " \t\r\n") {
		return false
	}
	if host := hostOfAddress(text); host != "" {
		return slices.Contains(pzprHosts, host) || pzprAddress().MatchString(text) && !padForm().MatchString(text)
	}
	m := pzprAddress().FindStringSubmatch(text)
	return m != nil && (m[1] != "" || findGenre(m[2]) != nil || slices.Contains(otherGenres(), m[2]))
}

// hostOfAddress returns the host of an address, or "".
func hostOfAddress(text string) string {
	rest, isAddress := strings.CutPrefix(text, "https://")
	if !isAddress {
		if rest, isAddress = strings.CutPrefix(text, "http://"); !isAddress {
			return ""
		}
	}
	host, _, _ := strings.Cut(rest, "/")
	return strings.TrimPrefix(host, "www.")
}

// pzprPuzzle converts an address of pzpr to a puzzle.
func pzprPuzzle(r *textReader) (string, error) {
	g, text, err := readGenrePuzzle(r)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("puzzle %q\n", g.genreTitle) + text, nil
}

// readGenrePuzzle returns the genre of an address of pzpr, and the text of its puzzle without a title.
func readGenrePuzzle(r *textReader) (*linkGenre, string, error) {
	g, s := readAddress(r)
	if !r.hasFault() && g.checkContent != nil {
		if what := g.checkContent(s); what != "" {
			r.reportFault(0, len(r.inputText), "see docs/formats.md, which says what can be read", "the link has %s",
				what)
		}
	}
	if r.hasFault() {
		return nil, "", r.faultError()
	}
	text, err := g.expandTemplate(s)
	return g, text, err
}

// readAddress returns the genre of an address of pzpr, and the decoded content.
func readAddress(r *textReader) (*linkGenre, *linkContent) {
	m := pzprAddress().FindStringSubmatchIndex(r.inputText)
	if m == nil {
		r.reportFault(0, len(r.inputText), "such a link is https://puzz.link/p?slither/5/5/cbcbcddad",
			"the link has no genre and no size")
		return nil, nil
	}
	r.offset = m[4]
	name, at := r.nextPart()
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_edit"), "_play")
	g := findGenre(name)
	switch {
	case g == nil && slices.Contains(otherGenres(), name):
		hint := "docs/coverage.md lists what the language says; genres that can be read are " +
			strings.Join(genreNames(), ", ")
		r.reportFault(at, len(name), hint, "puzzles of the genre %s cannot be read", name)
	case g == nil:
		known := slices.Concat(genreNames(), otherGenres())
		hint := cmp.Or(source.DidYouMean(name, known), "the genres are "+strings.Join(genreNames(), ", "))
		r.reportFault(at, len(name), hint, "there is no genre %q", name)
	}
	s := &linkContent{gridsByName: map[string]numberGrid{}}
	part, at := r.nextPart()
	if variant, has := strings.CutPrefix(part, "v:"); has {
		if variant != "" {
			r.reportFault(at, len(part), "use a link without a variant", "the variant %q cannot be said", variant)
		}
		part, at = r.nextPart()
	}
	if _, err := strconv.Atoi(part); err != nil && !r.hasFault() {
		for k, flag := range part {
			if !strings.ContainsRune(g.cosmeticFlags, flag) {
				r.reportFault(at+k, 1, "use a link without it, if the rule is not meant",
					"the flag %q of %s changes rules in a way that cannot be said", flag, g.linkName)
			}
		}
		part, at = r.nextPart()
	}
	s.columnCount = readSideLength(r, part, at, len(part))
	part, at = r.nextPart()
	s.rowCount = readSideLength(r, part, at, len(part))
	if s.rowCount*s.columnCount > maxCells {
		r.reportFault(at, len(part), fmt.Sprintf("a board has at most %d cells", maxCells),
			"the board has %d cells", s.rowCount*s.columnCount)
	}
	for _, part := range g.orEmptyGenre().bodyCodecs {
		if !r.hasFault() {
			part.readPart(r, s)
		}
	}
	if rest := r.unreadText(); !r.hasFault() && strings.Trim(rest, "/") != "" {
		r.reportFault(r.offset, len(rest), "compare the size of the board with the link",
			"something stands behind the puzzle")
	}
	return g, s
}

// orEmptyGenre returns the genre, or an empty genre if it is nil.
func (g *linkGenre) orEmptyGenre() *linkGenre {
	if g == nil {
		return &linkGenre{}
	}
	return g
}

// readSideLength reads the number of rows or columns. The arguments at and length are the range of that number in the
// text, for faults.
func readSideLength(r *textReader, part string, at, length int) int {
	n, err := strconv.Atoi(part)
	if !r.hasFault() && (err != nil || n < 1 || n > maxSide) {
		r.reportFault(at, length, fmt.Sprintf("a board has 1 to %d rows and columns", maxSide),
			"%q is no size of a board", part)
	}
	return n
}

// writeAddress returns the address of a puzzle.
func writeAddress(g *linkGenre, s *linkContent) string {
	var out strings.Builder
	fmt.Fprintf(&out, "https://puzz.link/p?%s/%d/%d/", g.linkName, s.columnCount, s.rowCount)
	for _, part := range g.bodyCodecs {
		part.writePart(&out, s)
	}
	text := out.String()
	if digitValue(text[len(text)-1]|0x20) < 0 {
		text += "/" // as pzpr does: programs that detect links would drop a final dot or dash
	}
	return text
}
