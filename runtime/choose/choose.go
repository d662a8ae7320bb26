// Package choose holds the choosers, which say on what item a search node
// branches, and the orders of items and options.
//
// Its input is a problem and the view of a node, its output an item of that
// node. Choosers and orders are looked up by name, so that files and flags can
// say them; some take parameters:
//
//	mrv
//	mrv:ties=degree
//	weighted:decay=0.95
//	phase:before=mrv,after=first,level=7
package choose

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// Default is the name of the chooser that is used where none is named.
const Default = "mrv"

// maker makes a chooser for a problem from its parameters.
type maker func(a *arguments, p *matrix.Problem) (dlx.Chooser, error)

// entry is a chooser by name.
type entry struct {
	name  string
	usage string
	make  maker
}

// choosers lists them, the default first.
func choosers() []entry {
	return []entry{
		{"mrv", "the fewest branches; ties=first, organ-pipe, degree or random", newMRV},
		{"first", "the first item in the list", newFirst},
		{"sharp", "mrv among preferred items while there are any; family=NAME prefers one family, otherwise names that begin with a letter are preferred", newSharp},
		{"weighted", "mrv, ties to the item that has failed most often; decay=0.95 lets old failures count for less", newWeighted},
		{"domwdeg", "the least ratio of branches to failures; decay as for weighted", newDomWdeg},
		{"random", "any item, by --seed", newRandom},
		{"phase", "one chooser above a level, another one from there on: before=mrv,after=first,level=7", newPhase},
	}
}

// Names lists the choosers, the default first.
func Names() []string {
	var names []string
	for _, c := range choosers() {
		names = append(names, c.name)
	}
	return names
}

// Usage describes each chooser in a line.
func Usage() []string {
	var lines []string
	for _, c := range choosers() {
		lines = append(lines, c.name+": "+c.usage)
	}
	return lines
}

// New returns the chooser that spec describes, a name with parameters; "" means
// the default. The seed is for those that choose at random.
func New(spec string, p *matrix.Problem, seed uint64) (dlx.Chooser, error) {
	name, rest, _ := strings.Cut(spec, ":")
	if name == "" {
		name = Default
	}
	a, err := parse(rest, seed)
	if err != nil {
		return nil, fmt.Errorf("chooser %q: %w", spec, err)
	}
	for _, c := range choosers() {
		if c.name != name {
			continue
		}
		chooser, err := c.make(a, p)
		if err == nil {
			err = a.unused()
		}
		if err != nil {
			return nil, fmt.Errorf("chooser %q: %w", spec, err)
		}
		return chooser, nil
	}
	return nil, fmt.Errorf("there is no chooser %q; there are %s", name, strings.Join(Names(), ", "))
}

// arguments are the parameters of a chooser.
type arguments struct {
	values map[string]string
	seed   uint64
}

func parse(text string, seed uint64) (*arguments, error) {
	a := &arguments{values: map[string]string{}, seed: seed}
	if text == "" {
		return a, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		if _, twice := a.values[key]; !ok || twice || key == "" {
			return nil, fmt.Errorf("parameters are key=value, each key once, and this is %q", part)
		}
		a.values[key] = value
	}
	return a, nil
}

// take returns the value of a parameter and takes it away.
func (a *arguments) take(key, otherwise string) string {
	v, ok := a.values[key]
	delete(a.values, key)
	if !ok {
		return otherwise
	}
	return v
}

func (a *arguments) unused() error {
	for key := range a.values {
		return fmt.Errorf("there is no parameter %q", key)
	}
	return nil
}

// decay reads a factor between 0 and 1.
func (a *arguments) decay() (float64, error) {
	v, err := strconv.ParseFloat(a.take("decay", "1"), 64)
	if err != nil || !(v > 0 && v <= 1) {
		return 0, errors.New("decay is a number above 0 and up to 1")
	}
	return v, nil
}

// Learner is a chooser that changes as it goes: what it chooses at a node
// depends on the nodes before. Several threads cannot share one, and would not
// cut the same tree.
type Learner interface {
	dlx.Chooser
	// Tallies returns what has been learned of each item, and SetTallies starts
	// from there; both by the number of the item.
	Tallies() []float64
	// Failed notes that an item ran dry, for filters that see it before the chooser.
	Failed(matrix.ItemID)
	SetTallies([]float64)
}

// oneOf checks that a value is one of several words.
func oneOf(key, value string, words ...string) error {
	if !slices.Contains(words, value) {
		return fmt.Errorf("%s is one of %s, and not %q", key, strings.Join(words, ", "), value)
	}
	return nil
}
