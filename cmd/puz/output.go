package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
	"quadrille/render"
	"quadrille/score"
)

// foundSolution is a solution to write, with its number, counted from 1, and its score if scores were requested.
type foundSolution struct {
	quadrille.Solution
	solutionNumber int
	solutionScore  *score.Score
	scoreNames     []string // names of the scores to print; if empty, both symmetry scores are printed
}

// drawingFlags returns the flags of every command that prints solutions.
func drawingFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		console.OneOfFlag(&cli.StringFlag{Name: "format", Value: "text", Usage: "print solutions as `FORMAT`"},
			solutionFormats...),
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Action: setFormatByExtension(fileFormats...),
			Usage: "write PDF, HTML, SVG or PNG to `FILE`, by its ending, or glb; a name without one is a folder of " +
				"pictures; with --job, any format to a file"},
	}, console.TextFlags(), console.PutInGroup("solid", append(sizeFlags(), &cli.BoolFlag{Name: "assembly",
		Usage: "say in which order the pieces of a solution in space go in, with text and json"})...))
}

// solutionFormats holds the names of the formats of solutions, each with a description.
var solutionFormats = []string{
	"text: pictures in characters", "svg: pictures on a page", "pdf: pictures to print",
	"html: a file to step through in a browser", "json: an object a line, for programs",
	"rows: the options by the names of their items", "table: what the puzzle shows", "csv: that, for spreadsheets",
	"latin: squares that can be read again",
	"dots: shapes of dots", "png: pictures in pixels", "glb: bodies, for viewers", "none: nothing, for --stats",
}

// formatFlags returns the flags of commands that give one answer: --format, with text as its default, and -o, whose
// file name may determine the format.
func formatFlags(usage string, formats ...string) []cli.Flag {
	output := console.OutputFlag().(*cli.StringFlag)
	output.Action = setFormatByExtension(formats...)
	return []cli.Flag{console.OneOfFlag(&cli.StringFlag{Name: "format", Value: "text", Usage: usage}, formats...),
		output}
}

// setFormatByExtension returns an action for -o: it sets the format by the extension of the file's name, unless
// --format is given.
func setFormatByExtension(formats ...string) func(*cli.Context, string) error {
	return func(c *cli.Context, file string) error {
		kind := fileExtension(file)
		if !slices.Contains(formats, kind) && slices.Contains(fileFormats, kind) {
			return fmt.Errorf("-o %s: `puz %s` writes no %s, but %s", file, c.Command.Name, kind,
				source.JoinWords(formats))
		}
		if said := c.String("format"); c.IsSet("format") && slices.Contains(fileFormats, kind) && kind != said {
			return fmt.Errorf("-o %s ends in .%s, and --format is %s: leave --format out, or change the ending", file,
				kind,
				said)
		}
		if drawsMany := slices.Contains(formats, "glb"); drawsMany && isFolderName(file) && !c.IsSet("job") &&
			!c.IsSet("trace") {
			kind = "svg"
		}
		if c.IsSet("format") || !slices.Contains(formats, kind) {
			return nil
		}
		return c.Set("format", kind)
	}
}

// isFolder reports whether a name is that of an existing folder, or ends in /.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return strings.HasSuffix(name, "/") || err == nil && info.IsDir()
}

// isFolderName reports whether pictures are written into a folder of this name. They are if the folder exists, if the
// name ends in /, or if nothing of this name exists and the name has no extension.
func isFolderName(name string) bool {
	_, err := os.Lstat(name)
	return isFolder(name) || name != "" && name != "-" && filepath.Ext(name) == "" && err != nil
}

// fileExtension returns the extension of the name of a file, in small letters and without its dot.
func fileExtension(file string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
}

// outputError returns the error for a file name of -o whose extension is not that of a format.
func outputError(file string) error {
	kind := fileExtension(file)
	format, isText := kind, slices.ContainsFunc(solutionFormats, func(s string) bool {
		return strings.HasPrefix(s,
			kind+":")
	})
	switch {
	case strings.HasSuffix(file, "/"):
		return fmt.Errorf("-o %s names a folder: say --format svg, png or glb for a file of each solution", file)
	case kind == "" || kind == "txt":
		format, isText = "text", true
	}
	if isText {
		return fmt.Errorf("-o goes with --format svg, png, pdf, html and glb; lines are written to standard output: "+
			"--format %s > %s", format, file)
	}
	return fmt.Errorf("-o %s: there is no format %s; the name ends in .svg, .png, .pdf, .html or .glb", file, kind)
}

