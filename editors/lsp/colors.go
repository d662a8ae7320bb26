package lsp

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/editors/assist"
)

// This file answers requests for the colors of words. Editors send such a request after each key press, so the reply
// contains only the changes since an earlier result, which the client names.

// tokenTypes lists the token types of the protocol that the server uses. The function tokenType returns the type for a
// kind of token.
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

// documentColors is the last reply about the colors of a document: its result id in the protocol, and the encoded
// words.
type documentColors struct {
	resultID      int
	encodedTokens []uint32
}

// numbersPerToken is the number of integers that encode a word in the protocol.
const numbersPerToken = 5

// encodeTokens encodes words in the form of the protocol: five numbers for each word, relative to the word before. A
// word that extends over several lines is encoded once for each line.
func (d *document) encodeTokens(words []assist.Token) []uint32 {
	data := make([]uint32, 0, numbersPerToken*len(words))
	var last EditorPosition
	at := d.lineIndex.positionWalker()
	for _, w := range words {
		kind := slices.Index(tokenTypes, tokenType[w.Kind])
		if kind < 0 {
			continue
		}
		modifier := uint32(0)
		if w.IsDeclaration {
			modifier = 1
		}
		start := w.Start
		for line := range strings.SplitAfterSeq(d.analyzedText.String()[w.Start:w.End], "\n") {
			if end := start + len(strings.TrimRight(line, "\r\n")); end > start {
				from, length := at(start), d.lineIndex.columnWidth(d.analyzedText.String()[start:end])
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

// tokensInRange answers the request for the words of the visible lines.
func (s *server) tokensInRange(d *document, p documentParams) (any, error) {
	return semanticTokens{Data: d.encodeTokens(d.analyzedText.TokensIn(d.lineIndex.byteRange(p.Range)))}, nil
}

// allTokens answers the request for the words of a whole document.
func (s *server) allTokens(d *document, _ documentParams) (any, error) {
	_, now := s.recolorDocument(d)
	return semanticTokens{ResultID: fmt.Sprint(now.resultID), Data: now.encodedTokens}, nil
}

// newTokens answers the request for the changes since a result. If that was not the last result for the document, it
// sends all words.
func (s *server) newTokens(d *document, p documentParams) (any, error) {
	before, now := s.recolorDocument(d)
	if p.PreviousResultID != fmt.Sprint(before.resultID) {
		return semanticTokens{ResultID: fmt.Sprint(now.resultID), Data: now.encodedTokens}, nil
	}
	return semanticTokensDelta{ResultID: fmt.Sprint(now.resultID),
		Edits: tokenEdits(before.encodedTokens, now.encodedTokens)}, nil
}

// recolorDocument computes and stores the colors of a document, and also returns the colors that were stored before.
func (s *server) recolorDocument(d *document) (before, now documentColors) {
	now.encodedTokens = d.encodeTokens(d.analyzedText.Tokens())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastToken++
	now.resultID, before = s.lastToken, s.lastColors[d.uri]
	if s.documents[d.uri] == d { // the document may have changed or been closed
		s.lastColors[d.uri] = now
	}
	return before, now
}

// tokenEdits returns the edit that turns the encoding before into the encoding now, or no edit if they are equal.
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
