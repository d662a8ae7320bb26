// Command build writes the grammars of editors from the words and the grammar of the language:
//
//	go run ./editors/build
//
// It writes one file for each kind of editor below the folder it is told, or editors. What else stands there
// is written by hand. The parser for CodeMirror is made from its grammar by Node: see editors/README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	folder := flag.String("o", "editors", "the folder to write below")
	flag.Parse()
	if err := writeFiles(*folder); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// generated are the files that are made, and what makes each.
var generated = map[string]func() []byte{
	"vscode/syntaxes/puz.tmLanguage.json": textMateSource,
	"vim/syntax/puz.vim":                  vimSyntax,
	"codemirror/puz.grammar":              lezerGrammar,
}

func writeFiles(folder string) error {
	for name, generate := range generated {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), generate(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
