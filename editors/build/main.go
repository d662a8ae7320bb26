// Command build writes the grammars of editors from the words and the grammar of the language:
//
//	go run ./editors/build
//
// Its input is the grammar of the language. Its output is one file for each kind of editor, below the given folder or
// else below editors. All other files in that folder are written by hand. The parser for CodeMirror is made from the
// generated grammar with Node: see editors/README.md.
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

// fileMakers holds the function that generates each file, by the path of the file.
var fileMakers = map[string]func() []byte{
	"vscode/syntaxes/puz.tmLanguage.json": textMateSource,
	"vim/syntax/puz.vim":                  vimSyntax,
	"codemirror/puz.grammar":              lezerGrammar,
}

func writeFiles(folder string) error {
	for name, generate := range fileMakers {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), generate(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
