package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPositions: each place of a text has a position, and each position leads back to it.
func TestPositions(t *testing.T) {
	text := "a\n\r\né😀e\u0301\u200d\u202e×\r\rb𝟚\n"
	for _, bytes := range []bool{false, true} {
		l := newLines(text, bytes)
		for offset := 0; offset <= len(text); offset++ {
			if offset < len(text) && !utf8.RuneStart(text[offset]) || strings.HasSuffix(text[:offset], "\r") && strings.HasPrefix(text[offset:], "\n") {
				continue
			}
			if got := l.offset(l.position(offset)); got != offset {
				t.Errorf("%d has the position %v, which leads to %d", offset, l.position(offset), got)
			}
		}
	}
	// Who walks comes by the same positions.
	for _, bytes := range []bool{false, true} {
		l := newLines(text, bytes)
		at := l.walk()
		for offset := range text {
			if want, first, again := l.position(offset), at(offset), at(offset); first != want || again != want {
				t.Errorf("walking, %d is not at %v", offset, want)
			}
		}
	}
	// The protocol: the lines of this text begin behind \n, \r\n and \r; 😀 takes two units of UTF-16, and four bytes.
	for _, test := range []struct {
		offset int
		utf16  Position
		utf8   Position
	}{
		{0, Position{0, 0}, Position{0, 0}},
		{strings.Index(text, "é"), Position{2, 0}, Position{2, 0}},
		{strings.Index(text, "😀"), Position{2, 1}, Position{2, 2}},
		{strings.Index(text, "e\u0301"), Position{2, 3}, Position{2, 6}},
		{strings.Index(text, "b"), Position{4, 0}, Position{4, 0}},
		{len(text), Position{5, 0}, Position{5, 0}},
	} {
		if got := newLines(text, false).position(test.offset); got != test.utf16 {
			t.Errorf("%d is at %v, want %v", test.offset, got, test.utf16)
		}
		if got := newLines(text, true).position(test.offset); got != test.utf8 {
			t.Errorf("%d is at %v in bytes, want %v", test.offset, got, test.utf8)
		}
	}
	// What is no place is the nearest one before it.
	for _, test := range []struct {
		p    Position
		want int
	}{
		{Position{0, 99}, 1}, {Position{99, 0}, len(text)}, {Position{2, 2}, strings.Index(text, "😀")}, {Position{1 << 31, 1 << 31}, len(text)},
	} {
		if got := newLines(text, false).offset(test.p); got != test.want {
			t.Errorf("%v is %d, want %d", test.p, got, test.want)
		}
	}
}
