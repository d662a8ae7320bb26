package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/generate"
	"quadrille/lang/source"
)

func (p *puz) makeCommand() *cli.Command {
	return &cli.Command{
		Name:      "make",
		Usage:     "make puzzles with one solution by the rules of a file",
		ArgsUsage: "FILE|" + strings.Join(generate.KindNames(), "|") + "|" + latinKind,
		Description: `A solution of FILE is drawn at random. Symbols, letters, men or pieces of it are
given, and left out one by one until none can go. A comment says how hard the
puzzle is for people; docs/tutorial/09-making-puzzles.md explains the words.

   puz make sudoku --seed 1                               a sudoku
   puz make sudoku --pattern rotation --difficulty hard   a symmetric one that is hard
   puz make jigsaw -n 6                                   random regions
   puz make killer -o killer.puz                          sums of cages
   puz make nonogram --picture heart.txt                  of a picture of your own
   puz make crossword -n 9 --words list.txt --theme mine.txt    of words, yours among them
   puz make crossword --picture grid.txt --words list.txt       in a grid of your own
   puz make wordsquare --seed 4                                 of three letters
   puz make slitherlink -n 7                              numbers for the sides of a loop
   puz make akari -n 10 --pattern half-turn               walls and numbers, symmetric
   puz make FILE --give views                             rules of yours, seen from the edges
   puz make FILE --give pieces                            a packing, by letters on cells
   puz make FILE --fewest --timeout 1m                    as few clues as can be
   puz make FILE --cut                                    a board with holes, and fewer pieces
   puz make sudoku --count 100 -o sudokus/                a file for each
   puz make sudoku --count 20 -o booklet.pdf              printed, with answers
   puz make sudoku --count 100 --format line | puz solve --batch -

latin makes a partial Latin square that can be completed, and has many solutions.

   puz make latin -n 33 --holes 400 --seed 1 -o square.txt`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "unique", Usage: "make puzzles with one solution, as it does anyway"},
			&cli.BoolFlag{Name: "minimal",
				Usage: "leave out clues until none can go, as it does if nothing else is said"},
			&cli.BoolFlag{Name: "fewest", Usage: "look for the fewest clues that are enough for the solution drawn"},
			&cli.IntFlag{Name: "clues", Usage: "leave out no more when `N` clues are left"},
			console.SuggestWordsFlag(&cli.StringFlag{Name: "pattern",
				Usage: "let the cells with clues have the symmetry `WORD`"}, generate.PatternNames()...),
			console.SuggestWordsFlag(&cli.StringFlag{Name: "difficulty",
				Usage: "draw until a puzzle is so hard for people: `LEVEL`, or LEVEL..LEVEL"},
				generate.Difficulties()...),
			&cli.BoolFlag{Name: "regions", Usage: "cut a Latin square into random regions"},
			&cli.BoolFlag{Name: "cages", Usage: "give sums of random cages, and no symbols"},
			console.SuggestWordsFlag(&cli.StringFlag{Name: "give",
				Usage: "give clues of the style `WORD` in place of symbols"}, generate.ClueStyles()...),
			&cli.BoolFlag{Name: "blocks", Usage: "take blocks out of the board at random, for --give sums"},
			&cli.StringFlag{Name: "picture",
				Usage: "let the solution be the picture in `FILE`, of which # and other characters are dark and " +
					"blanks and dots are not; of crossword: the grid, with # for blocks and letters that are known"},
			&cli.StringFlag{Name: "words",
				Usage: "of crossword and wordsquare: take words from `FILE`, a word a line, perhaps with a score " +
					"(cat;50), the best first", DefaultText: generate.StandardList},
			&cli.StringFlag{Name: "theme", Usage: "of crossword: put each word of `FILE` into the grid"},
			&cli.BoolFlag{Name: "cut", Usage: "cut pieces out of the board and the set, and fix none"},
			&cli.IntFlag{Name: "holes", Usage: "take `N` cells out of a board that is packed; of latin: make N holes",
				DefaultText: "none; of latin: two fifths of the cells"},
			&cli.BoolFlag{Name: "balanced", Usage: "of latin: make equally many holes in each row and column"},
			&cli.IntFlag{Name: "n", Usage: "set the parameter n to `N`; of latin: the order, up to " +
				fmt.Sprint(generate.MaxLatin) + "; of sudoku: the same as --count"},
			&cli.IntFlag{Name: "count", Value: 1, Usage: "make `N` puzzles"},
			&cli.Uint64Flag{Name: "seed", Usage: "draw by the number `N`"},
			console.SuggestWordsFlag(&cli.StringFlag{Name: "format", Value: "puz",
				Usage: "write `FORMAT`; `solve --batch` reads json and the lines of sudokus"}, generate.Formats()...),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"},
				Usage: "write to `FILE`; into a folder, or what ends in /, a file for each puzzle; " +
					"as PDF, HTML, SVG or PNG on paper"},
			console.TimeoutFlag(),
		}, console.PutInGroup("paper", bookletFlags()...)),
		Action: p.WithTimeout(p.runMake),
	}
}

