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

// Keywords are reserved, so a statement extends to the next keyword, whatever errors are around it. The names in a
// statement depend only on its own spelling. So after an edit only the changed statements are parsed again.

// textStatement is a statement with its place in the text.
type textStatement struct {
	Range // range from the first word of the statement to the last
	*parsedStatement
}

// parsedStatement is a parsed statement. Its offsets are relative to its keyword.
type parsedStatement struct {
	text          string
	statementTree ast.Statement // syntax tree of the statement; nil if the statement has errors
	// nameUses lists the names in the statement.
	nameUses []nameUse
}

// splitStatements returns the statements of the text. A statement with the same spelling as in the version before is
// not parsed again.
func (t *PuzzleText) splitStatements() (out []textStatement) {
	before, now := t.knownStatements.Load(), map[string]*parsedStatement{}
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
		text := t.puzzleText[s.Start:s.End]
		if before != nil {
			s.parsedStatement = (*before)[text]
		}
		if s.parsedStatement == nil {
			s.parsedStatement = now[text]
		}
		if s.parsedStatement == nil {
			// The copy prevents the statement from keeping the whole text in memory.
			s.parsedStatement = readStatement(strings.Clone(text))
		}
		now[s.text] = s.parsedStatement
		out = append(out, s)
	}
	t.knownStatements.Store(&now)
	return out
}

// readStatement parses a statement.
func readStatement(text string) *parsedStatement {
	r := &parsedStatement{text: text}
	file, _ := parse.File("", []byte(text)) // errors are reported when the whole text is parsed
	if len(file.Statements) == 1 {
		r.statementTree = file.Statements[0]
		r.nameUses = nameUsesOf(r.statementTree)
	}
	return r
}

// containsOffset reports whether the statement contains an offset. It is false for a statement with errors.
func (s *textStatement) containsOffset(offset int) bool {
	return s.statementTree != nil && s.Start <= offset && offset < s.Start+s.statementTree.Range().End
}

// declaredName returns the name that the statement declares.
func (s *textStatement) declaredName() string {
	i := slices.IndexFunc(s.nameUses, func(u nameUse) bool { return u.isDeclaration })
	return s.nameUses[i].name
}

// findUsedNames lists all names in statements without errors, in order. It does not check whether a name is declared.
func (t *PuzzleText) findUsedNames() (out []nameUse) {
	families := map[string]bool{}
	n := 0
	for _, s := range t.statements() {
		n += len(s.nameUses)
		if items, ok := s.statementTree.(*ast.Items); ok {
			for _, r := range items.ItemRefs {
				families[r.Name.Text] = true
			}
		}
	}
	out = make([]nameUse, 0, n)
	for _, s := range t.statements() {
		for _, u := range s.nameUses {
			u.Start, u.End = u.Start+s.Start, u.End+s.Start
			switch {
			case u.nameKind == "index":
				u.meaningKey.offset += s.Start
			case u.nameKind == "item" && !families[u.name]:
				u.nameKind, u.meaningKey, u.isDeclaration = "", nameKey(u.name), false
			}
			out = append(out, u)
		}
	}
	return out
}

// findKinds returns, for each name that the text or its used files declare, the kind of thing for which it stands. If a
// name is declared twice, the first declaration counts, as in the compiler.
func (t *PuzzleText) findKinds() map[string]string {
	kinds := map[string]string{}
	now := map[string]*PuzzleText{}
	enter := func(prefix string, s textStatement) {
		if kind := check.DeclaredKind(s.statementTree); kind != "" {
			if name := prefix + s.declaredName(); kinds[name] == "" {
				kinds[name] = kind
			}
		}
	}
	for _, s := range t.statements() {
		u, ok := s.statementTree.(*ast.Use)
		if !ok {
			enter("", s)
			continue
		}
		prefix, other := namePrefixOfUse(u), t.textOfUsedFile(u)
		now[other.puzzleText] = other
		for _, s := range other.statements() {
			if _, isParam := s.statementTree.(*ast.Param); !isParam {
				enter(prefix, s)
			}
		}
	}
	t.knownFiles.Store(&now)
	return kinds
}

// namePrefixOfUse returns the prefix that a use statement puts before the names of the used file.
func namePrefixOfUse(u *ast.Use) string {
	if u.PrefixName == nil {
		return ""
	}
	return u.PrefixName.Text + "_"
}

// textOfUsedFile returns the text of the module or file that a use statement names; the text is empty if the file
// cannot be found. A file that did not change is not parsed again.
func (t *PuzzleText) textOfUsedFile(u *ast.Use) *PuzzleText {
	var text []byte
	if u.Module != nil {
		text, _ = stdlib.ReadModule(u.Module.Text)
	} else {
		_, text, _ = t.newImporter().ReadFile(t.fileName, string(u.Path))
	}
	if before := t.knownFiles.Load(); before != nil {
		if other, known := (*before)[string(text)]; known {
			return other
		}
	}
	return NewText(t.fileName, string(text), nil)
}

func (t *PuzzleText) newImporter() check.Importer {
	return quadrille.NewImporter(t.fileName, t.folderFiles, func(string, []byte) {})
}

// declarationRange returns the empty range where a new declaration can be inserted.
func (t *PuzzleText) declarationRange() Range {
	f := &ast.File{Source: source.NewFile(t.fileName, []byte(t.puzzleText))}
	for _, s := range t.statements() {
		if s.statementTree == nil {
			continue
		}
		f.Statements = append(f.Statements, ast.ShiftStatement(s.statementTree, s.Start))
		if check.DeclarationSpan(f).Start <= s.Start { // the statement is not at the start of the file
			break
		}
	}
	return toRange(check.DeclarationSpan(f).Range)
}
