package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

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
   puz why FILE --all -o why.svg`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "print every short reason, and not only the simplest"},
			&cli.BoolFlag{Name: "certificate", Usage: "print the weights of a proof by weights as well"},
		}, formatFlags("print reasons as `FORMAT`", "text", "json", "svg", "png", "pdf", "html"),
			[]cli.Flag{console.TimeoutFlag()}, console.TextFlags()),
		Action: p.WithTimeout(p.runWhy),
	}
}

func (p *puz) runWhy(c *cli.Context) error {
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	return p.writeReasons(c, pageTitle(q),
		func(visit func(explain.Reason) error) error { return p.eachReason(c, q, s, visit) })
}

// writeReasons writes the reasons that visitAll visits, in the requested format. A picture shows only the first reason,
// except with --all. The title is for a page in HTML.
func (p *puz) writeReasons(c *cli.Context, title string,
	visitAll func(visit func(explain.Reason) error) error) error {
	if err := p.checkTerminal(c); err != nil {
		return err
	}
	if format := c.String("format"); format != "text" && format != "json" {
		return p.drawReasons(c, title, visitAll)
	}
	return p.Write(c.String("output"), func(w io.Writer) error {
		style, n := p.TextStyle(c, w), 0
		return visitAll(func(r explain.Reason) error {
			if n++; c.String("format") == "json" {
				return json.NewEncoder(w).Encode(r)
			}
			return printReason(w, r, n, style, c.Bool("certificate"))
		})
	})
}

// drawReasons draws the first reason, or all reasons with --all, on a page with their sentences.
func (p *puz) drawReasons(c *cli.Context, title string,
	visitAll func(visit func(explain.Reason) error) error) error {
	page := &render.Explanation{Title: title}
	err := visitAll(func(r explain.Reason) error {
		if len(page.ExplanationParts) > 0 && !c.Bool("all") {
			return nil
		}
		part := render.ExplanationPart{Sentences: r.Sentences}
		if c.Bool("all") && r.Kind != explain.Ended {
			part.PartNumber = len(page.ExplanationParts) + 1
		}
		part.Picture, _ = r.Picture()
		page.ExplanationParts = append(page.ExplanationParts, part)
		return nil
	})
	if err != nil {
		return err
	}
	write := map[string]func(io.Writer) error{"svg": page.SVG, "pdf": page.PDF, "html": page.HTML,
		"png": func(w io.Writer) error { return render.PNG(w, page.SVG) }}[c.String("format")]
	return p.Write(c.String("output"), write)
}

// pageTitle returns the title of a puzzle, or the name of its file.
func pageTitle(q *quadrille.Puzzle) string { return cmp.Or(q.Title(), filepath.Base(q.Input().Name)) }

// eachReason calls the function visit with the first reason and a conflict of clues, or, with --all, with every reason.
func (p *puz) eachReason(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search,
	visit func(explain.Reason) error) error {
	n := 0
	for r, err := range explain.Reasons(c.Context, q, s) {
		if errors.Is(err, explain.ErrSolvable) {
			fmt.Fprintln(p.Stderr, "there is a solution; `puz solve` draws it")
			return console.ExitError(console.ExitNoSolution)
		}
		if err != nil {
			return p.StoppedError(c.Context, err, "no reason")
		}
		if n++; n > 1 && !c.Bool("all") && r.Kind != explain.Conflict {
			continue
		}
		if err := visit(r); err != nil {
			return err
		}
	}
	return nil
}

// exitWithoutSolution prints which command explains why there is no solution, and returns the exit code.
func (p *puz) exitWithoutSolution(c *cli.Context) error {
	var words strings.Builder
	for _, param := range c.StringSlice("D") {
		words.WriteString(" -D " + param)
	}
	if file := c.Args().First(); file != "" && file != "-" {
		fmt.Fprintf(p.Stderr, "`puz why %s%s` says why\n", file, words.String())
	}
	return console.ExitError(console.ExitNoSolution)
}

// printReason prints the n-th reason. A blank line stands before each reason except the first.
func printReason(w io.Writer, r explain.Reason, n int, style quadrille.TextStyle, certificate bool) error {
	text := r.Text(style)
	if proof, ok := r.Certificate(); ok && certificate {
		text += proof.String()
	}
	if n > 1 {
		text = "\n" + text
	}
	_, err := io.WriteString(w, text)
	return err
}
