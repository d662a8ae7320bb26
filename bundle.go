package quadrille

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

	"quadrille/runtime/format"
)

// bundleQuestion is what a bundle says beside the files.
type bundleQuestion struct {
	Name   string           `json:"name"`
	Format string           `json:"format"`
	Params map[string]int64 `json:"params,omitempty"`
	UpTo   UpTo             `json:"upTo,omitempty"`
	Limits Limits           `json:"limits"`
}

// The names inside a bundle.
const (
	questionFile = "question.json"
	puzzleFile   = "puzzle"
	usedFolder   = "used"
)

// Bundle packs everything that the puzzle was made of into a ZIP archive: its text, the
// files that it uses, and the options. A matrix is packed as a dump. The same puzzle always
// gives the same bytes.
func (p *Puzzle) Bundle() ([]byte, error) {
	text, ask := p.text, bundleQuestion{filepath.Base(p.name), FormatOf(p.name, p.text, p.options), p.options.Params,
		p.options.UpTo, p.options.Limits}
	if text == nil {
		var dump bytes.Buffer
		if err := p.WriteMatrix(&dump, DumpOptions{Format: string(format.JSON)}); err != nil {
			return nil, err
		}
		text, ask.Format = dump.Bytes(), string(format.JSON)
	}
	said, err := json.Marshal(ask)
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
	add(questionFile, said)
	add(puzzleFile, text)
	for _, name := range slices.Sorted(maps.Keys(p.used)) {
		add(usedFolder+"/"+name, p.used[name])
	}
	if err == nil {
		err = z.Close()
	}
	return out.Bytes(), err
}

// Unbundle loads a puzzle from what [Puzzle.Bundle] made of it. Nothing else is read.
func Unbundle(bundle []byte) (*Puzzle, error) {
	z, err := zip.NewReader(bytes.NewReader(bundle), int64(len(bundle)))
	if err != nil {
		return nil, fmt.Errorf("this is no bundle of a puzzle: %w", err)
	}
	said, err := ReadFile(z, questionFile)
	if err != nil {
		return nil, err
	}
	var ask bundleQuestion
	if err := json.Unmarshal(said, &ask); err != nil {
		return nil, fmt.Errorf("this is no bundle of a puzzle: %w", err)
	}
	text, err := ReadFile(z, puzzleFile)
	if err != nil {
		return nil, err
	}
	used, err := fs.Sub(z, usedFolder)
	if err != nil {
		return nil, err
	}
	return Load(ask.Name, text, Options{Params: ask.Params, UpTo: ask.UpTo, Format: ask.Format, Limits: ask.Limits,
		Files: used})
}
