// Package examples holds the example puzzles of the language and their texts.
package examples

import "embed"

// Files holds the puzzles, and the files that these use, by their paths.
//
//go:embed *.puz */*.puz *.txt words/*.txt
var Files embed.FS
