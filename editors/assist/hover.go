package assist

import (
	"fmt"
	"strings"

	"quadrille/compile/check"
	"quadrille/compile/lattice"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Hover is the description of the word at a place, which an editor shows under the pointer.
type Hover struct {
	Range
	Markdown string `json:"markdown"`
}

// Hover describes the word at an offset. The description of a name has a picture of what the name stands for. That of a
// word of the language has its meaning. It returns false if there is nothing to describe.
func (t *PuzzleText) Hover(offset int) (Hover, bool) {
	h := Hover{}
	if u, ok := t.nameUseAt(offset); ok {
		h = Hover{u.Range, t.describeUse(u)}
	}
	if h.Markdown == "" {
		h = t.describeWord(offset)
	}
	if fault, ok := t.faultAt(offset); ok {
		if h.Markdown == "" {
			h.Range = fault.Range
		}
		h.Markdown = strings.TrimLeft(h.Markdown+"\n"+codeSummary(fault.Code), "\n")
	}
	return h, h.Markdown != ""
}

// faultAt returns an error or a warning at an offset. It is fast, since it does not make items and options.
func (t *PuzzleText) faultAt(offset int) (Diagnostic, bool) {
	for _, d := range t.listFaults() {
		if t.isSpanInText(d.Span) && toRange(d.Span.Range).containsOffset(offset) && 0 < d.Span.End-d.Span.Start &&
			d.Span.End-d.Span.Start < maxFault {
			return t.newDiagnostic(d), true
		}
	}
	return Diagnostic{}, false
}

// maxFault is the length, in bytes, of the longest range of a diagnostic that a hover shows.
const maxFault = 200

// codeSummary returns the page of a diagnostic code up to its examples.
func codeSummary(code string) string {
	page, _, _ := strings.Cut(CodePage(code), "\nWrong:")
	title, text, _ := strings.Cut(strings.TrimPrefix(page, "# "), "\n")
	return "**" + title + "**\n\n" + strings.TrimSpace(text) + "\n"
}

// describeUse describes a name at a place of the text.
func (t *PuzzleText) describeUse(u nameUse) string {
	switch u.nameKind {
	case "module":
		return describeModule(u.name)
	case "lattice":
		return describeLattice(u.name)
	case "index":
		return fmt.Sprintf("**`%s`**: index of a loop\n", u.name)
	case "item":
		return fmt.Sprintf("**`%s`**: items\n", u.name)
	case "class":
		return describeClass(u.name)
	case "function":
		return "A function of numbers: `abs(x)`, `min(x, y, …)`, `max(x, y, …)`, `if(condition, x, y)`, " +
			"`sum(x for i in 1..n)`\n"
	case "":
		n, ok := t.findNamed(u.name, func(kind string) bool { return kind != "item" })
		if !ok {
			return ""
		}
		return t.describeNamed(n)
	}
	return ""
}

// describeNamed describes what a name stands for, with a picture.
func (t *PuzzleText) describeNamed(n check.NameInfo) string {
	text := fmt.Sprintf("**`%s`**: %s", n.Name, headlineOfName(n))
	if p := t.lowerResult().program; p != nil && n.Piece != nil && p.Puzzle.Packing != nil {
		if placements, packed := p.CountPlacements()[n.Name]; packed {
			text += fmt.Sprintf(", %s on `%s`", source.Plural(placements, "placement"), p.Puzzle.Packing.Board.Name)
		}
	}
	text += "\n"
	if n.Span.IsKnown() && !t.isSpanInText(n.Span) {
		text += fmt.Sprintf("\nfrom `%s`\n", n.Span.File.Name)
	}
	if pic := drawNamed(n); pic != "" {
		text += "\n" + fencedBlock(pic)
	}
	return text
}

func describeLattice(name string) string {
	l, ok := lattice.ByName(name)
	if !ok {
		return ""
	}
	return fmt.Sprintf("**lattice `%s`**: cells (%s), %d motions; its classes are %s\n", name,
		strings.Join(l.AxisNames, ", "),
		len(l.Motions), strings.Join(l.SymmetryClassNames(), ", "))
}

func describeClass(name string) string {
	var lines []string
	for _, of := range lattice.Names() {
		l, _ := lattice.ByName(of)
		for _, c := range l.SymmetryClasses {
			if c.Name == name {
				lines = append(lines, fmt.Sprintf("%s on `%s`",
					source.Plural(c.RotationCount*c.MirrorFactor, "orientation"), of))
			}
		}
	}
	if lines == nil {
		return ""
	}
	return fmt.Sprintf("**symmetry class `%s`**: %s\n", name, strings.Join(lines, ", "))
}

// describeWord describes a word of the language.
func (t *PuzzleText) describeWord(offset int) Hover {
	i, tokens := t.tokenAt(offset), t.tokens()
	if i == len(tokens) || !toRange(tokens[i].Range).containsOffset(offset) {
		return Hover{}
	}
	word, keyword := tokens[i], ""
	if begin := t.statementAt(i); begin >= 0 {
		keyword = tokens[begin].Text
	}
	h := Hover{Range: toRange(word.Range)}
	if isRuleWordOf(keyword, word.Text) {
		h.Markdown = wordMeaning(keyword, word.Text)
	}
	return h
}

// CodePage returns the page on the code of a diagnostic, in Markdown, or "".
func CodePage(code string) string {
	page, _ := codes.CodePage(source.Code(code))
	return page
}
