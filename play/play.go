// Package play supports puzzles that a person solves by hand. It lists what can be put where, decides whether the moves
// so far can be completed to a solution, and suggests a next step. Its input is a puzzle and moves; its output is for
// display by a page. A [Game] does not store moves: each question contains all moves, in the order in which they were
// made.
//
// A solution shows facts: a piece on its cells, a chessman on a cell, a symbol on a cell. A move states one of them, or
// that a cell has no chessman. It is translated to assumptions about the matrix, and package oracle decides whether
// there is a solution under them.
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

// Move is a move of a person: a piece in one of its orientations, a symbol or a chessman on some cells. A move with
// neither is a cross, which marks that a cell has no chessman.
type Move struct {
	Piece       string `json:"piece,omitempty"`
	Orientation int    `json:"orientation,omitempty"`
	Symbol      string `json:"symbol,omitempty"`
	// Cells are the coordinates of the cells. Those of a piece are in the order of its orientation.
	Cells [][]int32 `json:"cells"`
}

// MaxOptions is the largest number of options in the matrix of a game, such as ways to put pieces on the board.
const MaxOptions = 50_000

// Game is a puzzle that is solved by hand. Every solution counts, even if the text identifies symmetric ones. It is
// not safe for concurrent use.
type Game struct {
	puzzle        *quadrille.Puzzle
	program       *compile.Program
	problem       *matrix.Problem
	oracle        *oracle.Oracle
	glossary      *compile.Glossary
	statementKind string // keyword of the statement: pack, place, fill or words
	boardCells    lattice.Shape
	// givenNames holds what the puzzle itself puts on cells: the symbol, or the name of the piece or the chessman.
	givenNames map[lattice.Cell]string
	// fixedPlacements holds the pieces and the chessmen that the puzzle itself puts on the board.
	fixedPlacements []compile.Placement
	factsOfOption   [][]cellFact                   // facts that a solution with an option shows, by option
	optionsShowing  map[cellFact][]matrix.OptionID // options that show a fact
	// optionsTouching holds, by cell, the options that decide the content of the cell, even those that leave it empty.
	optionsTouching map[lattice.Cell][]matrix.OptionID
	// isCellByCell tells which pieces are regions that are found cell by cell, by name.
	isCellByCell map[string]bool
}

// cellFact is a part of a solution that the picture shows: a piece, a chessman or a symbol on its cells.
type cellFact struct {
	contentName string // name of the piece or the chessman, or the symbol
	orientation int    // orientation of the piece
	cellKey     string // cells of the content, as the text that cellsKey makes of them
}

// NewGame returns a game for a puzzle, or an error that explains why the puzzle cannot be solved by hand.
func NewGame(p *quadrille.Puzzle) (*Game, error) {
	kinds := p.Program().Puzzle.FillingStatementKinds()
	switch {
	case len(kinds) > 1:
		return nil, fmt.Errorf("this puzzle has %s at once; one of them alone can be solved by hand",
			source.JoinWords(kinds))
	case !p.IsDrawable():
		return nil, errors.New("there is no board to put anything on")
	case kinds[0] == "dissect":
		return nil, errors.New("the pieces of a dissection are cut by its solution, so there are none to put")
	case kinds[0] == "words" && len(p.Program().Puzzle.OptionDeclarations) > 0:
		return nil, errors.New(
			"options of the text may stand in place of words, so there may be cells without a letter")
	}
	p, err := explain.WithoutEquivalence(p)
	if err != nil {
		return nil, err
	}
	g := &Game{puzzle: p, program: p.Program(), statementKind: kinds[0]}
	if g.problem, _, err = p.Matrix(); err != nil {
		return nil, err
	}
	if n := g.problem.OptionCount(); n > MaxOptions {
		return nil, fmt.Errorf("this puzzle has %d options, and by hand there may be %d", n, MaxOptions)
	}
	if g.oracle, err = explain.NewOracle(p); err != nil {
		return nil, err
	}
	if g.glossary, err = g.program.NewGlossary(); err != nil {
		return nil, err
	}
	g.indexOptionsByFact()
	return g, nil
}

// indexOptionsByFact sets the facts of each option, and the symbols that the puzzle gives.
func (g *Game) indexOptionsByFact() {
	empty := g.program.UnsolvedPicture()
	g.boardCells, g.givenNames = empty.BoardCells, map[lattice.Cell]string{}
	for c := range empty.GivenCells {
		g.givenNames[c] = empty.CellMarks[c]
	}
	for _, pl := range g.program.Decode(nil) { // sticks are drawn as lines, without their symbols
		for k, symbol := range pl.Letters {
			g.givenNames[pl.Cells[k]] = symbol
		}
	}
	g.factsOfOption = make([][]cellFact, g.problem.OptionCount())
	g.optionsShowing, g.optionsTouching = map[cellFact][]matrix.OptionID{}, map[lattice.Cell][]matrix.OptionID{}
	g.isCellByCell = map[string]bool{}
	for o := range g.factsOfOption {
		id := matrix.OptionID(o)
		for _, pl := range g.program.OptionMeaning(id) {
			g.factsOfOption[o] = append(g.factsOfOption[o], factsOfPlacement(pl)...)
			g.recordTouchedCells(id, pl.Cells)
			g.isCellByCell[pl.PieceName] = pl.IsCellByCell
		}
		for _, f := range g.factsOfOption[o] {
			g.optionsShowing[f] = append(g.optionsShowing[f], id)
		}
		if origin := g.program.OptionOrigin(id); origin.LeavesCellEmpty {
			g.recordTouchedCells(id, origin.Cells())
		}
	}
	for _, pl := range g.program.GivenPlacements() {
		if facts := factsOfPlacement(pl); len(pl.Letters) == 0 && len(g.optionsShowing[facts[0]]) > 0 {
			g.fixedPlacements = append(g.fixedPlacements, pl)
			for _, c := range pl.Cells {
				g.givenNames[c] = pl.PieceName
			}
		}
	}
}

