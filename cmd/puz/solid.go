package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
	"quadrille/render"
)

func (p *puz) piecesCommand() *cli.Command {
	return &cli.Command{
		Name:      "pieces",
		Usage:     "write the pieces of a puzzle as files for 3D printers and viewers",
		ArgsUsage: "FILE",
		Description: `One of each kind. Cubes and prisms become solid bodies, balls are joined by necks, and flat
pieces become plates; each face is moved inwards by the clearance, so that the printed pieces fit. STL is a
file for each piece, in millimetres, and glb (glTF 2.0) one file with all of them, in their colors.

   puz pieces examples/soma.puz -o soma/
   puz pieces examples/soma.puz --cell 20 --clearance 0.15 -o soma/
   puz pieces examples/scott.puz --height 6 -o pentominoes/
   puz pieces examples/soma.puz --format glb -o soma.glb`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			console.OneOfFlag(&cli.StringFlag{Name: "format", Value: "stl", Usage: "write `FORMAT`"}, "stl", "glb"),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Action: setFormatOfPieces,
				Usage: "write into `FOLDER`; with glb, to a file"},
		}, sizeFlags()),
		Action: p.WithTimeout(p.runPieces),
	}
}

// setFormatOfPieces sets the format of pieces by the extension of the file of -o.
func setFormatOfPieces(c *cli.Context, file string) error {
	if fileExtension(file) == "stl" {
		return fmt.Errorf("-o %s: stl is a file for each piece, so name a folder: -o %s/", file,
			strings.TrimSuffix(file, filepath.Ext(file)))
	}
	return setFormatByExtension("stl", "glb")(c, file)
}

// sizeFlags returns the flags for the size of bodies.
func sizeFlags() []cli.Flag {
	usual := render.DefaultPrintSize()
	return []cli.Flag{
		&cli.Float64Flag{Name: "cell", Value: usual.CellWidth, Usage: "make cells `MM` wide"},
		&cli.Float64Flag{Name: "clearance", Value: usual.Clearance, Usage: "move each face inwards by `MM`"},
		&cli.Float64Flag{Name: "height", Value: usual.PlateHeight, Usage: "make plates `MM` thick"},
	}
}

func readPrintSize(c *cli.Context) render.PrintSize {
	return render.PrintSize{CellWidth: c.Float64("cell"), Clearance: c.Float64("clearance"),
		PlateHeight: c.Float64("height")}
}

func (p *puz) runPieces(c *cli.Context) error {
	format, target := c.String("format"), c.String("output")
	if target == "" {
		return errors.New("pieces wants -o: a folder for stl, a file for glb")
	}
	q, err := p.LoadPuzzle(c)
	if err != nil {
		return err
	}
	bodies, err := render.PieceBodies(q, readPrintSize(c))
	if err != nil {
		return err
	}
	for _, b := range bodies {
		if n := b.CountBodies(); n > 1 {
			fmt.Fprintf(p.Stderr, "%s falls into %d parts: nothing holds cells that are not side by side\n", b.Name, n)
		}
	}
	p.printLostProperties(q)
	if format == "glb" {
		if err = p.Write(target, func(w io.Writer) error { return render.GLB(w, bodies...) }); err == nil {
			fmt.Fprintf(p.Stderr, "%s in %s\n", source.Plural(len(bodies), "piece"), target)
		}
	} else {
		files := p.newPictureFiles(target)
		files.contentNoun = "piece"
		for i := 0; err == nil && i < len(bodies); i++ {
			err = files.writeInFolder(bodies[i].Name+".stl", bodies[i].STL)
		}
		if err == nil {
			return files.writeRemaining()
		}
	}
	return err
}

// printLostProperties prints which properties of pieces files of bodies cannot express.
func (p *puz) printLostProperties(q *quadrille.Puzzle) {
	if lost := render.DescribeUnshown(q); lost != "" {
		fmt.Fprintf(p.Stderr, "note: %s are not in these files, which hold shapes\n", lost)
	}
}

// glbOutput returns an output that writes solutions as bodies. If the target is a folder, each solution has a file in
// it. Otherwise the target is the file for the only solution.
func (p *puz) glbOutput(c *cli.Context) (*solutionOutput, error) {
	files := p.newPictureFiles(c.String("output"))
	files.contentNoun = "file"
	if files.targetPath == "" {
		return nil, errors.New("--format glb wants -o: a file for one solution, or a folder")
	}
	draw := func(w io.Writer, f foundSolution) error {
		bodies, err := render.SolutionBodies(f.Solution, readPrintSize(c))
		if err != nil {
			return err
		}
		return render.GLB(w, bodies...)
	}
	var only []foundSolution // the only solution so far, for a single file; empty once there are two
	write := func(f foundSolution) error {
		switch {
		case isFolderName(files.targetPath):
			return files.writeInFolder(fmt.Sprintf("solution-%d.glb", f.solutionNumber),
				func(w io.Writer) error { return draw(w, f) })
		case len(only) > 0:
			only = nil
			return errors.New("a glb file holds one solution: say --limit 1, or name a folder, such as -o solutions/")
		}
		only = append(only, f)
		return nil
	}
	return &solutionOutput{writeSolution: write, finishOutput: func(string) error {
		if len(only) == 0 {
			return files.writeRemaining()
		}
		return p.Write(files.targetPath, func(w io.Writer) error { return draw(w, only[0]) })
	}}, nil
}

// fileFormats lists the formats that are written to the files of -o, and not to a stream.
var fileFormats = []string{"svg", "png", "pdf", "html", "glb"}

// writesItsOwnFiles reports whether the requested format is one of fileFormats.
func writesItsOwnFiles(c *cli.Context) bool {
	return slices.Contains(fileFormats, c.String("format"))
}

// maxPictures returns the number of solutions to draw if --limit is not given.
func (p *puz) maxPictures(c *cli.Context) int {
	if c.String("format") == "glb" && !isFolderName(c.String("output")) {
		return 1
	}
	return defaultPictures
}
