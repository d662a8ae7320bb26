// Package examples holds the examples of the language, and where they come from.
package examples

import "embed"

// Files has the puzzles by their paths, and the files that they use.
//
//go:embed *.puz */*.puz *.txt words/*.txt
var Files embed.FS
