package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
)

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
		text, err := quadrille.ReadText("standard input", p.stdin)
		return input{"stdin", text, true}, err
	}
	f, err := console.Open(name)
	if err != nil {
		return input{}, err
	}
	defer f.Close()
	text, err := quadrille.ReadText(name, f)
	return input{filepath.Clean(name), text, false}, console.Plain(err)
}

// eachFile does the same with every argument, reports each error, and fails
// in the end if there was one.
func (p *puz) eachFile(c *cli.Context, do func(in input) error) error {
	worst := exitDone
	for _, name := range c.Args().Slice() {
		in, err := p.read(name)
		if err == nil {
			err = do(in)
		}
		worst = max(worst, p.report(c.Context, err))
	}
	if worst == exitDone {
		return nil
	}
	return exit(worst)
}

// load compiles a puzzle, or reads a dump. What a puzzle uses stands in its folder.
func (p *puz) load(c *cli.Context, in input, o quadrille.Options) (*quadrille.Puzzle, error) {
	o.Format = c.String("from")
	o.Files = console.Folder(filepath.Dir(in.name))
	return quadrille.Load(in.name, in.text, o)
}

// write writes to a file, or to standard output if there is no name.
func (p *puz) write(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(p.stdout)
	}
	return p.files.Write(name, write)
}

// writeText writes a text, as write does.
func (p *puz) writeText(name, text string) error {
	return p.write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
