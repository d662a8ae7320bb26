package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/source"
)

// The tables in this file translate words of other programs and languages to hints. The keys are in small letters,
// without hyphens and underscores.

// makeWordTable makes a table from pairs: words with blanks between them, and the hint that applies to each word.
func makeWordTable(pairs ...string) map[string]string {
	table := map[string]string{}
	for k := 0; k < len(pairs); k += 2 {
		for _, word := range strings.Fields(pairs[k]) {
			table[word] = pairs[k+1]
		}
	}
	return table
}

// foreignStatements maps words with which statements begin in other languages to hints.
var foreignStatements = makeWordTable(
	"let const var def int parameter variable define",
	"a number with a name is a `param`: param n = 8",
	"import include from require load",
	"did you mean `use`? use pentominoes, or use \"mine.puz\"",
	"minimise maximise optimize goal objective",
	"what is best is said by `minimize` or `maximize`: minimize empty, maximize men",
	"solve print show output run satisfy",
	"a file says what a solution is; `puz solve`, `puz count` and `puz test` ask for it",
	"kenken",
	"a kenken is a Latin square with totals of regions: latin 6 { sum \"a 7\" product \"b 12\" on regions "+
		"\"\"\"…\"\"\" }",
	"kakuro",
	"a kakuro is a board that is filled: fill b with \"123456789\" { distinct sum 12 on (0, 1) "+
		"(0, 2) }",
	"nonogram",
	"a nonogram is a board that is filled: fill b with \"01\" { runs rows \"1 2, 3\" columns \"…\" }",
	"crossword word wordsquare",
	"words that cross lie on a board: words 3x3 from three_letter_words, or words b from \"mine.txt\"",
	"akari battleships binairo binary fillomino futoshiki heyawake hitori jigsaw killer kropki masyu minesweeper "+
		"numberlink nurikabe samurai shikaku skyscraper skyscrapers slitherlink soma star starbattle takuzu tents xv",
	"a kind of puzzle is said by its rules: `puz new` writes a first one to change, and examples/logic has more",
	"polyomino",
	"polyominoes are packed: use pentominoes, board b on square = 6x10, pack b with pentominoes",
	"constraint rule rows columns given boxes cages regions diagonals distinct less ascending sum count symmetric",
	"a rule stands in the braces of its statement: latin 9 { distinct on boxes 3x3 }",
	"leave fix keep apart tatami faultless",
	"a rule stands in the braces of its statement: pack b with pentominoes { leave 4 empty }",
	"exactly at none",
	"a rule stands in the braces of its statement: place rook on b { exactly 1 on rows }",
	"grid",
	"did you mean `board`? board b on square = 8x8",
	"unique solutions solution none",
	"what a puzzle should have is said by `expect`: expect unique, expect 92 solutions",
	"rook rooks bishop bishops knight knights king kings men",
	"chessmen are placed on a board: place rook on 8x8 { exactly 1 on rows, columns }",
	"title",
	"did you mean `puzzle`? puzzle \"…\" gives the title",
	"array matrix",
	"did you mean `table`? its rows stand between \"\"\"",
	"names words enum",
	"did you mean `list`? list teacher = {Ann, Bob}",
	"for",
	"a `for` stands behind what it repeats: items slot[s] for s in 1..8",
)

// foreignRules maps, for the keyword of a statement, words with which rules begin in other languages to hints.
var foreignRules = map[string]map[string]string{
	"words": foreignWordRules, "latin": foreignCellRules, "fill": foreignCellRules, "place": foreignManRules,
	"queens": foreignManRules, "pack": foreignPackRules,
}

var foreignPackRules = makeWordTable(
	"no mirror nomirror flip rotate reflect free fixed onesided",
	"whether pieces are turned is said of the set: pack b with one-sided s, or with fixed s",
	"nontouching notouching touch nottouching separate",
	"pieces that do not touch are `apart`, or `apart king` where corners count too",
	"empty",
	"cells that stay empty are counted: leave 3 empty, leave at most 3 empty",
	"holes",
	"cells that stay empty are counted: leave 3 empty",
	"use",
	"which pieces are used is said behind `with`: pack b with 2 of X + any of Y",
	"place put",
	"write `fix X at (2, 3)`",
	"bar",
	"write `keep X in s` with a shape without those cells, or take them from the board",
)

