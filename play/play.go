// Package play is for puzzles that a person solves by hand: what can be put where, whether a solution goes on from what
// has been put, and a next step.
//
// Its input is a puzzle and moves; its output is for a page to show. A [Game] remembers nothing of moves: each question
// comes with all of them, in the order in which they were made.
//
// A solution shows facts: a piece on its cells, a man on a cell, a symbol on a cell. A move states one of them, or that
// a cell has no man, and becomes an assumption of the matrix, of which package oracle knows whether a solution goes on.
package play

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/explain"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// Move is something that is put on the board: a piece in one of its orientations, a symbol or a man; or a cross, which
// has neither, where no man is to stand.
type Move struct {
	Piece       string `json:"piece,omitempty"`
	Orientation int    `json:"orientation,omitempty"`
	Symbol      string `json:"symbol,omitempty"`
	// Cells have as many coordinates as the lattice; those of a piece come in order.
	Cells [][]int32 `json:"cells"`
}

// MaxOptions bounds the options of the matrix of a game: the ways to put pieces somewhere, for example.
const MaxOptions = 50_000

// Game is a puzzle that is solved by hand. Every solution counts, whatever the text says of symmetry. It is not safe
// for concurrent use.
type Game struct {
	puzzle   *quadrille.Puzzle
	program  *compile.Program
	problem  *matrix.Problem
	oracle   *oracle.Oracle
	glossary *compile.Glossary
	kind     string // of the statement: pack, place, fill or words
	board    lattice.Shape
	given    map[lattice.Cell]string
	facts    [][]fact                   // by option: what a solution with it shows
	stating  map[fact][]matrix.OptionID // the reverse of facts
	// touching has the options that say something of a cell, that it is empty too.
	touching map[lattice.Cell][]matrix.OptionID
}

// fact is something that a solution shows.
type fact struct {
	what        string // a piece, a man or a symbol
	orientation int    // of a piece
	cells       string // as cellsKey writes them
}

// NewGame makes a game of a puzzle. The error says why a puzzle cannot be solved by hand.
func NewGame(p *quadrille.Puzzle) (*Game, error) {
	kinds := p.Program().Puzzle.Statements()
	switch {
	case len(kinds) > 1:
		return nil, fmt.Errorf("this puzzle has %s at once; one of them alone can be solved by hand",
			source.JoinWords(kinds))
	case !p.IsDrawable():
		return nil, errors.New("there is no board to put anything on")
	case kinds[0] == "dissect":
		return nil, errors.New("the pieces of a dissection are cut by its solution, so there are none to put")
	case kinds[0] == "words" && len(p.Program().Puzzle.Options) > 0:
		return nil, errors.New("options of the text may stand in place of words, so there may be cells without a letter")
	}
	p, err := explain.AllSolutions(p)
	if err != nil {
		return nil, err
	}
	g := &Game{puzzle: p, program: p.Program(), kind: kinds[0]}
	if g.problem, _, err = p.Matrix(); err != nil {
		return nil, err
	}
	if n := g.problem.OptionCount(); n > MaxOptions {
		return nil, fmt.Errorf("this puzzle has %d options, and by hand there may be %d", n, MaxOptions)
	}
	if g.oracle, err = explain.NewOracle(p, 0); err != nil {
		return nil, err
	}
	if g.glossary, err = g.program.NewGlossary(); err != nil {
		return nil, err
	}
	g.indexFacts()
	return g, nil
}

// indexFacts finds out what options show, and what is given.
func (g *Game) indexFacts() {
	empty := g.program.Picture(g.program.Decode(nil))
	g.board, g.given = empty.Board, map[lattice.Cell]string{}
	for c := range empty.Given {
		g.given[c] = empty.Marks[c]
	}
	g.facts = make([][]fact, g.problem.OptionCount())
	g.stating, g.touching = map[fact][]matrix.OptionID{}, map[lattice.Cell][]matrix.OptionID{}
	for o := range g.facts {
		id := matrix.OptionID(o)
		for _, pl := range g.program.OptionMeaning(id) {
			g.facts[o] = append(g.facts[o], factsOf(pl)...)
			g.touch(id, pl.Cells)
		}
		for _, f := range g.facts[o] {
			g.stating[f] = append(g.stating[f], id)
		}
		if origin := g.program.OptionOrigin(id); origin.Empty {
			g.touch(id, origin.Cells())
		}
	}
}

func (g *Game) touch(o matrix.OptionID, cells []lattice.Cell) {
	for _, c := range cells {
		g.touching[c] = append(g.touching[c], o)
	}
}

// factsOf returns what a placement shows.
func factsOf(pl compile.Placement) (facts []fact) {
	switch {
	case pl.Of == "pack":
		return []fact{{pl.Piece, pl.Orientation, cellsKey(lattice.NewShape(pl.Cells))}}
	case pl.Of == "place":
		return []fact{{what: pl.Piece, cells: cellsKey(pl.Cells)}}
	}
	for k, c := range pl.Cells {
		facts = append(facts, fact{what: pl.Letters[k], cells: cellsKey([]lattice.Cell{c})})
	}
	return facts
}

