package assist

import (
	"fmt"
	"strings"
	"sync"

	"quadrille/compile/check"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// Drawings with more than maxDrawnCells cells are not shown. rowWidth is the width of a row of pieces, in cells.
const (
	maxDrawnCells  = 1500
	rowWidth       = 18
	maxDrawnPieces = 40 // largest number of pieces of a set that are drawn
)

// headlineOfName describes what a name stands for in a few words.
func headlineOfName(n check.NameInfo) string {
	switch {
	case n.Kind == "parameter":
		return fmt.Sprintf("parameter, %d", n.ParamValue)
	case n.Kind == "table" && len(n.TableRows) > 0:
		return fmt.Sprintf("table, %d by %d", len(n.TableRows), len(n.TableRows[0]))
	case n.Kind == "item":
		return "items"
	case n.Piece != nil:
		p := n.Piece
		return fmt.Sprintf("piece, %s, %s, class %s, %s", source.Plural(len(p.Shape), "cell"), p.Lattice.Name,
			p.Lattice.SymmetryClassOf(p.Shape).Name, source.Plural(len(p.Orientations), "orientation"))
	case n.Kind == "set" && n.SetPieces != nil:
		return "set, " + source.Plural(len(n.SetPieces), "piece")
	case n.Lattice != nil:
		text := fmt.Sprintf("%s, %s, %s", n.Kind, source.Plural(len(n.Cells), "cell"), n.Lattice.Name)
		if len(n.OptionalCells) > 0 {
			text += fmt.Sprintf(", %d optional", len(n.OptionalCells))
		}
		return text
	}
	return n.Kind
}

// drawNamed draws what a name stands for, or returns "" if it has no picture.
func drawNamed(n check.NameInfo) string {
	switch {
	case n.Kind == "table":
		return ""
	case n.Piece != nil:
		return drawText(draw.Picture{Lattice: n.Piece.Lattice, BoardCells: n.Piece.Shape,
			Pieces: []draw.LabeledPiece{{Label: n.Name, Cells: n.Piece.Shape}}})
	case n.SetPieces != nil:
		return drawRow(n.SetPieces)
	case n.Lattice != nil:
		return drawText(draw.Picture{Lattice: n.Lattice, BoardCells: n.Cells.Union(n.OptionalCells)})
	}
	return ""
}

func drawText(pic draw.Picture) string {
	if len(pic.BoardCells) == 0 || len(pic.BoardCells) > maxDrawnCells {
		return ""
	}
	least, greatest := pic.BoardCells.BoundingBox()
	if size := greatest.Minus(least); max(size[0], size[1], size[2]) > maxDrawnCells/10 {
		return ""
	}
	return draw.RenderText(pic, draw.TextStyle{})
}

// drawRow draws pieces side by side, in several rows if necessary.
func drawRow(pieces []*model.PackedPiece) string {
	var pic draw.Picture
	var at lattice.Cell
	deepest := int32(0)
	for _, p := range pieces[:min(len(pieces), maxDrawnPieces)] {
		l := p.Lattice
		least, greatest := p.Shape.BoundingBox()
		rows, columns := len(l.AxisNames)-2, len(l.AxisNames)-1
		size := greatest.Minus(least)
		if at[columns] > 0 && at[columns]+size[columns] > rowWidth {
			at[columns], at[rows], deepest = 0, at[rows]+deepest+2, 0
		}
		shape := p.Shape.Shift(l.RoundUpShift(at.Minus(least)))
		pic.Lattice = l
		pic.BoardCells = pic.BoardCells.Union(shape)
		pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Label: p.Name, Cells: shape})
		_, end := shape.BoundingBox()
		at[columns] = end[columns] + 2
		deepest = max(deepest, size[rows])
	}
	if pic.Lattice == nil {
		return ""
	}
	return drawText(pic)
}

// fencedBlock puts a drawing into a fenced block of Markdown.
func fencedBlock(text string) string {
	if text == "" {
		return ""
	}
	return "```text\n" + strings.TrimRight(text, "\n") + "\n```\n"
}

// describedModule is a standard module: its title, and the names that it declares.
type describedModule struct {
	title         string
	declaredNames []check.NameInfo
}

// standardModules returns all standard modules by name. They are parsed at the first call.
var standardModules = sync.OnceValue(func() map[string]describedModule {
	out := map[string]describedModule{}
	for _, name := range stdlib.Modules() {
		text, err := stdlib.ReadModule(name)
		if err != nil {
			continue
		}
		f, err := parse.File(name, text)
		if err != nil {
			continue
		}
		learned := check.AnalyzeFile(f, check.Importer{ReadModule: stdlib.ReadModule}, check.FileOptions{})
		m := describedModule{declaredNames: learned.VisibleNames}
		if learned.Puzzle != nil {
			m.title = strings.TrimSpace(learned.Puzzle.AboutText)
		}
		out[name] = m
	}
	return out
})

// describeModule describes a standard module, with drawings of its pieces.
func describeModule(name string) string {
	m, ok := standardModules()[name]
	if !ok {
		return ""
	}
	text := fmt.Sprintf("**module `%s`**: %s\n\n", name, m.title)
	var pieces []*model.PackedPiece
	var others []string
	for _, n := range m.declaredNames {
		if n.Piece != nil {
			pieces = append(pieces, &model.PackedPiece{Piece: n.Piece})
		} else {
			others = append(others, fmt.Sprintf("`%s` (%s)", n.Name, headlineOfName(n)))
		}
	}
	text += fencedBlock(drawRow(pieces))
	if len(others) > 0 {
		text += "\n" + strings.Join(others, ", ") + "\n"
	}
	return text
}
