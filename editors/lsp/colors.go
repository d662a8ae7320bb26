package lsp

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/editors/assist"
)

// The colors of words. Editors ask for them after each key, so what has not changed is not sent again: a
// client that says which answer it has gets what is different now.

// tokenTypes are those of the protocol that are used; tokenType gives the one of each kind.
var tokenTypes = []string{
	"comment", "string", "number", "keyword", "operator", "namespace", "type", "class", "struct", "enum", "enumMember",
	"parameter", "variable", "property", "function", "modifier",
}

var tokenType = map[string]string{
	"comment": "comment", "text": "string", "picture": "string", "number": "number", "keyword": "keyword",
	"word":   "modifier",
	"module": "namespace", "list": "namespace", "prefix": "namespace", "lattice": "type", "class": "enumMember",
	"man":   "enumMember",
	"color": "enumMember", "board": "class", "shape": "struct", "set": "enum", "piece": "enumMember",
	"parameter": "parameter",
	"table":     "variable", "index": "variable", "item": "property", "function": "function",
}

// documentColors is an answer about a document. Its number is what the editor calls it by.
type documentColors struct {
	number int
	data   []uint32
}

// numbersPerToken is how many numbers the protocol has for a word.
const numbersPerToken = 5

// encodeTokens lists words as the protocol wants them: five numbers a word, relative to the word before; a word on
// several lines is one on each.
func (d *document) encodeTokens(words []assist.Token) []uint32 {
	data := make([]uint32, 0, numbersPerToken*len(words))
	var last EditorPosition
	at := d.lines.positionWalker()
	for _, w := range words {
		kind := slices.Index(tokenTypes, tokenType[w.Kind])
		if kind < 0 {
			continue
		}
		modifier := uint32(0)
		if w.Declares {
			modifier = 1
		}
		start := w.Start
		for line := range strings.SplitAfterSeq(d.text.String()[w.Start:w.End], "\n") {
			if end := start + len(strings.TrimRight(line, "\r\n")); end > start {
				from, length := at(start), d.lines.widthOf(d.text.String()[start:end])
				column := from.Character
				if from.Line == last.Line {
					column -= last.Character
				}
				data = append(data, from.Line-last.Line, column, uint32(length), uint32(kind), modifier)
				last = from
			}
			start += len(line)
		}
	}
	return data
}

// tokensInRange answers about the lines that are seen.
func (s *server) tokensInRange(d *document, p documentParams) (any, error) {
	return semanticTokens{Data: d.encodeTokens(d.text.TokensIn(d.lines.byteRange(p.Range)))}, nil
}

// allTokens answers about a whole document.
func (s *server) allTokens(d *document, _ documentParams) (any, error) {
	_, now := s.recolor(d)
	return semanticTokens{ResultID: fmt.Sprint(now.number), Data: now.data}, nil
}

// newTokens says what has changed since an answer, or gives a whole one if that was not the last one.
func (s *server) newTokens(d *document, p documentParams) (any, error) {
	before, now := s.recolor(d)
	if p.PreviousResultID != fmt.Sprint(before.number) {
		return semanticTokens{ResultID: fmt.Sprint(now.number), Data: now.data}, nil
	}
	return semanticTokensDelta{ResultID: fmt.Sprint(now.number), Edits: tokenEdits(before.data, now.data)}, nil
}

// recolor remembers the colors of a document for the next time, and returns the last ones as well.
func (s *server) recolor(d *document) (before, now documentColors) {
	now.data = d.encodeTokens(d.text.Tokens())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.number++
	now.number, before = s.number, s.colors[d.uri]
	if s.documents[d.uri] == d { // or else the answer is dropped
		s.colors[d.uri] = now
	}
	return before, now
}

// tokenEdits returns the one edit that makes a list of words another one, or none.
func tokenEdits(before, now []uint32) []tokensEdit {
	head, tail := 0, 0
	for most := min(len(before), len(now)); head < most && before[head] == now[head]; head++ {
	}
	head -= head % numbersPerToken
	for most := min(len(before), len(now)) - head; tail < most &&
		before[len(before)-1-tail] == now[len(now)-1-tail]; tail++ {
	}
	tail -= tail % numbersPerToken
	if head+tail == len(before) && len(before) == len(now) {
		return []tokensEdit{}
	}
	return []tokensEdit{{head, len(before) - head - tail, now[head : len(now)-tail]}}
}
