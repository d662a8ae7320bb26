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

// pzprAddress is the form of an address of pzpr: a host with a page, or the word pzpr, or neither; then the genre, and
// behind it the size.
var pzprAddress = lazyPattern(
	`^(?:(?:https?://)?(?:www\.)?([\w.-]+\.\w+)/[\w./-]*\?|pzpr[:?/]|(?:p(?:\.html)?)?\?)?(?:type=\w+&)?` +
		`([a-z][\w-]*)/((?:v:[\w-]*/)?(?:[a-zA-Z]+/)?\d+/\d+)(?:/|$)`)

// isPzpr reports whether a text is an address of pzpr: one line without blanks, with a genre and a size.
func isPzpr(text string) bool {
	if strings.ContainsAny(text, " \t\r\n") {
		return false
	}
	if host := hostOf(text); host != "" {
		return slices.Contains(pzprHosts, host) || pzprAddress().MatchString(text) && !padForm().MatchString(text)
	}
	m := pzprAddress().FindStringSubmatch(text)
	return m != nil && (m[1] != "" || findGenre(m[2]) != nil || slices.Contains(otherGenres(), m[2]))
}

// hostOf returns the host of an address, or "".
func hostOf(text string) string {
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
func pzprPuzzle(r *reader) (string, error) {
	g, text, err := untitledPuzzle(r)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("puzzle %q\n", g.title) + text, nil
}

// untitledPuzzle converts an address of pzpr to its genre and to a puzzle without a title.
func untitledPuzzle(r *reader) (*genre, string, error) {
	g, s := readAddress(r)
	if !r.isFailed() && g.check != nil {
		if what := g.check(s); what != "" {
			r.fail(0, len(r.text), "see docs/formats.md, which says what can be read", "the link has %s", what)
		}
	}
	if r.isFailed() {
		return nil, "", r.err()
	}
	text, err := g.source(s)
	return g, text, err
}

// readAddress reads an address of pzpr.
func readAddress(r *reader) (*genre, *sheet) {
	m := pzprAddress().FindStringSubmatchIndex(r.text)
	if m == nil {
		r.fail(0, len(r.text), "such a link is https://puzz.link/p?slither/5/5/cbcbcddad",
			"the link has no genre and no size")
		return nil, nil
	}
	r.at = m[4]
	name, at := r.nextPart()
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_edit"), "_play")
	g := findGenre(name)
	switch {
	case g == nil && slices.Contains(otherGenres(), name):
		hint := "docs/coverage.md lists what the language says; genres that can be read are " +
			strings.Join(genreNames(), ", ")
		r.fail(at, len(name), hint, "puzzles of the genre %s cannot be read", name)
	case g == nil:
		known := slices.Concat(genreNames(), otherGenres())
		hint := cmp.Or(source.DidYouMean(name, known), "the genres are "+strings.Join(genreNames(), ", "))
		r.fail(at, len(name), hint, "there is no genre %q", name)
	}
	s := &sheet{grids: map[string]grid{}}
	part, at := r.nextPart()
	if variant, has := strings.CutPrefix(part, "v:"); has {
		if variant != "" {
			r.fail(at, len(part), "use a link without a variant", "the variant %q cannot be said", variant)
		}
		part, at = r.nextPart()
	}
	if _, err := strconv.Atoi(part); err != nil && !r.isFailed() {
		for k, flag := range part {
			if !strings.ContainsRune(g.cosmetic, flag) {
				r.fail(at+k, 1, "use a link without it, if the rule is not meant",
					"the flag %q of %s changes rules in a way that cannot be said", flag, g.name)
			}
		}
		part, at = r.nextPart()
	}
	s.cols = sideOf(r, part, at, len(part))
	part, at = r.nextPart()
	s.rows = sideOf(r, part, at, len(part))
	if s.rows*s.cols > maxCells {
		r.fail(at, len(part), fmt.Sprintf("a board has at most %d cells", maxCells),
			"the board has %d cells", s.rows*s.cols)
	}
	for _, part := range g.orNone().parts {
		if !r.isFailed() {
			part.read(r, s)
		}
	}
	if rest := r.rest(); !r.isFailed() && strings.Trim(rest, "/") != "" {
		r.fail(r.at, len(rest), "compare the size of the board with the link", "something stands behind the puzzle")
	}
	return g, s
}

// orNone returns an empty genre for nil.
func (g *genre) orNone() *genre {
	if g == nil {
		return &genre{}
	}
	return g
}

// sideOf reads the number of rows or columns. The place of a fault has a start and a length.
func sideOf(r *reader, part string, at, length int) int {
	n, err := strconv.Atoi(part)
	if !r.isFailed() && (err != nil || n < 1 || n > maxSide) {
		r.fail(at, length, fmt.Sprintf("a board has 1 to %d rows and columns", maxSide),
			"%q is no size of a board", part)
	}
	return n
}

// writeAddress returns the address of a puzzle.
func writeAddress(g *genre, s *sheet) string {
	var out strings.Builder
	fmt.Fprintf(&out, "https://puzz.link/p?%s/%d/%d/", g.name, s.cols, s.rows)
	for _, part := range g.parts {
		part.write(&out, s)
	}
	text := out.String()
	if digitValue(text[len(text)-1]|0x20) < 0 {
		text += "/" // as pzpr does, so that programs which look for links do not lose the last sign
	}
	return text
}
