package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
	"quadrille/examples"
	"quadrille/lang/source"
)

// firstFolder is the folder of the embedded examples with a first puzzle of each kind.
const firstFolder = "first"

func (p *puz) newCommand() *cli.Command {
	return &cli.Command{
		Name:      "new",
		Usage:     "write a first puzzle of some kind, to be changed",
		ArgsUsage: "[KIND [FILE]]",
		Description: `The puzzle is short, has comments, and can be solved. It is printed, or written to FILE
if there is no such file yet. Without a KIND the kinds are listed.

   puz new                         lists the kinds
   puz new packing                 prints a packing
   puz new sudoku mine.puz         writes a sudoku
   puz solve mine.puz`,
		Action: p.runNew,
	}
}

func (p *puz) runNew(c *cli.Context) error {
	kind, file := c.Args().First(), c.Args().Get(1)
	switch {
	case c.NArg() == 0:
		return p.WriteText("", strings.Join(firstPuzzleKinds(), "\n")+"\n")
	case c.NArg() > 2:
		return fmt.Errorf("new wants a KIND and a FILE, and got %d words; see `puz new --help`", c.NArg())
	}
	if slices.Contains(fileFormats, fileExtension(file)) {
		return fmt.Errorf("%s: a puzzle is text, in a file such as first.puz; `puz solve -o %s` draws it", file, file)
	}
	text, err := examples.Files.ReadFile(firstPuzzlePath(kind))
	if err != nil {
		return unknownKind(kind)
	}
	if file == "" || file == "-" {
		return p.WriteText("", string(text))
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already; name another file, or remove it", file)
	}
	if err := p.WriteText(file, string(text)); err != nil {
		return err
	}
	fmt.Fprintf(p.Stderr, "%s: %s; `puz solve %s` solves it\n", file, titleOfText(text), file)
	return nil
}

func firstPuzzlePath(kind string) string { return path.Join(firstFolder, kind+".puz") }

func unknownKind(kind string) error {
	var names []string
	for _, w := range console.NewWords(firstPuzzleKinds()...) {
		names = append(names, w.Text)
	}
	hint := "there are "
	if near := source.DidYouMean(kind, names); near != "" {
		hint = near + " There are "
	}
	return fmt.Errorf("there is no kind %q; %s%s", kind, hint, strings.Join(names, ", "))
}

// firstPuzzleKinds returns the kinds of first puzzles, each with the title of its puzzle: "sudoku: A sudoku".
func firstPuzzleKinds() (kinds []string) {
	files, err := examples.Files.ReadDir(firstFolder)
	if err != nil {
		panic(err) // the folder is embedded in the program
	}
	for _, f := range files {
		kind := strings.TrimSuffix(f.Name(), ".puz")
		text, err := examples.Files.ReadFile(firstPuzzlePath(kind))
		if err != nil {
			panic(err)
		}
		kinds = append(kinds, fmt.Sprintf("%s: %s", kind, titleOfText(text)))
	}
	return kinds
}

// titleOfText returns the title that a text states, without compiling the text.
func titleOfText(text []byte) string {
	_, rest, _ := strings.Cut("\n"+string(text), "\npuzzle \"")
	title, _, _ := strings.Cut(rest, "\"\n")
	return title
}
