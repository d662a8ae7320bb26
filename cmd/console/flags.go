package console

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/lang/source"
)

// PuzzleFlags returns the flags that all commands have that compile a puzzle.
func PuzzleFlags() []cli.Flag {
	limit := func(name, usage string, usual int) cli.Flag {
		return RangeFlag(0, maxLimit, &cli.IntFlag{Name: name, Usage: usage, DefaultText: fmt.Sprint(usual)})
	}
	usual := quadrille.Limits{}.WithDefaults()
	return append([]cli.Flag{ParamFlag()}, PutInGroup("input", FromFlag(),
		limit("max-cells", "allow boards of `N` cells", usual.MaxShapeCells),
		limit("max-items", "allow `N` items", usual.MaxItems),
		limit("max-options", "allow `N` options", usual.MaxOptions))...)
}

// ParamFlag returns the flag that sets parameters of a puzzle.
func ParamFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: paramFlag, Usage: "set a parameter: `name=value`"}
}

const paramFlag = "D"

// FromFlag returns the flag for the format of the input.
func FromFlag() cli.Flag {
	return SuggestWordsFlag(&cli.StringFlag{Name: "from", Usage: "read FILE in `FORMAT`",
		DefaultText: "told by the name and the content"}, FormatLines(true, "puz")...)
}

// ClassFlags returns the flags that say which solutions are equivalent and count as one.
func ClassFlags() []cli.Flag {
	return append([]cli.Flag{&cli.BoolFlag{Name: "up-to-symmetry", Aliases: []string{"s"},
		Usage: "keep one solution of each class"}}, PutInGroup("class",
		&cli.BoolFlag{Name: "up-to-rotation",
			Usage: "keep one solution of each class under rotations alone: mirror images count"},
		&cli.BoolFlag{Name: "up-to-swaps",
			Usage: "of Latin squares, leave out those with a 2 by 2 square that can be swapped to a larger one"})...)
}

// TimeoutFlag returns the flag for the time limit of a command that may take long. [Session.WithTimeout] applies the
// limit.
func TimeoutFlag() cli.Flag {
	return &cli.DurationFlag{Name: "timeout",
		Usage: "stop after `TIME`, such as 90s or 5m, counted from the start of the command", DefaultText: "never"}
}

// EngineFlag returns the flag for the name of the engine.
func EngineFlag() cli.Flag {
	return OneOfFlag(&cli.StringFlag{Name: "engine", Value: quadrille.EngineNames()[0],
		Usage: "search with `ENGINE`; `puz explain engines` tells of each"}, quadrille.DescribeEngines()...)
}

// ThreadsFlag returns the flag for the number of threads, with its default.
func ThreadsFlag(defaultValue int, usage string) cli.Flag {
	return RangeFlag(1, quadrille.MaxThreads, &cli.IntFlag{Name: "threads", Value: defaultValue, Usage: usage})
}

// MemoryFlag returns the flag for the memory limit, in megabytes, with its default. With the default 0, each engine
// uses its own limit.
func MemoryFlag(defaultValue int, usage string) cli.Flag {
	f := &cli.IntFlag{Name: "max-memory", Value: defaultValue, Usage: usage}
	if defaultValue == 0 {
		f.DefaultText = "the engine's own bound"
	}
	return RangeFlag(0, maxMemory, f)
}

