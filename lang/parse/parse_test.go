package parse_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"quadrille/lang/ast"
)

func TestSpellingsOfACaseShareOneTree(t *testing.T) {
	for _, c := range cases(t, "cases.txt") {
		want := dump(mustParse(t, c[0]).Statements)
		for _, spelling := range c[1:] {
			if got := dump(mustParse(t, spelling).Statements); got != want {
				t.Errorf("%q has the tree\n%s\nbut %q has\n%s", spelling, got, c[0], want)
			}
		}
	}
}

// If the tree dropped a part of the text, two cases would look the same.
func TestCasesHaveDifferentTrees(t *testing.T) {
	seen := map[string]string{}
	for _, c := range cases(t, "cases.txt") {
		tree := dump(mustParse(t, c[0]).Statements)
		if first, ok := seen[tree]; ok {
			t.Errorf("%q and %q have one tree: %s", first, c[0], tree)
		}
		seen[tree] = c[0]
	}
}

func TestSpans(t *testing.T) {
	for _, text := range sources(t) {
		checkSpans(t, mustParse(t, text))
	}
}

// The text of a statement by itself is the same statement.
func TestStatementsAreTheirText(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for _, text := range sources(t) {
		f := mustParse(t, text)
		for _, s := range f.Statements {
			alone := mustParse(t, f.Source.TextOf(s.Range()))
			if got, want := dump(alone.Statements), dump([]ast.Statement{s}); got != want {
				t.Errorf("%q: a statement by itself has the tree\n%s\nwant\n%s", text, got, want)
			}
		}
	}
}

// TestTrees spells out some trees, so that the tables are not only compared
// with themselves.
func TestTrees(t *testing.T) {
	tests := []struct{ text, want string }{
		{`puz 1`, `(Version Number:(Int Text:"1"))`},
		{`about "a\tb"`, `(About Text:"a\tb")`},
		{"about \"\"\"\n\ta\n\n\t  b \n\"\"\"", `(About Picture:(Lines Rows:[ "a" "" "  b" ]))`},
		{`use "a.puz"`, `(Use Path:"a.puz")`},
		{
			`board b on square = 8x8 - 2x2 at (3, 3)`,
			`(Board Name:(Name Text:"b") LatticeName:(Name Text:"square") Shape:(Shape` +
				` FirstTerm:(ShapeTerm Atom:(ShapeAtom Size:[ "8" "8" ]))` +
				` Operators:[ "-" ] OtherTerms:[ (ShapeTerm Atom:(ShapeAtom Size:[ "2" "2" ])` +
				` Motions:[ (Motion ShiftTo:(Place Coordinates:[ (Int Text:"3") (Int Text:"3") ])) ]) ]))`,
		},
		{
			`shape s = n x 8 mirror`,
			`(ShapeDef Name:(Name Text:"s") Shape:(Shape FirstTerm:(ShapeTerm Atom:(ShapeAtom` +
				` Name:(Name Text:"n") OtherSides:[ (Amount Int:(Int Text:"8")) ]) Motions:[ (Motion` +
				` IsMirror:true) ])))`,
		},
		{
			`piece P symmetry half-turn one-sided = t`,
			`(Piece Name:(Name Text:"P") SymmetryClass:(Term Text:"half-turn")` +
				` Sides:(Sides Word:"one-sided") Shape:(Shape FirstTerm:(ShapeTerm Atom:(ShapeAtom Name:(Name` +
				` Text:"t")))))`,
		},
		{
			`set s = 1..2 of free {F} + any of t`,
			`(SetDef Name:(Name Text:"s") Set:(Set FirstTerm:(SetTerm Copies:(Times Low:(Number Int:(Int Text:"1"))` +
				` High:(Amount Int:(Int Text:"2"))) Sides:(Sides Word:"free") PieceNames:[ (Name Text:"F") ])` +
				` Operators:[ "+" ] OtherTerms:[ (SetTerm Copies:(Times Any:true) Name:(Name Text:"t")) ]))`,
		},
		{
			`pack b with s { fix F at (0, 0) leave 1 empty }`,
			`(Pack Board:(Shape FirstTerm:(ShapeTerm Atom:(ShapeAtom Name:(Name Text:"b")))) Set:(Set` +
				` FirstTerm:(SetTerm Name:(Name Text:"s")))` +
				` Rules:[ (Fix Piece:(Name Text:"F") CornerPlace:(Place Coordinates:[ (Int Text:"0") (Int` +
				` Text:"0") ]))` +
				` (Leave EmptyCount:(Count Low:(Amount Int:(Int Text:"1")))) ])`,
		},
		{
			`secondary items a[i] for i in {1, 2} where i > 1`,
			`(Items Secondary:true ItemRefs:[ (Ref Name:(Name Text:"a") Indices:[ (Variable Name:"i") ]) ]` +
				` For:(For Binders:[ (Binder Names:[ (Name Text:"i") ] ListedValues:[ (Int Text:"1") (Int` +
				` Text:"2") ]) ]` +
				` Condition:(Binary Operator:">" LeftOperand:(Variable Name:"i") RightOperand:(Int Text:"1"))))`,
		},
		{
			`option a:"red"? b:n`,
			`(Option Items:(ItemSet Items:[ (ItemTerm Ref:(Ref Name:(Name Text:"a") Color:(Color Word:"red")` +
				` MayBeMissing:true))` +
				` (ItemTerm Ref:(Ref Name:(Name Text:"b") Color:(Color Amount:(Amount Name:(Name Text:"n"))))) ]))`,
		},
		{
			`expect at least 2 solutions up to swaps when not (max(n, 1) = 2)`,
			`(Expect Count:(Count AtLeast:(Amount Int:(Int Text:"2"))) EquivalenceName:(Name Text:"swaps")` +
				` Condition:(Unary Operator:"not" Operand:(Paren Inner:(Binary Operator:"=" LeftOperand:(Call` +
				` Func:(Name Text:"max")` +
				` Args:[ (Variable Name:"n") (Int Text:"1") ]) RightOperand:(Int Text:"2")))))`,
		},
	}
	for _, test := range tests {
		if got := dump(mustParse(t, test.text).Statements); got != "[ "+test.want+" ]" {
			t.Errorf("%q has the tree\n%s\nwant\n%s", test.text, got, test.want)
		}
	}
}

