package console

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"quadrille"
)

// Input is the content of a file that the user named, or of standard input.
type Input struct {
	Name    string // name of the file in messages
	Text    []byte
	IsStdin bool // whether it was read from standard input
}

// ReadOneFile reads the single FILE argument of a command; "-" stands for standard input.
func (p *Session) ReadOneFile(c *cli.Context) (Input, error) {
	if c.NArg() != 1 {
		return Input{}, fmt.Errorf("%s wants one FILE (or - for standard input), and got %d; see `puz %s --help`",
			c.Command.Name, c.NArg(), c.Command.Name)
	}
	return p.ReadInput(c.Args().First())
}

// ReadInput reads a file, or standard input if the name is "-". If the name is a link that holds a puzzle, the content
// is the link itself.
func (p *Session) ReadInput(name string) (Input, error) {
	if name == "-" {
		p.lastInputName = "stdin"
		text, err := quadrille.ReadText("standard input", p.Stdin)
		return Input{"stdin", text, true}, err
	}
	f, err := OpenRegular(name)
	if err != nil && isLink(name) {
		p.lastInputName = "link"
		return Input{"link", []byte(name), false}, nil
	}
	if err != nil {
		return Input{}, err
	}
	defer f.Close()
	p.lastInputName = filepath.Clean(name)
	text, err := quadrille.ReadText(name, f)
	return Input{filepath.Clean(name), text, false}, PlainError(err)
}

// isLink reports whether a text is a link (URL) that holds a puzzle.
func isLink(text string) bool {
	return quadrille.IsLink(quadrille.DetectFormat("", []byte(text), quadrille.Options{}))
}

// EachFile reads each argument and calls the function do with it. It prints each error, and goes on. If there was any
// error, it returns one at the end.
func (p *Session) EachFile(c *cli.Context, do func(in Input) error) error {
	worst := ExitSuccess
	for _, name := range c.Args().Slice() {
		err := p.CatchPanic(c.Command.Name, func() error {
			in, err := p.ReadInput(name)
			if err == nil {
				err = do(in)
			}
			return err
		})
		worst = max(worst, p.ReportError(c.Context, err))
	}
	if worst == ExitSuccess {
		return nil
	}
	return ExitError(worst)
}

// LoadInput compiles a puzzle, or reads a matrix. Paths to other files in its text start at the folder of the puzzle.
func (p *Session) LoadInput(c *cli.Context, in Input, o quadrille.Options) (*quadrille.Puzzle, error) {
	o.Format, o.Stop = quadrille.Format(c.String("from")), c.Context.Err
	o.Files = Folder(filepath.Dir(in.Name))
	return quadrille.Load(in.Name, in.Text, o)
}

// Write writes to a file, or to standard output if the name is "". The function write writes the content.
func (p *Session) Write(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(p.Stdout)
	}
	return p.Files.Write(name, write)
}

// WriteText writes a text to a file, or to standard output if the name is "".
func (p *Session) WriteText(name, text string) error {
	return p.Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// WatchSearch displays the progress of a search, if a flag asks for it or standard error is a terminal. It returns
// nil if nothing is displayed.
func (p *Session) WatchSearch(c *cli.Context, s *quadrille.Search) *ProgressDisplay {
	every := c.Duration("log")
	if !c.Bool("progress") && every == 0 && !IsTerminal(p.Terminal) {
		return nil
	}
	return newProgress(s, p.Terminal, p.Stderr, every, c.Bool("long"))
}

// WantsFilm reports whether --trace asks for a film, which is a record of all steps of a search, in place of the
// solutions.
func WantsFilm(c *cli.Context) bool {
	return c.Command.Name == "solve" && (c.String("trace") == "html" || c.String("trace") == "dot")
}
