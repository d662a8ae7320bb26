// Package gallery lists what there is to look at and to begin with: the examples, and the
// pieces and boards of the standard modules, each with its picture.
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
	"quadrille/stdlib"
)

// Entry is an example or a standard module.
type Entry struct {
	// Name is the path of an example, or stdlib/ with the name of a module.
	Name  string `json:"name"`
	Group string `json:"group"`
	Title string `json:"title"`
	About string `json:"about,omitempty"`
	Text  string `json:"text"`
	// Slow says that it takes more than some seconds to meet the expectations.
	Slow bool `json:"slow,omitempty"`
	// SVG is a picture, or Drawn one in characters.
	SVG   string `json:"svg,omitempty"`
	Drawn string `json:"drawn,omitempty"`
}

// exampleGroups are the folders of the examples with what to call them, in order.
var exampleGroups = []struct{ folder, name string }{
	{".", "First steps"},
	{"polyforms", "Polyforms"},
	{"tiles", "Tiles with edges"},
	{"logic", "Logic puzzles"},
	{"words", "Words"},
	{"sudoku-variants", "Sudoku variants"},
	{"core", "Items and options"},
	{"paper", "From “Dancing Links”"},
	{"sudoku", "Sudokus with 17 givens"},
	{"speed", "Many solutions"},
	{"slow", "Long runs"},
}

// firstExamples are the examples to begin with, in order; the others of their group follow.
var firstExamples = []string{"scott", "queens", "sudoku-4x4", "dominoes", "soma", "word-square", "langford",
	"tetrasticks-welded"}

// modulesFolder is where standard modules are.
const modulesFolder = "stdlib"

// ListEntries returns the entries, group by group, without pictures.
func ListEntries() []Entry { return slices.Clone(listedEntries()) }

// listedEntries reads what is embedded, which stays as it is.
var listedEntries = sync.OnceValue(func() []Entry {
	all := ListExamples(examples.Files)
	for _, m := range stdlib.Modules() {
		text, err := stdlib.ReadModule(m)
		if err != nil {
			panic(err) // it is embedded, and has been listed
		}
		e := NewEntry(modulesFolder+"/"+m+".puz", string(text))
		e.Group = "Pieces and boards to use"
		all = append(all, e)
	}
	return all
})

// ListExamples returns the entries of a folder with examples. What cannot be read is left out.
func ListExamples(files fs.FS) (all []Entry) {
	for _, g := range exampleGroups {
		names, err := fs.Glob(files, path.Join(g.folder, "*.puz"))
		if err != nil {
			panic(err) // the pattern is ours
		}
		slices.SortStableFunc(names, func(a, b string) int { return exampleRank(a) - exampleRank(b) })
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				continue
			}
			e := NewEntry(name, string(text))
			e.Group, e.Slow = g.name, g.folder == "slow" || g.folder == "speed"
			all = append(all, e)
		}
	}
	return all
}

// exampleRank is the place of an example among the first ones, or behind them.
func exampleRank(name string) int {
	if k := slices.Index(firstExamples, strings.TrimSuffix(name, ".puz")); k >= 0 {
		return k
	}
	return len(firstExamples)
}

// NewEntry makes an entry of a text. The title and what is said of it are what it says
// itself, or else its name and its first comment.
func NewEntry(name, text string) Entry {
	e := Entry{Name: name, Text: text, Title: strings.TrimSuffix(path.Base(name), ".puz")}
	for line := range strings.Lines(e.Text) {
		comment, is := strings.CutPrefix(line, "//")
		if is {
			e.About = strings.TrimSpace(e.About + " " + strings.TrimSpace(comment))
		} else if e.About != "" {
			break
		}
	}
	file, _ := parse.File(e.Name, []byte(e.Text)) // what is wrong with it is told to whoever opens it
	for _, s := range file.Statements {
		switch s := s.(type) {
		case *ast.Title:
			e.Title = string(s.Text)
		case *ast.About:
			if strings.HasPrefix(name, modulesFolder+"/") {
				e.About = string(s.Text)
			}
		}
	}
	return e
}

// DrawPicture makes the picture: the first solution, if it is found in the time given; or else
// what there is before anything is solved.
func (e *Entry) DrawPicture(ctx context.Context, within time.Duration) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", e.Name, err)
		}
	}()
	files, err := fs.Sub(examples.Files, path.Dir(e.Name))
	if err != nil {
		return err
	}
	p, err := quadrille.Load(e.Name, []byte(e.Text), quadrille.Options{Files: files, Stop: ctx.Err})
	if err != nil {
		return err
	}
	var svg strings.Builder
	drawings := p.Drawings()
	if len(drawings) > 1 && !p.IsDrawable() {
		err = quadrille.WriteSheet(&svg, drawings...)
		e.SVG = svg.String()
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	s, err := p.First(ctx, quadrille.Search{})
	switch {
	case err == nil && p.IsDrawable():
		err = quadrille.SVG(&svg, s)
	case err == nil:
		e.Drawn = s.String()
	case len(drawings) > 0:
		err = drawings[0].SVG(&svg)
	default:
		err = nil // there is nothing to show
	}
	e.SVG = svg.String()
	return err
}
