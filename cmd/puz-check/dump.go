package main

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// optionEntry is an item of an option, with the color that the option gives it; color 0 means no color.
type optionEntry struct{ item, color int32 }

func compareItems(a, b optionEntry) int { return int(a.item - b.item) }

// coverBounds says that a primary item must still be covered at least low and at most high times.
type coverBounds struct{ low, high int32 }

// optionSet is a set of options, as bits.
type optionSet = *big.Int

func intersectSets(a, b optionSet) optionSet { return new(big.Int).And(a, b) }
func subtractSet(a, b optionSet) optionSet   { return new(big.Int).AndNot(a, b) }

// setSize returns the number of options in a set.
func setSize(s optionSet) (n int) {
	for _, w := range s.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

// optionsInSet yields the options of a set, in ascending order.
func optionsInSet(s optionSet) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, w := range slices.Clone(s.Bits()) {
			for ; w != 0; w &= w - 1 {
				if !yield(k*bits.UintSize + bits.TrailingZeros(uint(w))) {
					return
				}
			}
		}
	}
}

// problem is an exact cover problem. Its primary items are the first ones.
type problem struct {
	digest           []byte        // SHA-256 of the dump
	itemNames        []string      // name of each item
	bounds           []coverBounds // multiplicity of each primary item
	options          [][]optionEntry
	optionsHolding   []optionSet               // options that hold each item
	optionsWithEntry map[optionEntry]optionSet // options that hold an item with a color
	nogoodsWith      map[int][]optionSet       // nogoods that contain each option, by its index
	itemByName       map[string]int32          // index of an item, by its name
	colorByName      map[string]int32          // number of a color, from 1, by its name
	costSign         int64                     // 1 or -1 if the least or the greatest value is best; 0 without goal
	baseCost         int64                     // cost of a solution without options
	optionCosts      []int64                   // cost of each option
}

// splitWords returns the words of a line, which are separated by ASCII blanks.
func splitWords(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\v\f\n", r) })
}

// readDump reads a dump in the format dlx. The first line, after a map of short names if there is one, has the items.
func readDump(in *bufio.Reader) (*problem, error) {
	p := &problem{itemByName: map[string]int32{}, colorByName: map[string]int32{},
		optionsWithEntry: map[optionEntry]optionSet{}, nogoodsWith: map[int][]optionSet{}}
	sum, short := sha256.New(), 0 // short is the number of lines of the map of short names still to come
	for n := 1; ; n++ {
		line, err := in.ReadString('\n')
		io.WriteString(sum, line)
		words := splitWords(line)
		switch {
		case err == io.EOF && line == "" && p.itemNames != nil:
			p.digest = sum.Sum(nil)
			return p, nil
		case err != nil:
			err = errors.New("the dump ends here, within a line or without items")
		case len(words) == 0 || short > 0:
			short = max(0, short-1)
		case p.itemNames == nil && len(words) == 5 && words[1] == "quadrille:" && words[3] == "short":
			short, err = strconv.Atoi(words[2])
		case p.itemNames == nil:
			err = p.readItems(words)
		case words[0] == "|" && len(words) == 3 && (words[1] == "minimize" || words[1] == "maximize"):
			p.costSign = map[string]int64{"minimize": 1, "maximize": -1}[words[1]]
			p.baseCost, err = strconv.ParseInt(words[2], 10, 64)
			p.baseCost *= p.costSign
		case words[0] == "|" && len(words) > 1 && words[1] == "forbid":
			err = p.readNogood(words[2:])
		case words[0][0] != '|' || len(words) == 1 && words[0] == "|": // all other lines with a bar are comments
			cost, last := int64(0), len(words)-1
			if bar := strings.LastIndexByte(words[last], '|'); p.costSign != 0 && bar > 0 {
				cost, err = strconv.ParseInt(words[last][bar+1:], 10, 64)
				words[last] = words[last][:bar]
			}
			if option, wrong := p.parseOption(words); err == nil {
				err = wrong
				p.addOption(option, cost)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
}

// addOption adds an option with its cost.
func (p *problem) addOption(option []optionEntry, cost int64) {
	for _, e := range option {
		if p.optionsWithEntry[e] == nil {
			p.optionsWithEntry[e] = new(big.Int)
		}
		for _, s := range []optionSet{p.optionsHolding[e.item], p.optionsWithEntry[e]} {
			s.SetBit(s, len(p.options), 1)
		}
	}
	p.options, p.optionCosts = append(p.options, option), append(p.optionCosts, cost)
}

// readItems reads the line of items. A primary item may have bounds, as in 1:2|name or 2|name.
func (p *problem) readItems(words []string) error {
	secondary := false
	for k, name := range words {
		if name == "|" && k > 0 && !secondary {
			secondary = true
			continue
		}
		b := coverBounds{1, 1}
		if times, rest, bounded := strings.Cut(name, "|"); bounded && !secondary {
			if n, _ := fmt.Sscanf(times, "%d:%d", &b.low, &b.high); n == 1 {
				b.high = b.low
			}
			if name = rest; times != fmt.Sprint(b.low) && times != fmt.Sprintf("%d:%d", b.low, b.high) {
				b = coverBounds{}
			}
		}
		_, twice := p.itemByName[name]
		if b.low < 0 || b.high < max(b.low, 1) || twice || name == "" || strings.ContainsAny(name, ":|") {
			return fmt.Errorf("%q is no item, has wrong bounds, or stands here twice", words[k])
		}
		p.itemByName[name] = int32(len(p.itemNames))
		p.optionsHolding = append(p.optionsHolding, new(big.Int))
		if p.itemNames = append(p.itemNames, name); !secondary {
			p.bounds = append(p.bounds, b)
		}
	}
	return nil
}

// readNogood reads the options of a nogood.
func (p *problem) readNogood(words []string) error {
	together := new(big.Int)
	for _, w := range words {
		o, err := strconv.ParseUint(w, 10, 31)
		if err != nil || int(o) < together.BitLen() || int(o) >= len(p.options) || len(words) < 2 {
			return errors.New("a nogood has the numbers of two or more options before it, in ascending order")
		}
		together.SetBit(together, int(o), 1)
	}
	for o := range optionsInSet(together) {
		p.nogoodsWith[o] = append(p.nogoodsWith[o], together)
	}
	return nil
}

// parseOption returns the entries of an option in the order of their items.
func (p *problem) parseOption(words []string) (option []optionEntry, err error) {
	for _, w := range words {
		name, color, colored := strings.Cut(w, ":")
		i, ok := p.itemByName[name]
		e := optionEntry{item: i}
		if e.color = p.colorByName[color]; colored && e.color == 0 {
			e.color = int32(len(p.colorByName) + 1)
			p.colorByName[color] = e.color
		}
		if w == "|" {
			continue
		} else if !ok || colored && (int(i) < len(p.bounds) || color == "") ||
			slices.ContainsFunc(option, func(f optionEntry) bool { return f.item == i }) {
			return nil, fmt.Errorf("%q is no item, has a color, or stands here twice", w)
		}
		option = append(option, e)
	}
	slices.SortFunc(option, compareItems)
	return option, nil
}
