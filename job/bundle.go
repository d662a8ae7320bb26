package job

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"quadrille"
)

// bundleMetadata holds the name, the format and the options of the puzzle in a bundle.
type bundleMetadata struct {
	Name   string           `json:"name"`
	Format quadrille.Format `json:"format"`
	Params map[string]int64 `json:"params,omitempty"`
	UpTo   quadrille.UpTo   `json:"upTo,omitempty"`
	Limits quadrille.Limits `json:"limits"`
}

// The names of the files inside a bundle.
const (
	questionFile = "question.json"
	puzzleFile   = "puzzle"
	usedFolder   = "used"
)

// BundlePuzzle packs the sources of a puzzle into a ZIP archive: its text, the files that it uses, and the options. A
// puzzle made from a matrix in memory is packed as a matrix file. The same puzzle always gives the same bytes.
func BundlePuzzle(p *quadrille.Puzzle) ([]byte, error) {
	in := p.Input()
	o := in.Options
	text := in.Text
	ask := bundleMetadata{filepath.Base(in.Name), quadrille.DetectFormat(in.Name, text, o), o.Params, o.UpTo, o.Limits}
	if text == nil {
		var dump bytes.Buffer
		if err := p.WriteMatrix(&dump, quadrille.DumpOptions{Format: quadrille.FormatJSON}); err != nil {
			return nil, err
		}
		text, ask.Format = dump.Bytes(), quadrille.FormatJSON
	}
	encoded, err := json.Marshal(ask)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	add := func(name string, text []byte) {
		var w io.Writer
		if err == nil {
			w, err = z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		}
		if err == nil {
			_, err = w.Write(text)
		}
	}
	add(questionFile, encoded)
	add(puzzleFile, text)
	for _, name := range slices.Sorted(maps.Keys(in.Files)) {
		add(usedFolder+"/"+name, in.Files[name])
	}
	if err == nil {
		err = z.Close()
	}
	return out.Bytes(), err
}

// LoadBundle loads a puzzle from the result of [BundlePuzzle], and reads nothing else.
func LoadBundle(bundle []byte) (*quadrille.Puzzle, error) {
	z, err := zip.NewReader(bytes.NewReader(bundle), int64(len(bundle)))
	if err != nil {
		return nil, fmt.Errorf("this is no bundle of a puzzle: %w", err)
	}
	encoded, err := quadrille.ReadFile(z, questionFile)
	if err != nil {
		return nil, err
	}
	var ask bundleMetadata
	if err := json.Unmarshal(encoded, &ask); err != nil {
		return nil, fmt.Errorf("this is no bundle of a puzzle: %w", err)
	}
	text, err := quadrille.ReadFile(z, puzzleFile)
	if err != nil {
		return nil, err
	}
	used, err := fs.Sub(z, usedFolder)
	if err != nil {
		return nil, err
	}
	return quadrille.Load(ask.Name, text, quadrille.Options{Params: ask.Params, UpTo: ask.UpTo, Format: ask.Format,
		Limits: ask.Limits, Files: used})
}
