package puzzletest

import (
	"fmt"
	"slices"
	"strings"
)

// addWordList adds a list of words, items that have words as indices, options from the rows of a table and from the
// list, and a `choose` statement.
func (c *coreMaker) addWordList() {
	who := someRandomValues(c.randomSource, 1+c.randomSource.IntN(3), []string{"Ann", "1b", "Cy_2", "of"})
	var quoted []string
	for _, w := range who {
		quoted = append(quoted, quoteWord(w))
		c.declareItem("t["+w+"]", exactlyOnce)
		c.declareItem("y["+w+"]", atMostOnce)
	}
	fmt.Fprintf(&c.coreText, "list who = {%s}\n", strings.Join(quoted, ", "))
	c.coreText.WriteString("items t[w] for w in who\nsecondary items y[w] for w in who\n")
	c.addTableRowOptions(who)
	if c.randomSource.IntN(2) == 0 {
		c.coreText.WriteString("option t[w] y[w]:i for i, w in who\n")
		for i, w := range who {
			c.addWordOption(w, fmt.Sprint(i))
		}
	}
	if last := who[len(who)-1]; c.randomSource.IntN(2) == 0 {
		fmt.Fprintf(&c.coreText, "option t[w] y[w]:(w+1) for w in who where w < %q\n", last)
		for i := range len(who) - 1 {
			c.addWordOption(who[i], who[i+1])
		}
	}
	for number := range c.randomSource.IntN(3) {
		c.addChooseStatement(number, who)
	}
	c.kindsOfRules = append(c.kindsOfRules, "words")
}

// quoteWord returns a word as the text writes it: in quotes if the word is not a name.
func quoteWord(w string) string {
	if w == "1b" {
		return `"1b"`
	}
	return w
}

func (c *coreMaker) addWordOption(w, color string) {
	c.addOption([]heldItem{{"t[" + w + "]", "", 1}, {"y[" + w + "]", color, 1}})
}

// addTableRowOptions adds an option for each row of a table that meets a condition.
func (c *coreMaker) addTableRowOptions(who []string) {
	var rows [][2]string
	for range 1 + c.randomSource.IntN(4) {
		rows = append(rows, [2]string{randomValueOf(c.randomSource, who...),
			randomValueOf(c.randomSource, append([]string{"0", "1"}, who...)...)})
	}
	c.coreText.WriteString("table plan = \"\"\"\n")
	for _, row := range rows {
		fmt.Fprintf(&c.coreText, "  %s %s\n", row[0], row[1])
	}
	c.coreText.WriteString("\"\"\"\n")
	one := randomValueOf(c.randomSource, who...)
	where, holds := "", func([2]string) bool { return true }
	switch c.randomSource.IntN(5) {
	case 0:
		where = fmt.Sprintf(" where w != %q", one)
		holds = func(row [2]string) bool { return row[0] != one }
	case 1:
		where = fmt.Sprintf(" where w >= %q", one)
		holds = func(row [2]string) bool { return slices.Index(who, row[0]) >= slices.Index(who, one) }
	case 2:
		where = " where v != 1 and v != w"
		holds = func(row [2]string) bool { return row[1] != "1" && row[1] != row[0] }
	case 3:
		where = " where position(w) = 1"
		holds = func(row [2]string) bool { return slices.Index(who, row[0]) == 1 }
	}
	fmt.Fprintf(&c.coreText, "option t[w] y[w]:v for w, v in rows of plan%s\n", where)
	for _, row := range rows {
		if holds(row) {
			c.addWordOption(row[0], row[1])
		}
	}
}

// addChooseStatement adds a `choose` statement whose alternatives only give colors. The statement has no loop, or a
// loop with a round for each word.
func (c *coreMaker) addChooseStatement(number int, who []string) {
	perWord := c.randomSource.IntN(2) == 0
	var texts []string
	var alternatives [][]string // for each alternative, its words; "" is the word of the round
	var colors []string         // for each alternative, its color; "i" is the index of a loop
	for range 1 + c.randomSource.IntN(2) {
		var words []string
		text := ""
		for _, w := range someRandomValues(c.randomSource, 1+c.randomSource.IntN(2), who) {
			words = append(words, w)
			text += fmt.Sprintf(" y[%s]:COLOR", quoteWord(w))
		}
		if perWord && c.randomSource.IntN(2) == 0 {
			words, text = []string{""}, " y[w]:COLOR"
		}
		color := randomValueOf(c.randomSource, "i", "0", "1", who[0])
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(text, "COLOR", strings.Trim(quoteWord(color), " "))))
		alternatives, colors = append(alternatives, words), append(colors, color)
	}
	rounds, behind, item := []string{""}, "", func(string) string { return fmt.Sprintf("choose[%d]", number) }
	if perWord {
		rounds, behind = who, " for w in who"
		item = func(w string) string { return fmt.Sprintf("choose[%d,%s]", number, w) }
	}
	fmt.Fprintf(&c.coreText, "choose {%s for i in 0..1}%s\n", strings.Join(texts, ", "), behind)
	for _, round := range rounds {
		c.declareItem(item(round), exactlyOnce)
		seen := map[string]bool{}
		for k, words := range alternatives {
			for i := range 2 {
				color := colors[k]
				if color == "i" {
					color = fmt.Sprint(i)
				}
				holds := []heldItem{{item(round), "", 1}}
				var key []string
				for _, w := range words {
					if w == "" {
						w = round
					}
					holds = append(holds, heldItem{"y[" + w + "]", color, 1})
					key = append(key, w+":"+color)
				}
				slices.Sort(key)
				if text := strings.Join(key, " "); !seen[text] {
					seen[text] = true
					c.addOption(holds)
				}
			}
		}
	}
}
