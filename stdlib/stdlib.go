// Package stdlib holds the standard modules of the language, which are written in the language itself.
//
// It contains the .puz files beside it. Its input is the bare name of a module, as a use statement gives it,
// and its output the text of that module. It neither parses nor checks that text, and imports nothing of this
// repository: package check resolves use statements with it.
package stdlib

import (
	"embed"
	"fmt"
	"strings"
)

// moduleEnding follows the bare name of a module in the name of its file.
const moduleEnding = ".puz"

//go:embed *.puz
var moduleFiles embed.FS

// ReadModule returns the text of the standard module with the given bare name, such
// as "pentominoes". The caller may change the bytes. For any other name the
// error wraps [io/fs.ErrNotExist].
func ReadModule(name string) ([]byte, error) {
	// All files are in one folder and have one dot each, and an embedded folder rejects every path that is not
	// in its cleanest form. So no name with a slash, a backslash or a dot finds a file.
	text, err := moduleFiles.ReadFile(name + moduleEnding)
	if err != nil {
		return nil, fmt.Errorf("no standard module %q: %w", name, err)
	}
	return text, nil
}

// Modules returns the bare names of the standard modules, sorted.
func Modules() []string { return baseNames(moduleFiles, moduleEnding) }

// baseNames lists the files of a folder without their ending.
func baseNames(folder embed.FS, ending string) []string {
	entries, err := folder.ReadDir(".")
	if err != nil {
		panic(fmt.Sprintf("stdlib: the embedded folder cannot be listed: %v", err))
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = strings.TrimSuffix(entry.Name(), ending)
	}
	return names
}
