package assist

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/compile/check"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/parse"
	"quadrille/stdlib"
)

// Completion is a text that an editor offers to insert at a place.
type Completion struct {
	Label string `json:"label"`
	// Kind is keyword, word, module, list, lattice, class, function, index, item, or the kind of a
	// declaration.
	Kind             string `json:"kind"`
	ShortDescription string `json:"detail,omitempty"`   // description in a few words
	Markdown         string `json:"markdown,omitempty"` // description in Markdown, with a drawing
	Edit             Edit   `json:"edit"`               // change of the text that inserts the completion
	FurtherEdits     []Edit `json:"also,omitempty"`     // further changes that the completion needs
}

// Complete lists the completions at an offset, which replace the word that begins there. Names that are allowed come
// first, and then words of the language.
func (t *PuzzleText) Complete(offset int) []Completion {
	c, ok := t.newCompletionPlace(offset)
	if !ok {
		return nil
	}
	next, _ := parse.NextSymbols(c.precedingWords)
	var names, words []Completion
	for _, s := range next {
		switch {
		case s.Word != "" && isWord(s.Word):
			words = append(words, c.keywordCompletion(s.Word))
		case s.Word == "" && s.Kind == parse.Name:
			names = append(names, c.nameCompletions(s.Production)...)
		}
	}
	if c.startsLine && len(c.precedingWords) > 0 {
		for _, k := range parse.Keywords() {
			words = append(words, c.newCompletion("keyword", k, "", wordMeaning("", k)))
		}
	}
	all := slices.Concat(names, words)
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(d Completion) bool {
		again := seen[d.Label]
		seen[d.Label] = true
		return again
	})
}

func isWord(s string) bool { return s[0] >= 'a' && s[0] <= 'z' }

// completionPlace is a place in the text at which completions are requested.
type completionPlace struct {
	*PuzzleText
	precedingWords []parse.Token // words of the statement before the place
	followingWords []parse.Token // words of the statement after the place
	// replacedRange is the range of the text that a completion replaces.
	replacedRange Range
	// startsLine tells whether only blanks are before the place on its line.
	startsLine bool
}

// newCompletionPlace returns the place at an offset, with its statement. It returns false for places in comments and
// quoted texts.
func (t *PuzzleText) newCompletionPlace(offset int) (c completionPlace, ok bool) {
	tokens := t.tokens()
	c = completionPlace{PuzzleText: t, replacedRange: Range{offset, offset}}
	at, _ := slices.BinarySearchFunc(tokens, offset, func(k parse.Token,
		offset int) int {
		return cmp.Compare(k.End, offset)
	})
	c.followingWords = tokens[at:]
	if at < len(tokens) && tokens[at].Start < offset {
		switch k := tokens[at]; k.Kind {
		case parse.Name, parse.Hyphenated, parse.Keyword, parse.Connective:
			c.replacedRange, c.followingWords = toRange(k.Range), tokens[at+1:]
		case parse.Operator, parse.Picture, parse.String:
			if k.End > offset {
				return c, false
			}
			at++
		default: // no completion here, nor behind a number
			return c, false
		}
	}
	if begin := t.statementAt(at - 1); begin >= 0 {
		c.precedingWords = slices.DeleteFunc(slices.Clone(tokens[begin:at]),
			func(k parse.Token) bool { return k.Kind == parse.Blank })
	}
	line := t.puzzleText[strings.LastIndexByte(t.puzzleText[:c.replacedRange.Start], '\n')+1 : c.replacedRange.Start]
	c.startsLine = strings.TrimSpace(line) == ""
	return c, true
}

// previousWord returns the last word of the statement before the place, or "".
func (c *completionPlace) previousWord() string {
	if len(c.precedingWords) == 0 {
		return ""
	}
	return c.precedingWords[len(c.precedingWords)-1].Text
}

func (c *completionPlace) newCompletion(kind, label, detail, markdown string) Completion {
	return Completion{Label: label, Kind: kind, ShortDescription: detail, Markdown: markdown,
		Edit: Edit{c.replacedRange, label}}
}

func (c *completionPlace) keywordCompletion(word string) Completion {
	if len(c.precedingWords) == 0 {
		return c.newCompletion("keyword", word, "", wordMeaning("", word))
	}
	return c.newCompletion("word", word, "", wordMeaning(c.precedingWords[0].Text, word))
}