// SearchFlags returns the flags for the settings of a search, except the flags with the given names.
func SearchFlags(except ...string) []cli.Flag {
	all := append([]cli.Flag{
		RangeFlag(1, math.MaxInt, &cli.IntFlag{Name: "limit", Usage: "stop after `N` solutions", DefaultText: "none"}),
		TimeoutFlag(),
		ThreadsFlag(1, "search on `N` threads; solutions then come in any order"),
		EngineFlag(),
	}, PutInGroup("search",
		SuggestWordsFlag(&cli.StringFlag{Name: "choose", Usage: "branch on the item that `CHOOSER` names; `puz " +
			"explain choosers` tells of each"}, quadrille.DescribeChoosers()...),
		SuggestWordsFlag(&cli.StringFlag{Name: "order", Usage: "put the items into `ORDER`"},
			quadrille.ItemOrders()...),
		SuggestWordsFlag(&cli.StringFlag{Name: "option-order", Usage: "try the options in `ORDER`"},
			quadrille.OptionOrders()...),
		OneOfFlag(&cli.StringFlag{Name: "filter", DefaultText: quadrille.FilterNames()[0],
			Usage: "prune options at each node by `FILTER`; gad is for items that are matched one to one"},
			quadrille.FilterNames()...),
		&cli.StringFlag{Name: "tally",
			Usage: "for a chooser that learns: read what it knows of each item from `FILE`, if it is there, " +
				"and write it there in the end; as partial-latin-gad does if FILE is named plgad…tally"},
		&cli.Uint64Flag{Name: "seed", Usage: "choose random orders by the number `N`"},
		&cli.Int64Flag{Name: "restarts",
			Usage: "start again after `N` nodes without a solution, and then after more and more; for choosers " +
				"that learn", DefaultText: "never"},
		&cli.BoolFlag{Name: "ordered", Usage: "keep the solutions of several threads in the order of one"},
		MemoryFlag(0, "let tables and clauses grow to `N` megabytes"))...)
	all = append(all, PutInGroup("progress",
		OneOfFlag(&cli.StringFlag{Name: "stats", Usage: "print the effort on standard error as `FORMAT`"},
			"text", "json"),
		SuggestWordsFlag(&cli.StringFlag{Name: "trace",
			Usage: "tell on standard error what is chosen at the first `N` levels, and what else is named, as in " +
				"3,prunes (" + extraEventNames() + "), or, with solve, write all steps of a small search",
			DefaultText: "none"}, traceFilms...),
		&cli.BoolFlag{Name: "progress", Usage: "show progress even if standard error is no terminal"},
		&cli.DurationFlag{Name: "log",
			Usage: "print a line of progress every `TIME` on standard error: of each level the branch, and of " +
				"how many",
			DefaultText: "never"},
		&cli.BoolFlag{Name: "long", Usage: "with --log: print the option that is chosen at each level as well"})...)
	return slices.DeleteFunc(all, func(f cli.Flag) bool { return slices.Contains(except, f.Names()[0]) })
}

// traceFilms describes the values of --trace that write all steps of a search to a file.
var traceFilms = []string{"html: a page that plays them", "dot: the tree, for Graphviz"}

// OutputFlag returns the flag for the output file of commands that write a single result.
func OutputFlag() cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output"}
}

// PuzzleOptions returns the options to compile a puzzle, from the flags.
func PuzzleOptions(c *cli.Context) (quadrille.Options, error) {
	o, ranges, err := RangeOptions(c)
	if err == nil && len(ranges) > 0 {
		err = fmt.Errorf("-D %s=%d..%d: a range makes a table of `puz count`, and here -D wants name=number",
			ranges[0].Name, ranges[0].First, ranges[0].Last)
	}
	return o, err
}

// ParamRange is a range of values of a parameter, from First to Last. The command runs once for each value.
type ParamRange struct {
	Name        string
	First, Last int64
}

