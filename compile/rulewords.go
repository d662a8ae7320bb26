package compile

import (
	"slices"

	"quadrille/compile/rule"
)

// RulesInWords says in sentences what the puzzle asks for, as puzzle magazines do.
func (p *Program) RulesInWords() []string {
	sentences := slices.Clone(p.Puzzle.Sentences)
	if p.IsDrawable() && p.Puzzle.AboutText == "" &&
		len(p.Puzzle.ItemDeclarations)+len(p.Puzzle.OptionDeclarations)+len(p.Puzzle.ForbidRules) > 0 {
		sentences = append(sentences, rule.MoreRules)
	}
	return sentences
}
