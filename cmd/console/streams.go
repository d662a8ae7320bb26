package console

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"quadrille/lang/source"
)

// Careful remembers the first error of a writer, so that no result is lost without a
// word.
type Careful struct {
	io.Writer
	Err error
}

// Write implements [io.Writer].
func (c *Careful) Write(text []byte) (int, error) {
	n, err := c.Writer.Write(text)
	if c.Err == nil {
		c.Err = err
	}
	return n, err
}

// Printable escapes what would move the cursor or turn the text around: names and system
// errors may hold anything.
type Printable struct{ io.Writer }

// Write implements [io.Writer].
func (w Printable) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, Lines(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Lines escapes what stands on the lines of a text.
func Lines(text string) string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = source.Printable(line)
	}
	return strings.Join(all, "\n")
}

// IsTerminal reports whether a person reads the stream.
func IsTerminal(w io.Writer) bool {
	f, ok := file(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columns returns how wide a terminal is, 0 for a stream that is none.
func columns(w io.Writer) (width int) {
	if f, ok := file(w); ok {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	return max(0, width)
}

func file(w io.Writer) (*os.File, bool) {
	if c, ok := w.(*Careful); ok {
		w = c.Writer
	}
	f, ok := w.(*os.File)
	return f, ok
}