// nameCompletions lists the names that can stand where the grammar has the given production. It lists none where the
// production declares a new name.
func (c *completionPlace) nameCompletions(production string) []Completion {
	before := c.previousWord()
	switch production {
	case "Use":
		if before == "use" {
			return c.moduleCompletions()
		}
	case "Pack", "Fill", "Queens":
		return c.declaredNameCompletions("board")
	case "PlaceMan":
		if before == "on" {
			return c.declaredNameCompletions("board")
		}
	case "ShapeAtom":
		if first := c.precedingWords[0].Text; len(c.precedingWords) < 4 &&
			slices.Contains([]string{"pack", "fill", "place"}, first) {
			return c.declaredNameCompletions("board", "shape")
		}
		return c.declaredNameCompletions("shape", "board", "piece", "parameter")
	case "Amount", "Number":
		return append(c.declaredNameCompletions("parameter", "table", "word"), c.loopIndexCompletions()...)
	case "Expr", "Operand":
		return slices.Concat(c.loopIndexCompletions(), c.declaredNameCompletions("parameter", "table", "word"),
			c.labelCompletions(),
			c.allCompletions("function", check.FunctionNames(), nil))
	case "ListPart":
		return c.declaredNameCompletions("list")
	case "SetTerm":
		return append(c.declaredNameCompletions("piece", "set"), c.setCompletions()...)
	case "Measure":
		return append(c.declaredNameCompletions("piece", "set", "item", "board"), c.setCompletions()...)
	case "Fix", "Keep":
		return c.packedPieceCompletions()
	case "Symmetric":
		if before == "symmetric" {
			return c.allCompletions("word", check.SymmetryWords(), nil)
		}
	case "Ref":
		first := c.precedingWords[:min(2, len(c.precedingWords))]
		if !slices.ContainsFunc(first, func(k parse.Token) bool { return k.Text == "items" }) {
			return c.declaredNameCompletions("item", "board", "piece")
		}
	case "FoundRegions":
		return c.declaredNameCompletions("table")
	case "Piece":
		if before == "symmetry" {
			return c.classCompletions()
		}
		return c.latticesBehindOn(before)
	case "Hint":
		return c.allCompletions("word", check.WordsOfSearchHint(before), nil)
	case "Expect":
		return c.allCompletions("word", check.UpToWords(), nil)
	case "Words":
		return c.allCompletions("list", stdlib.WordLists(), nil)
	default:
		if before == "of" { // as in "rows of"
			return c.declaredNameCompletions("table")
		}
		return c.latticesBehindOn(before)
	}
	return nil
}

// labelCompletions lists the labels of the boards that are named in the statement.
func (c *completionPlace) labelCompletions() (out []Completion) {
	for _, n := range c.currentScope().namesInScope {
		if slices.ContainsFunc(c.precedingWords, func(k parse.Token) bool { return k.Text == n.Name }) {
			out = append(out, c.allCompletions("word", n.CellLabels, nil)...)
		}
	}
	return out
}

// packedPieceCompletions lists the pieces of the packing whose rules are being typed, by the names that the packing
// gives them.
func (c *completionPlace) packedPieceCompletions() (out []Completion) {
	sides := model.PieceFreedom("")
	for i, k := range c.precedingWords {
		switch {
		case i < 3: // as in "pack b with"
		case k.Text == "free" || k.Text == "one-sided" || k.Text == "fixed":
			sides = model.PieceFreedom(k.Text)
		case k.Text == "+" || k.Text == "-" || k.Text == "&":
			sides = ""
		case k.Kind == parse.Name:
			for _, p := range c.piecesOf(k.Text) {
				for _, turned := range check.PieceVariants(p, sides) {
					n := check.NameInfo{Name: turned.Name, Kind: "piece", Piece: turned}
					out = append(out, c.newCompletion("piece", n.Name, headlineOfName(n), fencedBlock(drawNamed(n))))
				}
			}
		case k.Text == "{" && c.precedingWords[i-1].Text != "of" && len(out) > 0:
			return out
		}
	}
	return out
}

