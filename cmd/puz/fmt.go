package main

import (
	"errors"
	"io"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"quadrille/lang/format"
	"quadrille/lang/parse"
)

func (p *puz) fmtCommand() *cli.Command {
	return &cli.Command{
		Name:      "fmt",
		Usage:     "print puzzle files in their canonical spelling",
		ArgsUsage: "FILE…",
		Description: `   puz fmt mine.puz         print it
   puz fmt -w *.puz         rewrite the files
   puz fmt -d *.puz         show what would change; exit 1 if anything would`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "w", Usage: "write the result to the file"},
			&cli.BoolFlag{Name: "d", Usage: "print a diff"},
		},
		Action: p.fmt,
	}
}

func (p *puz) fmt(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("fmt wants at least one FILE; see `puz fmt --help`")
	}
	return p.eachFile(c, func(in input) error {
		f, err := parse.File(in.name, in.text)
		if err != nil {
			return err
		}
		return p.formatted(c, in, format.File(f))
	})
}

func (p *puz) formatted(c *cli.Context, in input, text string) error {
	print := func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
	changed := text != string(in.text)
	if c.Bool("d") && changed {
		if _, err := p.stdout.Write(diff.Diff(in.name, in.text, in.name+" (formatted)", []byte(text))); err != nil {
			return err
		}
	}
	switch {
	case c.Bool("w") && in.isStdin:
		return errors.New("standard input cannot be rewritten")
	case c.Bool("w") && changed:
		return p.writeTo(in.name, print)
	case c.Bool("w"):
		return nil
	case !c.Bool("d"):
		return print(p.stdout)
	case changed:
		return exit(exitNoSolution)
	}
	return nil
}
