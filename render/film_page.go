package render

// A film page displays a search: as an HTML page that plays it, or as a picture of its tree.
//
// The input is a film of dancing links. The output is HTML in a single file that loads nothing else, or a graph for
// Graphviz. The code must not know about puzzles, except for the pictures that it is given.

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed" // for the embedded parts of the page
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"quadrille/lang/source"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
)

// filmPage is a film with the texts and pictures for its page.
type filmPage struct {
	Title string
	Film  *dlx.Film
	// Chooser is the name of the chooser of the search. Rivals are the names of other choosers to which each choice
	// is compared.
	Chooser          string
	ComparedChoosers []string
	// Pictures holds one SVG document for each visit of the film. It may be empty.
	Pictures []string
	// IsDropped marks the visits at solutions of the matrix that are no solutions of the puzzle. It may be nil.
	IsDropped []bool
}

//go:embed page/page.html
var pageHTML string

//go:embed page/style.css
var pageStyle string

//go:embed page/film.js
var filmScript string

//go:embed page/view.js
var viewScript string

// HTML writes a page that plays the film. The page runs only its own script, and loads nothing.
func (t *filmPage) HTML(w io.Writer) error {
	data, err := t.packFilm()
	if err != nil {
		return err
	}
	script := filmScript + viewScript
	_, err = strings.NewReplacer( // package html/template would make every program with films a megabyte larger
		"{{.Title}}", html.EscapeString(t.Title), "{{.Summary}}", html.EscapeString(t.summaryText()),
		"{{.Data}}", `"`+data+`"`,
		"{{.Style}}", pageStyle, "{{.StyleSum}}", scriptHash(pageStyle), "{{.Script}}", script, "{{.ScriptSum}}",
		scriptHash(script),
	).WriteString(w, pageHTML)
	return err
}

// scriptHash returns the hash of a script, by which the content security policy allows the script.
func scriptHash(text string) string {
	s := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(s[:])
}

func (t *filmPage) summaryText() string {
	s := t.Film.Stats
	p := t.Film.Problem
	return fmt.Sprintf("Algorithm X with dancing links: %s, %s; %s, %s, %s.", source.Plural(p.ItemCount(), "item"),
		source.Plural(p.OptionCount(), "option"),
		source.Plural(int(s.Nodes), "node"), source.Plural(int(s.Updates), "update"),
		source.Plural(t.SolutionCount(), "solution"))
}

// SolutionCount returns the number of solutions of the puzzle in the film.
func (t *filmPage) SolutionCount() (n int) {
	for k, v := range t.Film.Visits {
		if v.IsSolution && !t.isDropped(k) {
			n++
		}
	}
	return n
}

// filmData is the film in the form that the script of the page reads.
type filmData struct {
	Items    []string          `json:"items"`
	Primary  int               `json:"primary"`
	Circle   []matrix.ItemID   `json:"circle"`
	Bounds   []int32           `json:"bounds"`
	Options  [][][2]int        `json:"options"`
	Order    []matrix.OptionID `json:"order"`
	Colors   []string          `json:"colors"`
	Visits   []filmVisit       `json:"visits"`
	Moves    []dlx.Move        `json:"moves"`
	Updates  int64             `json:"updates"`
	Chooser  string            `json:"chooser"`
	Rivals   []string          `json:"rivals"`
	Pictures []string          `json:"pictures,omitempty"`
}

type filmVisit struct {
	Parent   int             `json:"parent"`
	Option   matrix.OptionID `json:"option"`
	Item     matrix.ItemID   `json:"item"`
	Branches int32           `json:"branches"`
	Solution bool            `json:"solution,omitempty"`
	Dropped  bool            `json:"dropped,omitempty"`
	Pruned   bool            `json:"pruned,omitempty"`
	Picks    []matrix.ItemID `json:"picks,omitempty"`
	Start    int             `json:"start"`
	Ready    int             `json:"ready"`
}

func (t *filmPage) newFilmData() filmData {
	p := t.Film.Problem
	d := filmData{
		Items: []string{}, Bounds: []int32{}, Options: [][][2]int{}, // empty lists, because nil would be null in JSON
		Primary: p.PrimaryCount(), Circle: t.Film.ItemOrder, Order: t.Film.OptionOrder, Moves: t.Film.Moves,
		Updates: t.Film.Stats.Updates, Chooser: t.Chooser, Rivals: t.ComparedChoosers, Pictures: t.Pictures,
	}
	for i := range matrix.ItemID(p.ItemCount()) {
		d.Items = append(d.Items, p.Name(i))
		if int(i) < d.Primary {
			d.Bounds = append(d.Bounds, p.Bound(i).Max)
		}
	}
	most := matrix.Color(0)
	for o := range matrix.OptionID(p.OptionCount()) {
		entries := [][2]int{}
		for _, e := range p.Option(o) {
			entries = append(entries, [2]int{int(e.Item), int(e.Color)})
			most = max(most, e.Color)
		}
		d.Options = append(d.Options, entries)
	}
	for c := range most + 1 {
		d.Colors = append(d.Colors, p.ColorName(c))
	}
	for k, v := range t.Film.Visits {
		d.Visits = append(d.Visits, filmVisit{v.Parent, v.Option, v.Item, v.Branches, v.IsSolution, t.isDropped(k),
			v.IsPruned, v.ComparedChoices, v.StartMove, v.ReadyMove})
	}
	return d
}

func (t *filmPage) isDropped(visit int) bool { return t.IsDropped != nil && t.IsDropped[visit] }

// packFilm returns the film as compressed JSON in base64.
func (t *filmPage) packFilm() (string, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if err := json.NewEncoder(w).Encode(t.newFilmData()); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}
