package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
	"quadrille/lang/source"
	"quadrille/web/serve"
)

func (p *puz) serveCommand() *cli.Command {
	return &cli.Command{
		Name:      "serve",
		Usage:     "show puzzles in a browser, and again whenever they are saved",
		ArgsUsage: "[FILE|FOLDER]",
		Description: `The address to open is printed. The page has an editor, pictures and all examples; what
it is asked is answered by this command, at the speed of the machine. Of a FILE each save
is shown, of a FOLDER (the current one, if none is named) each puzzle that is saved.
Nothing outside of the folder is read, nothing is written, and nobody is answered who has
not the key at the end of the address. Ctrl-C ends it.

   puz serve examples/scott.puz
   puz serve --budget 1h --max-memory 4096
   puz serve puzzles --address 127.0.0.1:9000`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "address", Value: "127.0.0.1:8484",
				Usage: "listen at `HOST:PORT`, or at another port if that is taken"},
			console.ThreadsFlag(runtime.NumCPU(), "search on `N` threads"),
			console.MemoryFlag(1024, "let the tables of a search grow to `N` megabytes"),
			budgetFlag(10 * time.Minute),
		},
		Action: p.runServe,
	}
}

// maxServedSolutions is the largest number of solutions that are sent to a page.
const maxServedSolutions = 10_000

func (p *puz) runServe(c *cli.Context) error {
	if c.NArg() > 1 {
		return fmt.Errorf("serve wants one FILE or FOLDER, and got %d; see `puz serve --help`", c.NArg())
	}
	folder, file := cmp.Or(c.Args().First(), "."), ""
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		folder, file = filepath.Split(filepath.Clean(folder))
		folder = cmp.Or(folder, ".")
	}
	s, err := serve.NewServer(folder, file, serve.Host{
		Threads: c.Int("threads"), MaxTime: c.Duration("budget"), MaxBytes: int64(c.Int("max-memory")) << 20,
		MaxSolutions: maxServedSolutions,
	})
	if err != nil {
		return console.PlainError(err)
	}
	defer s.Close()
	l, err := serve.ListenNear(c.String("address"))
	if err != nil {
		return fmt.Errorf("--address %s: %w", c.String("address"), err)
	}
	fmt.Fprintln(p.Stdout, s.URL(l))
	return s.Serve(c.Context, l, log.New(p.Stderr, "puz: ", 0))
}

// budgetFlag returns the flag for the time limit of each search.
func budgetFlag(defaultValue time.Duration) cli.Flag {
	return &cli.DurationFlag{Name: "budget", Value: defaultValue, Usage: "stop the search for an answer after `TIME`",
		Action: func(_ *cli.Context, said time.Duration) error {
			if said <= 0 {
				return errors.New("--budget wants a time above 0, such as 10s")
			}
			return nil
		}}
}

// liveSearchFlags returns the flags for searches that start again after each edit of a file.
func liveSearchFlags() []cli.Flag {
	return []cli.Flag{
		console.EngineFlag(),
		console.ThreadsFlag(1, "search on `N` threads"),
		console.MemoryFlag(0, "let tables and clauses grow to `N` megabytes"),
		budgetFlag(10 * time.Second),
	}
}

// flagsWithoutFrom returns the flags without --from, as files that people edit are always in the language.
func flagsWithoutFrom(flags []cli.Flag) []cli.Flag {
	return slices.DeleteFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == "from" })
}

func (p *puz) watchCommand() *cli.Command {
	return &cli.Command{
		Name:      "watch",
		Usage:     "check and solve a puzzle again whenever it is saved",
		ArgsUsage: "FILE",
		Description: `After each save of FILE, or of a module or list of words that it uses, its errors are
shown, or a solution, the number of solutions and what has come of its expectations.
An edit ends the search that is under way, and Ctrl-C the command.

   puz watch examples/scott.puz
   puz watch mine.puz -D n=6 --budget 2s
   puz watch mine.puz --up-to-symmetry | tee log.txt`,
		Flags: slices.Concat(flagsWithoutFrom(console.PuzzleFlags()), console.ClassFlags(), liveSearchFlags(),
			console.TextFlags()),
		Action: p.watchFile,
	}
}

func (p *puz) watchFile(c *cli.Context) error {
	if c.NArg() != 1 || c.Args().First() == "-" {
		return errors.New("watch wants one FILE, which somebody edits; see `puz watch --help`")
	}
	name := filepath.Clean(c.Args().First())
	f, err := console.OpenRegular(name)
	if err != nil {
		return err
	}
	f.Close()
	l := serve.PuzzleReport{Name: name, TimeLimit: c.Duration("budget")}
	if l.Options, err = console.PuzzleOptions(c); err != nil {
		return err
	}
	if l.Search, err = p.SearchOptions(c); err != nil {
		return err
	}
	l.Style = p.TextStyle(c, p.Stdout)
	header := "── %s, %s\n"
	if console.IsTerminal(p.Stdout) && os.Getenv("TERM") != "dumb" {
		header = "\x1b[H\x1b[2J" + header // clears the screen of a terminal
	}
	return serve.WatchFolder(c.Context, filepath.Dir(name), func(ctx context.Context, files fs.FS) error {
		fmt.Fprintf(p.Stdout, header, source.EscapeText(name), time.Now().Format(time.TimeOnly))
		return l.Write(ctx, p.Stdout, files)
	})
}
