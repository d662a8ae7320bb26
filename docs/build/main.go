// Command build makes the site of Quadrille's documentation: pages that work from a server
// and from a file. Beside them it puts the playground, which needs a server.
//
//	go run ./docs/build -o DIR
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"quadrille/docs/site"
)

// playgroundPath is where the playground is, as seen from the root of the site.
const playgroundPath = "playground/"

func main() {
	out := flag.String("o", "", "write the site into `DIR`")
	root := flag.String("root", ".", "read the repository in `DIR`")
	playground := flag.String("playground", playgroundPath,
		"open snippets at `URL`, as seen from the root of the site; empty for no links. The default one is made, too")
	patience := flag.Duration("patience", 10*time.Second, "wait so `LONG` for the picture of an example")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./docs/build -o DIR")
		os.Exit(2)
	}
	if err := buildSite(*root, *out, *playground, *patience); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// buildSite makes the command, asks it for its manual, and writes the site.
func buildSite(root, out, playground string, patience time.Duration) error {
	if _, err := os.Stat(filepath.Join(root, "spec.md")); err != nil {
		return errors.New("this is no checkout of Quadrille: run it at the root, or say -root DIR")
	}
	dir, err := os.MkdirTemp("", "puz")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	puz := filepath.Join(dir, "puz")
	command := exec.Command("go", "build", "-o", puz, "./cmd/puz")
	command.Dir, command.Stderr = root, os.Stderr
	if err := command.Run(); err != nil {
		return err
	}
	files, err := site.Build(context.Background(), site.SiteConfig{
		Repository: os.DirFS(root),
		Puz: func(args ...string) (string, error) {
			text, err := exec.Command(puz, args...).Output()
			return string(text), err
		},
		Playground:  playground,
		DrawTimeout: patience,
	})
	if err != nil {
		return err
	}
	if err := writeFolder(out, files); err != nil || playground != playgroundPath {
		return err
	}
	return makePlayground(root, filepath.Join(out, playgroundPath))
}

// makePlayground has the playground made where the links of the snippets lead.
func makePlayground(root, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	command := exec.Command("go", "run", "./web/build", "-o", dir)
	command.Dir, command.Stdout, command.Stderr = root, os.Stderr, os.Stderr
	return command.Run()
}

// writeFolder puts files into a folder.
func writeFolder(dir string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}
