package model

import "strconv"

// A value is a number or a word, and both are an int64. Words are numbered in the order in which they first stand in
// the text, from firstWord on; no number lies among them.

// firstWord is the value of the first word, far from the numbers that puzzles have. There are at most maxWords, so
// that the numbers that are no values are few.
const (
	firstWord = -0x5000_0000_0000_0000
	maxWords  = 1 << 24
)

// IsWord reports whether a value is a word.
func IsWord(v int64) bool { return v >= firstWord && v < firstWord+maxWords }

// Vocabulary holds the words of a puzzle, in the order in which they first stand in the text.
type Vocabulary struct {
	texts  []string
	values map[string]int64
}

// Value returns the value of a word, and whether there is one.
func (w *Vocabulary) Value(text string) (int64, bool) {
	v, known := w.values[text]
	return v, known
}

// AddWord returns the value of a word, which is a new one the first time.
func (w *Vocabulary) AddWord(text string) int64 {
	if v, known := w.values[text]; known {
		return v
	}
	if w.values == nil {
		w.values = map[string]int64{}
	}
	v := int64(firstWord + len(w.texts))
	w.texts, w.values[text] = append(w.texts, text), v
	return v
}

// Texts returns the words in order.
func (w *Vocabulary) Texts() []string { return w.texts }

// AppendText appends a value as people write it.
func (w *Vocabulary) AppendText(to []byte, v int64) []byte {
	if w != nil && v >= firstWord && v < firstWord+int64(len(w.texts)) {
		return append(to, w.texts[v-firstWord]...)
	}
	return strconv.AppendInt(to, v, 10)
}

// Text returns a value as people write it.
func (w *Vocabulary) Text(v int64) string { return string(w.AppendText(nil, v)) }
