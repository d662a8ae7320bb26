// Package examples holds the example puzzles of the language with their sources.
package examples

import "embed"

// Files has the puzzles by their paths, and the files that they use.
//
//go:embed *.puz */*.puz *.txt words/*.txt
var Files embed.FS
