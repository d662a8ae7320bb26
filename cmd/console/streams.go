package console

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"quadrille/lang/source"
)

// StickyErrorWriter remembers the first error of a writer, so that no result is lost without a
// word.
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

// EscapingWriter escapes what would move the cursor or turn the text around: names and system
// errors may hold anything.
type EscapingWriter struct{ io.Writer }

// Write implements [io.Writer].
func (w EscapingWriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, EscapeLines(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// EscapeLines escapes what stands on the lines of a text.
func EscapeLines(text string) string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = source.EscapeText(line)
	}
	return strings.Join(all, "\n")
}

// IsTerminal reports whether a person reads the stream.
func IsTerminal(w io.Writer) bool {
	f, ok := asFile(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalColumns returns how wide a terminal is, 0 for a stream that is none.
func terminalColumns(w io.Writer) (width int) {
	if f, ok := asFile(w); ok {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	return max(0, width)
}

func asFile(w io.Writer) (*os.File, bool) {
	if c, ok := w.(*StickyErrorWriter); ok {
		w = c.Writer
	}
	f, ok := w.(*os.File)
	return f, ok
}
