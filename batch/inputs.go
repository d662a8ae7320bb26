package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"path/filepath"

	"quadrille"
	"quadrille/compile/latin"
	"quadrille/lang/source"
)

// Input is one puzzle of a batch.
type Input struct {
	// Name is used in diagnostics. Its extension determines the format of the text.
	Name string
	// Place says where the text comes from, such as puzzles.jsonl:7, if Name does not.
	Place   string
	Text    []byte
	Options quadrille.Options
	// Err is the reason why the puzzle cannot be read. It becomes the error of the answer.
	Err error

	hasLineNumber bool // whether Name contains a line number, as the puzzle is one line of a file
}

// The formats of inputs that are no matrices.
const (
	puzFormat    = "puz"
	sudokuFormat = "sudoku"
)

// MaxLine is the length of the longest line that [ReadInputs] accepts, in bytes.
const MaxLine = 1 << 20

var errLongLine = fmt.Errorf("this line has more than %d bytes", MaxLine)

// ReadInputs reads the puzzles of a file. If the options or the extension define the format of the file, it is a
// single puzzle. The exception is the extension .json, if the first line is an object with a text. Otherwise each
// line is a puzzle: a sudoku of 16, 81, 256 or 625 characters, or a JSON object with a text and, optionally, a name
// and params. Such a puzzle cannot use files. Blank lines and lines that begin with # are skipped. An error in a line
// does not end the file.
func ReadInputs(name string, r io.Reader, o quadrille.Options) iter.Seq[Input] {
	lines := bufio.NewReaderSize(r, MaxLine)
	byName := quadrille.DetectFormat(name, nil, quadrille.Options{})
	isNamed := byName != puzFormat || filepath.Ext(name) == ".puz"
	if o.Format != "" || isNamed && (byName != quadrille.FormatJSON || !isJSONObject(lines)) {
		return func(yield func(Input) bool) {
			text, err := quadrille.ReadText(name, lines)
			yield(Input{Name: name, Text: text, Options: o, Err: err})
		}
	}
	o.Files = nil // lines may come from untrusted sources, so they can use no files
	return func(yield func(Input) bool) {
		for number := 1; ; number++ {
			line, err := nextLine(lines)
			if err == io.EOF {
				return
			}
			if err == nil && (len(line) == 0 || line[0] == '#') {
				continue
			}
			in := Input{Name: fmt.Sprintf("%s:%d", name, number), Options: o, Err: err}
			if err == nil {
				in.readLine(line)
			}
			if !yield(in) || err != nil && err != errLongLine {
				return
			}
		}
	}
}

// isJSONObject reports whether the first line is a JSON object with a text.
func isJSONObject(lines *bufio.Reader) bool {
	head, _ := lines.Peek(MaxLine)
	line, _, _ := bytes.Cut(head, []byte("\n"))
	var object struct{ Text *string }
	return json.Unmarshal(line, &object) == nil && object.Text != nil
}

// nextLine reads a line and removes blanks around it. The result is valid until the next call. A line that is too
// long is cut.
func nextLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	isLong := err == bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		_, err = r.ReadSlice('\n')
	}
	switch {
	case isLong && (err == nil || err == io.EOF):
		return nil, errLongLine
	case err == io.EOF && len(line) > 0:
		err = nil
	}
	return bytes.TrimSpace(bytes.TrimPrefix(line, []byte(source.ByteOrderMark))), err
}

// readLine parses a line, and sets the input to its puzzle.
func (in *Input) readLine(line []byte) {
	if line[0] != '{' {
		in.Text, in.Options.Format, in.hasLineNumber = bytes.Clone(line), sudokuFormat, true
		return
	}
	var object struct {
		Name, Text string
		Params     map[string]int64
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	switch err := d.Decode(&object); {
	case err != nil:
		in.Err = fmt.Errorf("this line should be a JSON object with text, name and params: %w", err)
	case d.More():
		in.Err = errors.New("there is more in this line than one JSON object")
	case object.Text == "":
		in.Err = errors.New("this object has no text")
	}
	if in.Text = []byte(object.Text); object.Name != "" {
		in.Name, in.Place = object.Name, in.Name
	}
	if latin.IsSudoku(in.Text) {
		in.Options.Format = sudokuFormat
	}
	params := map[string]int64{}
	maps.Copy(params, in.Options.Params)
	maps.Copy(params, object.Params)
	in.Options.Params = params
}
