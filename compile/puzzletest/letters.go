package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

func init() { partMakers["words"] = randomWords }

// wordList is the name of the file with the words.
const wordList = "list.txt"

// wordLine is a line of cells that takes one word, with the item of the line.
type wordLine struct {
	itemName string
	cells    []point
}

// randomWords makes a rectangle to be filled with the words of a list.
func randomWords(r *rand.Rand) *puzzlePart {
	rows, columns := 1+r.IntN(3), 1+r.IntN(3)
	list := randomWordList(r, rows, columns)
	known := map[point]byte{} // the given letters, and # for a block
	var text strings.Builder
	fmt.Fprintf(&text, "words %dx%d from %q {\n", rows, columns, wordList)
	directions := someRandomValues(r, r.IntN(3), []string{"rows", "columns"})
	if rows == columns && r.IntN(3) == 0 {
		directions = append(directions, "main diagonals")
	}
	blocks := false
	if r.IntN(2) == 0 {
		text.WriteString("  given \"\"\"\n")
		for i := range rows {
			text.WriteString("    ")
			for j := range columns {
				mark := ".....#ab"[r.IntN(8)]
				if slices.Contains(directions, "main diagonals") && mark == '#' {
					mark = '.'
				}
				if mark != '.' {
					known[point{i, j}] = mark
				}
				blocks = blocks || mark == '#'
				text.WriteByte(mark)
			}
			text.WriteString("\n")
		}
		text.WriteString("  \"\"\"\n")
	}
	for _, word := range directions {
		text.WriteString("  " + word + "\n")
	}
	if len(directions) == 0 {
		directions = []string{"rows", "columns"}
	}
	p := &puzzlePart{itemBounds: map[string]itemBound{},
		usedFiles: map[string]string{wordList: strings.Join(list, "\n") + "\n"}}
	distinct := r.IntN(3) == 0
	if distinct {
		text.WriteString("  distinct\n")
		for _, word := range list {
			p.itemBounds["word "+word] = atMostOnce
		}
	}
	text.WriteString("}\n")
	p.statementText = text.String()
	for i := range rows {
		for j := range columns {
			if known[point{i, j}] == '#' {
				continue
			}
			cell := fmt.Sprintf("letter[%d,%d]", i, j)
			p.itemBounds[cell] = atMostOnce
			if known[point{i, j}] == 0 {
				p.nameableItems = append(p.nameableItems, nameableItem{cell, []string{"a", "b"}})
			}
		}
	}
	for _, line := range wordLines(rows, columns, directions, known, blocks) {
		p.itemBounds[line.itemName] = exactlyOnce
		p.nameableItems = append(p.nameableItems, nameableItem{line.itemName, nil})
		for _, word := range list {
			if c, ok := line.choiceOfWord(word, known); ok {
				p.choices = append(p.choices, c)
			}
		}
	}
	return p
}

// randomWordList returns random words, most of them as long as a row or a column.
func randomWordList(r *rand.Rand, rows, columns int) (list []string) {
	for range 2 + r.IntN(6) {
		n := randomValueOf(r, rows, columns, columns, 2)
		var word []byte
		for range n {
			word = append(word, "ab"[r.IntN(2)])
		}
		if !slices.Contains(list, string(word)) {
			list = append(list, string(word))
		}
	}
	return list
}

// wordLines returns the lines for words in some directions. If there are blocks, the lines are the parts between blocks
// that have at least two cells.
func wordLines(rows, columns int, directions []string, known map[point]byte, blocks bool) (lines []wordLine) {
	for _, direction := range slices.Compact(slices.Sorted(slices.Values(directions))) {
		switch direction {
		case "rows":
			for i := range rows {
				lines = append(lines, wordLinesBetweenBlocks("across", i, columns,
					func(k int) point { return point{i, k} }, known,
					blocks)...)
			}
		case "columns":
			for j := range columns {
				lines = append(lines, wordLinesBetweenBlocks("down", j, rows,
					func(k int) point { return point{k, j} }, known,
					blocks)...)
			}
		default:
			var falling, rising []point
			for k := range rows {
				falling, rising = append(falling, point{k, k}), append(rising, point{rows - 1 - k, k})
			}
			lines = append(lines, wordLine{"aslant[0]", falling}, wordLine{"aslant[1]", rising})
		}
	}
	return lines
}

func wordLinesBetweenBlocks(name string, number, n int, at func(k int) point, known map[point]byte,
	blocks bool) (lines []wordLine) {
	var run []point
	for k := range n + 1 {
		if k < n && known[at(k)] != '#' {
			run = append(run, at(k))
			continue
		}
		switch {
		case !blocks:
			lines = append(lines, wordLine{fmt.Sprintf("%s[%d]", name, number), run})
		case len(run) > 1:
			lines = append(lines, wordLine{fmt.Sprintf("%s[%d,%d]", name, run[0][0], run[0][1]), run})
		}
		run = nil
	}
	return lines
}

// choiceOfWord returns the choice that writes a word on a line. It returns false if the word has another length, or
// contradicts a given letter.
func (l wordLine) choiceOfWord(word string, known map[point]byte) (puzzleChoice, bool) {
	c := puzzleChoice{heldItems: []heldItem{{l.itemName, "", 1}, {"word " + word, "", 1}}}
	var cells []string
	for k, at := range l.cells {
		if len(word) != len(l.cells) || known[at] != 0 && known[at] != word[k] {
			return c, false
		}
		cells = append(cells, fmt.Sprintf("%d,%d", at[0], at[1]))
		c.heldItems = append(c.heldItems, heldItem{fmt.Sprintf("letter[%s]", cells[k]), word[k : k+1], 1})
	}
	c.solutionKey = "word " + word + " " + strings.Join(cells, " ")
	return c, true
}
