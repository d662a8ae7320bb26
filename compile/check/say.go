package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// Sentences that say to people on paper what a puzzle asks for: [model.Puzzle.Sentences].

// maxSentencesPerRule bounds the number of different sentences of a rule in a loop. A rule with more sentences is
// quoted.
const maxSentencesPerRule = 6

// maxSentenceRounds bounds the number of rounds of a loop that are asked for a sentence. A rule that says the same in
// that many rounds says it in all, or it has more sentences than are listed.
const maxSentenceRounds = 1000

// ruleSentenceRecord holds the sentences of a statement or a rule, without repetitions.
type ruleSentenceRecord struct {
	ruleNode   ast.Ranged
	sentences  []string
	loopRounds int // number of rounds of the rule's loop so far
	// number of places of the shapes of the rule on the board, computed once the rule has many sentences
	shapePlacesOnBoard   int
	sentenceForAllRounds string // sentence about all rounds, or ""
}

// addSentence adds a sentence about a statement or a rule. The text may be several sentences, one a line, or "" for
// none.
func (c *checker) addSentence(at ast.Ranged, sentence string) {
	k, known := c.sentencesIndex[at]
	if !known {
		k, c.ruleSentences = len(c.ruleSentences), append(c.ruleSentences, ruleSentenceRecord{ruleNode: at})
		c.sentencesIndex[at] = k
	}
	t := &c.ruleSentences[k]
	for sentence := range strings.SplitSeq(sentence, "\n") {
		if sentence != "" && len(t.sentences) <= maxSentencesPerRule && !slices.Contains(t.sentences, sentence) {
			t.sentences = append(t.sentences, sentence)
		}
	}
}

// addRuleSentence adds the sentence of a rule in a round of its loop. If there are many sentences, it asks for a single
// one about all rounds. That sentence is true if the loop has as many rounds as the board has places for the shapes of
// the rule.
func (c *checker) addRuleSentence(at ast.Ranged, on []*ast.Line, b *model.Board, sentence func(general bool) string) {
	c.addSentence(at, "")
	t := &c.ruleSentences[len(c.ruleSentences)-1]
	if t.ruleNode != at { // the rule was met before, and other rules after it
		return
	}
	c.isRecomputedForSentence = true
	defer func() { c.isRecomputedForSentence = false }()
	t.loopRounds++
	switch {
	case len(t.sentences) <= maxSentencesPerRule && t.loopRounds <= maxSentenceRounds:
		if c.addSentence(at, sentence(false)); len(t.sentences) > maxSentencesPerRule {
			t.shapePlacesOnBoard = rule.LoopRoundCount(on, b)
		}
	case t.loopRounds == t.shapePlacesOnBoard:
		t.sentenceForAllRounds = sentence(true)
	default:
		t.sentenceForAllRounds = ""
	}
}

// maxPuzzleSentences bounds the number of sentences of a puzzle. Nobody reads longer lists.
const maxPuzzleSentences = 100

