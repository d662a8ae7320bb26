package render

// A film page shows a recorded search: as an HTML page that plays it, or as a picture of its tree. The input is a film
// of package dlx. The output is HTML in a single file that loads nothing else, or a graph for Graphviz. The code must
// not know about puzzles, except for the pictures that it is given.

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

// filmDocument is a film with the texts and pictures for its page.
type filmDocument struct {
	PageTitle      string
	RecordedSearch *dlx.Film
	// ChooserName is the name of the chooser of the search. ComparedChoosers are the names of other choosers to which
	// each choice is compared.
	ChooserName      string
	ComparedChoosers []string
	// NodePictures holds one SVG document for each visit of the film. It may be empty.
	NodePictures []string
	// BeforeSearch is what auto removes before its search; nil if that is nothing.
	BeforeSearch *filmReduction
	// IsNotPuzzleSolution marks the visits at solutions of the matrix that are no solutions of the puzzle. It may be
	// nil.
	IsNotPuzzleSolution []bool
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
func (t *filmDocument) HTML(w io.Writer) error {
	data, err := t.packFilm()
	if err != nil {
		return err
	}
	script := filmScript + viewScript
	// a Replacer, since package html/template would make every program with films a megabyte larger
	_, err = strings.NewReplacer(
		"{{.Title}}", html.EscapeString(t.PageTitle), "{{.Summary}}", html.EscapeString(t.summaryText()),
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

func (t *filmDocument) summaryText() string {
	s := t.RecordedSearch.Stats
	p := t.RecordedSearch.Problem
	return fmt.Sprintf("Algorithm X with dancing links: %s, %s; %s, %s, %s.", source.Plural(p.ItemCount(), "item"),
		source.Plural(p.OptionCount(), "option"),
		source.Plural(int(s.Nodes), "node"), source.Plural(int(s.Updates), "update"),
		source.Plural(t.SolutionCount(), "solution"))
}

// SolutionCount returns the number of solutions of the puzzle in the film.
func (t *filmDocument) SolutionCount() (n int) {
	for k, v := range t.RecordedSearch.Visits {
		if v.IsSolution && !t.isDroppedSolution(k) {
			n++
		}
	}
	return n
}

// filmData is the film in the form that the script of the page reads.
type filmData struct {
	ItemNames        []string          `json:"items"`
	PrimaryCount     int               `json:"primary"`
	ItemListOrder    []matrix.ItemID   `json:"circle"`
	UpperBounds      []int32           `json:"bounds"`
	OptionItems      [][][2]int        `json:"options"`
	OptionOrder      []matrix.OptionID `json:"order"`
	ColorNames       []string          `json:"colors"`
	NodeVisits       []filmVisit       `json:"visits"`
	LinkMoves        []dlx.Move        `json:"moves"`
	UpdateCount      int64             `json:"updates"`
	ChooserName      string            `json:"chooser"`
	ComparedChoosers []string          `json:"rivals"`
	NodePictures     []string          `json:"pictures,omitempty"`
	BeforeSearch     *filmReduction    `json:"before,omitempty"`
}

// filmReduction is what auto removes before its search. ShortItem is the item that then has too few options for a
// solution, or -1.
type filmReduction struct {
	RemovedOptions []filmRemoval `json:"removed"`
	ShortItem      matrix.ItemID `json:"short"`
}

// filmRemoval is an option that is in no solution. Item is the item that would have too few options if the option were
// chosen. ColoredItem is the item to which the option gives a color without support, or -1 if the option cannot be
// chosen together with the only option of Item.
type filmRemoval struct {
	Option      matrix.OptionID `json:"option"`
	Item        matrix.ItemID   `json:"item"`
	ColoredItem matrix.ItemID   `json:"colored"`
}

type filmVisit struct {
	ParentVisit   int             `json:"parent"`
	ChosenOption  matrix.OptionID `json:"option"`
	BranchItem    matrix.ItemID   `json:"item"`
	BranchCount   int32           `json:"branches"`
	IsSolution    bool            `json:"solution,omitempty"`
	IsDropped     bool            `json:"dropped,omitempty"`
	IsPruned      bool            `json:"pruned,omitempty"`
	ComparedItems []matrix.ItemID `json:"picks,omitempty"`
	FirstMove     int             `json:"start"`
	ReadyMove     int             `json:"ready"`
}

func (t *filmDocument) scriptData() filmData {
	p := t.RecordedSearch.Problem
	d := filmData{
		// empty lists instead of nil, which would be null in JSON
		ItemNames: []string{}, UpperBounds: []int32{}, OptionItems: [][][2]int{},
		PrimaryCount: p.PrimaryCount(), ItemListOrder: t.RecordedSearch.ItemOrder,
		OptionOrder: t.RecordedSearch.OptionOrder, LinkMoves: t.RecordedSearch.Moves,
		UpdateCount: t.RecordedSearch.Stats.Updates, ChooserName: t.ChooserName, ComparedChoosers: t.ComparedChoosers,
		NodePictures: t.NodePictures, BeforeSearch: t.BeforeSearch,
	}
	for i := range matrix.ItemID(p.ItemCount()) {
		d.ItemNames = append(d.ItemNames, p.Name(i))
		if int(i) < d.PrimaryCount {
			d.UpperBounds = append(d.UpperBounds, p.Bound(i).Max)
		}
	}
	most := matrix.Color(0)
	for o := range matrix.OptionID(p.OptionCount()) {
		entries := [][2]int{}
		for _, e := range p.Option(o) {
			entries = append(entries, [2]int{int(e.Item), int(e.Color)})
			most = max(most, e.Color)
		}
		d.OptionItems = append(d.OptionItems, entries)
	}
	for c := range most + 1 {
		d.ColorNames = append(d.ColorNames, p.ColorName(c))
	}
	for k, v := range t.RecordedSearch.Visits {
		d.NodeVisits = append(d.NodeVisits, filmVisit{v.Parent, v.Option, v.Item, v.Branches, v.IsSolution,
			t.isDroppedSolution(k),
			v.IsPruned, v.ComparedChoices, v.StartMove, v.ReadyMove})
	}
	return d
}

func (t *filmDocument) isDroppedSolution(visit int) bool {
	return t.IsNotPuzzleSolution != nil && t.IsNotPuzzleSolution[visit]
}

// packFilm returns the film as compressed JSON in base64.
func (t *filmDocument) packFilm() (string, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if err := json.NewEncoder(w).Encode(t.scriptData()); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}
