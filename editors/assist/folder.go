package assist

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"quadrille"
	"quadrille/compile/check"
	"quadrille/lang/ast"
)

// Folder is a folder of puzzles that may use one another. It finds and renames a declared name in all of these puzzles.
// As a Folder reads each file only once, it must serve for only one query.
type Folder struct {
	files       fs.FS
	searchPaths []string               // paths of the puzzles, or of folders with puzzles, that may use other files
	readTexts   map[string]*PuzzleText // texts read so far, by path
}

// NewFolder returns a Folder of the given files. The argument among lists the paths of puzzles, and of folders with
// puzzles, in which uses of a file are looked for. No other files are read, except those that these puzzles use.
func NewFolder(files fs.FS, among ...string) *Folder {
	return &Folder{files, among, map[string]*PuzzleText{}}
}

// maxFiles is the largest number of files and folders that are read. A larger folder, such as a whole disk, is an
// error.
const maxFiles = 5000

// loadText returns the text of a file.
func (f *Folder) loadText(name string) (*PuzzleText, error) {
	if t := f.readTexts[name]; t != nil {
		return t, nil
	}
	text, err := quadrille.ReadFile(f.files, name)
	if err != nil {
		return nil, err
	}
	below, err := fs.Sub(f.files, path.Dir(name))
	if err != nil {
		return nil, err
	}
	f.readTexts[name] = NewText(path.Base(name), string(text), below)
	return f.readTexts[name], nil
}

// TextOf returns the text of a file, or "" if the file cannot be read.
func (f *Folder) TextOf(name string) string {
	t, err := f.loadText(name)
	if err != nil {
		return ""
	}
	return t.puzzleText
}

// sharedName is a declared name together with the file that declares it, to which other files may refer.
type sharedName struct {
	declaringFile string // path of the file that declares the name
	// nameKey identifies the name in the file that declares it.
	nameKey useKey
}

// findName returns the name at an offset of a file, and the prefix under which that file uses the name, or "".
func (f *Folder) findName(name string, offset int) (found sharedName, prefix string, err error) {
	t, err := f.loadText(name)
	if err != nil {
		return found, "", err
	}
	u, ok := t.nameUseAt(offset)
	if !ok || u.meaningKey == (useKey{}) {
		return found, "", errNoName
	}
	if _, declares := t.findDeclaration(u.meaningKey); declares {
		return sharedName{name, u.meaningKey}, "", nil
	}
	for _, use := range t.useStatements() {
		prefix := namePrefixOfUse(use)
		own, fits := strings.CutPrefix(u.name, prefix)
		if !fits || !t.textOfUsedFile(use).exportsName(own) {
			continue
		}
		if use.Module != nil {
			return found, "", fmt.Errorf("`%s` comes from the standard module `%s`, which cannot be changed", u.name,
				use.Module.Text)
		}
		return sharedName{usedPath(name, use), nameKey(own)}, prefix, nil
	}
	return found, "", fmt.Errorf("nothing declares `%s`", u.name)
}

var errNoName = errors.New("there is no name here that a file declares")

// usedPath returns the path of the file that a statement of another file uses.
func usedPath(from string, use *ast.Use) string { return path.Join(path.Dir(from), string(use.Path)) }

// useStatements lists the use statements of the text.
func (t *PuzzleText) useStatements() (out []*ast.Use) {
	for _, s := range t.statements() {
		if u, ok := s.statementTree.(*ast.Use); ok {
			out = append(out, u)
		}
	}
	return out
}

// exportsName reports whether a file that uses this text can refer to the name.
func (t *PuzzleText) exportsName(name string) bool {
	return slices.ContainsFunc(t.statements(), func(s textStatement) bool {
		_, isParam := s.statementTree.(*ast.Param)
		return check.DeclaredKind(s.statementTree) != "" && !isParam && s.declaredName() == name
	})
}

// visitFilesWithName visits the files that contain a name, first the file that declares it. For each, it calls the
// function visit with the path of the file, the prefix that the file puts before the name, and the text of the file.
func (f *Folder) visitFilesWithName(th sharedName, visit func(name, prefix string, t *PuzzleText)) error {
	home, err := f.loadText(th.declaringFile)
	if err != nil {
		return err
	}
	visit(th.declaringFile, "", home)
	if th.nameKey.nameSpace != "name" || !home.exportsName(th.nameKey.declaredName) {
		return nil
	}
	puzzles, err := f.findPuzzles()
	for _, name := range puzzles {
		t, err := f.loadText(name)
		if err != nil || name == th.declaringFile || !strings.Contains(t.puzzleText, path.Base(th.declaringFile)) {
			continue // without its text, the use statements of a file are unknown
		}
		seen := map[string]bool{}
		for _, use := range t.useStatements() {
			if prefix := namePrefixOfUse(use); use.Module == nil && usedPath(name, use) == th.declaringFile &&
				!seen[prefix] {
				seen[prefix] = true
				visit(name, prefix, t)
			}
		}
	}
	return err
}

