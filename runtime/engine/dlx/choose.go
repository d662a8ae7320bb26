package dlx

// A chooser selects the item on which a search node branches; an order sorts items or options before the search.
//
// A chooser gets a problem and the view of a node, and returns an item of that node. It must not
// know what items mean. Choosers and orders have names for files and flags; some have parameters:
//
//	mrv
//	mrv:ties=degree
//	weighted:decay=0.95
//	phase:before=mrv,after=first,level=7

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// DefaultChooser is the name of the default chooser.
const DefaultChooser = "mrv"

// chooserTable lists all choosers by name. The first one is the default.
func chooserTable() []namedEntry[Chooser] {
	return []namedEntry[Chooser]{
		{DefaultChooser, "ties", "the fewest branches; ties=first, organ-pipe, degree or random", newMRVChooser},
		{"first", "", "the first item in the list",
			func(chooserArguments, *matrix.Problem) (Chooser, error) { return FirstItem{}, nil }},
		{"sharp", "family", "mrv among preferred items while there are any; family=NAME prefers one family, " +
			"otherwise names that begin with a letter are preferred", newSharpChooser},
		{"weighted", "decay", "mrv, ties to the item that has failed most often; " +
			"decay=0.95 lets old failures count for less", failureLearnerMaker(false)},
		{"domwdeg", "decay", "the least ratio of branches to failures; decay as for weighted",
			failureLearnerMaker(true)},
		{"random", "", "any item, by --seed",
			func(a chooserArguments, _ *matrix.Problem) (Chooser, error) { return randomChooser{a.seed, true}, nil }},
		{"phase", "before after level", "one chooser above a level, another one from there on: " +
			"before=mrv,after=first,level=7", newPhaseChooser},
	}
}

// ChooserNames lists the choosers, the default first.
func ChooserNames() []string { return entryNames(chooserTable()) }

// DescribeChoosers describes each chooser in one line.
func DescribeChoosers() []string {
	var lines []string
	for _, c := range chooserTable() {
		lines = append(lines, c.name+": "+c.usage)
	}
	return lines
}

// NewChooser returns the chooser that spec describes: a name, possibly followed by parameters. An empty spec means the
// default. The seed is for choosers that choose at random.
func NewChooser(spec string, p *matrix.Problem, seed uint64) (Chooser, error) {
	return buildByName("chooser", chooserTable(), spec, p, seed)
}

// namedEntry is one row of the table of choosers or of the table of orders.
type namedEntry[T any] struct {
	name           string
	parameterNames string // names of the parameters, separated by spaces; or [unnamedValue]
	usage          string // description for the user, in one line
	// build makes the chooser or the order for a problem.
	build func(chooserArguments, *matrix.Problem) (T, error)
}

// unnamedValue stands in place of parameter names if a chooser or an order has one argument, which is written without a
// name, as in "list:X;F".
const unnamedValue = "*"

func entryNames[T any](table []namedEntry[T]) []string {
	var list []string
	for _, e := range table {
		list = append(list, e.name)
	}
	return list
}

// buildByName returns the chooser or order that spec describes: a name in the table, possibly followed by parameters.
// An empty spec means the first entry. The argument what names the kind of entry in error messages.
func buildByName[T any](what string, table []namedEntry[T], spec string, p *matrix.Problem, seed uint64) (T, error) {
	var made T
	name, text, _ := strings.Cut(spec, ":")
	if name == "" {
		name = table[0].name
	}
	k := slices.IndexFunc(table, func(e namedEntry[T]) bool { return e.name == name })
	if k < 0 {
		return made, fmt.Errorf("there is no %s %.60q; there are %s", what, name, strings.Join(entryNames(table), ", "))
	}
	a, err := parseArguments(text, table[k].parameterNames, seed)
	if err == nil {
		made, err = table[k].build(a, p)
	}
	if err != nil {
		return made, fmt.Errorf("%s %.60q: %w", what, spec, err)
	}
	return made, nil
}

// chooserArguments holds the parameters that the user gave to a chooser or an order, by parameter name, and the random
// seed.
type chooserArguments struct {
	values map[string]string
	seed   uint64
}

// parseArguments reads parameters of the form key=value, separated by commas. The argument keys
// lists the allowed keys.
func parseArguments(text, keys string, seed uint64) (chooserArguments, error) {
	a := chooserArguments{map[string]string{}, seed}
	if keys == unnamedValue {
		a.values[unnamedValue] = text
		return a, nil
	}
	if text == "" {
		return a, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		if _, twice := a.values[key]; !ok || twice || key == "" {
			return a, fmt.Errorf("parameters are key=value, each key once, and this is %q", part)
		}
		if !slices.Contains(strings.Fields(keys), key) {
			return a, fmt.Errorf("there is no parameter %.60q", key)
		}
		a.values[key] = value
	}
	return a, nil
}

// valueOr returns the value of a parameter, or the fallback if the parameter is not given.
func (a chooserArguments) valueOr(key, fallback string) string {
	if v, ok := a.values[key]; ok {
		return v
	}
	return fallback
}
