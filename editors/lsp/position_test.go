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
		l := newLineIndex(text, bytes)
		for offset := 0; offset <= len(text); offset++ {
			if offset < len(text) && !utf8.RuneStart(text[offset]) || strings.HasSuffix(text[:offset], "\r") &&
				strings.HasPrefix(text[offset:], "\n") {
				continue
			}
			if got := l.offsetOf(l.positionOf(offset)); got != offset {
				t.Errorf("%d has the position %v, which leads to %d", offset, l.positionOf(offset), got)
			}
		}
	}
	// Who walks comes by the same positions.
	for _, bytes := range []bool{false, true} {
		l := newLineIndex(text, bytes)
		at := l.positionWalker()
		for offset := range text {
			if want, first, again := l.positionOf(offset), at(offset), at(offset); first != want || again != want {
				t.Errorf("walking, %d is not at %v", offset, want)
			}
		}
	}
	// The protocol: the lines of this text begin behind \n, \r\n and \r; 😀 takes two units of UTF-16, and four bytes.
	for _, test := range []struct {
		offset int
		utf16  EditorPosition
		utf8   EditorPosition
	}{
		{0, EditorPosition{0, 0}, EditorPosition{0, 0}},
		{strings.Index(text, "é"), EditorPosition{2, 0}, EditorPosition{2, 0}},
		{strings.Index(text, "😀"), EditorPosition{2, 1}, EditorPosition{2, 2}},
		{strings.Index(text, "e\u0301"), EditorPosition{2, 3}, EditorPosition{2, 6}},
		{strings.Index(text, "b"), EditorPosition{4, 0}, EditorPosition{4, 0}},
		{len(text), EditorPosition{5, 0}, EditorPosition{5, 0}},
	} {
		if got := newLineIndex(text, false).positionOf(test.offset); got != test.utf16 {
			t.Errorf("%d is at %v, want %v", test.offset, got, test.utf16)
		}
		if got := newLineIndex(text, true).positionOf(test.offset); got != test.utf8 {
			t.Errorf("%d is at %v in bytes, want %v", test.offset, got, test.utf8)
		}
	}
	// What is no place is the nearest one before it.
	for _, test := range []struct {
		p    EditorPosition
		want int
	}{
		{EditorPosition{0, 99}, 1}, {EditorPosition{99, 0}, len(text)},
		{EditorPosition{2, 2}, strings.Index(text, "😀")}, {EditorPosition{1 << 31, 1 << 31}, len(text)},
	} {
		if got := newLineIndex(text, false).offsetOf(test.p); got != test.want {
			t.Errorf("%v is %d, want %d", test.p, got, test.want)
		}
	}
}