// checkTerminal refuses to write pixels or pages to a terminal.
func (p *puz) checkTerminal(c *cli.Context) error {
	format, file := c.String("format"), c.String("output")
	if (format == "png" || format == "pdf") && (file == "" || file == "-") && console.IsTerminal(p.Stdout) {
		return fmt.Errorf("%s is not for a terminal: say -o FILE.%s, or --format text", strings.ToUpper(format), format)
	}
	return nil
}

// solutionOutput writes solutions in some format. A call of finishOutput follows the last call of writeSolution, even
// if the search failed.
type solutionOutput struct {
	writeSolution func(foundSolution) error
	finishOutput  func(known string) error // known describes the number of solutions, such as "at least 10 solutions"
	display       *console.ProgressDisplay // display of progress on the same terminal, or nil
}

// newSolutionOutput returns the output for the format of the flags. Formats with a single stream are written to w.
func (p *puz) newSolutionOutput(c *cli.Context, w io.Writer) (*solutionOutput, error) {
	format, assembly := c.String("format"), c.Bool("assembly")
	switch {
	case !writesItsOwnFiles(c) && c.IsSet("output") && !c.IsSet("job"):
		return nil, outputError(c.String("output"))
	case assembly && format != "text" && format != "json":
		return nil, errors.New("--assembly goes with --format text and json")
	case format != "glb" && (c.IsSet("cell") || c.IsSet("clearance") || c.IsSet("height")):
		return nil, errors.New("--cell, --clearance and --height go with --format glb")
	}
	if err := p.checkTerminal(c); err != nil {
		return nil, err
	}
	out := &solutionOutput{finishOutput: func(string) error { return nil }}
	switch format {
	case "text":
		style := p.TextStyle(c, w)
		out.writeSolution = func(f foundSolution) error { return f.writeText(w, style, assembly) }
		if style.Width > 0 {
			out.printSideBySide(w, style, assembly)
		}
	case "svg", "png":
		pictures := p.newPictureFiles(c.String("output"))
		pictures.asPNG = format == "png"
		out.writeSolution, out.finishOutput = pictures.addPicture,
			func(string) error { return pictures.writeRemaining() }
	case "glb":
		return p.glbOutput(c)
	case "html":
		return p.documentOutput(c.String("output"), new(render.Album)), nil
	case "pdf":
		return p.documentOutput(c.String("output"), new(render.PDFPages)), nil
	case "json":
		out.writeSolution = func(f foundSolution) error { return f.writeJSON(w, assembly) }
	case "rows":
		out.writeSolution = func(f foundSolution) error { return f.writeSymbolRows(w) }
	case "table", "csv":
		out.writeSolution = func(f foundSolution) error { return f.writeTables(w, format == "csv") }
	case "latin":
		out.writeSolution = func(f foundSolution) error { return f.writeSquare(w) }
	case "dots":
		out.writeSolution = func(f foundSolution) error { return f.writeDots(w) }
	default:
		out.writeSolution = func(foundSolution) error { return nil }
	}
	return out, nil
}

// writeText writes a picture of the board and the options of the core. If the argument assembly is true, the order in
// which pieces can be put together follows.
func (f foundSolution) writeText(w io.Writer, style quadrille.TextStyle, assembly bool) error {
	order := ""
	if assembly {
		text, err := render.AssemblyText(f.Solution)
		if err != nil {
			return err
		}
		order = "put together:\n" + text
	}
	_, err := fmt.Fprintf(w, "solution %d%s\n%s%s\n", f.solutionNumber, f.scoresText(), f.Text(style), order)
	return err
}

