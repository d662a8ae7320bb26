package compile

import (
	"slices"

	"quadrille/compile/rule"
)

// RulesInWords says in sentences what the puzzle asks for, as puzzle magazines do.
func (p *Program) RulesInWords() []string {
	sentences := slices.Clone(p.Puzzle.Sentences)
	if p.IsDrawable() && p.Puzzle.About == "" && len(p.Puzzle.Items)+len(p.Puzzle.Options)+len(p.Puzzle.Forbids) > 0 {
		sentences = append(sentences, rule.MoreRules)
	}
	return sentences
}