// RangeOptions returns the options to compile a puzzle, and the parameters for which the flags give a range of
// values.
func RangeOptions(c *cli.Context) (quadrille.Options, []ParamRange, error) {
	o := quadrille.Options{
		Params: map[string]int64{},
		Limits: quadrille.Limits{MaxShapeCells: c.Int("max-cells"), MaxItems: c.Int("max-items"),
			MaxOptions: c.Int("max-options")},
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
	var ranges []ParamRange
	for _, d := range c.StringSlice("D") {
		name, value, _ := strings.Cut(d, "=")
		first, last, isRange := strings.Cut(value, "..")
		from, err := strconv.ParseInt(first, 10, 64)
		to := from
		if isRange && err == nil {
			to, err = strconv.ParseInt(last, 10, 64)
		}
		switch {
		case errors.Is(err, strconv.ErrRange):
			return o, nil, fmt.Errorf("-D %s: the number does not fit into 64 bits", d)
		case err != nil:
			if n, _ := fmt.Sscanf(value, "%d-%d", &from, &to); n == 2 {
				return o, nil, fmt.Errorf("-D %s: a range is written -D %s=%d..%d, and makes a table of `puz count`",
					d, name,
					from, to)
			}
			return o, nil, fmt.Errorf("-D %s: write -D name=number", d)
		case isRange && to < from:
			return o, nil, fmt.Errorf("-D %s: the range ends before it begins", d)
		case isRange:
			ranges = append(ranges, ParamRange{name, from, to})
		}
		o.Params[name] = from
	}
	return o, ranges, nil
}

// maxLimit is the largest value of the flags that limit the numbers of cells, items and options of a puzzle.
const maxLimit = 200_000_000

// LoadPuzzle compiles the FILE argument of a command, and prints the warnings.
func (p *Session) LoadPuzzle(c *cli.Context) (*quadrille.Puzzle, error) {
	in, err := p.ReadOneFile(c)
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

// LoadQuestion compiles the FILE argument of a command, and reads the settings of the search from the flags.
func (p *Session) LoadQuestion(c *cli.Context) (*quadrille.Puzzle, quadrille.Search, error) {
	s, err := p.SearchOptions(c)
	if err != nil {
		return nil, s, err
	}
	q, err := p.LoadPuzzle(c)
	return q, s, err
}

// maxMemory is the largest value of the memory flag, in megabytes. No machine has so much memory.
const maxMemory = 1 << 30

// SearchOptions returns the settings of a search, from the flags. It checks values whose validity does not depend on
// the puzzle; the search itself checks the other values.
func (p *Session) SearchOptions(c *cli.Context) (quadrille.Search, error) {
	s := quadrille.Search{
		Engine: quadrille.Engine(c.String("engine")), Choose: quadrille.ChooserName(c.String("choose")),
		Order:       quadrille.ItemOrder(c.String("order")),
		OptionOrder: quadrille.OptionOrder(c.String("option-order")),
		FilterBy:    quadrille.FilterName(c.String("filter")),
		Restarts:    c.Int64("restarts"), Seed: c.Uint64("seed"), Threads: c.Int("threads"),
		Ordered: c.Bool("ordered"), MaxMemory: int64(c.Int("max-memory")) << 20, Limit: c.Int("limit"),
		Effort: &quadrille.Effort{},
	}
	if c.IsSet("trace") && !WantsFilm(c) {
		var err error
		if s.Tracer, err = parseTracer(p.Stderr, c.String("trace")); err != nil {
			return s, err
		}
	}
	return s, CheckSearch(c)
}

// CheckSearch returns an error if the value of a flag is not valid.
func CheckSearch(c *cli.Context) error {
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
	case c.IsSet("trace") && c.Int("threads") > 1:
		return errors.New("--trace follows one thread: leave --threads out")
	}
	return nil
}

// TextFlags returns the flags that all commands have that draw pictures in text.
func TextFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "ascii", Usage: "draw with + - | only"},
		OneOfFlag(&cli.StringFlag{Name: "color", Value: "auto", Usage: "color the pieces `WHEN`"},
			"auto: on a terminal", "always", "never"),
	}
}

// TextStyle returns the style of pictures in text for a stream. A terminal of type "dumb" gets no colors.
func (p *Session) TextStyle(c *cli.Context, w io.Writer) quadrille.TextStyle {
	isColored := c.String("color") == "always" || c.String("color") == "auto" && IsTerminal(w) &&
		os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return quadrille.TextStyle{ASCII: c.Bool("ascii"), Width: terminalColumns(w), Color: isColored}
}

// FormatLines returns a line of description for each format: first the given lines, and then a line for each format of
// matrices and squares that can be read (if read is true) or written (otherwise).
func FormatLines(read bool, lines ...string) []string {
	for _, f := range quadrille.Formats() {
		if read && f.Reads || !read && (f.Writes || f.HoldsBoards || f.IsPuzzleLink) {
			lines = append(lines, string(f.Format)+": "+f.Description)
		}
	}
	return lines
}
