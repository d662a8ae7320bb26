package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/editors/lsp"
)

func (p *puz) lspCommand() *cli.Command {
	return &cli.Command{
		Name:  "lsp",
		Usage: "serve an editor: errors while you type, completion, hover, renaming",
		Description: `Editors start it and speak the Language Server Protocol with it over standard input and
output; docs/editors.md tells how to set up Neovim, VS Code, Helix, Emacs, Zed and Kate.
Standard modules that you look at are written into your folder for caches.

   vim.lsp.start({ name = 'puz', cmd = { 'puz', 'lsp' } })    -- in Neovim`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "stdio", Hidden: true}, // some editors add it
			&cli.DurationFlag{Name: "limit", Value: 30 * time.Second,
				Usage: "how long a drawing, a count or a test may take"},
		},
		Action: func(c *cli.Context) error {
			return lsp.Serve(c.Context, p.Stdin, p.Stdout, lsp.Options{
				OpenFolder: func(path string) fs.FS { return console.Folder(path) }, WriteModule: writeModuleFile,
				Version: versionText(), CommandTimeout: c.Duration("limit"),
			})
		},
	}
}

// writeModuleFile writes a standard module to a file in the user's cache, and returns its path, so that an editor can
// open it.
func writeModuleFile(name string) (string, error) {
	text, err := quadrille.ReadModule(name)
	caches, none := os.UserCacheDir()
	if err = errors.Join(err, none); err != nil {
		return "", err
	}
	path := filepath.Join(caches, "puz", name+".puz")
	return path, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text, 0o644))
}