// latinKind is the kind of puzzle that stands for partial Latin squares. Unlike other puzzles that are made, these have
// many solutions.
const latinKind = "latin"

// maxMadePuzzles is the largest number of puzzles that one command makes.
const maxMadePuzzles = 1_000_000

func (p *puz) runMake(c *cli.Context) error {
	if c.Args().First() == latinKind {
		return p.makeLatin(c)
	}
	q, r, err := p.readRecipe(c)
	if err != nil {
		return err
	}
	into := &pictureFiles{puz: p, targetPath: c.String("output")}
	kind := fileExtension(into.targetPath)
	if slices.Contains(bookletFormats, kind) {
		return p.printMadePuzzles(c, q, r)
	}
	if err := refuseFlags(c, "a puzzle that is written as text", bookletFlagNames()...); err != nil {
		return err
	}
	if kind == "json" && !c.IsSet("format") {
		if err := c.Set("format", kind); err != nil {
			return err
		}
	}
	inFolder := isFolder(into.targetPath) ||
		c.Int("count") > 1 && c.String("format") == "puz" && isFolderName(into.targetPath)
	switch {
	case slices.Contains(fileFormats, kind):
		return fmt.Errorf("puzzles are printed as %s, and not as %s", source.JoinWords(bookletFormats), kind)
	case inFolder && c.String("format") != "puz":
		return errors.New("-o into a folder goes with --format puz: json and lines are one file for all")
	case inFolder:
		return p.eachPuzzle(c, q, r, func(n int, text string) error {
			return into.writeInFolder(fmt.Sprintf("puzzle-%d.puz", n), func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		})
	}
	return p.Write(into.targetPath, func(w io.Writer) error {
		return p.eachPuzzle(c, q, r, func(n int, text string) error {
			if n > 1 && c.String("format") == "puz" {
				text = "\n" + text
			}
			_, err := io.WriteString(w, text)
			return err
		})
	})
}

// eachPuzzle makes the requested number of puzzles, and passes on the text of each.
func (p *puz) eachPuzzle(c *cli.Context, q *quadrille.Puzzle, r generate.Recipe,
	write func(n int, text string) error) error {
	return p.eachMadePuzzle(c, q, r, func(made generate.MadePuzzle, n int) error {
		text, err := made.Format(c.String("format"), n)
		if err != nil {
			return err
		}
		return write(n, text)
	})
}

// eachMadePuzzle makes the requested number of puzzles.
func (p *puz) eachMadePuzzle(c *cli.Context, q *quadrille.Puzzle, r generate.Recipe,
	use func(made generate.MadePuzzle, n int) error) error {
	n, count := 0, c.Int("count")
	for made, err := range generate.MakePuzzles(c.Context, q, r, c.Uint64("seed")) {
		n++
		if err == nil {
			err = use(made, n)
		}
		if err == nil && c.Context.Err() != nil {
			err = p.StoppedError(c.Context, c.Context.Err(), "the best that was found until then")
		}
		if err != nil || n == count {
			return err
		}
	}
	return nil
}

// readRecipe reads the rules of the puzzles to make and the recipe for them: the rules from a file or from the name of
// a kind, the recipe from flags.
func (p *puz) readRecipe(c *cli.Context) (q *quadrille.Puzzle, r generate.Recipe, err error) {
	o, err := console.PuzzleOptions(c)
	if err != nil || c.NArg() != 1 {
		return nil, r, errors.Join(err,
			errors.New("make wants to know what: a FILE, `puz make sudoku` or `puz make latin -n 30`; see `puz make "+
				"--help`"))
	}
	name := c.Args().First()
	text, r, known := generate.RulesOfKind(name)
	if name == "sudoku" && c.IsSet("n") {
		err = c.Set("count", fmt.Sprint(c.Int("n")))
	} else if c.IsSet("n") {
		o.Params["n"] = int64(c.Int("n"))
	}
	if _, sized := o.Params["n"]; known && sized && !strings.HasPrefix(text, "param n ") {
		return nil, r, fmt.Errorf("`puz make %s` has one size, 9; write a file such as "+
			"`latin 4 { distinct on boxes 2x2 }` for another one: %s", name,
			strings.TrimSpace("`puz make FILE "+map[bool]string{true: "--cages"}[r.CageSums]+
				map[bool]string{true: "--give " + r.ClueStyle}[r.ClueStyle != ""])+"`")
	}
	picture, failed := p.readPicture(c)
	if err = errors.Join(err, failed); err != nil {
		return nil, r, err
	}
	r.SolutionPicture = picture
	switch {
	case name == "crossword":
		delete(o.Params, "n")
		err = p.readCrossword(c, r.Crossword)
	case c.IsSet("theme"), c.IsSet("words") && name != "wordsquare":
		err = errors.New("--words is for `puz make crossword` and `puz make wordsquare`, and --theme for the former")
	case c.IsSet("words"):
		delete(o.Params, "n")
		var words []generate.ScoredWord
		if words, err = p.readWords(c.String("words")); err == nil {
			text, err = generate.WordSquareRules(words, max(1, cmp.Or(c.Int("n"), wordSquareSize)))
		}
	}
	if err != nil {
		return nil, r, err
	}
	if name == "nonogram" && r.SolutionPicture != "" {
		if text, err = generate.PictureRules(r.SolutionPicture); err != nil {
			return nil, r, err
		}
	}
	in := console.Input{Name: name + ".puz", Text: []byte(text)}
	if !known {
		in, err = p.ReadInput(name)
	}
	if err != nil {
		return nil, r, err
	}
	q, err = p.LoadInput(c, in, o)
	return q, r, errors.Join(err, readRecipeFlags(c, &r))
}

// Numbers of rows: the default for word squares, the default for crosswords from a list of the user, and the largest
// number for a random grid.
const (
	wordSquareSize = 3
	crosswordSize  = 9
	maxCrossword   = 25
)

// readCrossword reads, from flags, the grid and the words of a crossword.
func (p *puz) readCrossword(c *cli.Context, spec *generate.CrosswordSpec) (err error) {
	if c.IsSet("words") {
		spec.GridSize = crosswordSize
		if spec.WordList, err = p.readWords(c.String("words")); err != nil {
			return err
		}
	}
	if c.IsSet("theme") {
		theme, err := p.readWords(c.String("theme"))
		if err != nil {
			return err
		}
		for _, w := range theme {
			spec.ThemeWords = append(spec.ThemeWords, w.Spelling)
		}
	}
	if c.IsSet("n") {
		spec.GridSize = c.Int("n")
	}
	if spec.GridSize < 2 || spec.GridSize > maxCrossword {
		return fmt.Errorf("-n: a crossword has from 2 to %d rows", maxCrossword)
	}
	return nil
}

// readWords reads a list of words with scores.
func (p *puz) readWords(file string) ([]generate.ScoredWord, error) {
	in, err := p.ReadInput(file)
	if err != nil {
		return nil, err
	}
	return generate.ReadScoredWords(in.Name, string(in.Text))
}

// readPicture reads the file of --picture, or returns "".
func (p *puz) readPicture(c *cli.Context) (string, error) {
	if !c.IsSet("picture") {
		return "", nil
	}
	in, err := p.ReadInput(c.String("picture"))
	return string(in.Text), err
}

// readRecipeFlags sets the fields of a recipe from flags.
func readRecipeFlags(c *cli.Context, r *generate.Recipe) (err error) {
	switch n := c.Int("count"); {
	case n < 1 || n > maxMadePuzzles || c.Int("clues") < 0 || c.Int("holes") < 0:
		return fmt.Errorf("--count (of sudoku also -n) wants a number from 1 to %d, --clues and --holes one that is "+
			"not negative", maxMadePuzzles)
	case c.Bool("balanced"):
		return errors.New("--balanced is for `puz make latin`")
	case c.Bool("minimal") || c.Bool("fewest") || c.IsSet("clues"):
		r.MinClueCount = c.Int("clues")
	}
	r.MinimizeClues, r.CluePattern, r.HoleCount, r.CutPieces = c.Bool("fewest"), c.String("pattern"), c.Int("holes"),
		c.Bool("cut")
	if c.IsSet("give") {
		r.ClueStyle = c.String("give")
	}
	r.RandomBlocks = r.RandomBlocks || c.Bool("blocks")
	r.RandomRegions, r.CageSums = r.RandomRegions || c.Bool("regions"), r.CageSums || c.Bool("cages")
	if c.IsSet("difficulty") {
		r.Difficulty = new(generate.LevelRange)
		*r.Difficulty, err = generate.ParseLevelRange(c.String("difficulty"))
	}
	return err
}

func (p *puz) makeLatin(c *cli.Context) error {
	for _, flag := range c.FlagNames() {
		if !slices.Contains([]string{"n", "holes", "balanced", "seed", "output", "o", "timeout"}, flag) {
			return fmt.Errorf("`puz make latin` has no use for --%s", flag)
		}
	}
	n, holes := c.Int("n"), c.Int("holes")
	if !c.IsSet("holes") {
		holes = n * n * 2 / 5
	}
	square, err := generate.MakePartialLatin(n, holes, c.Bool("balanced"), rand.New(rand.NewPCG(c.Uint64("seed"), 1)))
	if err != nil {
		return fmt.Errorf("-n and --holes: %w", err)
	}
	return p.WriteText(c.String("output"), square)
}

func (p *puz) conjugatesCommand() *cli.Command {
	return &cli.Command{
		Name:      "conjugates",
		Usage:     "print the six conjugates of a partial Latin square",
		ArgsUsage: "SQUARE",
		Description: `A Latin square is a set of triples: a row, a column and a value. The conjugates
give the three roles to one another, and have as many completions each. SQUARE
is n lines of n characters: a dot, or 1 to 9, a to z, A to Z.

   puz conjugates square.txt
   puz conjugates square.txt --count      with the number of completions`,
		Flags: slices.Concat([]cli.Flag{&cli.BoolFlag{Name: "count", Usage: "count the completions of each"}},
			console.SearchFlags("tally", "ordered", "limit", "stats", "trace", "progress", "log", "long")),
		Action: p.WithTimeout(p.runConjugates),
	}
}

func (p *puz) runConjugates(c *cli.Context) error {
	in, err := p.ReadOneFile(c)
	if err != nil {
		return err
	}
	all, err := generate.Conjugates(in.Name, in.Text)
	if err != nil {
		return err
	}
	for k, conjugate := range all {
		if c.Bool("count") {
			if err := p.countConjugate(c, conjugate); err != nil {
				return err
			}
			continue
		}
		if k > 0 {
			fmt.Fprintln(p.Stdout)
		}
		fmt.Fprintf(p.Stdout, "%s\n%s", conjugate.Name, conjugate.Text)
	}
	return nil
}

func (p *puz) countConjugate(c *cli.Context, conjugate generate.Conjugate) error {
	s, err := p.SearchOptions(c)
	if err != nil {
		return err
	}
	q, err := quadrille.Load(conjugate.Name, []byte(conjugate.Text), quadrille.Options{Format: "latin"})
	if err != nil {
		return err
	}
	n, err := p.countSolutions(c, q, s)
	if err != nil {
		return p.StoppedError(c.Context, err, n.SolutionsText())
	}
	_, err = fmt.Fprintln(p.Stdout, conjugate.Name, n)
	return err
}
