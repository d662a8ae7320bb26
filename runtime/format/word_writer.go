package format

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// writeDance writes the format of Knuth's program DANCE.
//
// Source: the output of the program POLYOMINOES.
func writeDance(out *bufio.Writer, p *matrix.Problem, how WriteOptions) error {
	s, err := spellNames(p, faultOfDanceName, faultOfName)
	if err != nil {
		return err
	}
	if how.DanceItemLine != "" {
		fmt.Fprintln(out, how.DanceItemLine)
	} else {
		s.writeItems(out, p)
	}
	s.writeOptions(out, p)
	return nil
}

const (
	wordMatching    = "matching"
	wordForbid      = "forbid"
	familySeparator = "=" // between the families of a matching
)

// writeDLX writes the format of Knuth's programs DLX1, DLX2 and DLX3, with matchings and nogoods in comments. It leaves
// these comments out if the problem has no primary items, because then a reader could take a comment for the line of
// items. Nothing is lost in that case: matchings have an empty left side, and no option is ever chosen.
func writeDLX(out *bufio.Writer, p *matrix.Problem, how WriteOptions) error {
	itemFault, colorFault := faultOfDLXName, faultOfWord
	if how.ShortNames {
		itemFault, colorFault = faultOfName, faultOfName
	}
	s, err := spellNames(p, itemFault, colorFault)
	if err != nil {
		return err
	}
	if how.ShortNames {
		shortenNames(out, p, s)
	}
	if err := s.checkCosts(p.Goal()); err != nil {
		return err
	}
	s.writeItems(out, p)
	for _, m := range p.Matchings() {
		left, right := s.itemNamesOf(m.LeftItems), s.itemNamesOf(m.RightItems)
		if slices.Contains(left, familySeparator) || slices.Contains(right, familySeparator) {
			return fmt.Errorf("an item cannot be written: %q stands between the families of a matching; write json or "+
				"yaml, or dlx with short names", familySeparator)
		}
		if p.PrimaryCount() > 0 {
			first := []string{"|", wordMatching, m.Name + ":"}
			fmt.Fprintln(out, strings.Join(slices.Concat(first, left, []string{familySeparator}, right), " "))
		}
	}
	if g := p.Goal(); g != nil && p.PrimaryCount() > 0 {
		fmt.Fprintln(out, "|", goalWord(g), g.BaseValue)
	}
	s.writeOptions(out, p)
	for _, together := range p.Nogoods() {
		if p.PrimaryCount() > 0 {
			fmt.Fprintln(out, "|", wordForbid, strings.Join(optionNumbers(together), " "))
		}
	}
	return nil
}

func (s *nameSpelling) writeItems(out *bufio.Writer, p *matrix.Problem) {
	for i, name := range s.itemNames {
		if i > 0 {
			out.WriteByte(' ')
		}
		if i == p.PrimaryCount() {
			out.WriteString("| ")
		}
		if i < p.PrimaryCount() && p.Bound(matrix.ItemID(i)) != matrix.Once {
			b := p.Bound(matrix.ItemID(i))
			fmt.Fprintf(out, "%d:%d|", b.Min, b.Max)
		}
		out.WriteString(name)
	}
	out.WriteByte('\n')
}

func (s *nameSpelling) writeOptions(out *bufio.Writer, p *matrix.Problem) {
	for o := range matrix.OptionID(p.OptionCount()) {
		option := p.Option(o)
		if len(option) == 0 {
			out.WriteByte('|')
		}
		for k, e := range option {
			if k > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(s.itemNames[e.Item])
			if e.Color != matrix.NoColor {
				out.WriteByte(':')
				out.WriteString(s.colorNames[e.Color])
			}
		}
		if g := p.Goal(); g != nil && p.PrimaryCount() > 0 && len(option) > 0 && g.OptionValues[o] != 0 {
			fmt.Fprintf(out, "|%d", optionCost(g, o))
		}
		out.WriteByte('\n')
	}
}

// Knuth's programs allow only names of items of at most eight bytes, and colors of one byte. A dump for these
// programs has short names, and above its items a map of the names that were shortened:
//
//	| quadrille: 2 short names
//	| i0 = cell[10,10]
//	| :A = red

