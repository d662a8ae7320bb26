package assist

import (
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile/check"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// Keywords are reserved, so a statement extends to the next keyword, whatever is wrong around it.
// Its names depend only on its own spelling. So after an edit only the statements that it changes
// are parsed again.

// textStatement is a statement with its place.
type textStatement struct {
	Range // range of its words
	*parsedStatement
}

// parsedStatement is the result of parsing a statement. Places are relative to its keyword.
type parsedStatement struct {
	text string
	tree ast.Statement // nil if it has errors
	uses []nameUse
}

// splitStatements finds the statements of the text. Statements with the same spelling as before an
// edit are not parsed again.
func (t *Text) splitStatements() (out []textStatement) {
	before, now := t.readings.Load(), map[string]*parsedStatement{}
	tokens := t.tokens()
	for i := 0; i < len(tokens); {
		if tokens[i].Kind != parse.Keyword {
			i++
			continue
		}
		s := textStatement{Range: toRange(tokens[i].Range)}
		secondary := tokens[i].Text == "secondary"
		for i++; i < len(tokens) && (tokens[i].Kind != parse.Keyword || secondary && tokens[i].Text == "items"); i++ {
			secondary = false
			if tokens[i].Kind != parse.Blank {
				s.End = tokens[i].End
			}
		}
		text := t.text[s.Start:s.End]
		if before != nil {
			s.parsedStatement = (*before)[text]
		}
		if s.parsedStatement == nil {
			s.parsedStatement = now[text]
		}
		if s.parsedStatement == nil {
			// A copy, so that no statement keeps the whole text in memory.
			s.parsedStatement = readStatement(strings.Clone(text))
		}
		now[s.text] = s.parsedStatement
		out = append(out, s)
	}
	t.readings.Store(&now)
	return out
}

// readStatement parses a statement.
func readStatement(text string) *parsedStatement {
	r := &parsedStatement{text: text}
	file, _ := parse.File("", []byte(text)) // errors are reported for the whole text
	if len(file.Statements) == 1 {
		r.tree = file.Statements[0]
		r.uses = usesOf(r.tree)
	}
	return r
}

// containsOffset reports whether the statement has no errors and contains an offset.
func (s *textStatement) containsOffset(offset int) bool {
	return s.tree != nil && s.Start <= offset && offset < s.Start+s.tree.Range().End
}

// declaredName returns the name that the statement declares.
func (s *textStatement) declaredName() string {
	i := slices.IndexFunc(s.uses, func(u nameUse) bool { return u.declares })
	return s.uses[i].name
}

// findUses lists all names of the statements without errors, in order. It uses only the text: a
// name in it may stand for nothing.
func (t *Text) findUses() (out []nameUse) {
	families := map[string]bool{}
	n := 0
	for _, s := range t.statements() {
		n += len(s.uses)
		if items, ok := s.tree.(*ast.Items); ok {
			for _, r := range items.Refs {
				families[r.Name.Text] = true
			}
		}
	}
	out = make([]nameUse, 0, n)
	for _, s := range t.statements() {
		for _, u := range s.uses {
			u.Start, u.End = u.Start+s.Start, u.End+s.Start
			switch {
			case u.kind == "index":
				u.key.at += s.Start
			case u.kind == "item" && !families[u.name]:
				u.kind, u.key, u.declares = "", nameKey(u.name), false
			}
			out = append(out, u)
		}
	}
	return out
}

// findKinds returns the kind of each name that the text or the files it uses declare. If a name is
// declared twice, the first declaration counts, as in the compiler.
func (t *Text) findKinds() map[string]string {
	kinds := map[string]string{}
	now := map[string]*Text{}
	enter := func(prefix string, s textStatement) {
		if kind := check.DeclaredKind(s.tree); kind != "" {
			if name := prefix + s.declaredName(); kinds[name] == "" {
				kinds[name] = kind
			}
		}
	}
	for _, s := range t.statements() {
		u, ok := s.tree.(*ast.Use)
		if !ok {
			enter("", s)
			continue
		}
		prefix, other := prefixOf(u), t.usedText(u)
		now[other.text] = other
		for _, s := range other.statements() {
			if _, isParam := s.tree.(*ast.Param); !isParam {
				enter(prefix, s)
			}
		}
	}
	t.others.Store(&now)
	return kinds
}

// prefixOf returns the prefix of the names from a used file.
func prefixOf(u *ast.Use) string {
	if u.As == nil {
		return ""
	}
	return u.As.Text + "_"
}

// usedText returns the module or the file that a statement uses; it is empty if it cannot be found.
// A file that did not change is not parsed again.
func (t *Text) usedText(u *ast.Use) *Text {
	var text []byte
	if u.Module != nil {
		text, _ = stdlib.ReadModule(u.Module.Text)
	} else {
		_, text, _ = t.newImporter().File(t.name, string(u.Path))
	}
	if before := t.others.Load(); before != nil {
		if other, known := (*before)[string(text)]; known {
			return other
		}
	}
	return NewText(t.name, string(text), nil)
}

func (t *Text) newImporter() check.Importer {
	return quadrille.NewImporter(t.name, t.files, func(string, []byte) {})
}

// declarationRange returns the place for another declaration.
func (t *Text) declarationRange() Range {
	f := &ast.File{Source: source.NewFile(t.name, []byte(t.text))}
	for _, s := range t.statements() {
		if s.tree == nil {
			continue
		}
		f.Statements = append(f.Statements, ast.ShiftStatement(s.tree, s.Start))
		if check.DeclarationSpan(f).Start <= s.Start { // not a declaration at the start of the file
			break
		}
	}
	return toRange(check.DeclarationSpan(f).Range)
}
