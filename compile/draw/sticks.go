package draw

import (
	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// framework draws sticks between joints. Each stick of a piece has its label
// in the middle:
//
//	┌──A──•
//	A     ·
//	│     ·     (a stick of the board without a piece has a dot there)
//
// A joint that one piece alone bends at or runs through is drawn as part of it.
type framework struct {
	*plan
	screen
	style  Style
	least  lattice.Cell // the first joint
	across int          // columns from one joint to the next
}

// downwards is the number of lines from one joint to the next.
const downwards = 4

// sticks sets a picture of sticks.
func sticks(p *plan, style Style) screen {
	joints := p.joints(p.Board)
	least, greatest := joints.Corner()
	f := framework{plan: p, style: style, least: least, across: p.longest(narrowest, widest)/2*2 + 4}
	line, column := f.place(greatest)
	f.screen = newScreen(line+1, column+1+widest/2)
	for _, c := range p.Board {
		f.stick(c)
	}
	for _, c := range joints {
		f.joint(c)
	}
	for c, label := range p.legend(style.dot(), first) {
		f.label(c, label)
	}
	for c, piece := range p.piece {
		if piece >= 0 && !p.Plain && p.Marks[c] == "" {
			f.label(c, p.Pieces[piece].Label)
		}
	}
	return f.screen
}

// place returns the line and column of a joint.
func (f framework) place(joint lattice.Cell) (line, column int) {
	d := joint.Minus(f.least)
	return int(d[0]/2) * downwards, int(d[1]/2) * f.across
}

// start returns the place of the joint at which a stick begins, and whether it
// lies level.
func (f framework) start(c lattice.Cell) (line, column int, level bool) {
	ends := f.Lattice.Outline(c)
	line, column = f.place(jointAt(ends[0]))
	return line, column, ends[0].Y == ends[1].Y
}

// stick draws the line of a stick that belongs to a piece. It leaves a gap at
// a joint that belongs to another one.
func (f framework) stick(c lattice.Cell) {
	if f.at(c) == noPiece {
		return
	}
	line, column, level := f.start(c)
	lines, columns, length, sign := 1, 0, downwards, f.style.line(up|down)
	if level {
		lines, columns, length, sign = 0, 1, f.across, f.style.line(left|right)
	}
	ends := f.Lattice.Outline(c)
	for k := 1; k < length; k++ {
		if k == 1 && f.keepsOff(c, ends[0]) || k == length-1 && f.keepsOff(c, ends[1]) {
			continue
		}
		f.fill(line+k*lines, column+k*columns, 1, sign, f.color(c))
	}
}

// keepsOff reports whether another piece has the joint at an end of a stick.
func (f framework) keepsOff(c lattice.Cell, end lattice.Point) bool {
	owner := f.owner(jointAt(end))
	return owner != noPiece && owner != f.at(c)
}

// joint draws a joint, as part of its piece if it has one.
func (f framework) joint(c lattice.Cell) {
	line, column := f.place(c)
	sign, color := "•", noColor
	if f.style.ASCII {
		sign = "o"
	}
	if piece := f.owner(c); piece != noPiece {
		sign = f.style.line(f.arms(c)[piece])
		if f.colors != nil {
			color = f.colors[piece]
		}
	}
	f.fill(line, column, 1, sign, color)
}

// label writes on the middle of a stick.
func (f framework) label(c lattice.Cell, label string) {
	line, column, level := f.start(c)
	label = runewidth.Truncate(label, f.across-3, "")
	width := runewidth.StringWidth(label)
	if level {
		f.write(line, column+(f.across-width+1)/2, label, f.Given[c])
		return
	}
	column = max(0, column-(width-1)/2)
	f.fill(line+downwards/2, column, width, " ", f.color(c))
	f.write(line+downwards/2, column, label, f.Given[c])
}