// writeJSON writes a solution as a JSON object on one line.
func (f foundSolution) writeJSON(w io.Writer, assembly bool) error {
	object := struct {
		Solution   int                   `json:"solution"`
		Symmetry   *score.Score          `json:"symmetry,omitempty"`
		Placements []quadrille.Placement `json:"placements"`
		Assembly   *render.Assembly      `json:"assembly,omitempty"`
	}{f.solutionNumber, f.solutionScore, f.Placements(), nil}
	if assembly {
		plan, err := render.PlanAssembly(f.Solution)
		if err != nil {
			return err
		}
		object.Assembly = &plan
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, escapeJSON(text))
	return err
}

// escapeJSON escapes, in JSON, characters that a terminal does not show unchanged.
func escapeJSON(text []byte) string {
	var line strings.Builder
	for _, r := range string(text) {
		if unicode.IsGraphic(r) {
			line.WriteRune(r)
		} else {
			fmt.Fprintf(&line, "\\u%04x", r)
		}
	}
	return line.String()
}

// writeSymbolRows writes each option on a line, as the names of its items, and a blank line after the solution.
func (f foundSolution) writeSymbolRows(w io.Writer) error {
	var b strings.Builder
	for _, row := range f.OptionItems() {
		b.WriteString(source.EscapeText(strings.Join(row, " ")) + "\n")
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTables writes the tables that the puzzle shows, with a blank line between two.
func (f foundSolution) writeTables(w io.Writer, asCSV bool) error {
	tables := f.Tables()
	switch suggested := f.Puzzle().SuggestTable(); {
	case tables == nil && suggested == "":
		return errors.New("this puzzle has no items with indices for a table; --format text draws it")
	case tables == nil:
		return errors.New("this puzzle shows no table; write one into it: " + suggested)
	}
	var b strings.Builder
	for k, t := range tables {
		if f.solutionNumber > 1 || k > 0 {
			b.WriteString("\n")
		}
		if !asCSV {
			b.WriteString(t.Text())
		} else if err := t.WriteCSV(&b); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeSquare writes a Latin square as text that the program can read. A blank line stands before each square except
// the first.
func (f foundSolution) writeSquare(w io.Writer) error {
	text, err := f.LatinText()
	if err == nil {
		_, err = io.WriteString(w, strings.Repeat("\n", min(1, f.solutionNumber-1))+text)
	}
	return err
}

// writeDots writes a dissection in the format of dots, with the number of the solution.
func (f foundSolution) writeDots(w io.Writer) error {
	text, err := f.DotsText(f.solutionNumber)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// sideBySideDelay is the time for which a picture on a terminal waits for further pictures that fit beside it.
const sideBySideDelay = 300 * time.Millisecond

// printSideBySide makes the output print solutions side by side.
func (o *solutionOutput) printSideBySide(w io.Writer, style quadrille.TextStyle, assembly bool) {
	var mu sync.Mutex
	var failed error
	shelf := quadrille.TextShelf{Width: style.Width}
	print := func(text func() string) error {
		mu.Lock()
		defer mu.Unlock()
		_, err := io.WriteString(w, text())
		failed = cmp.Or(failed, err)
		return failed
	}
	late := time.AfterFunc(time.Hour, func() { o.display.WithLineHidden(func() { print(shelf.TakeText) }) })
	o.writeSolution = func(f foundSolution) error {
		var text strings.Builder
		if err := f.writeText(&text, style, assembly); err != nil {
			return err
		}
		late.Reset(sideBySideDelay)
		return print(func() string { return shelf.AddText(text.String()) })
	}
	o.finishOutput = func(string) error {
		late.Stop()
		return print(shelf.TakeText)
	}
}

// documentOutput returns an output that writes all solutions to one file, or no file if there are none. Solutions are
// drawn as they are found, so little work is left when a time limit ends the search.
func (p *puz) documentOutput(name string, file render.Document) *solutionOutput {
	empty := true
	add := func(f foundSolution) error {
		defer p.Files.DelayExit()()
		empty = false
		return drawingError(file.AddSolution(f.Solution))
	}
	return &solutionOutput{writeSolution: add, finishOutput: func(known string) error {
		if empty {
			return nil
		}
		return drawingError(p.Write(name, func(w io.Writer) error { return file.Write(w, known) }))
	}}
}

// pictureFiles writes solutions as SVG pictures, or as PNG. If the target is a folder, each solution has a file of its
// own; isFolderName says which targets are folders. Otherwise all solutions are on one page, or on several pages if one
// would be too crowded. The files appear together at the end of the search. After an error none of them appears.
type pictureFiles struct {
	puz         *puz
	fileBatch   *console.Batch // nil if each file appears at once, as for generated puzzles
	hasFailed   bool           // whether an error occurred, so that no file is to appear
	asPNG       bool
	targetPath  string
	fileCount   int    // number of files in the folder
	contentNoun string // noun for a file in the folder, for the final message
	// waitingSolutions holds the solutions of the page that is not full yet.
	waitingSolutions []quadrille.Solution
	fullPages        int // number of full pages
}

func (p *puz) newPictureFiles(target string) *pictureFiles {
	return &pictureFiles{puz: p, fileBatch: p.Files.NewBatch(), targetPath: target}
}

func (p *pictureFiles) addPicture(f foundSolution) error {
	if !isFolderName(p.targetPath) {
		var err error
		if len(p.waitingSolutions) == render.PerPage && p.canWriteFurtherPages() {
			err = p.writePage()
		}
		p.waitingSolutions = append(p.waitingSolutions, f.Solution)
		return err
	}
	kind := "svg"
	if p.asPNG {
		kind = "png"
	}
	return p.writeInFolder(fmt.Sprintf("solution-%d.%s", f.solutionNumber, kind), f.Solution.SVG)
}

// writeInFolder writes a file in the target folder, and creates the folder.
func (p *pictureFiles) writeInFolder(name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(p.targetPath, 0o777); err != nil {
		return console.PlainError(err)
	}
	p.fileCount++
	return p.writeDrawing(filepath.Join(p.targetPath, name), write)
}

// canWriteFurtherPages reports whether the target is a regular file, beside which files for further pages can be
// written.
func (p *pictureFiles) canWriteFurtherPages() bool {
	info, err := os.Stat(p.targetPath)
	return p.targetPath != "" && p.targetPath != "-" && (err != nil || info.Mode().IsRegular())
}

// writePage writes the waiting solutions as a page.
func (p *pictureFiles) writePage() error {
	first := p.fullPages*render.PerPage + 1
	p.fullPages++
	err := p.writeDrawing(p.pageName(p.fullPages), func(w io.Writer) error {
		return render.SVGPage(w, first,
			p.waitingSolutions...)
	})
	p.waitingSolutions = nil
	return err
}

func (p *pictureFiles) pageName(page int) string {
	kind := filepath.Ext(p.targetPath)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(p.targetPath, kind), page, kind)
}

func (p *pictureFiles) writeRemaining() (err error) {
	switch {
	case p.hasFailed:
		return nil
	case len(p.waitingSolutions) > 0 && p.fullPages == 0:
		err = p.writeDrawing(p.targetPath, func(w io.Writer) error { return render.SVG(w, p.waitingSolutions...) })
	case len(p.waitingSolutions) > 0:
		err = p.writePage()
	}
	if err == nil {
		err = p.fileBatch.Commit()
	}
	if err == nil && p.fullPages > 0 {
		fmt.Fprintf(p.puz.Stderr, "%d pages: %s to %s\n", p.fullPages, p.pageName(1), p.pageName(p.fullPages))
	}
	if err == nil && p.fileCount > 0 {
		fmt.Fprintf(p.puz.Stderr, "%s in %s\n", source.Plural(p.fileCount, cmp.Or(p.contentNoun, "picture")),
			p.targetPath)
	}
	return err
}

func (p *pictureFiles) writeDrawing(name string, draw func(io.Writer) error) (err error) {
	if drawSVG := draw; p.asPNG {
		draw = func(w io.Writer) error { return render.PNG(w, drawSVG) }
	}
	if name == "" || name == "-" || p.fileBatch == nil {
		return drawingError(p.puz.Write(name, draw))
	}
	if err = p.fileBatch.Write(name, draw); err != nil {
		p.hasFailed = true
		p.fileBatch.Discard()
	}
	return drawingError(err)
}

// drawingError adds a hint to the error that there is nothing to draw.
func drawingError(err error) error {
	if errors.Is(err, quadrille.ErrNothingToDraw) {
		return fmt.Errorf("%w; --format rows lists them", quadrille.ErrNothingToDraw)
	}
	return err
}
