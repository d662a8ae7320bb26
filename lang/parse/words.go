package parse

import (
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// production is a line of the grammar: the words it quotes, and the
// productions it uses.
type production struct {
	words, uses []string
}

// productions of the grammar by name.
var productions = readProductions(whole.String())

var (
	quotedWord = regexp.MustCompile(`"([a-z-]+)"`)
	usedName   = regexp.MustCompile(`\b[A-Z]\w+`)
)

func readProductions(grammar string) map[string]production {
	out := map[string]production{}
	for line := range strings.Lines(grammar) {
		name, body, _ := strings.Cut(line, " = ")
		p := production{uses: usedName.FindAllString(body, -1)}
		for _, m := range quotedWord.FindAllStringSubmatch(body, -1) {
			p.words = append(p.words, m[1])
		}
		out[name] = p
	}
	return out
}

// grammarWords are all words that the grammar quotes.
var grammarWords = reachable(production{uses: []string{"Statement"}}, map[string]bool{})

// statementWords returns the words that can occur in the statement around a
// token: one of them may be meant where another thing was expected.
func (p *parser) statementWords(t *lexer.Token) []string {
	keyword := ""
	for i := range p.tokens {
		k := &p.tokens[i]
		if k.Pos.Offset >= t.Pos.Offset {
			break
		}
		if isStatement(k) {
			keyword = k.Value
		}
	}
	for _, p := range productions {
		if slices.Contains(p.words[:min(2, len(p.words))], keyword) {
			return reachable(p, map[string]bool{})
		}
	}
	return nil
}

// reachable collects the words of a production and of those it uses.
func reachable(p production, seen map[string]bool) []string {
	words := slices.Clone(p.words)
	for _, name := range p.uses {
		if !seen[name] {
			seen[name] = true
			words = append(words, reachable(productions[name], seen)...)
		}
	}
	return words
}
