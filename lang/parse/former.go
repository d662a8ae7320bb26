package parse

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/source"
)

// formerSpelling is an outdated spelling that people still write, with the spelling that replaces it.
type formerSpelling struct {
	statementKeyword string // keyword of the statement; "" for any statement
	pattern          *regexp.Regexp
	replacement      string
}

// formerSpellings lists outdated spellings. Each has a pattern for one line. If several patterns match the line of an
// error, the first one counts.
var formerSpellings = sync.OnceValue(func() (list []formerSpelling) {
	const (
		amount = `(?:\([^()]*\)|\w+(?:\[[^\]]*\])?)`
		count  = `((?:exactly |at least |at most |\d+\.\.)` + amount + `|\d[\w.]*)`
		item   = `(\w+(?:\[[^\]]*\])?(?::\w+)?\??)`
		family = `((?:matching|with) )(\w+(?:\[[^\]]*\])?\??(?: \w+(?:\[[^\]]*\])?\??)*)`
		pair   = `\([^()]*\) ?\([^()]*\)`
		pairs  = `(` + pair + `(?:, ?` + pair + `)*)` // a quotient of more cells means another thing
		lines  = `((?:rows|columns|diagonals|all)(?:, (?:rows|columns|diagonals))*)`
	)
	for _, s := range [][3]string{
		{"items", count + ` times\b`, "$1"}, {"items", `(` + amount + `) times\b`, "exactly $1"},
		{"option", item + ` over (.+)$`, "{$1 for $2}"},
		{"matching", family + ` over ([^{}]+?)( with|$)`, "$1{$2 for $3}$4"},
		{"", `\bsum\((.*) over `, "sum($1 for "}, {"", `\bcells (\([^()]*\))`, "$1"},
		{"place", lines + ` ` + count, "$2 on $1"}, {"queens", lines + ` ` + count, "$2 on $1"},
		{"", `\bcount ("[^"]*") ` + count, "$2 $1"}, {"maximize", `\bcount "`, `"`},
		{"minimize", `\bcount "`, `"`},
		{"", `\bdistinct (\(|rows\b|columns\b)`, "distinct on $1"}, {"", `\b(arrow|same) \(`, "$1 on ("},
		{"", `\bdouble (?:on )?` + pairs + `( for .*| ?\}.*|$)`, "quotient 2 on $1$2"},
		{"pack", `\bkeep (symmetric \S+)`, "$1"},
		{"piece", ` orient \d+ \d+`, ""},
		{"dissect", `\bpieces connected`, "connected"}, {"dissect", `\bpieces nonempty`, "sizes at least 1"},
		{"words", `(^|\s)diagonals\b`, "${1}main diagonals"},
	} {
		list = append(list, formerSpelling{s[0], regexp.MustCompile(s[1]), s[2]})
	}
	return list
})

// adviseFormerSpelling adds a hint and a fix with the current spelling, if the line of a mistake has an outdated
// spelling.
func (p *parser) adviseFormerSpelling(d *source.Diagnostic, t *lexer.Token) bool {
	text := p.file.Source.Text
	at := p.rangeOfWrongToken(t).Start
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[begin:], "\n")
	keyword := p.firstToken.Value
	if keyword == "secondary" {
		keyword = "items"
	}
	for _, s := range formerSpellings() {
		m := s.pattern.FindStringSubmatchIndex(line)
		if m == nil || s.statementKeyword != "" && s.statementKeyword != keyword || at-begin < m[0] || at-begin > m[1] {
			continue
		}
		today := line[:m[0]] + string(s.pattern.ExpandString(nil, s.replacement, line, m)) + line[m[1]:]
		d.Hint = source.BoundMessage(fmt.Sprintf("write `%s`", strings.TrimSpace(today)))
		d.AddFix("write it as today", source.TextEdit{Text: today,
			Span: p.file.Source.Span(source.Range{Start: begin, End: begin + len(line)})})
		return true
	}
	return false
}