// findPuzzles lists the paths of the puzzles that may use other files.
func (f *Folder) findPuzzles() ([]string, error) {
	found, looked := map[string]bool{}, 0
	for _, root := range f.searchPaths {
		err := fs.WalkDir(f.files, root, func(name string, e fs.DirEntry, err error) error {
			looked++
			switch base := path.Base(name); {
			case looked > maxFiles:
				return fmt.Errorf("the folder has more than %d files", maxFiles)
			case err != nil, e.IsDir() && name != root && (strings.HasPrefix(base, ".") || base == "node_modules"):
				return fs.SkipDir // folders that cannot be read are skipped
			case !e.IsDir() && path.Ext(name) == ".puz":
				found[name] = true
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// keyWithPrefix returns the key of the name in a file that puts a prefix before names of the declaring file.
func (th sharedName) keyWithPrefix(prefix string) useKey {
	k := th.nameKey
	k.declaredName = prefix + k.declaredName
	return k
}

// References returns the ranges that refer to the name at an offset, by the paths of the files.
func (f *Folder) References(name string, offset int) map[string][]Range {
	th, _, err := f.findName(name, offset)
	found := map[string][]Range{}
	if err == nil {
		err = f.visitFilesWithName(th, func(name, prefix string, t *PuzzleText) {
			found[name] = append(found[name], t.rangesWithKey(th.keyWithPrefix(prefix))...)
		})
	}
	if t := f.readTexts[name]; err != nil && t != nil { // a name that other files cannot use occurs only in this file
		found[name] = t.References(offset)
	}
	return found
}

// Renamable returns the range of the name at an offset if it can be renamed, or an error with the reason.
func (f *Folder) Renamable(name string, offset int) (Range, error) {
	if _, _, err := f.findName(name, offset); err != nil {
		return Range{}, err
	}
	t := f.readTexts[name]
	if t.parseResult().errs != nil {
		return Range{}, errHasErrors
	}
	u, _ := t.nameUseAt(offset)
	return u.Range, nil
}

// Rename returns the edits that rename the name at an offset in all files, by the path of the file. It returns an error
// if the edits would change the meaning of a file.
func (f *Folder) Rename(name string, offset int, to string) (map[string][]Edit, error) {
	if _, err := f.Renamable(name, offset); err != nil {
		return nil, err
	}
	th, prefix, _ := f.findName(name, offset)
	to, fits := strings.CutPrefix(to, prefix)
	if !fits {
		return nil, fmt.Errorf("what comes from %q has names that begin with `%s`", path.Base(th.declaringFile), prefix)
	}
	edits := map[string][]Edit{}
	var refused error
	err := f.visitFilesWithName(th, func(name, prefix string, t *PuzzleText) {
		refused = cmp.Or(refused, t.checkNewName(name, prefix+to))
		for _, r := range t.rangesWithKey(th.keyWithPrefix(prefix)) {
			edits[name] = append(edits[name], Edit{r, prefix + to})
		}
	})
	if err = cmp.Or(err, refused); err != nil {
		return nil, err
	}
	return edits, f.checkMeaning(edits)
}

// checkMeaning returns an error if edits change what a file means.
func (f *Folder) checkMeaning(edits map[string][]Edit) error {
	texts := map[string]string{}
	for name, list := range edits {
		texts[name] = ApplyEdits(f.readTexts[name].puzzleText, list)
	}
	after := NewFolder(Overlay{f.files, func(name string) (string, bool) {
		text, edited := texts[name]
		return text, edited
	}})
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		t, err := after.loadText(name)
		if err != nil {
			return err
		}
		if at := f.readTexts[name].findDifference(name, t); at != "" {
			return fmt.Errorf("with this name %s would mean something else", at)
		}
	}
	return nil
}

// Overlay is a folder in which some files are replaced by texts, such as the texts that are open in an editor.
type Overlay struct {
	// FS is the folder with the files.
	fs.FS
	// TextOfFile returns the text that replaces a file. It returns false if the file is not replaced.
	TextOfFile func(name string) (string, bool)
}

// Open implements [fs.FS].
func (o Overlay) Open(name string) (fs.File, error) {
	if text, there := o.TextOfFile(name); there {
		return &textFile{strings.NewReader(text), path.Base(name)}, nil
	}
	return o.FS.Open(name)
}

// Stat implements [fs.StatFS].
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	if text, there := o.TextOfFile(name); there {
		return &textFile{strings.NewReader(text), path.Base(name)}, nil
	}
	return fs.Stat(o.FS, name)
}

// textFile presents a text as an open file.
type textFile struct {
	*strings.Reader
	name string
}

func (f *textFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *textFile) Close() error               { return nil }
func (f *textFile) Name() string               { return f.name }
func (f *textFile) Mode() fs.FileMode          { return 0o444 }
func (f *textFile) ModTime() time.Time         { return time.Time{} }
func (f *textFile) IsDir() bool                { return false }
func (f *textFile) Sys() any                   { return nil }
