// Command build writes the documentation site of Quadrille: pages that work from a server and as local files. It also
// writes the playground, a page that needs a server.
//
//	go run ./docs/build -o DIR
package main

import (
	"context"
	"encoding/json"
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
	"quadrille/web/gallery"
)

// playgroundPath is the path of the playground from the root of the site.
const playgroundPath = "playground/"

func main() {
	out := flag.String("o", "", "write the site into `DIR`")
	root := flag.String("root", ".", "read the repository in `DIR`")
	playground := flag.String("playground", playgroundPath,
		"open snippets at `URL`, as seen from the root of the site; empty for no links. The default one is made, too")
	published := flag.String("source", "", "lead to the repository at `URL`, and not to the pages of the project")
	patience := flag.Duration("patience", 3*time.Second,
		"wait so `LONG` for the picture of an example, where no playground is made")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./docs/build -o DIR")
		os.Exit(2)
	}
	c := site.SiteConfig{PlaygroundPath: *playground, SourceURL: *published, DrawTimeout: *patience}
	if err := buildSite(*root, *out, c); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// runStep runs one step of the build. It prints on standard error the name of the step, and when the step is done its
// time and its result.
func runStep(what string, do func() (string, error)) error {
	fmt.Fprintf(os.Stderr, "%s …", what)
	begun := time.Now()
	made, err := do()
	fmt.Fprintf(os.Stderr, " %.1f s  %s\n", time.Since(begun).Seconds(), made)
	return err
}

// buildSite compiles the command puz, obtains the manual by running that command, and writes the site.
func buildSite(root, out string, c site.SiteConfig) error {
	if _, err := os.Stat(filepath.Join(root, "spec.md")); err != nil {
		return errors.New("this is no checkout of Quadrille: run it at the root, or say -root DIR")
	}
	dir, err := os.MkdirTemp("", "puz")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	puz := filepath.Join(dir, "puz")
	c.Repository = os.DirFS(root)
	c.RunPuz = func(args ...string) (string, error) {
		text, err := exec.Command(puz, args...).Output()
		return string(text), err
	}
	err = runStep("compiling puz", func() (string, error) {
		return "",
			goCommand(root, "build", "-o", puz, "./cmd/puz")
	})
	if err == nil && c.PlaygroundPath == playgroundPath {
		err = runStep("making the playground, and drawing the examples", func() (made string, err error) {
			c.DrawnExamples, err = makePlayground(root, filepath.Join(out, playgroundPath))
			return fmt.Sprintf("%d pictures", len(c.DrawnExamples)), err
		})
	}
	if err != nil {
		return err
	}
	return runStep("making the pages", func() (string, error) {
		files, err := site.Build(context.Background(), c)
		if err != nil {
			return "", err
		}
		return describeFiles(files), writeFolder(out, files)
	})
}

// describeFiles describes the number of pages, and the size of the search index that a reader loads.
func describeFiles(files map[string][]byte) string {
	pages, size := 0, 0
	for name, text := range files {
		size += len(text)
		if filepath.Ext(name) == ".html" {
			pages++
		}
	}
	return fmt.Sprintf("%d pages, %d files of %.1f MB; the search index has %d kB", pages, len(files),
		float64(size)/1e6,
		len(files[site.IndexFile])/1000)
}

// goCommand runs the go command in the folder of the repository.
func goCommand(root string, args ...string) error {
	command := exec.Command("go", args...)
	command.Dir, command.Stderr = root, os.Stderr
	return command.Run()
}

// makePlayground builds the playground in the folder to which the snippets of the site link. It returns the examples of
// the playground, with their pictures.
func makePlayground(root, dir string) (map[string]gallery.Entry, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := goCommand(root, "run", "./web/build", "-o", dir); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "gallery.json"))
	if err != nil {
		return nil, err
	}
	var entries []gallery.Entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, err
	}
	drawn := map[string]gallery.Entry{}
	for _, e := range entries {
		drawn[e.Name] = e
	}
	return drawn, nil
}

// writeFolder writes files into a folder.
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
