// Package assist is the brain behind every editor: it says what is wrong with the text of a
// puzzle, what stands at a place in it, and what could stand there.
//
// Its input is a named text, and the folder beside it as an [fs.FS]; its output plain values.
// Places are offsets in bytes. It knows nothing of protocols, of editors or of the system that it
// runs on, so the language server and the page in the browser ask the same questions.
//
// A [Text] computes what it is asked for once and in stages, each as cheap as it can be: the tokens, the
// tree, the meaning, and last the items and options, which alone may take long.
package assist

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// Range is a half-open run of bytes of a text.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Edit puts a text in the place of a range.
type Edit struct {
	Range
	Text string `json:"text"`
}

// Text is the text of a puzzle at one moment. It does not change, and several goroutines may ask it.
type Text struct {
	name, text string
	files      fs.FS

	tokens  func() []parse.Token
	parsed  func() parseResult
	checked func() check.Analysis
	lowered func() lowerResult

	statements func() []textStatement
	uses       func() []nameUse
	kinds      func() map[string]string

	known atomic.Pointer[nameScope] // what can be named, or could be before while it is not computed
	tree  atomic.Pointer[ast.File]  // likewise
	words atomic.Pointer[tokenList] // likewise

	readings atomic.Pointer[map[string]*parsedStatement] // the statements by their spelling; likewise
	others   atomic.Pointer[map[string]*Text]            // what the text uses, by its text; likewise

	edits     int         // since a text was read as a whole
	isLowered atomic.Bool // the items and options are made
	isStopped atomic.Bool // nobody asks any more
}

// tokenList are the tokens of a text.
type tokenList struct {
	text   string
	tokens []parse.Token
}

type parseResult struct {
	file *ast.File
	errs source.DiagnosticList
}

type lowerResult struct {
	program *compile.Program      // nil if there are errors
	errs    source.DiagnosticList // warnings too
	bug     error                 // a mistake of ours
}

// NewText takes a text to be asked about. Files is the folder that the puzzle is in; nil is an empty
// one. Nothing is computed yet.
func NewText(name, text string, files fs.FS) *Text {
	t := &Text{name: name, text: text, files: files}
	t.tokens = sync.OnceValue(t.scanTokens)
	t.parsed = sync.OnceValue(t.parseText)
	t.checked = sync.OnceValue(func() check.Analysis {
		learned := t.checkText()
		if !t.isStopped.Load() {
			t.known.Store(&nameScope{named: learned.Scope})
		}
		return learned
	})
	t.lowered = sync.OnceValue(func() lowerResult {
		defer t.isLowered.Store(true)
		return t.lowerText()
	})
	t.statements = sync.OnceValue(t.splitStatements)
	t.uses = sync.OnceValue(t.findUses)
	t.kinds = sync.OnceValue(t.findKinds)
	return t
}

// AfterEdit returns the text after an edit. What the edit leaves alone is not read again; and until the
// meaning of the text has been asked for, the names that it completes are those of the text
// before. So a word can be completed while it is typed, however large the file.
func (t *Text) AfterEdit(text string) *Text {
	after := NewText(t.name, text, t.files)
	after.known.Store(t.known.Load())
	after.readings.Store(t.readings.Load())
	after.others.Store(t.others.Load())
	if after.edits = t.edits + 1; after.edits == maxEdits {
		after.edits = 0
		return after
	}
	after.tree.Store(t.tree.Load())
	after.words.Store(t.words.Load())
	return after
}

// Stop ends whatever is computed for the text. Answers are of no use from then on.
func (t *Text) Stop() { t.isStopped.Store(true) }

var errStopped = errors.New("nobody asks any more")

func (t *Text) stopError() error {
	if t.isStopped.Load() {
		return errStopped
	}
	return nil
}

// maxEdits is how often a text is edited before it is read as a whole: statements that are
// not read again keep the text alive that they were read from.
const maxEdits = 50

