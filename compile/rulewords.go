package compile

import (
	"slices"
	"strings"

	"quadrille/compile/rule"
)

// RulesInWords returns sentences that say what the puzzle asks for, as puzzle magazines do. Rules for which there are
// no words are quoted, unless the puzzle has a description.
func (p *Program) RulesInWords() []string {
	sentences := slices.Clone(p.Puzzle.Sentences)
	if p.Puzzle.AboutText != "" { // the description says in words what a quoted rule means
		sentences = slices.DeleteFunc(sentences, func(s string) bool {
			return strings.HasPrefix(s, rule.QuotedRulePrefix)
		})
	}
	if p.IsDrawable() && p.Puzzle.AboutText == "" &&
		len(p.Puzzle.ItemDeclarations)+len(p.Puzzle.OptionDeclarations)+len(p.Puzzle.ForbidRules) > 0 {
		sentences = append(sentences, rule.MoreRulesSentence)
	}
	return sentences
}
