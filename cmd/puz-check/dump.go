package main

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// optionEntry is an item of an option, with the color that the option gives it; an empty text is no color.
type optionEntry struct {
	item  int32
	color string
}

func compareItems(a, b optionEntry) int { return int(a.item - b.item) }

// coverBounds says that an item must still be covered without a color at least low and at most high times.
type coverBounds struct{ low, high int32 }

// problem is an exact cover problem. Its primary items are the first ones, then come the secondary ones, which are
// covered at most once, and last the nogoods: of the k options of a nogood, at most k-1 can be chosen.
type problem struct {
	digest       []byte        // SHA-256 of the dump
	itemNames    []string      // name of each item
	primaryCount int           // number of primary items
	bounds       []coverBounds // bounds of each item
	options      [][]optionEntry
	optionCosts  []int64                   // cost of each option
	holding      []optionSet               // options that hold each item
	holdingAlike map[optionEntry]optionSet // options that hold an item with a color
	itemByName   map[string]int32          // index of an item, by its name
	optionByText map[string]int            // index of an option, by its items and colors
	costSign     int64                     // 1 or -1 if the least or the greatest value is best; 0 without goal
	baseCost     int64                     // cost of a solution without options
	costSize     int64                     // sum of the sizes of the costs of options
}

// readDump reads a dump in the format dlx. The first line, after a map of short names if there is one, has the items.
func readDump(r *reader) *problem {
	p := (&problem{}).withoutOptions()
	p.itemByName, p.optionByText = map[string]int32{}, map[string]int{}
	words := r.readWords()
	if len(words) == 5 && words[1] == "quadrille:" && words[3] == "short" {
		for n := parseNumber(words[2]); n >= 0; n-- {
			words = r.readWords()
		}
	}
	for p.readItems(words); !r.isAtEnd(); {
		switch words = r.readWords(); {
		case len(words) == 0 || words[0][0] == '|' && words[0] != "|": // a comment, such as |x
		case words[0] != "|" || len(words) == 1: // a bar alone is an option without items
			p.readOption(words)
		case words[1] == "minimize" || words[1] == "maximize":
			require(len(words) == 3, "behind %s here must be one number", words[1])
			p.costSign = map[string]int64{"minimize": 1, "maximize": -1}[words[1]]
			p.baseCost = p.costSign * parseNumber(words[2])
		case words[1] == "forbid":
			p.readNogood(words)
		}
	}
	p.digest = r.digest.Sum(nil)
	return p
}

// parseNumber parses a number of at most 62 bits.
func parseNumber(word string) int64 {
	n, err := strconv.ParseInt(word, 10, 62)
	require(err == nil, "%q is no number, or too large", word)
	return n
}

// itemForm is the form of an item, as in name, 2|name or 1:2|name.
var itemForm = regexp.MustCompile(`^(?:(?:(\d{1,9}):)?(\d{1,9})\|)?([^:|]+)$`)

// readItems reads the line of items. Primary items may have bounds.
func (p *problem) readItems(words []string) {
	p.primaryCount = slices.Index(append(words, "|"), "|")
	require(p.primaryCount > 0, "there is no primary item")
	for k, word := range words {
		if k == p.primaryCount {
			continue
		}
		form := itemForm.FindStringSubmatch(word)
		require(form != nil && (k < p.primaryCount || form[2] == ""), "%q is no item", word)
		name, b := form[3], coverBounds{0, 1}
		if k < p.primaryCount {
			b.high = int32(parseNumber(cmp.Or(form[2], "1")))
			b.low = int32(parseNumber(cmp.Or(form[1], form[2], "1")))
		}
		_, isTwice := p.itemByName[name]
		require(b.high >= max(b.low, 1) && !isTwice, "%q has wrong bounds, or stands here twice", word)
		p.itemByName[name] = p.appendItem(name, b)
	}
}

func (p *problem) appendItem(name string, b coverBounds) int32 {
	i := int32(len(p.itemNames))
	p.itemNames, p.bounds, p.holding = append(p.itemNames, name), append(p.bounds, b), append(p.holding, new(big.Int))
	p.holdingAlike[optionEntry{item: i}] = new(big.Int)
	return i
}

// readOption reads an option. If there is a goal, a number behind its last word is its cost.
func (p *problem) readOption(words []string) {
	cost, last := int64(0), len(words)-1
	if bar := strings.LastIndexByte(words[last], '|'); p.costSign != 0 && bar > 0 {
		cost = parseNumber(words[last][bar+1:])
		words[last] = words[last][:bar]
	}
	p.costSize += max(cost, -cost)
	require(p.costSize < 1<<61, "the costs are too large")
	if words[0] == "|" {
		words = nil
	}
	option := p.parseOption(words)
	p.optionByText[fmt.Sprint(option)] = len(p.options)
	p.appendOption(option, cost)
}

// parseOption returns the entries of an option in the order of their items.
func (p *problem) parseOption(words []string) (option []optionEntry) {
	for _, word := range words {
		name, color, isColored := strings.Cut(word, ":")
		i, isItem := p.itemByName[name]
		isTwice := slices.ContainsFunc(option, func(f optionEntry) bool { return f.item == i })
		require(isItem && !isTwice && isColored == (color != "") && (!isColored || int(i) >= p.primaryCount),
			"%q is no item, has a color, or stands here twice", word)
		option = append(option, optionEntry{i, color})
	}
	slices.SortFunc(option, compareItems)
	return option
}

// readNogood reads a line with the options of a nogood.
func (p *problem) readNogood(words []string) {
	i, last := p.appendItem(strings.Join(words, " "), coverBounds{0, int32(len(words) - 3)}), int64(-1)
	require(len(words) > 3, "a nogood has two or more options")
	for _, word := range words[2:] {
		o := parseNumber(word)
		require(o > last && o < int64(len(p.options)), "a nogood has options before it, in ascending order")
		p.appendEntry(int(o), optionEntry{item: i})
		last = o
	}
}

// withoutOptions returns a problem with the same items, and without options.
func (p *problem) withoutOptions() *problem {
	q := *p
	q.itemNames, q.bounds, q.holding, q.options, q.optionCosts = nil, nil, nil, nil, nil
	q.holdingAlike = map[optionEntry]optionSet{}
	for i, name := range p.itemNames {
		q.appendItem(name, p.bounds[i])
	}
	return &q
}

func (p *problem) appendOption(option []optionEntry, cost int64) {
	p.options, p.optionCosts = append(p.options, nil), append(p.optionCosts, cost)
	for _, e := range option {
		p.appendEntry(len(p.options)-1, e)
	}
}

func (p *problem) appendEntry(o int, e optionEntry) {
	if p.options[o] = append(p.options[o], e); p.holdingAlike[e] == nil {
		p.holdingAlike[e] = new(big.Int)
	}
	for _, s := range []optionSet{p.holding[e.item], p.holdingAlike[e]} {
		s.SetBit(s, o, 1)
	}
}