func cellsKey(cells []lattice.Cell) string { return fmt.Sprint(cells) }

// moveOf is the reverse of the fact of a move.
func (g *Game) moveOf(pl compile.Placement) (moves []Move) {
	at := func(cells ...lattice.Cell) [][]int32 { return lattice.Coordinates(cells, len(g.lattice().Axes)) }
	switch {
	case pl.Of == "pack":
		return []Move{{Piece: pl.Piece, Orientation: pl.Orientation, Cells: at(lattice.NewShape(pl.Cells)...)}}
	case pl.Of == "place":
		return []Move{{Symbol: pl.Piece, Cells: at(pl.Cells...)}}
	}
	for k, c := range pl.Cells {
		moves = append(moves, Move{Symbol: pl.Letters[k], Cells: at(c)})
	}
	return moves
}

func (g *Game) lattice() *lattice.Lattice { return g.program.Lattice() }

// placementOf returns what a move puts where. The error says what is wrong with a move that no page makes.
func (g *Game) placementOf(m Move) (compile.Placement, error) {
	pl := compile.Placement{Of: g.kind}
	for _, at := range m.Cells {
		var c lattice.Cell
		if len(at) != len(g.lattice().Axes) {
			return pl, fmt.Errorf("a cell has %d coordinates, and not %d", len(g.lattice().Axes), len(at))
		}
		copy(c[:], at)
		if !g.board.Has(c) {
			return pl, fmt.Errorf("the board has no cell %s", g.lattice().FormatCell(c))
		}
		pl.Cells = append(pl.Cells, c)
	}
	switch {
	case g.kind == "pack" && (m.Piece == "" || len(m.Cells) == 0):
		return pl, errors.New("a move of a packing is a piece on its cells")
	case g.kind != "pack" && (m.Piece != "" || len(m.Cells) != 1 || m.Symbol == "" && g.kind != "place"):
		return pl, errors.New("a move of this puzzle is a symbol on a cell")
	case g.kind == "pack":
		pl.Piece, pl.Orientation, pl.Cells = m.Piece, m.Orientation, lattice.NewShape(pl.Cells)
	case g.kind == "place":
		pl.Piece = m.Symbol
	default:
		pl.Letters = []string{m.Symbol}
	}
	return pl, nil
}

// placements returns what moves put where.
func (g *Game) placements(moves []Move) ([]compile.Placement, error) {
	var out []compile.Placement
	for k, m := range moves {
		pl, err := g.placementOf(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", k+1, err)
		}
		out = append(out, pl)
	}
	return out, nil
}

// SVG draws what is given, and what moves have put on the board.
func (g *Game) SVG(w io.Writer, moves []Move) error {
	pic, err := g.picture(moves)
	if err != nil {
		return err
	}
	return draw.SVG(w, pic)
}

// Text draws the same in characters.
func (g *Game) Text(moves []Move) (string, error) {
	pic, err := g.picture(moves)
	if err != nil {
		return "", err
	}
	return draw.Text(pic, draw.TextStyle{}), nil
}

// picture draws moves. A cross is a mark, and so is the symbol of a stick that is not drawn.
func (g *Game) picture(moves []Move) (draw.Picture, error) {
	placements, err := g.placements(moves)
	if err != nil {
		return draw.Picture{}, err
	}
	pic := g.program.Picture(slices.Concat(g.program.Decode(nil), placements))
	if pic.Marks == nil {
		pic.Marks = map[lattice.Cell]string{}
	}
	for k, m := range moves {
		if m.Piece == "" && m.Symbol == "" || g.lattice().Ends != nil && m.Symbol == g.blank() {
			pic.Marks[placements[k].Cells[0]] = "×"
		}
	}
	return pic, nil
}

// blank returns the symbol that a cell without a move stands for when a person has finished: of two symbols the first
// one, as nobody writes down where no line is. Others have none.
func (g *Game) blank() string {
	if f := g.program.Puzzle.Filling; f != nil && len(f.Symbols) == 2 {
		return f.Symbols[0]
	}
	return ""
}

// symbols returns what a cell may hold, in the order of the puzzle.
func (g *Game) symbols() []string {
	switch m := g.program.Puzzle; g.kind {
	case "fill":
		return m.Filling.Symbols
	case "place":
		return []string{m.Placement.Chessman}
	case "words":
		letters := map[string]bool{}
		for _, word := range m.Words.List {
			for _, letter := range strings.Split(word, "") {
				letters[letter] = true
			}
		}
		return slices.Sorted(maps.Keys(letters))
	}
	return nil
}

// pieces returns the pieces of a packing.
func (g *Game) pieces() []*model.PackedPiece {
	if g.kind != "pack" {
		return nil
	}
	return g.program.Puzzle.Packing.Pieces
}
