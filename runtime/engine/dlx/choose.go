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

// chooserTable lists the choosers, the default first.
func chooserTable() []namedEntry[Chooser] {
	return []namedEntry[Chooser]{
		{DefaultChooser, "ties", "the fewest branches; ties=first, organ-pipe, degree or random", newMRV},
		{"first", "", "the first item in the list",
			func(chooserArguments, *matrix.Problem) (Chooser, error) { return FirstItem{}, nil }},
		{"sharp", "family", "mrv among preferred items while there are any; family=NAME prefers one family, " +
			"otherwise names that begin with a letter are preferred", newSharp},
		{"weighted", "decay", "mrv, ties to the item that has failed most often; " +
			"decay=0.95 lets old failures count for less", learnerMaker(false)},
		{"domwdeg", "decay", "the least ratio of branches to failures; decay as for weighted", learnerMaker(true)},
		{"random", "", "any item, by --seed",
			func(a chooserArguments, _ *matrix.Problem) (Chooser, error) { return randomItem{a.seed, true}, nil }},
		{"phase", "before after level", "one chooser above a level, another one from there on: " +
			"before=mrv,after=first,level=7", newPhase},
	}
}

// ChooserNames lists the choosers, the default first.
func ChooserNames() []string { return entryNames(chooserTable()) }

// ChooserUsage describes each chooser in one line.
func ChooserUsage() []string {
	var lines []string
	for _, c := range chooserTable() {
		lines = append(lines, c.name+": "+c.usage)
	}
	return lines
}

// NewChooser returns the chooser that spec describes: a name, possibly followed by parameters. An empty spec means the
// default. The seed is for choosers that choose at random.
func NewChooser(spec string, p *matrix.Problem, seed uint64) (Chooser, error) {
	return makeNamed("chooser", chooserTable(), spec, p, seed)
}

// namedEntry is a chooser or an order in a table, with its name.
type namedEntry[T any] struct {
	name           string
	parameterNames string // names of its parameters, separated by spaces; or [freeText]
	usage          string // description in one line
	build          func(chooserArguments, *matrix.Problem) (T, error)
}

// freeText, as the only parameter name of a chooser, means that the chooser takes one value without a name.
const freeText = "*"

func entryNames[T any](table []namedEntry[T]) []string {
	var list []string
	for _, e := range table {
		list = append(list, e.name)
	}
	return list
}

// makeNamed returns the chooser or order that spec describes: a name in the table, possibly followed by parameters. An
// empty spec means the first entry. The argument what is the kind of entry, for error messages.
func makeNamed[T any](what string, table []namedEntry[T], spec string, p *matrix.Problem, seed uint64) (T, error) {
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

// chooserArguments holds the values of the parameters of a chooser or an order, by key, and the seed.
type chooserArguments struct {
	values map[string]string
	seed   uint64
}

// parseArguments reads parameters of the form key=value, separated by commas. The argument keys
// lists the allowed keys.
func parseArguments(text, keys string, seed uint64) (chooserArguments, error) {
	a := chooserArguments{map[string]string{}, seed}
	if keys == freeText {
		a.values[freeText] = text
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