// listSentences returns the sentences of all statements in their order, each once.
func (c *checker) listSentences() (all []string) {
	for _, t := range c.ruleSentences {
		sentences := t.sentences
		if len(sentences) > maxSentencesPerRule {
			sentences = []string{cmp.Or(t.sentenceForAllRounds,
				rule.QuoteRule(c.file.Source.TextOf(t.ruleNode.Range())))}
		}
		for _, s := range sentences {
			if len(all) == maxPuzzleSentences {
				return append(all, rule.MoreRulesSentence)
			}
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// pluralOfName returns the plural of the name of a chessman or a piece.
func pluralOfName(name string) string {
	switch {
	case strings.HasSuffix(name, "man"):
		return strings.TrimSuffix(name, "man") + "men"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "h"):
		return name + "es"
	case strings.HasSuffix(name, "y"):
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}

// packingSentence returns a sentence that says what is packed, and how often the pieces are used.
func packingSentence(p *model.Packing) string {
	var sentences []string
	var drawn, pieces []*model.PackedPiece // regions that the solution finds, and pieces that are placed
	for _, k := range p.Pieces {
		if k.FoundRegion != nil {
			drawn = append(drawn, k)
		} else {
			pieces = append(pieces, k)
		}
	}
	isAny := func(k *model.PackedPiece) bool { return k.FoundRegion.CellCount == 0 }
	isOpen := p.EmptyCellRule != nil || len(p.EmptyPartRules) > 0 || len(p.Board.Cells) == 0
	if len(drawn) > 0 {
		what := "Draw connected areas of cells."
		if drawn[0].FoundRegion.MustBeRectangle {
			what = "Draw rectangles along the lines."
		}
		sentences = append(sentences, what+" Each holds one number, which says how many cells it has.")
		if slices.ContainsFunc(drawn, isAny) {
			sentences = append(sentences, "A question mark stands for any number.")
		}
	}
	switch {
	case len(pieces) > 0 && (isOpen || len(drawn) > 0):
		sentences = append(sentences, "Put the pieces on the board.")
	case len(pieces) > 0:
		sentences = append(sentences, "Cover the whole board with the pieces.")
	}
	if len(drawn) > 0 && !isOpen {
		sentences = append(sentences, "All cells are covered.")
	}
	if len(pieces) > 0 {
		sentences = append(sentences, copiesPhrase(pieces), freedomPhrase(pieces))
	}
	if len(p.Board.Cells) == 0 {
		sentences = append(sentences, "Any cells may stay empty.")
	} else if len(p.Board.OptionalCells) > 0 {
		sentences = append(sentences, "Cells that may stay empty: "+rule.NameCells(p.Board.OptionalCells, p.Board)+".")
	}
	if p.HasSides() {
		sentences = append(sentences, "Where two pieces meet, their sides have the same color.")
	}
	sentences = append(sentences, rule.JoinedEdgesSentence(p.Board))
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

// copiesPhrase returns a phrase that says how often pieces are used. Pieces with the same number of copies stand
// together.
func copiesPhrase(pieces []*model.PackedPiece) string {
	type group struct {
		copies model.CountRange
		choice *model.ChoiceAmongPieces
		names  []string
	}
	var groups []group
	for _, k := range pieces {
		of := func(g group) bool { return g.choice == k.PieceChoice && (k.PieceChoice != nil || g.copies == k.Copies) }
		at := slices.IndexFunc(groups, of)
		if at < 0 {
			at, groups = len(groups), append(groups, group{copies: k.Copies, choice: k.PieceChoice})
		}
		groups[at].names = append(groups[at].names, k.Name)
	}
	var words []string
	for _, g := range groups {
		each, names := "each of ", source.JoinWords(g.names)
		switch {
		case len(g.names) == 1:
			each = ""
		case len(groups) == 1:
			each, names = "each of them", ""
		case len(g.names) > maxNamedPieces:
			each, names = fmt.Sprintf("each of %d others", len(g.names)), ""
		}
		switch n := g.copies; {
		case g.choice != nil && len(g.names) == len(pieces):
			words = append(words, rule.CountPhrase(g.choice.ChosenCount, "", "")+"of them")
		case g.choice != nil:
			words = append(words, rule.CountPhrase(g.choice.ChosenCount, "", "")+"of "+source.JoinWords(g.names))
		case n.Min == 0 && n.Max == 0:
		default:
			words = append(words, each+names+" "+copyRangePhrase(n))
		}
	}
	return "Use " + source.JoinWords(words) + "."
}

// maxNamedPieces is the largest number of pieces that a sentence names.
const maxNamedPieces = 12

// copyRangePhrase returns a phrase that says how often a piece is used.
func copyRangePhrase(n model.CountRange) string {
	switch {
	case n.Min == 0 && n.Max == model.Unlimited:
		return "as often as you like"
	case n.Min == n.Max && n.Min <= 2:
		return [...]string{"never", "once", "twice"}[n.Min]
	case n.Min == 0 && n.Max == 1:
		return "at most once"
	}
	return rule.CountPhrase(n, "time", "times")
}

// freedomPhrase returns a phrase that says how pieces may be turned.
func freedomPhrase(pieces []*model.PackedPiece) string {
	if pieces[0].HasSides() && pieces[0].MotionFreedom == model.OneSided {
		return "They may be turned, and not turned over."
	}
	var kept, turned []string
	for _, k := range pieces {
		mirrored := slices.ContainsFunc(k.Orientations, func(o lattice.Shape) bool {
			return k.Lattice.ShiftToOrigin(k.Shape.ApplyMotion(k.Lattice.LeftRightMirror)).Equal(o)
		})
		switch {
		case k.MotionFreedom == model.Fixed:
			kept = append(kept, k.Name)
		case k.MotionFreedom == model.OneSided && !mirrored && !k.Lattice.IsSolid():
			turned = append(turned, k.Name)
		}
	}
	switch {
	case len(kept) == len(pieces):
		return "They may not be turned."
	case len(kept)+len(turned) == 0 && pieces[0].Lattice.IsSolid():
		return "They may be turned in any way."
	case len(kept)+len(turned) == 0:
		return "They may be turned, and turned over."
	}
	words := "They may be turned, and turned over"
	for _, but := range []struct {
		names []string
		what  string
	}{{kept, "may not be turned"}, {turned, "may not be turned over"}} {
		if n := len(but.names); n > maxNamedPieces {
			words += fmt.Sprintf("; %d of them %s", n, but.what)
		} else if n > 0 {
			words += "; " + source.JoinWords(but.names) + " " + but.what
		}
	}
	return words + "."
}

// goalSentence returns a sentence that says which solutions are the best: the least or greatest sum of some measures.
func (c *checker) goalSentence(g *model.Goal) string {
	var parts []string
	for k, m := range g.Measures {
		what := "the " + c.file.Source.TextOf(m.Span.Range)
		switch {
		case m.CountsEmptyCells:
			what = "the number of empty cells"
		case m.CountsChessmen && c.puzzle.Chessmen != nil:
			what = "the number of " + pluralOfName(c.puzzle.Chessmen.Chessman)
		case len(m.CountedSymbols) > 0:
			what = "the number of cells with " + strings.Replace(source.JoinWords(m.CountedSymbols), " and ", " or ", 1)
		case len(m.CountedPieces) > 0:
			var names []string
			for _, p := range m.CountedPieces {
				names = append(names, p.Name)
			}
			what = "the copies of " + source.JoinWords(names)
		}
		factor := m.Factor
		sign := ""
		if k > 0 {
			sign = "plus "
		}
		if factor < 0 {
			sign, factor = "minus ", -factor
		}
		if factor != 1 {
			sign += fmt.Sprintf("%d times ", factor)
		}
		parts = append(parts, sign+what)
	}
	best := "small"
	if g.IsMaximized {
		best = "great"
	}
	return "Of all solutions a best one is wanted, in which this is as " + best + " as possible: " +
		strings.Join(parts, " ") + "."
}
