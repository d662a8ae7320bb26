package quadrille_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goNames are the names of the packages of this module: package.Name, and package.Type.Member.
type goNames map[string]bool

// packageFiles parses the Go files of this module outside tests, by package.
func packageFiles(t *testing.T) map[string][]*ast.File {
	files := map[string][]*ast.File{}
	walkSources(t, ".go", func(name string) {
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name.Name] = append(files[f.Name.Name], f)
	})
	return files
}

// walkSources visits the files of the module that end in some way.
func walkSources(t *testing.T, ending string, visit func(name string)) {
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && name != "."
		if hidden || d.Name() == "node_modules" || d.Name() == "testdata" {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ending) {
			visit(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// collectNames collects the names of packages. A type that stands for another one has its members too.
func collectNames(files map[string][]*ast.File) goNames {
	names, aliases := goNames{}, map[string]string{}
	for pkg, all := range files {
		for _, f := range all {
			for _, d := range f.Decls {
				names.addDeclaration(pkg, d, aliases)
			}
		}
	}
	for name := range names {
		for alias, of := range aliases {
			if member, ok := strings.CutPrefix(name, of+"."); ok {
				names[alias+"."+member] = true
			}
		}
	}
	return names
}

func (n goNames) addDeclaration(pkg string, d ast.Decl, aliases map[string]string) {
	if f, ok := d.(*ast.FuncDecl); ok {
		name := f.Name.Name
		if f.Recv != nil {
			name = strings.TrimLeft(typeName(f.Recv.List[0].Type), "*") + "." + name
		}
		n[pkg+"."+name] = true
		return
	}
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			for _, id := range s.Names {
				n[pkg+"."+id.Name] = true
			}
		case *ast.TypeSpec:
			name := pkg + "." + s.Name.Name
			n[name] = true
			if s.Assign.IsValid() {
				aliases[name] = typeName(s.Type)
			}
			n.addMembers(pkg, name, s.Type)
		}
	}
}

// addMembers adds fields and the methods of interfaces.
func (n goNames) addMembers(pkg, name string, of ast.Expr) {
	var fields *ast.FieldList
	switch of := of.(type) {
	case *ast.StructType:
		fields = of.Fields
	case *ast.InterfaceType:
		fields = of.Methods
	default:
		return
	}
	for _, f := range fields.List {
		for _, id := range f.Names {
			n[name+"."+id.Name] = true
		}
	}
}

// typeName returns the name of a type, without its parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return typeName(e.X) + "." + e.Sel.Name
	case *ast.IndexExpr:
		return typeName(e.X)
	}
	return ""
}

// docLink matches a name in brackets as go doc links it.
var docLink = regexp.MustCompile(`(?:^|[\s(])\[\*?([a-z]\w*\.)?([A-Z]\w*(?:\.[A-Z]\w*)?)\](?:$|[\s.,;:)])`)

// TestDocLinks: each name in brackets in a comment of a declaration is one that go doc finds.
func TestDocLinks(t *testing.T) {
	files := packageFiles(t)
	names, seen := collectNames(files), 0
	for pkg, all := range files {
		for _, f := range all {
			ast.Inspect(f, func(n ast.Node) bool {
				for _, m := range docLink.FindAllStringSubmatch(declarationText(n), -1) {
					where := m[1]
					if where == "" {
						where = pkg + "."
					} else if files[strings.TrimSuffix(where, ".")] == nil {
						continue // of another module
					}
					if seen++; !names[where+m[2]] {
						t.Errorf("package %s: a comment links to %s%s, which does not exist", pkg, m[1], m[2])
					}
				}
				return true
			})
		}
	}
	if seen < 100 {
		t.Errorf("only %d links were found", seen)
	}
}

// declarationText returns the comment of a declaration, a field or a package.
func declarationText(n ast.Node) string {
	switch n := n.(type) {
	case *ast.File:
		return n.Doc.Text()
	case *ast.GenDecl:
		return n.Doc.Text()
	case *ast.FuncDecl:
		return n.Doc.Text()
	case *ast.TypeSpec:
		return n.Doc.Text()
	case *ast.ValueSpec:
		return n.Doc.Text() + " " + n.Comment.Text()
	case *ast.Field:
		return n.Doc.Text() + " " + n.Comment.Text()
	}
	return ""
}

// quotedGoName matches a name with its package or its type in a page.
var quotedGoName = regexp.MustCompile("`([A-Za-z]\\w*)\\.([A-Z]\\w*(?:\\.[A-Z]\\w*)?)[`(]")

// TestPagesNameWhatExists: each Go name with its package or its type that a page has in backticks exists.
func TestPagesNameWhatExists(t *testing.T) {
	files := packageFiles(t)
	names, seen := collectNames(files), 0
	members := map[string]bool{}
	for name := range names {
		_, rest, _ := strings.Cut(name, ".")
		members[rest] = true
	}
	walkSources(t, ".md", func(page string) {
		if page == "CHANGELOG.md" {
			return // which tells of what there was
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quotedGoName.FindAllStringSubmatch(string(text), -1) {
			isType := m[1] != strings.ToLower(m[1])
			if !isType && files[m[1]] == nil {
				continue // of another module
			}
			if seen++; isType && !members[m[1]+"."+m[2]] || !isType && !names[m[1]+"."+m[2]] {
				t.Errorf("%s: there is no %s.%s", page, m[1], m[2])
			}
		}
	})
	if seen < 5 {
		t.Errorf("only %d names were found", seen)
	}
}
