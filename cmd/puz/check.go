package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"quadrille/lang/source"
)

func (p *puz) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "report what is wrong with puzzle files",
		ArgsUsage: "FILE…",
		Description: `Errors and warnings go to standard error; nothing is printed about a file
that is in order.

   puz check examples/*.puz`,
		Flags:  commonFlags(),
		Action: p.configured(p.check),
	}
}

func (p *puz) check(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("check wants at least one FILE; see `puz check --help`")
	}
	o, err := compileOptions(c)
	if err != nil {
		return err
	}
	return p.eachFile(c, func(in input) error {
		program, err := load(c, in, o)
		if err == nil {
			source.Print(p.stderr, program.Warnings)
		}
		return err
	})
}

// eachFile does the same with every argument, reports each error, and fails
// in the end if there was one.
func (p *puz) eachFile(c *cli.Context, do func(in input) error) error {
	var worst error
	for _, name := range c.Args().Slice() {
		in, err := p.read(name)
		if err == nil {
			err = do(in)
		}
		if code := report(err, p.stderr); code != exitDone {
			worst = exit(max(code, int(exitCode(worst))))
		}
	}
	return worst
}

func exitCode(err error) exit {
	var code exit
	errors.As(err, &code)
	return code
}
