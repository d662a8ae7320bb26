// Package gallery lists the examples, and the standard modules with their pieces and boards, each with its picture.
//
// Its input is the embedded examples and modules; its output is a list of entries. It does not know how entries are
// displayed.
package gallery

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"quadrille"
	"quadrille/examples"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/render"
	"quadrille/stdlib"
)

// Entry is an example or a standard module.
type Entry struct {
	// Name is the path of an example, or stdlib/ with the name of a module.
	Name        string `json:"name"`
	Group       string `json:"group"`
	Title       string `json:"title"`
	Description string `json:"about,omitempty"`
	Text        string `json:"text"`
	// IsSlow reports whether a check of the expectations takes more than a few seconds.
	IsSlow bool `json:"slow,omitempty"`
	// SVG is a picture as an SVG document, and TextPicture a drawing in characters.
	SVG         string `json:"svg,omitempty"`
	TextPicture string `json:"drawn,omitempty"`
	// ShowsUnsolved reports whether the picture shows no solution, because there is no solution, or none was found in
	// time.
	ShowsUnsolved bool `json:"unsolved,omitempty"`
	// Expectations lists the conditions of the text's expect statements.
	Expectations []string `json:"-"`
}

// exampleGroups lists the folders of the examples in the order of display, each with its title.
var exampleGroups = []struct{ folder, name string }{
	{".", "First steps"},
	{"first", "One of each kind, to change"},
	{"polyforms", "Polyforms"},
	{"tiles", "Tiles with edges"},
	{"logic", "Logic puzzles"},
	{"plans", "Timetables and plans"},
	{"words", "Words"},
	{"sudoku-variants", "Sudoku variants"},
	{"core", "Items and options"},
	{"paper", "From “Dancing Links”"},
	{"sudoku", "Sudokus with 17 givens"},
	{"speed", "Many solutions"},
	{"slow", "Long runs"},
}

// firstExamples lists the names of examples for beginners, in the order of display. In each group, other examples
// follow them.
var firstExamples = []string{"scott", "queens", "sudoku-4x4", "dominoes", "soma", "word-square", "langford",
	"tetrasticks-welded"}

// modulesFolder is the prefix of the names of standard modules.
const modulesFolder = "stdlib"

// ListEntries returns the entries, group by group, without pictures.
func ListEntries() []Entry { return slices.Clone(listedEntries()) }

// listedEntries lists the entries of the embedded files, which are read at the first call.
var listedEntries = sync.OnceValue(func() []Entry {
	all := ListExamples(examples.Files)
	for _, m := range stdlib.Modules() {
		text, err := stdlib.ReadModule(m)
		if err != nil {
			panic(err) // the file is embedded, and was listed before
		}
		e := NewEntry(modulesFolder+"/"+m+".puz", string(text))
		e.Group = "Pieces and boards to use"
		all = append(all, e)
	}
	return all
})

// ListExamples returns the entries of a folder with examples. Files that cannot be read are left out.
func ListExamples(files fs.FS) (all []Entry) {
	for _, g := range exampleGroups {
		names, err := fs.Glob(files, path.Join(g.folder, "*.puz"))
		if err != nil {
			panic(err) // the pattern is a constant
		}
		slices.SortStableFunc(names, func(a, b string) int { return exampleRank(a) - exampleRank(b) })
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				continue
			}
			e := NewEntry(name, string(text))
			e.Group, e.IsSlow = g.name, g.folder == "slow" || g.folder == "speed"
			all = append(all, e)
		}
	}
	return all
}

// exampleRank returns the index of an example in firstExamples, or the length of that list if the example is not in it.
func exampleRank(name string) int {
	if k := slices.Index(firstExamples, strings.TrimSuffix(name, ".puz")); k >= 0 {
		return k
	}
	return len(firstExamples)
}

// NewEntry returns an entry for a text. The title is the one that the text states, or else the name. The description is
// the one that the text states, or else its first comment.
func NewEntry(name, text string) Entry {
	e := Entry{Name: name, Text: text, Title: strings.TrimSuffix(path.Base(name), ".puz")}
	for line := range strings.Lines(e.Text) {
		comment, is := strings.CutPrefix(line, "//")
		if is {
			e.Description = strings.TrimSpace(e.Description + " " + strings.TrimSpace(comment))
		} else if e.Description != "" {
			break
		}
	}
	file, _ := parse.File(e.Name, []byte(e.Text)) // errors are shown when the example is opened
	for _, s := range file.Statements {
		switch s := s.(type) {
		case *ast.Title:
			e.Title = string(s.Text)
		case *ast.About:
			if strings.HasPrefix(name, modulesFolder+"/") {
				e.Description = string(s.Text)
			}
		case *ast.Expect:
			words := strings.Fields(text[s.Range().Start:s.Range().End])
			e.Expectations = append(e.Expectations, strings.Join(words[1:], " "))
		}
	}
	return e
}

// DrawPicture draws the first solution if that is found within the given time, and otherwise the puzzle without a
// solution. If solutions of the puzzle cannot be drawn, and it has several drawings, it draws a sheet of these
// drawings.
func (e *Entry) DrawPicture(ctx context.Context, within time.Duration) error {
	return e.DrawFrom(ctx, examples.Files, within)
}

// DrawFrom does the same as [Entry.DrawPicture] for an entry that ListExamples has read from the given folder.
func (e *Entry) DrawFrom(ctx context.Context, folder fs.FS, within time.Duration) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", e.Name, err)
		}
	}()
	files, err := fs.Sub(folder, path.Dir(e.Name))
	if err != nil {
		return err
	}
	p, err := quadrille.Load(e.Name, []byte(e.Text), quadrille.Options{Files: files, Stop: ctx.Err})
	if err != nil {
		return err
	}
	var svg strings.Builder
	drawings := render.Drawings(p)
	if len(drawings) > 1 && !p.IsDrawable() {
		err = render.WriteSheet(&svg, drawings...)
		e.SVG = svg.String()
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	s, err := p.First(ctx, quadrille.Search{})
	e.ShowsUnsolved = err != nil
	switch {
	case err == nil && p.IsDrawable():
		err = s.SVG(&svg)
	case err == nil:
		e.TextPicture = s.String()
	case len(drawings) > 0:
		err = drawings[0].SVG(&svg)
	default:
		err = nil // the puzzle has no picture
	}
	e.SVG = svg.String()
	return err
}
