package check

import (
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Shapes, boards, pieces and tiles may be drawn in a file of their own. The text of such a file is read like a picture
// in the puzzle, and errors are reported at places in that file.

// readPictureFile reads the file that a statement names.
func (c *checker) readPictureFile(f *ast.Path) (*source.File, bool) {
	name, text, ok := c.readPath(f, f.Text, codes.BadPath, pathHint)
	if !ok {
		return nil, false
	}
	return source.NewFile(name, text), true
}

// withSourceFile calls a function; meanwhile the places of nodes are places in another file.
func (c *checker) withSourceFile(file *source.File, read func() bool) bool {
	outer := c.file
	c.file = &ast.File{Source: file}
	defer func() { c.file = outer }()
	return read()
}

// wholeTextRange returns the range of the text of a file without its byte order mark.
func wholeTextRange(f *source.File) source.Range {
	return source.Range{Start: len(f.Text) - len(strings.TrimPrefix(f.Text, source.ByteOrderMark)), End: len(f.Text)}
}

// pictureNode returns a part of a file as a node of the tree, as if it were a picture in the puzzle.
func pictureNode(f *source.File, r source.Range) *ast.Lines {
	rows, _ := ast.SplitLines(f.TextOf(r))
	return &ast.Lines{Node: nodeWithRange(r), Rows: rows}
}

// shapeNode returns a part of a file as the node of a shape that is drawn by a picture.
func shapeNode(f *source.File, r source.Range) *ast.Shape {
	lines := pictureNode(f, r)
	return &ast.Shape{Node: lines.Node, FirstTerm: &ast.ShapeTerm{Node: lines.Node,
		Atom: &ast.ShapeAtom{Node: lines.Node, Picture: lines}}}
}

// nodeWithRange returns an empty node of the tree at a place.
func nodeWithRange(r source.Range) (n ast.Node) {
	n.Pos.Offset, n.EndPos.Offset = r.Start, r.End
	return n
}

// computeDrawnShape computes a shape that a statement writes, or that the file with the given path draws.
func (c *checker) computeDrawnShape(s *ast.Shape, from *ast.Path, l *lattice.Lattice) (r partlyOptionalShape, ok bool) {
	if from == nil {
		r, ok = c.computeShape(s, l)
		return r, ok && c.regionBoxFitsCellLimit(s, r)
	}
	file, ok := c.readPictureFile(from)
	return r, ok && c.withSourceFile(file, func() bool {
		s := shapeNode(file, wholeTextRange(file))
		r, ok = c.computeShape(s, l)
		return ok && c.regionBoxFitsCellLimit(s, r)
	})
}

// declareDrawnPieces declares the pieces that a file draws, and the set of these pieces. In the file the pieces stand
// one below the other: a line with the name of a piece, and below it its picture.
func (c *checker) declareDrawnPieces(s *ast.SetDef) {
	file, ok := c.readPictureFile(s.PieceFile)
	var pieces []*entity
	if ok {
		ok = c.withSourceFile(file, func() bool {
			drawn, ok := c.splitPieceFile(s, file)
			for _, piece := range drawn {
				e := c.declareDrawnPiece(s, file, piece)
				// false if another thing has the name of the piece
				pieces, ok = append(pieces, e), ok && c.namesInScope[e.name] == e
			}
			return ok
		})
	}
	declareEntity(c, s.Name, s.LatticeName, s, func(e *entity, _ *ast.SetDef) bool {
		for _, p := range pieces {
			if c.resolveEntity(p); !p.hasValue {
				c.failureCount++
				ok = false
			}
			p.isUsed = true
			e.setMembers = append(e.setMembers, setMember{p.piece, model.Once, nil})
		}
		return ok
	})
	// marks the file as incomplete after an error, so that the names of missing pieces are not reported as unknown
	c.isIncomplete = c.isIncomplete || !ok
}

// declareDrawnPiece adds one piece of a file to the scope.
func (c *checker) declareDrawnPiece(s *ast.SetDef, file *source.File, piece *ast.Piece) *entity {
	e := &entity{kind: pieceKind, name: piece.Name.Text, nameSpan: c.spanOf(piece.Name), statement: s}
	e.computeValue = func() (ok bool) {
		if e.lattice, ok = c.latticeOfName(s.LatticeName); !ok {
			return false
		}
		return c.withSourceFile(file, func() bool { return c.checkPiece(e, piece) })
	}
	c.addEntity(e, e.nameSpan)
	return e
}

// splitPieceFile splits a file into its pieces. A picture ends at the next line with a name, and not at a blank line,
// as blank lines also separate the layers of cubes.
func (c *checker) splitPieceFile(s *ast.SetDef, file *source.File) (pieces []*ast.Piece, ok bool) {
	whole, ok := wholeTextRange(file), true
	finish := func(end int) {
		if len(pieces) == 0 {
			return
		}
		last := pieces[len(pieces)-1]
		r := source.Range{Start: last.Name.Range().End, End: end}
		if strings.TrimSpace(file.TextOf(r)) == "" {
			pieces, ok = pieces[:len(pieces)-1], c.fail(codes.BadPicture, last.Name,
				"draw it below its name: # is a cell, a dot or a blank is none", "the piece `%s` has no picture",
				last.Name.Text)
			return
		}
		last.Shape, last.Node = shapeNode(file, r),
			nodeWithRange(source.Range{Start: last.Name.Range().Start, End: end})
	}
	at := whole.Start
	for line := range strings.SplitAfterSeq(file.TextOf(whole), "\n") {
		start, text := at+len(line)-len(strings.TrimLeft(line, " \t")), strings.TrimSpace(line)
		at += len(line)
		r := source.Range{Start: start, End: start + len(text)}
		switch {
		case isPieceName(text):
			finish(start)
			pieces = append(pieces, &ast.Piece{Sides: s.Sides, Name: &ast.Name{Node: nodeWithRange(r), Text: text}})
		case text != "" && len(pieces) == 0:
			return nil, c.fail(codes.BadPicture, nodeWithRange(r),
				"write the name of each piece on a line of its own above its picture",
				"this picture has no name above it")
		}
		if !c.require(len(pieces) <= maxPieces, codes.TooLarge, s.PieceFile, "", "a set has at most %d pieces",
			maxPieces) {
			return nil, false
		}
	}
	finish(whole.End)
	return pieces, ok && c.require(len(pieces) > 0, codes.EmptyShape, nodeWithRange(whole),
		"write a name, and the picture of the piece below it", "this file draws no pieces")
}

// isPieceName reports whether a line of a file of pieces is the name of a piece.
func isPieceName(line string) bool {
	name := strings.TrimRight(line, "'")
	for i, r := range name {
		if r != '_' && !isLetters(string(r)) && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}