var foreignCellRules = makeWordTable(
	"thermo thermos thermometer thermometers increasing less greater slow",
	"symbols that grow along a line are `ascending`: ascending on (0, 0) (0, 1) (0, 2)",
	"knight antiknight knights",
	"cells a knight's move apart differ by `apart knight`",
	"king antiking kings",
	"cells that touch at a side or at a corner differ by `apart king`",
	"rook rooks antirook queen queens antiqueen bishop bishops antibishop",
	"behind `apart` stand `king`, `knight` or a step such as (1, 1); symbols that differ along lines are "+
		"`distinct on rows, columns, diagonals`",
	"nontouching notouch touch neighbours neighbors adjacent antiadjacent",
	"neighbours that differ are `apart`, and `apart king` counts corners too",
	"cage cages killer killers kenken calcudoku little",
	"the numbers of cells add up to a `sum`: distinct sum 12 on (0, 0) (0, 1), or by a picture, "+
		"distinct sum \"a 12 b 7\" on regions \"\"\"…\"\"\"",
	"whisper whispers german dutch",
	"numbers along a line that differ by 5 or more: differ at least 5 on (0, 0) (0, 1) (0, 2)",
	"palindrome palindromes equal clone clones",
	"cells with equal symbols are `same`: same on (0, 0) (2, 2), and equal shapes same on s, t",
	"nonconsecutive",
	"no neighbours are consecutive: `marks` with a picture of dots alone, and every \"o\"",
	"xv kropki dots black white mark between",
	"marks between cells stand in a picture, with o for consecutive, * for double, X and V for ten and five: "+
		"`marks` \"\"\"…\"\"\" every \"o*\" says that all of them are there",
	"skyscraper skyscrapers",
	"who sees how many from an edge is said by `sees`: sees top \"3, ., ., 1\" left \"…\"",
	"nonogram picross",
	"the lengths of runs in lines are `runs`: runs rows \"1 2, 3\" columns \"…\"",
	"anti",
	"cells a chessman's move apart differ by `apart knight` and `apart king`",
	"renban nabner straight straights",
	"numbers that follow one another in any order are `consecutive`: consecutive on (0, 0) (0, 1) (1, 1)",
	"odd even parity entropic modular",
	"several symbols stand for any of them: none \"2468\" on (0, 0) (0, 1)",
	"sandwiches",
	"the sum between the least and the greatest is a `sandwich`: sandwich rows \"5, .\"",
	"xsum xsums",
	"the sum of the first x numbers is a `firstsum`: firstsum left \"9, .\"",
	"rooms numberedrooms",
	"the x-th number, where x is the first, is `numbered`: numbered left \"3, .\"",
	"regionsum regionsums",
	"numbers of shapes that add up to the same: same sum on s, t",
	"regex regular pattern automaton",
	"a line that a pattern describes `matches` it: matches \"1*2+\" on rows",
	"zipper",
	"there is no rule for this; items and options beside the statement can name value[r,c]",
	"region regions jigsaw irregular",
	"each symbol once in each region of a picture: distinct on regions \"\"\"…\"\"\"",
	"box boxes",
	"each symbol once in each box: distinct on boxes 3x3",
	"diagonal diagonals antidiagonal",
	"each symbol once in both long diagonals: distinct on main diagonals",
	"symbols letters digits",
	"the symbols stand behind the size or the board: latin 5 with \"QUILT\", fill b with 1..6",
	"clues",
	"what is given is a picture: given \"\"\"…\"\"\"",
	"grid",
	"what is given is a picture: `given` \"\"\"…\"\"\"",
	"givens",
	"did you mean `given`?",
	"row column rows columns",
	"symbols that differ along lines: `distinct on rows, columns`",
	"unique different alldifferent",
	"cells whose symbols differ: `distinct on rows`, `distinct on (0, 0) (0, 1)`",
	"ratio double",
	"one of two numbers is twice the other by `quotient`: quotient 2 on (0, 0) (0, 1)",
)

var foreignWordRules = makeWordTable(
	"across horizontal horizontally", "words from left to right are `rows`",
	"down vertical vertically", "words from top to bottom are `columns`",
	"unique different", "no word twice is `distinct`",
)

var foreignManRules = makeWordTable(
	"one two three",
	"numbers are digits: exactly 1 on rows",
	"nomore max atmost maximum maximize",
	"no more than that many is `at most`: at most 1 on rows; the most of all is a statement behind the braces: "+
		"maximize men",
	"min atleast minimum minimize",
	"that many or more is `at least`: at least 1 on rows; the least of all is a statement behind the braces: "+
		"minimize men",
	"count total",
	"how many men there are on the whole board: exactly 4",
	"attack attacks noattack nonattacking king kings knight knights neighbours neighbors adjacent touch notouching",
	"men that do not attack one another are `apart king` or `apart knight`, and `apart` if they are no neighbours; "+
		"of rooks and queens stand at most 1 on rows, columns, diagonals",
	"block blocked not empty forbid without bar",
	"cells without a man: none on (0, 0)",
	"given put fix",
	"cells with a man: exactly 1 on (0, 0), (1, 2)",
	"all rows columns diagonals row column diagonal main",
	"the number stands in front of the lines: exactly 1 on rows, at most 1 on diagonals, exactly 5 on all",
	"regions region",
	"the number stands in front of the regions: exactly 1 on regions \"\"\"…\"\"\"",
	"box boxes everywhere",
	"the number stands in front of the boxes: exactly 1 on boxes 3x3; a box that lies anywhere is a shape, "+
		"at most 1 on 2x2 everywhere",
	"line cells on",
	"the number stands in front of the cells: at most 1 on (0, 0) (1, 2)",
)