// piecesOf returns the pieces that a name stands for: a single piece, or the pieces of a set.
func (c *completionPlace) piecesOf(name string) (pieces []*model.Piece) {
	for _, n := range c.currentScope().namesInScope {
		if n.Name != name {
			continue
		}
		if n.Piece != nil {
			pieces = append(pieces, n.Piece)
		}
		for _, p := range n.SetPieces {
			pieces = append(pieces, p.Piece)
		}
	}
	return pieces
}

func (c *completionPlace) allCompletions(kind string, labels []string,
	describe func(string) string) (out []Completion) {
	for _, l := range labels {
		markdown := ""
		if describe != nil {
			markdown = describe(l)
		}
		out = append(out, c.newCompletion(kind, l, "", markdown))
	}
	return out
}

func (c *completionPlace) moduleCompletions() (out []Completion) {
	for _, name := range stdlib.Modules() {
		out = append(out, c.newCompletion("module", name, standardModules()[name].title, describeModule(name)))
	}
	return out
}

// setCompletions lists the sets of standard modules that are not used yet. Such a completion also inserts the `use`
// statement.
func (c *completionPlace) setCompletions() (out []Completion) {
	for _, name := range stdlib.Modules() {
		m := standardModules()[name]
		i := slices.IndexFunc(m.declaredNames, func(n check.NameInfo) bool { return n.Kind == "set" && n.Name == name })
		if i < 0 || slices.ContainsFunc(c.currentScope().namesInScope,
			func(n check.NameInfo) bool { return n.Name == name }) {
			continue
		}
		set := c.newCompletion("set", name, headlineOfName(m.declaredNames[i])+", adds `use "+name+"`",
			describeModule(name))
		head := c.declarationRange()
		set.FurtherEdits = []Edit{{head, "use " + name + "\n"}}
		if t := c.puzzleText[:head.Start]; t != "" && t[len(t)-1] != '\n' {
			set.FurtherEdits[0].Text = "\n" + set.FurtherEdits[0].Text
		}
		out = append(out, set)
	}
	return out
}

// maxDescribed is the largest number of names for which completions have pictures.
const maxDescribed = 200

// declaredNameCompletions lists the declared names that have one of the given kinds.
func (c *completionPlace) declaredNameCompletions(kinds ...string) (out []Completion) {
	scope := c.currentScope()
	for k, n := range scope.namesInScope {
		if !slices.Contains(kinds, n.Kind) {
			continue
		}
		markdown := ""
		if len(out) < maxDescribed {
			markdown = scope.pictureOfNamed(k)
		}
		out = append(out, c.newCompletion(n.Kind, n.Name, headlineOfName(n), markdown))
	}
	return out
}

// loopIndexCompletions lists the indices that the loops of the statement declare. A loop behind the place counts as
// well.
func (c *completionPlace) loopIndexCompletions() (out []Completion) {
	words := slices.Clone(c.precedingWords)
	for _, k := range c.followingWords {
		if k.Kind == parse.Keyword {
			break
		}
		words = append(words, k)
	}
	for i := range words {
		if words[i].Text != "in" {
			continue
		}
		for k := i - 1; k >= 0 && words[k].Kind == parse.Name; k -= 2 {
			if words[k].End != c.replacedRange.Start {
				out = append(out, c.newCompletion("index", words[k].Text, "index of a loop", ""))
			}
			if k == 0 || words[k-1].Text != "," {
				break
			}
		}
	}
	if c.previousWord() == "in" { // a loop may go through cells
		out = append(out, c.declaredNameCompletions("board", "shape", "table", "list")...)
	}
	return out
}

// latticesBehindOn lists the lattices, if the argument before is `on`.
func (c *completionPlace) latticesBehindOn(before string) []Completion {
	if before != "on" {
		return nil
	}
	return c.allCompletions("lattice", lattice.Names(), describeLattice)
}

// classCompletions lists the symmetry classes of the lattice of the piece that the statement declares.
func (c *completionPlace) classCompletions() []Completion {
	on := lattice.Square
	for i, k := range c.precedingWords[:len(c.precedingWords)-1] {
		if l, ok := lattice.ByName(c.precedingWords[i+1].Text); ok && k.Text == "on" {
			on = l
		}
	}
	return c.allCompletions("class", on.SymmetryClassNames(), describeClass)
}
