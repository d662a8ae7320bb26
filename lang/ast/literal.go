package ast

import (
	"errors"
	"strconv"
	"strings"
)

// HyphenatedWords returns the words of the language that contain a hyphen. In any other place a hyphen is a
// minus sign.
func HyphenatedWords() []string {
	return []string{"one-sided", "organ-pipe", "half-turn", "double-reflection", "left-right", "top-bottom"}
}

// Text is a string literal without its quotes.
type Text string

// Capture sets the text from a literal of the parser.
func (t *Text) Capture(values []string) error {
	literal := values[0]
	for i := 1; i < len(literal)-1; i++ {
		if literal[i] != '\\' {
			continue
		}
		if i++; !strings.Contains(`"\nt`, literal[i:i+1]) {
			return errors.New("bad escape")
		}
	}
	s, err := strconv.Unquote(literal)
	*t = Text(s)
	return err
}

// Size holds the sides of a rectangle written as one word: 8x8.
type Size []string

// Capture sets the size from a token such as 3x4; participle calls it.
func (s *Size) Capture(values []string) error {
	*s = strings.Split(values[0], "x")
	return nil
}

// Lines is a text between triple quotes.
type Lines struct {
	Node
	Rows Rows `parser:"@Picture"`
}

// Rows are the lines between triple quotes, without their common indentation and without blank lines at either end.
type Rows []string

// Capture sets the rows from a literal of the parser.
func (r *Rows) Capture(values []string) error {
	rows, _ := SplitLines(values[0])
	*r = rows
	return nil
}

// SplitLines splits a literal, with its triple quotes or without. It returns the rows, and for each row its byte offset
// in the literal.
func SplitLines(literal string) (rows []string, offsets []int) {
	body := strings.TrimPrefix(literal, `"""`)
	offset := len(literal) - len(body)
	body = strings.TrimSuffix(body, `"""`)
	for line := range strings.SplitAfterSeq(body, "\n") {
		rows = append(rows, strings.TrimRight(line, " \t\r\n"))
		offsets = append(offsets, offset)
		offset += len(line)
	}
	for len(rows) > 0 && rows[0] == "" {
		rows, offsets = rows[1:], offsets[1:]
	}
	if len(rows) == 0 {
		return nil, nil
	}
	for last := len(rows) - 1; rows[last] == ""; last-- {
		rows, offsets = rows[:last], offsets[:last]
	}
	margin := commonMargin(rows)
	for i, row := range rows {
		if row != "" {
			rows[i] = row[margin:]
			offsets[i] += margin
		}
	}
	return rows, offsets
}

// commonMargin returns the number of leading blanks that all rows share. The first row must have text. A tab equals
// only a tab, as its width is unknown.
func commonMargin(rows []string) int {
	n := len(rows[0]) - len(strings.TrimLeft(rows[0], " \t"))
	for _, row := range rows[1:] {
		for row != "" && !strings.HasPrefix(row, rows[0][:n]) {
			n--
		}
	}
	return n
}
