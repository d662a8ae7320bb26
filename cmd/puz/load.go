package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/source"
	"quadrille/runtime/format"
	"quadrille/stdlib"
)

// largestFile bounds what is read into memory.
const largestFile = 256 << 20

// input is a file that the user named.
type input struct {
	name    string
	text    []byte
	isStdin bool
}

// oneFile reads the one file that a command wants; "-" is standard input.
func (p *puz) oneFile(c *cli.Context) (input, error) {
	if c.NArg() != 1 {
		return input{}, fmt.Errorf("%s wants one FILE (or - for standard input), and got %d; see `puz %s --help`",
			c.Command.Name, c.NArg(), c.Command.Name)
	}
	return p.read(c.Args().First())
}

func (p *puz) read(name string) (input, error) {
	if name == "-" {
		text, err := readAll(p.stdin, "standard input")
		return input{"stdin", text, true}, err
	}
	f, err := os.Open(name)
	if err != nil {
		return input{}, plain(err)
	}
	defer f.Close()
	text, err := readAll(f, name)
	return input{filepath.Clean(name), text, false}, err
}

func readAll(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, largestFile+1))
	if err != nil {
		return nil, plain(err)
	}
	if len(text) > largestFile {
		return nil, fmt.Errorf("%s is larger than %d MB", name, largestFile>>20)
	}
	return text, nil
}

// plain says an error of the file system in a few words.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// importer finds modules and lists of words in the standard library, and files
// beside the one that uses them.
var importer = check.Importer{Module: stdlib.Read, File: readBeside, Words: stdlib.Words}

// readBeside reads a file in the folder of another file or below. The root
// keeps out of reach whatever links or dots lead outside.
func readBeside(from, path string) (string, []byte, error) {
	dir := filepath.Dir(from)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", nil, plain(err)
	}
	defer root.Close()
	f, err := root.Open(filepath.FromSlash(path))
	if err != nil {
		return "", nil, plain(err)
	}
	defer f.Close()
	text, err := readAll(f, path)
	return filepath.Join(dir, path), text, err
}

// commonFlags belong to every command that compiles.
func commonFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "D", Usage: "set a parameter: `name=value`"},
		&cli.IntFlag{Name: "max-cells", Usage: "allow boards of `N` cells", DefaultText: fmt.Sprint(check.DefaultLimits().Cells)},
		&cli.IntFlag{Name: "max-items", Usage: "allow `N` items", DefaultText: fmt.Sprint(check.DefaultLimits().Items)},
		&cli.IntFlag{Name: "max-options", Usage: "allow `N` options", DefaultText: fmt.Sprint(check.DefaultLimits().Options)},
		&cli.StringFlag{Name: "from", Usage: "read FILE as a dump in `FORMAT`: " + formatNames(true) + ", or as a partial square: latin", DefaultText: "told by the content"},
		&cli.StringFlag{Name: "config", Usage: "take settings from a `FILE` in YAML; flags override it"},
	}
}

// classFlags say which solutions are taken for the same.
func classFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "up-to-symmetry", Aliases: []string{"s"}, Usage: "keep one solution of each class"},
		&cli.BoolFlag{Name: "up-to-swaps", Usage: "of Latin squares, leave out those with a 2 by 2 square that can be swapped to a larger one"},
	}
}

// compileOptions reads the flags that the compiler heeds.
func compileOptions(c *cli.Context) (compile.Options, error) {
	o := compile.Options{
		Params:       map[string]int64{},
		UpToSymmetry: c.Bool("up-to-symmetry"),
		UpToSwaps:    c.Bool("up-to-swaps"),
		Stages:       takesStages(c),
		Limits: check.Limits{
			Cells:   c.Int("max-cells"),
			Items:   c.Int("max-items"),
			Options: c.Int("max-options"),
		},
	}
	for _, name := range []string{"max-cells", "max-items", "max-options"} {
		if n := c.Int(name); n < 0 || n > highestLimit {
			return o, fmt.Errorf("--%s wants a number from 0 to %d", name, highestLimit)
		}
	}
	for _, d := range c.StringSlice("D") {
		name, value, _ := strings.Cut(d, "=")
		v, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return o, fmt.Errorf("-D %s: write -D name=number", d)
		}
		o.Params[name] = v
	}
	return o, nil
}

// highestLimit is what a flag may raise a limit to: a tenth of what the matrix
// can number.
const highestLimit = 200_000_000

func notNegative(flag string) error {
	return fmt.Errorf("--%s wants a number that is not negative", flag)
}

// program compiles a file and prints the warnings.
func (p *puz) program(c *cli.Context, in input) (*compile.Program, error) {
	o, err := compileOptions(c)
	if err != nil {
		return nil, err
	}
	program, err := load(c, in, o)
	if err != nil {
		return nil, err
	}
	source.Print(p.stderr, program.Warnings)
	return program, nil
}

// load compiles a puzzle, or reads a dump: the format is told by the flag --from,
// or else by the content, unless the name says that it is a puzzle.
func load(c *cli.Context, in input, o compile.Options) (*compile.Program, error) {
	if wantsSquare(c, in) {
		text, err := latinPuzzle(in)
		if err != nil {
			return nil, err
		}
		return compile.Text(in.name, []byte(text), importer, o)
	}
	f, isDump := format.Format(c.String("from")), c.IsSet("from")
	if !isDump && filepath.Ext(in.name) != ".puz" {
		f, isDump = format.Detect(in.text[:min(len(in.text), format.HeadBytes)])
	}
	switch {
	case !isDump:
		return compile.Text(in.name, in.text, importer, o)
	case len(o.Params) > 0:
		return nil, fmt.Errorf("%s is a dump and has no parameters", in.name)
	case o.UpToSwaps:
		return nil, fmt.Errorf("%s is a dump: nothing is known of its swaps", in.name)
	case o.UpToSymmetry:
		return nil, fmt.Errorf("%s is a dump: nothing is known of its symmetry", in.name)
	}
	p, err := format.Read(in.name, bytes.NewReader(in.text), f, format.Reading{Items: o.Limits.Items, Options: o.Limits.Options})
	if err != nil {
		return nil, err
	}
	return compile.Dump(p), nil
}
