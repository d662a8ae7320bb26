package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/explain"
	"quadrille/render"
)

func (p *puz) whyCommand() *cli.Command {
	return &cli.Command{
		Name:      "why",
		Usage:     "say why a puzzle has no solution",
		ArgsUsage: "FILE",
		Description: `Short reasons come first: something that nothing covers, areas, colorings of the
board, forced moves that end badly, parts of the text that cannot hold together. If there
is none, all is searched. A proof by weights can be checked by anybody who adds up:
--certificate prints what each item weighs. If there is a solution, the exit code is 1.

   puz why examples/mutilated-chessboard.puz
   puz why examples/mutilated-chessboard.puz --certificate
   puz why FILE --all
   puz why FILE --format json | jq -r .words
   puz why FILE --format svg -o why.svg`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "print every short reason, and not only the simplest"},
			&cli.BoolFlag{Name: "certificate", Usage: "print the weights of a proof by weights as well"},
			console.OneOf(&cli.StringFlag{Name: "format", Value: "text", Usage: "print reasons as `FORMAT`"},
				"text", "json", "svg", "png"),
			console.OutputFlag(), console.TimeoutFlag(),
		}, console.TextFlags()),
		Action: p.WithTimeout(p.runWhy),
	}
}

func (p *puz) runWhy(c *cli.Context) error {
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	style, n := p.TextStyle(c, p.Stdout), 0
	print := map[string]func(explain.Reason) error{
		"text": func(r explain.Reason) error { return p.printReason(r, n, style, c.Bool("certificate")) },
		"json": func(r explain.Reason) error { return json.NewEncoder(p.Stdout).Encode(r) },
		"svg":  func(r explain.Reason) error { return p.Write(c.String("output"), r.SVG) },
		"png": func(r explain.Reason) error {
			return p.Write(c.String("output"), func(w io.Writer) error { return render.PNG(w, r.SVG) })
		},
	}[c.String("format")]
	for r, err := range explain.Reasons(c.Context, q, s) {
		if errors.Is(err, explain.ErrSolvable) {
			fmt.Fprintln(p.Stderr, "there is a solution; `puz solve` draws it")
			return console.ExitError(console.ExitNoSolution)
		}
		if err != nil {
			return p.StoppedError(c.Context, err, "no reason")
		}
		if n++; n > 1 && !c.Bool("all") && r.Kind != "conflict" {
			continue
		}
		if err := print(r); err != nil || namesOwnFiles(c) {
			return err
		}
	}
	return nil
}

// printReason prints reason n, counted from 1, with a blank line before each but the first.
func (p *puz) printReason(r explain.Reason, n int, style quadrille.TextStyle, certificate bool) error {
	text := r.Text(style)
	if proof, ok := r.Certificate(); ok && certificate {
		text += proof.String()
	}
	if n > 1 {
		text = "\n" + text
	}
	_, err := io.WriteString(p.Stdout, text)
	return err
}