// shortenNames replaces the long names in s by short ones, and writes the map. Names that are short enough stay,
// except for the name "=" in a problem with matchings.
func shortenNames(out *bufio.Writer, p *matrix.Problem, s *nameSpelling) {
	const (
		longest = 8 // largest length of a short name of an item, in bytes
		signs   = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./;<=>?@[]^_{}~\"'\\`:|"
	)
	item := func(name string) bool {
		sign := name == familySeparator && len(p.Matchings()) > 0
		return !sign && len(name) <= longest && faultOfDLXName(name) == ""
	}
	color := func(name string) bool { return name == "" || len(name) == 1 && name[0] > ' ' && name[0] < 0x7f }
	changed := replaceNames(s.itemNames, "", item, func(n int) string {
		return "i" + strconv.FormatInt(int64(n), 36) // i0, i1, ..., ia, ..., i10
	})
	changed = append(changed, replaceNames(s.colorNames, ":", color, func(n int) string {
		if n < len(signs) {
			return signs[n : n+1]
		}
		return "c" + strconv.FormatInt(int64(n-len(signs)+36), 36) // c10, c11, ...; longer than all signs
	})...)
	if len(changed) > 0 {
		fmt.Fprintf(out, "| quadrille: %d short names\n%s", len(changed), strings.Join(changed, ""))
	}
}

// replaceNames replaces each name for which keepName returns false by the next unused short name. The short names are
// shortName(0), shortName(1) and so on. It returns the lines of the map of short names, with the given sign before each
// short name.
func replaceNames(
	names []string, sign string, keepName func(string) bool, shortName func(int) string,
) (changed []string) {
	taken := map[string]bool{}
	for _, name := range names {
		taken[name] = taken[name] || keepName(name)
	}
	n := 0
	for i, long := range names {
		if taken[long] {
			continue
		}
		for taken[shortName(n)] {
			n++
		}
		names[i] = shortName(n)
		changed = append(changed, fmt.Sprintf("| %s%s = %s\n", sign, names[i], long))
		n++
	}
	return changed
}

// nameSpelling holds the names of items and colors as a writer spells them. The name of an unused
// color is "".
type nameSpelling struct{ itemNames, colorNames []string }

// spellNames returns the names of the items and colors of a problem. It returns an error if a
// reader would reject a name, or if two items have the same name: a dump that a reader understands
// differently is worse than an error. The functions itemFault and colorFault return what is wrong
// with a name.
func spellNames(p *matrix.Problem, itemFault, colorFault func(name string) string) (*nameSpelling, error) {
	s := &nameSpelling{itemNames: make([]string, p.ItemCount())}
	seen := make(map[string]bool, p.ItemCount())
	for i := range s.itemNames {
		name := p.Name(matrix.ItemID(i))
		if fault := itemFault(name); fault != "" {
			return nil, fmt.Errorf("item %d cannot be written: %s", i, fault)
		}
		if seen[name] {
			return nil, fmt.Errorf("item %d cannot be written: another item is called %s too", i, quoteName(name))
		}
		seen[name] = true
		s.itemNames[i] = name
	}
	for k, m := range p.Matchings() {
		if fault := faultOfName(m.Name); fault != "" {
			return nil, fmt.Errorf("matching %d cannot be written: %s", k, fault)
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			for int(e.Color) >= len(s.colorNames) {
				s.colorNames = append(s.colorNames, "")
			}
			if e.Color == matrix.NoColor || s.colorNames[e.Color] != "" {
				continue
			}
			s.colorNames[e.Color] = p.ColorName(e.Color)
			if fault := colorFault(p.ColorName(e.Color)); fault != "" {
				return nil, fmt.Errorf("color %d cannot be written: %s", e.Color, fault)
			}
		}
	}
	return s, nil
}

func (s *nameSpelling) itemNamesOf(items []matrix.ItemID) []string {
	return mapEach(items, func(i matrix.ItemID) string { return s.itemNames[i] })
}

func optionNumbers(options []matrix.OptionID) []string {
	return mapEach(options, func(o matrix.OptionID) string { return strconv.Itoa(int(o)) })
}

func mapEach[T, U any](list []T, to func(T) U) []U {
	out := make([]U, len(list))
	for k, x := range list {
		out[k] = to(x)
	}
	return out
}
