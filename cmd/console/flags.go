package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/lang/source"
)

// PuzzleFlags belong to every command that compiles.
func PuzzleFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "D", Usage: "set a parameter: `name=value`"},
		&cli.IntFlag{Name: "max-cells", Usage: "allow boards of `N` cells",
			DefaultText: fmt.Sprint(quadrille.Limits{}.OrDefault().Cells)},
		&cli.IntFlag{Name: "max-items", Usage: "allow `N` items",
			DefaultText: fmt.Sprint(quadrille.Limits{}.OrDefault().Items)},
		&cli.IntFlag{Name: "max-options", Usage: "allow `N` options",
			DefaultText: fmt.Sprint(quadrille.Limits{}.OrDefault().Options)},
		&cli.StringFlag{Name: "from", Usage: "read FILE in `FORMAT`: puz, " + FormatNames(true),
			DefaultText: "told by the name and the content"},
	}
}

// ClassFlags say which solutions are taken for the same.
func ClassFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "up-to-symmetry", Aliases: []string{"s"}, Usage: "keep one solution of each class"},
		&cli.BoolFlag{Name: "up-to-rotation",
			Usage: "keep one solution of each class under rotations alone: mirror images count"},
		&cli.BoolFlag{Name: "up-to-swaps",
			Usage: "of Latin squares, leave out those with a 2 by 2 square that can be swapped to a larger one"},
	}
}

// TimeoutFlag belongs to every command that may take long; [Session.WithTimeout] heeds it.
func TimeoutFlag() cli.Flag {
	return &cli.DurationFlag{Name: "timeout",
		Usage: "stop after `TIME`, such as 90s or 5m, counted from the start of the command", DefaultText: "never"}
}

// SearchFlags say how to search.
func SearchFlags(except ...string) []cli.Flag {
	all := []cli.Flag{
		&cli.StringFlag{Name: "choose", Usage: "branch on the item that `CHOOSER` names: " +
			strings.Join(quadrille.ChooserNames(), ", ") + "; `puz explain choosers` tells of each"},
		&cli.StringFlag{Name: "order", Usage: "put the items into `ORDER`: " + strings.Join(quadrille.ItemOrders(), ", ")},
		&cli.StringFlag{Name: "option-order", Usage: "try the options in `ORDER`: " +
			strings.Join(quadrille.OptionOrders(), ", ")},
		&cli.StringFlag{Name: "tally",
			Usage: "for a chooser that learns: read what it knows of each item from `FILE`, if it is there, " +
				"and write " +
				"it there in the end; as partial-latin-gad does if FILE is named plgad…tally"},
		&cli.Uint64Flag{Name: "seed", Usage: "choose random orders by the number `N`"},
		&cli.StringFlag{Name: "engine", Value: quadrille.EngineNames()[0],
			Usage: "search with `ENGINE`: " + strings.Join(quadrille.EngineNames(), ", ") +
				"; `puz explain engines` tells of each"},
		&cli.StringFlag{Name: "filter",
			Usage:       "prune options at each node by `FILTER`: gad (items that are matched one to one), none",
			DefaultText: "none"},
		&cli.Int64Flag{Name: "restarts",
			Usage: "start again after `N` nodes without a solution, and then after more and more; for choosers " +
				"that learn", DefaultText: "never"},
		&cli.IntFlag{Name: "threads", Value: 1, Usage: "search on `N` threads; solutions then come in any order"},
		&cli.BoolFlag{Name: "ordered", Usage: "keep the solutions of several threads in the order of one"},
		&cli.IntFlag{Name: "max-memory", Usage: "let tables and clauses grow to `N` megabytes",
			DefaultText: "the engine's own bound"},
		&cli.IntFlag{Name: "limit", Usage: "stop after `N` solutions", DefaultText: "none"},
		TimeoutFlag(),
		&cli.StringFlag{Name: "stats", Usage: "print the effort on standard error as `FORMAT`: text, json"},
		&cli.StringFlag{Name: "trace",
			Usage: "tell on standard error what is chosen at the first `N` levels, and what else is named, as in " +
				"3,prunes: domains, matches, subproblems, shifts; solve can write all steps of a small search: " +
				"html (a " +
				"page that plays them), dot (the tree, for Graphviz)", DefaultText: "none"},
		&cli.BoolFlag{Name: "progress", Usage: "show progress even if standard error is no terminal"},
		&cli.DurationFlag{Name: "log",
			Usage: "print a line of progress every `TIME` on standard error: of each level the branch, and of " +
				"how many",
			DefaultText: "never"},
		&cli.BoolFlag{Name: "long", Usage: "with --log: print the option that is chosen at each level as well"},
	}
	return slices.DeleteFunc(all, func(f cli.Flag) bool { return slices.Contains(except, f.Names()[0]) })
}

// OutputFlag belongs to commands that write one result.
func OutputFlag() cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output"}
}

// PuzzleOptions reads the flags that say how to read a puzzle.
func PuzzleOptions(c *cli.Context) (quadrille.Options, error) {
	o := quadrille.Options{
		Params: map[string]int64{},
		Limits: quadrille.Limits{Cells: c.Int("max-cells"), Items: c.Int("max-items"), Options: c.Int("max-options")},
	}
	if c.Bool("up-to-symmetry") {
		o.UpTo |= quadrille.Symmetry
	}
	if c.Bool("up-to-rotation") {
		o.UpTo |= quadrille.Rotation
	}
	if c.Bool("up-to-swaps") {
		o.UpTo |= quadrille.Swaps
	}
	for _, name := range []string{"max-cells", "max-items", "max-options"} {
		if n := c.Int(name); n < 0 || n > maxLimit {
			return o, fmt.Errorf("--%s wants a number from 0 to %d", name, maxLimit)
		}
	}
	for _, d := range c.StringSlice("D") {
		name, value, _ := strings.Cut(d, "=")
		v, err := strconv.ParseInt(value, 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return o, fmt.Errorf("-D %s: the number does not fit into 64 bits", d)
		case err != nil:
			return o, fmt.Errorf("-D %s: write -D name=number", d)
		}
		o.Params[name] = v
	}
	return o, nil
}

