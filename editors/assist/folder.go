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

// Folder is puzzles that may use one another. A name that one of them declares is found, and renamed, in all. It
// reads each of its files once, so it is made for one question.
type Folder struct {
	files fs.FS
	texts map[string]*Text // by their paths
}

// NewFolder takes the files that there are.
func NewFolder(files fs.FS) *Folder { return &Folder{files, map[string]*Text{}} }

// mostFiles bounds the files and folders that are looked at: who opens a whole disk hears so.
const mostFiles = 5000

// text returns the text of a file.
func (f *Folder) text(name string) (*Text, error) {
	if t := f.texts[name]; t != nil {
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
	f.texts[name] = New(path.Base(name), string(text), below)
	return f.texts[name], nil
}

// Text returns the text of a file that a question was about, or "".
func (f *Folder) Text(name string) string {
	t, err := f.text(name)
	if err != nil {
		return ""
	}
	return t.text
}

// thing is what a name stands for in all files: one of those that a file declares, or for itself in a file alone.
type thing struct {
	home string // the path of its file
	key  key
}

// thing finds what stands at an offset of a file, and what comes before its name there, if the file wants so.
func (f *Folder) thing(name string, offset int) (found thing, prefix string, err error) {
	t, err := f.text(name)
	if err != nil {
		return found, "", err
	}
	u, ok := t.useAt(offset)
	if !ok || u.key == (key{}) {
		return found, "", errNoName
	}
	if _, declares := t.declaration(u.key); declares {
		return thing{name, u.key}, "", nil
	}
	for _, use := range t.used() {
		prefix := prefixOf(use)
		own, fits := strings.CutPrefix(u.name, prefix)
		if !fits || !t.other(use).exports(own) {
			continue
		}
		if use.Module != nil {
			return found, "", fmt.Errorf("`%s` comes from the standard module `%s`, which cannot be changed", u.name, use.Module.Text)
		}
		return thing{pathOf(name, use), nameKey(own)}, prefix, nil
	}
	return found, "", fmt.Errorf("nothing declares `%s`", u.name)
}

var errNoName = errors.New("there is no name here that a file declares")

// pathOf returns the path of the file that a statement of another file uses.
func pathOf(from string, use *ast.Use) string { return path.Join(path.Dir(from), string(use.Path)) }

// used lists the statements that use modules and other files.
func (t *Text) used() (out []*ast.Use) {
	for _, s := range t.statements() {
		if u, ok := s.tree.(*ast.Use); ok {
			out = append(out, u)
		}
	}
	return out
}

// exports reports whether those who use the text get a name from it.
func (t *Text) exports(name string) bool {
	return slices.ContainsFunc(t.statements(), func(s statement) bool {
		_, isParam := s.tree.(*ast.Param)
		return check.Declares(s.tree) != "" && !isParam && s.declared() == name
	})
}

// named visits the files in which a thing has a name, its own first, with what stands before the name there.
func (f *Folder) named(th thing, visit func(name, prefix string, t *Text)) error {
	home, err := f.text(th.home)
	if err != nil {
		return err
	}
	visit(th.home, "", home)
	if th.key.space != "name" || !home.exports(th.key.name) {
		return nil
	}
	looked := 0
	return fs.WalkDir(f.files, ".", func(name string, e fs.DirEntry, err error) error {
		looked++
		switch base := path.Base(name); {
		case looked > mostFiles:
			return fmt.Errorf("the folder has more than %d files", mostFiles)
		case err != nil, e.IsDir() && (strings.HasPrefix(base, ".") && base != "." || base == "node_modules"):
			return fs.SkipDir // as far as it can be read
		case e.IsDir() || path.Ext(name) != ".puz" || name == th.home:
			return nil
		}
		t, err := f.text(name)
		if err != nil || !strings.Contains(t.text, path.Base(th.home)) {
			return nil // what cannot be read uses nothing
		}
		seen := map[string]bool{}
		for _, use := range t.used() {
			if prefix := prefixOf(use); use.Module == nil && pathOf(name, use) == th.home && !seen[prefix] {
				seen[prefix] = true
				visit(name, prefix, t)
			}
		}
		return nil
	})
}

// at returns the key of a thing in a file where a prefix stands before its name.
func (th thing) at(prefix string) key {
	k := th.key
	k.name = prefix + k.name
	return k
}

// References lists the places where the thing at an offset is named, by the paths of the files.
func (f *Folder) References(name string, offset int) map[string][]Range {
	th, _, err := f.thing(name, offset)
	found := map[string][]Range{}
	if err == nil {
		err = f.named(th, func(name, prefix string, t *Text) { found[name] = append(found[name], t.keyed(th.at(prefix))...) })
	}
	if t := f.texts[name]; err != nil && t != nil { // what comes from elsewhere is known in its own file alone
		found[name] = t.References(offset)
	}
	return found
}

// Renamable returns the name at an offset that can be renamed, or says why there is none.
func (f *Folder) Renamable(name string, offset int) (Range, error) {
	if _, _, err := f.thing(name, offset); err != nil {
		return Range{}, err
	}
	t := f.texts[name]
	if t.parsed().errs != nil {
		return Range{}, errBroken
	}
	u, _ := t.useAt(offset)
	return u.Range, nil
}

// Rename returns the edits that give the thing at an offset another name in all files, by their paths, or says why they
// would change what a file means.
func (f *Folder) Rename(name string, offset int, to string) (map[string][]Edit, error) {
	if _, err := f.Renamable(name, offset); err != nil {
		return nil, err
	}
	th, prefix, _ := f.thing(name, offset)
	to, fits := strings.CutPrefix(to, prefix)
	if !fits {
		return nil, fmt.Errorf("what comes from %q has names that begin with `%s`", path.Base(th.home), prefix)
	}
	edits := map[string][]Edit{}
	var refused error
	err := f.named(th, func(name, prefix string, t *Text) {
		refused = cmp.Or(refused, t.free(name, prefix+to))
		for _, r := range t.keyed(th.at(prefix)) {
			edits[name] = append(edits[name], Edit{r, prefix + to})
		}
	})
	if err = cmp.Or(err, refused); err != nil {
		return nil, err
	}
	return edits, f.keeps(edits)
}

// keeps returns an error if edits change what a file means.
func (f *Folder) keeps(edits map[string][]Edit) error {
	texts := map[string]string{}
	for name, list := range edits {
		texts[name] = Apply(f.texts[name].text, list)
	}
	after := NewFolder(Overlay{f.files, func(name string) (string, bool) { text, edited := texts[name]; return text, edited }})
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		t, err := after.text(name)
		if err != nil {
			return err
		}
		if !f.texts[name].means(t) {
			return fmt.Errorf("with this name %s would mean something else", name)
		}
	}
	return nil
}

// Overlay is a folder in which some texts stand in the place of files.
type Overlay struct {
	fs.FS
	Text func(name string) (string, bool)
}

// Open implements [fs.FS].
func (o Overlay) Open(name string) (fs.File, error) {
	if text, there := o.Text(name); there {
		return &openFile{strings.NewReader(text), path.Base(name)}, nil
	}
	return o.FS.Open(name)
}

// Stat implements [fs.StatFS].
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	if text, there := o.Text(name); there {
		return &openFile{strings.NewReader(text), path.Base(name)}, nil
	}
	return fs.Stat(o.FS, name)
}

// openFile is a text as a file.
type openFile struct {
	*strings.Reader
	name string
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *openFile) Close() error               { return nil }
func (f *openFile) Name() string               { return f.name }
func (f *openFile) Mode() fs.FileMode          { return 0o444 }
func (f *openFile) ModTime() time.Time         { return time.Time{} }
func (f *openFile) IsDir() bool                { return false }
func (f *openFile) Sys() any                   { return nil }
