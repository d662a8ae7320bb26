package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/prove"
)

func proofPartFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "part", Usage: "with --proof, write part K of N parts of a proof: `K/N`"},
		&cli.StringFlag{Name: "join", Usage: "with --proof, make a proof of all its parts, which are the files in " +
			"`FOLDER`"},
	}
}

// proofParts returns the function that writes a part of a proof, or joins parts, as the flags --part and --join
// request; nil without these flags.
func proofParts(c *cli.Context) (func(*quadrille.Puzzle, io.Writer, quadrille.Search) (quadrille.Number, error),
	error) {
	switch {
	case !c.IsSet("part") && !c.IsSet("join"):
		return nil, nil
	case c.IsSet("part") && c.IsSet("join"):
		return nil, errors.New("--part writes a part of a proof, and --join reads parts: say one of them")
	case c.IsSet("join"):
		return func(q *quadrille.Puzzle, w io.Writer, _ quadrille.Search) (quadrille.Number, error) {
			return joinParts(q, w, c.String("join"))
		}, nil
	}
	var number, parts int
	if _, err := fmt.Sscanf(c.String("part"), "%d/%d", &number, &parts); err != nil ||
		c.String("part") != fmt.Sprintf("%d/%d", number, parts) {
		return nil, fmt.Errorf("--part %s: write it as in --part 3/16, the third of 16 parts", c.String("part"))
	}
	return func(q *quadrille.Puzzle, w io.Writer, s quadrille.Search) (quadrille.Number, error) {
		return prove.CountPart(c.Context, q, w, s, number, parts)
	}, nil
}

// joinParts joins the parts of a proof that are files in a folder.
func joinParts(q *quadrille.Puzzle, w io.Writer, folder string) (quadrille.Number, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return quadrille.Number{}, err
	}
	var parts []*io.SectionReader
	for _, entry := range files {
		f, err := console.OpenRegular(filepath.Join(folder, entry.Name()))
		if err != nil {
			return quadrille.Number{}, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return quadrille.Number{}, err
		}
		parts = append(parts, io.NewSectionReader(f, 0, info.Size()))
	}
	n, err := prove.JoinParts(q, w, parts)
	if err != nil {
		err = fmt.Errorf("the files in %s: %w", folder, err)
	}
	return n, err
}