// maxLimit is what a flag may raise a limit to: a tenth of what the matrix
// can number.
const maxLimit = 200_000_000

// LoadPuzzle compiles the one FILE of a command and prints the warnings.
func (p *Session) LoadPuzzle(c *cli.Context) (*quadrille.Puzzle, error) {
	in, err := p.OneFile(c)
	if err != nil {
		return nil, err
	}
	o, err := PuzzleOptions(c)
	if err != nil {
		return nil, err
	}
	q, err := p.LoadInput(c, in, o)
	if err != nil {
		return nil, err
	}
	source.PrintList(p.Stderr, q.Warnings())
	return q, nil
}

// LoadQuestion reads what is asked, and how to search: the FILE and the flags of a command.
func (p *Session) LoadQuestion(c *cli.Context) (*quadrille.Puzzle, quadrille.Search, error) {
	s, err := p.SearchOptions(c)
	if err != nil {
		return nil, s, err
	}
	q, err := p.LoadPuzzle(c)
	return q, s, err
}

// maxMemory is in megabytes: what no machine has.
const maxMemory = 1 << 30

// SearchOptions reads the flags that say how to search. What the puzzle cannot know is checked
// here; the rest is refused by the search in its own words.
func (p *Session) SearchOptions(c *cli.Context) (quadrille.Search, error) {
	s := quadrille.Search{
		Engine: quadrille.Engine(c.String("engine")), Choose: quadrille.ChooserName(c.String("choose")),
		Order:       quadrille.ItemOrder(c.String("order")),
		OptionOrder: quadrille.OptionOrder(c.String("option-order")),
		FilterBy:    quadrille.FilterName(c.String("filter")), Restarts: c.Int64("restarts"), Seed: c.Uint64("seed"), Threads: c.Int("threads"),
		Ordered: c.Bool("ordered"), MaxMemory: int64(c.Int("max-memory")) << 20, Limit: c.Int("limit"), Effort: &quadrille.Effort{},
	}
	if c.IsSet("trace") && !WantsFilm(c) {
		var err error
		if s.Tracer, err = parseTracer(p.Stderr, c.String("trace")); err != nil {
			return s, err
		}
	}
	return s, CheckSearch(c)
}

// CheckSearch refuses values of flags that have no meaning.
func CheckSearch(c *cli.Context) error {
	for name, known := range map[string][]string{"stats": {"text", "json"}, "engine": quadrille.EngineNames(),
		"filter": quadrille.FilterNames()} {
		if said := c.String(name); said != "" && !slices.Contains(known, said) {
			return fmt.Errorf("--%s knows %s, and no %q", name, strings.Join(known, ", "), said)
		}
	}
	for _, name := range []string{"restarts", "timeout", "log"} {
		if c.Int(name) < 0 || c.Int64(name) < 0 || c.Duration(name) < 0 {
			return fmt.Errorf("--%s wants a number that is not negative", name)
		}
	}
	for _, name := range []string{"nats", "verify", "replicas"} {
		if c.IsSet(name) && !c.IsSet("job") && c.Command.Name != "work" {
			return fmt.Errorf("--%s goes with --job DIR, where the work is kept", name)
		}
	}
	switch {
	case c.Bool("long") && !c.IsSet("log"):
		return errors.New("--long goes with --log")
	case c.Int("max-memory") < 0 || c.Int("max-memory") > maxMemory:
		return fmt.Errorf("--max-memory wants a number of megabytes up to %d", maxMemory)
	case c.IsSet("trace") && c.Int("threads") > 1:
		return errors.New("--trace follows one thread: leave --threads out")
	case c.IsSet("threads") && (c.Int("threads") < 1 || c.Int("threads") > quadrille.MaxThreads):
		return fmt.Errorf("--threads wants a number from 1 to %d", quadrille.MaxThreads)
	case c.IsSet("limit") && c.Int("limit") < 1:
		return errors.New("--limit wants a number from 1 on")
	}
	return nil
}

// TextFlags belong to every command that draws text.
func TextFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "ascii", Usage: "draw with + - | only"},
		&cli.StringFlag{Name: "color", Value: "auto", Usage: "color the pieces `WHEN`: auto, always, never"},
	}
}

// TextStyle is how text looks on a stream. A terminal that is dumb shows no color.
func (p *Session) TextStyle(c *cli.Context, w io.Writer) (quadrille.TextStyle, error) {
	style := quadrille.TextStyle{ASCII: c.Bool("ascii"), Width: terminalColumns(w)}
	switch when := c.String("color"); when {
	case "auto":
		style.Color = IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "always":
		style.Color = true
	case "never":
	default:
		return style, fmt.Errorf("--color knows auto, always and never, and no %q", when)
	}
	return style, nil
}

// FormatNames lists the formats of dumps and squares that are read, or written.
func FormatNames(read bool) string {
	var names []string
	for _, f := range quadrille.Formats() {
		if read && f.Reads || !read && (f.Writes || f.Boards) {
			names = append(names, string(f.Format))
		}
	}
	return strings.Join(names, ", ")
}