// foreignWordKey returns the key of a word in these tables.
func foreignWordKey(word string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(word))
}

// hyphenatedWord returns a word with the words joined to it by hyphens: anti-king.
func (p *parser) hyphenatedWord(t *lexer.Token) string {
	rest := p.file.Source.Text[t.Pos.Offset:]
	n := len(t.Value)
	for strings.HasPrefix(rest[n:], "-") && nameLength(rest[n+1:]) > 0 {
		n += 1 + nameLength(rest[n+1:])
	}
	return rest[:n]
}

// beginsRule reports whether the grammar allows the first word of a rule in place of the token.
func (p *parser) beginsRule(t *lexer.Token) bool {
	rules := RuleWords(p.firstToken.Value)
	return len(rules) > 0 && slices.ContainsFunc(p.symbolsAllowedAt(t.Pos.Offset),
		func(s Successor) bool { return slices.Contains(rules, s.Word) })
}

// adviseUnknownRule adds a hint to the error about a word that begins no rule: the intended rule or, if that is
// unknown, the most similar word and the list of all rules.
func (p *parser) adviseUnknownRule(d *source.Diagnostic, t *lexer.Token) {
	if p.adviseRuleWord(d, t) {
		return
	}
	keyword := p.firstToken.Value
	d.Hint = foreignRules[keyword][foreignWordKey(p.hyphenatedWord(t))]
	if both := foreignWordKey(t.Value + nextNameOr(p.textBehind(t), "")); foreignRules[keyword][both] != "" {
		d.Hint = foreignRules[keyword][both] // two words together may mean a rule, such as no attack
	}
	if d.Hint != "" {
		return
	}
	rules := fmt.Sprintf("he rules of `%s` begin with %s", keyword, strings.Join(RuleWords(keyword), ", "))
	if d.SuggestName(t.Value, p.allowedWords(t)); d.Hint != "" {
		d.Hint += " T" + rules
	} else {
		d.Hint = "t" + rules
	}
}

// adviseRuleWord adds a hint for rules that are nearly right: a piece without the word `fix`, and lines in the
// singular. It returns false for other words.
func (p *parser) adviseRuleWord(d *source.Diagnostic, t *lexer.Token) bool {
	words, behind := p.wordsUpTo(t.Pos.Offset), p.textBehind(t)
	last, line := words[len(words)-1], nextNameOr(behind, "")+"s"
	switch {
	case last.Text == "apart" && p.firstToken.Value == "pack":
		d.Hint = fmt.Sprintf("the pieces that are apart stand in braces: apart {%s}", clipQuotation(t.Value))
		d.FixByReplacing("{" + t.Value + "}")
	case p.firstToken.Value == "pack" && nextNameOr(behind, "") == "at":
		d.Hint = fmt.Sprintf("write `fix %s%s`", clipQuotation(t.Value), clipQuotation(strings.TrimRight(behind, " }")))
	case (last.Text == "each" || last.Text == "every") && slices.Contains(LineWords, t.Value+"s"):
		d.Span.Start = last.Start
		d.Hint = fmt.Sprintf("`%ss` means each of them", t.Value)
		d.FixByReplacing(t.Value + "s")
	case last.Text == "distinct" && (slices.Contains(LineWords, t.Value) || t.Value == "boxes" || t.Value == "main"):
		d.Hint = fmt.Sprintf("write `distinct on %s%s`", clipQuotation(t.Value),
			clipQuotation(strings.TrimRight(behind, " }")))
		d.FixByReplacing("on " + t.Value)
	case t.Value == "on" && slices.Contains(wordsBeforeClues, nextNameOr(behind, "")):
		d.Hint = fmt.Sprintf("no `on` stands before clues: %s%s", clipQuotation(last.Text),
			clipQuotation(strings.TrimRight(behind, " }")))
	case t.Value == "per" && slices.Contains(LineWords, line):
		d.Hint = fmt.Sprintf("write `on %s`", line)
	default:
		return false
	}
	return true
}