func (g *Game) recordTouchedCells(o matrix.OptionID, cells []lattice.Cell) {
	for _, c := range cells {
		g.optionsTouching[c] = append(g.optionsTouching[c], o)
	}
}

// factsOfPlacement returns the facts that a placement shows.
func factsOfPlacement(pl compile.Placement) (facts []cellFact) {
	for _, part := range pl.Parts() {
		facts = append(facts, cellFact{part.Name(), part.Orientation, cellsKey(lattice.NewShape(part.Cells))})
	}
	return facts
}

func cellsKey(cells []lattice.Cell) string { return fmt.Sprint(cells) }

// movesOfPlacement returns the moves that state the facts of a placement.
func (g *Game) movesOfPlacement(pl compile.Placement) (moves []Move) {
	for _, part := range pl.Parts() {
		m := Move{Cells: lattice.CellCoordinates(lattice.NewShape(part.Cells), len(g.boardLattice().AxisNames))}
		if pl.StatementKind == "pack" {
			m.Piece, m.Orientation = part.PieceName, part.Orientation
		} else {
			m.Symbol = part.Name()
		}
		moves = append(moves, m)
	}
	return moves
}

func (g *Game) boardLattice() *lattice.Lattice { return g.program.Lattice() }

// placementOfMove returns the placement for a move. The error explains why a page cannot make this move.
func (g *Game) placementOfMove(m Move) (compile.Placement, error) {
	pl := compile.Placement{StatementKind: g.statementKind}
	for _, at := range m.Cells {
		var c lattice.Cell
		if len(at) != len(g.boardLattice().AxisNames) {
			return pl, fmt.Errorf("a cell has %d coordinates, and not %d", len(g.boardLattice().AxisNames), len(at))
		}
		copy(c[:], at)
		if !g.boardCells.HasCell(c) {
			return pl, fmt.Errorf("the board has no cell %s", g.boardLattice().FormatCell(c))
		}
		pl.Cells = append(pl.Cells, c)
	}
	switch {
	case g.statementKind == "pack" && (m.Piece == "" || len(m.Cells) == 0):
		return pl, errors.New("a move of a packing is a piece on its cells")
	case g.statementKind != "pack" && (m.Piece != "" || len(m.Cells) != 1 ||
		m.Symbol == "" && g.statementKind != "place"):
		return pl, errors.New("a move of this puzzle is a symbol on a cell")
	case g.statementKind == "pack":
		pl.PieceName, pl.Orientation, pl.Cells = m.Piece, m.Orientation, lattice.NewShape(pl.Cells)
		pl.IsCellByCell = g.isCellByCell[m.Piece]
	case g.statementKind == "place":
		pl.PieceName = m.Symbol
	default:
		pl.Letters = []string{m.Symbol}
	}
	return pl, nil
}

// placementsOfMoves returns the placements for moves.
func (g *Game) placementsOfMoves(moves []Move) ([]compile.Placement, error) {
	var out []compile.Placement
	for k, m := range moves {
		pl, err := g.placementOfMove(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", k+1, err)
		}
		out = append(out, pl)
	}
	return out, nil
}

// SVG draws the board with the givens and the moves.
func (g *Game) SVG(w io.Writer, moves []Move) error {
	pic, err := g.drawMoves(moves)
	if err != nil {
		return err
	}
	return draw.WriteSVG(w, pic)
}

// Text draws the board with the givens and the moves in characters.
func (g *Game) Text(moves []Move) (string, error) {
	pic, err := g.drawMoves(moves)
	if err != nil {
		return "", err
	}
	return draw.RenderText(pic, draw.TextStyle{}), nil
}

// drawMoves draws the board with the givens and the moves. A cross is drawn as a mark.
func (g *Game) drawMoves(moves []Move) (draw.Picture, error) {
	placements, err := g.placementsOfMoves(moves)
	if err != nil {
		return draw.Picture{}, err
	}
	pic := g.program.UnfinishedPicture(compile.JoinRegionCells(placements))
	for k, m := range moves {
		if m.Piece == "" && m.Symbol == "" {
			pic.CellMarks[placements[k].Cells[0]] = draw.CrossMark
		}
	}
	return pic, nil
}

// blankSymbol returns the symbol that a cell without a move stands for when a person has finished. If the puzzle has
// two symbols it is the first one, as people do not mark where a line is missing. Otherwise it is "".
func (g *Game) blankSymbol() string {
	if f := g.program.Puzzle.Filling; f != nil && len(f.Symbols) == 2 {
		return f.Symbols[0]
	}
	return ""
}

// possibleSymbols returns the symbols that a cell may hold, in the order of the puzzle.
func (g *Game) possibleSymbols() []string {
	switch m := g.program.Puzzle; g.statementKind {
	case "fill":
		return m.Filling.Symbols
	case "place":
		return []string{m.Chessmen.Chessman}
	case "words":
		letters := map[string]bool{}
		for _, word := range m.WordPuzzle.WordList {
			for _, letter := range strings.Split(word, "") {
				letters[letter] = true
			}
		}
		return slices.Sorted(maps.Keys(letters))
	}
	return nil
}

// packedPieces returns the pieces of a packing.
func (g *Game) packedPieces() []*model.PackedPiece {
	if g.statementKind != "pack" {
		return nil
	}
	return g.program.Puzzle.Packing.Pieces
}
