package console

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"quadrille/lang/source"
)

// StickyErrorWriter is a writer that keeps its first error, so that lost output is always reported.
type StickyErrorWriter struct {
	io.Writer
	Err error
}

// Write implements [io.Writer].
func (c *StickyErrorWriter) Write(text []byte) (int, error) {
	n, err := c.Writer.Write(text)
	if c.Err == nil {
		c.Err = err
	}
	return n, err
}

// EscapingWriter escapes characters that move the cursor or change the direction of text, because names and errors of
// the system may contain any characters.
type EscapingWriter struct{ io.Writer }

// Write implements [io.Writer].
func (w EscapingWriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, EscapeControlCharacters(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// EscapeControlCharacters escapes the same characters as [EscapingWriter] in each line of a text. It keeps the line
// breaks.
func EscapeControlCharacters(text string) string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = source.EscapeText(line)
	}
	return strings.Join(all, "\n")
}

// IsTerminal reports whether the stream is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := fileOfWriter(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalColumns returns the width of a terminal in columns, or 0 if the stream is no terminal.
func terminalColumns(w io.Writer) (width int) {
	if f, ok := fileOfWriter(w); ok {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	return max(0, width)
}

func fileOfWriter(w io.Writer) (*os.File, bool) {
	if c, ok := w.(*StickyErrorWriter); ok {
		w = c.Writer
	}
	f, ok := w.(*os.File)
	return f, ok
}