func TestComments(t *testing.T) {
	f := mustParse(t, "// one \r\nuse // two\nt about \"// three\" about \"\"\"// four\"\"\"//\n// five")
	var texts []string
	for _, c := range f.Comments {
		texts = append(texts, c.Text)
	}
	if want := []string{"// one", "// two", "//", "// five"}; !slices.Equal(texts, want) {
		t.Errorf("the comments are %q, want %q", texts, want)
	}
}

func TestFilesWithoutStatements(t *testing.T) {
	for _, text := range []string{"", "\n", "\r\n", " \t", "\uFEFF", "\uFEFF\n", "// a", "// a\n\n// b\n", "//"} {
		if f := mustParse(t, text); len(f.Statements) != 0 {
			t.Errorf("%q has the statements %s", text, dump(f.Statements))
		}
	}
}

// A byte order mark moves no position: offsets count the bytes of the file.
func TestPositionsAfterAByteOrderMark(t *testing.T) {
	f := mustParse(t, "\uFEFFpuz 1")
	if got := f.Source.TextOf(f.Statements[0].Range()); got != "puz 1" {
		t.Errorf("the statement is %q", got)
	}
}

// TestCasesCoverTheTree: every field of every production is set by some case,
// and every word that a field may hold is held.
func TestCasesCoverTheTree(t *testing.T) {
	used := usedByCases(t)
	for _, production := range productionsByName() {
		for i := range production.NumField() {
			f := production.Field(i)
			if f.Anonymous {
				continue
			}
			name := production.Name() + "." + f.Name
			if !used[name] {
				t.Errorf("no case sets %s", name)
			}
			for _, word := range heldWords(f) {
				if !used[name+" "+word] {
					t.Errorf("no case has %q in %s", word, name)
				}
			}
		}
	}
}

// usedByCases names the fields that are set, and the words in them.
func usedByCases(t *testing.T) map[string]bool {
	used := map[string]bool{}
	for _, c := range cases(t, "cases.txt") {
		walk(mustParse(t, c[0]), func(n ast.Ranged) {
			v := reflect.ValueOf(n).Elem()
			for i := range v.NumField() {
				name := v.Type().Name() + "." + v.Type().Field(i).Name
				if isUnset(v.Field(i)) {
					continue
				}
				used[name] = true
				if v.Field(i).Kind() == reflect.String {
					used[name+" "+v.Field(i).String()] = true
				}
			}
		})
	}
	return used
}

var quotedWord = regexp.MustCompile(`'([^']+)'`)

// heldWords returns the words that a field holds one of: those of its tag, if
// it is of type string and its tag names no kind of token.
func heldWords(f reflect.StructField) []string {
	_, kept, _ := strings.Cut(f.Tag.Get("parser"), "@")
	if f.Type.Kind() != reflect.String || strings.ContainsFunc(kept, unicode.IsUpper) {
		return nil
	}
	var words []string
	for _, m := range quotedWord.FindAllStringSubmatch(kept, -1) {
		words = append(words, m[1])
	}
	return words
}

// productionsByName returns the types of all nodes, found from the statements, the
// rules and the expressions on downward.
func productionsByName() []reflect.Type {
	var found []reflect.Type
	var add func(reflect.Type)
	add = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || slices.Contains(found, t) {
			return
		}
		found = append(found, t)
		for i := range t.NumField() {
			if f := t.Field(i); !f.Anonymous {
				add(f.Type)
			}
		}
	}
	for _, s := range ast.AllStatements() {
		add(reflect.TypeOf(s))
	}
	for _, r := range ast.AllRules() {
		add(reflect.TypeOf(r))
	}
	for _, r := range ast.AllCellRules() {
		add(reflect.TypeOf(r))
	}
	for _, x := range expressionNodes() {
		add(reflect.TypeOf(x))
	}
	return found
}

func expressionNodes() []ast.Expr {
	return []ast.Expr{&ast.Int{}, &ast.Variable{}, &ast.Unary{}, &ast.Binary{}, &ast.Call{}, &ast.Paren{}}
}
