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
	// Name stands in diagnostics, and tells what the text is by its extension.
	Name string
	// Place says where the text comes from if the name does not, such as puzzles.jsonl:7.
	Place   string
	Text    []byte
	Options quadrille.Options
	// Err says why there is no puzzle; it becomes that of the answer.
	Err error

	inLine bool // the name has the number of the only line
}

// The formats of inputs that are no dumps.
const (
	puzFormat    = "puz"
	sudokuFormat = "sudoku"
)

// MaxLine is the size in bytes of the longest line that [ReadInputs] takes.
const MaxLine = 1 << 20

var errLongLine = fmt.Errorf("this line has more than %d bytes", MaxLine)

// ReadInputs reads the puzzles of a file. If the options or the end of its name tell its format,
// it is one puzzle, unless it is called .json and its first line has a text. Otherwise each line is one: a sudoku of
// 16, 81, 256 or 625 characters, or a JSON object with a text and, if need be, a name and params; it can use no files.
// Blank lines and those that begin with # are passed over. What is wrong with a line does not end the file.
func ReadInputs(name string, r io.Reader, o quadrille.Options) iter.Seq[Input] {
	lines := bufio.NewReaderSize(r, MaxLine)
	byName := quadrille.DetectFormat(name, nil, quadrille.Options{})
	isNamed := byName != puzFormat || filepath.Ext(name) == ".puz"
	if o.Format != "" || isNamed && (byName != quadrille.FormatJSON || !isObject(lines)) {
		return func(yield func(Input) bool) {
			text, err := quadrille.ReadText(name, lines)
			yield(Input{Name: name, Text: text, Options: o, Err: err})
		}
	}
	o.Files = nil // lines may come from anybody
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

// isObject reports whether the first line is an object with a text.
func isObject(lines *bufio.Reader) bool {
	head, _ := lines.Peek(MaxLine)
	line, _, _ := bytes.Cut(head, []byte("\n"))
	var object struct{ Text *string }
	return json.Unmarshal(line, &object) == nil && object.Text != nil
}

// nextLine returns a line without the blanks around it, which is valid until the next call.
// The rest of one that is too long is passed over.
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

// readLine says what a line means.
func (in *Input) readLine(line []byte) {
	if line[0] != '{' {
		in.Text, in.Options.Format, in.inLine = bytes.Clone(line), sudokuFormat, true
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