func (t *Text) scanTokens() []parse.Token {
	before := t.words.Load()
	if before == nil {
		before = &tokenList{}
	}
	tokens := parse.Retokenize(before.tokens, before.text, t.text)
	t.words.Store(&tokenList{t.text, tokens})
	return tokens
}

// IsLowered reports whether the items and options have been made, after which nothing takes long.
func (t *Text) IsLowered() bool { return t.isLowered.Load() }

// nameScope is what can be named, by name. Its pictures are drawn when they are first wanted.
type nameScope struct {
	named    []check.NameInfo
	pictures sync.Map // by number
}

func (s *nameScope) pictureOf(n int) string {
	if p, drawn := s.pictures.Load(n); drawn {
		return p.(string)
	}
	p := fencedBlock(drawNamed(s.named[n]))
	s.pictures.Store(n, p)
	return p
}

// currentScope returns what can be named, or could be before the last edit.
func (t *Text) currentScope() *nameScope {
	if known := t.known.Load(); known != nil {
		return known
	}
	return &nameScope{named: t.checked().Scope}
}

// Name returns the name that the text was given.
func (t *Text) Name() string { return t.name }

// String returns the text.
func (t *Text) String() string { return t.text }

func (t *Text) parseText() (p parseResult) {
	var err error
	p.file, err = parse.Reparse(t.tree.Load(), t.name, []byte(t.text))
	t.tree.Store(p.file)
	errors.As(err, &p.errs)
	return p
}

// CheckLimits are those that an editor looks at a text with, as it asks again after each pause.
func CheckLimits() check.Limits { return check.LookLimits() }

func (t *Text) checkText() check.Analysis {
	p := t.parsed()
	return check.Analyze(p.file, t.newImporter(), check.FileOptions{Limits: CheckLimits(), Incomplete: p.errs != nil,
		Stop: t.stopError})
}

func (t *Text) lowerText() (l lowerResult) {
	learned, p := t.checked(), t.parsed()
	if learned.Puzzle == nil || p.errs != nil {
		return l
	}
	program, err := compile.LowerPuzzle(learned.Puzzle, compile.ProgramOptions{Limits: CheckLimits(),
		Stop: t.stopError})
	switch {
	case err != nil:
		errors.As(err, &l.errs)
		l.bug = bugIn(err)
	case learned.Err == nil:
		l.program = program
		l.errs = append(l.errs, program.Warnings...)
	}
	return l
}

// Format returns the text in its canonical spelling, or an error that says what is in the way.
func (t *Text) Format() (string, error) {
	if p := t.parsed(); p.errs != nil {
		return "", p.errs
	}
	return format.File(t.parsed().file), nil
}

// findNamed finds what a name of the file stands for.
func (t *Text) findNamed(name string, ofKind func(kind string) bool) (check.NameInfo, bool) {
	scope := t.checked().Scope
	i, _ := slices.BinarySearchFunc(scope, name, func(n check.NameInfo,
		name string) int {
		return strings.Compare(n.Name, name)
	})
	for ; i < len(scope) && scope[i].Name == name; i++ {
		if ofKind(scope[i].Kind) {
			return scope[i], true
		}
	}
	return check.NameInfo{}, false
}

// tokenAt returns the index of the token that holds an offset, or ends there, or is the first one
// behind it. Of two that touch it is the second one, unless that is a sign.
func (t *Text) tokenAt(offset int) int {
	tokens := t.tokens()
	i, _ := slices.BinarySearchFunc(tokens, offset, func(k parse.Token, offset int) int { return k.End - offset - 1 })
	if i > 0 && tokens[i-1].End == offset && (i == len(tokens) || tokens[i].Start > offset ||
		tokens[i].Kind == parse.Operator) {
		return i - 1
	}
	return i
}

func toRange(r source.Range) Range { return Range{r.Start, r.End} }

func (r Range) containsOffset(offset int) bool { return r.Start <= offset && offset <= r.End }
