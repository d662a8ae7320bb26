package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/editors/assist"
	"quadrille/lang/source"
)

// documentRequests holds the handlers of requests about a document, by method.
var documentRequests = map[string]func(*server, *document, documentParams) (any, error){
	"textDocument/hover":                     (*server).showHover,
	"textDocument/completion":                (*server).listCompletions,
	"textDocument/definition":                (*server).findDefinition,
	"textDocument/references":                (*server).findReferences,
	"textDocument/documentHighlight":         (*server).findHighlights,
	"textDocument/prepareRename":             (*server).prepareRename,
	"textDocument/rename":                    (*server).renameName,
	"textDocument/documentSymbol":            (*server).listSymbols,
	"textDocument/foldingRange":              (*server).listFolds,
	"textDocument/semanticTokens/full":       (*server).allTokens,
	"textDocument/semanticTokens/full/delta": (*server).newTokens,
	"textDocument/semanticTokens/range":      (*server).tokensInRange,
	"textDocument/formatting":                (*server).formatDocument,
	"textDocument/codeAction":                (*server).listActions,
	"textDocument/codeLens":                  (*server).listLenses,
	"textDocument/inlayHint":                 (*server).listHints,
}

// offsetOf returns the offset of the position in a request.
func (d *document) offsetOf(p documentParams) int { return d.lineIndex.offsetOf(p.Position) }

func (l *lineIndex) textEdits(edits []assist.Edit) []textEdit {
	out := []textEdit{}
	for _, e := range edits {
		out = append(out, textEdit{l.rangeAt(e.Range), e.Text})
	}
	return out
}

// addEdits adds edits of a document to an answer: as documentChanges if the editor supports that field, and otherwise
// as changes. With documentChanges, the editor refuses edits of an outdated version.
func (s *server) addEdits(w *workspaceEdit, d *document, isOpen bool, edits []assist.Edit) {
	if s.clientParams.Capabilities.Workspace.WorkspaceEdit.DocumentChanges {
		e := documentEdit{Edits: d.lineIndex.textEdits(edits)}
		e.TextDocument.URI = d.uri
		if isOpen {
			e.TextDocument.Version = &d.version
		}
		w.DocumentChanges = append(w.DocumentChanges, e)
		return
	}
	if w.Changes == nil {
		w.Changes = map[string][]textEdit{}
	}
	w.Changes[d.uri] = d.lineIndex.textEdits(edits)
}

func asMarkdown(text string) markupContent { return markupContent{"markdown", text} }

// severities holds the number that the protocol has for each severity.
var severities = map[assist.Severity]int{assist.Error: 1, assist.Warning: 2, assist.Info: 3}

func (s *server) listDiagnostics(d *document) (out []editorDiagnostic) {
	out = []editorDiagnostic{}
	defer func() {
		if met := recover(); met != nil {
			bug := source.NewBug(met, "looking at", source.WholeFile(d.analyzedText.Name()))
			out = []editorDiagnostic{{Severity: severities[assist.Error], Source: "puz", Message: bug.Error()}}
		}
	}()
	for _, a := range d.analyzedText.Diagnostics() {
		out = append(out, s.newDiagnostic(d, a))
	}
	return out
}

func (s *server) newDiagnostic(d *document, a assist.Diagnostic) editorDiagnostic {
	out := editorDiagnostic{Range: d.lineIndex.rangeAt(a.Range), Severity: severities[a.Severity], Code: a.Code,
		Source: "puz", Message: a.Summary}
	if a.Hint != "" {
		out.Message += "\n" + a.Hint
	}
	if a.Code == "unused-name" {
		out.Tags = []int{1} // 1 is the tag for unnecessary code, which editors show faded
	}
	if a.OtherLocation != nil {
		if l, ok := s.locationOf(d, *a.OtherLocation); ok {
			out.RelatedInformation = []relatedInformation{{l, "here"}}
		}
	}
	return out
}

func (s *server) showHover(d *document, p documentParams) (any, error) {
	h, ok := d.analyzedText.Hover(d.offsetOf(p))
	if !ok {
		return nil, nil
	}
	return hoverResult{asMarkdown(h.Markdown), d.lineIndex.rangeAt(h.Range)}, nil
}

// completionKinds holds the number that the protocol has for each kind of completion.
var completionKinds = map[string]int{
	"keyword": 14, "word": 14, "module": 9, "list": 17, "lattice": 25, "class": 20, "function": 3, "index": 6,
	"item":      5,
	"parameter": 21, "table": 21, "shape": 22, "board": 7, "piece": 23, "set": 13,
}

func (s *server) listCompletions(d *document, p documentParams) (any, error) {
	items := []completionItem{}
	for k, c := range d.analyzedText.Complete(d.offsetOf(p)) {
		item := completionItem{
			Label: c.Label, Kind: completionKinds[c.Kind], Detail: c.ShortDescription, SortText: fmt.Sprintf("%05d", k),
			TextEdit:        textEdit{d.lineIndex.rangeAt(c.Edit.Range), c.Edit.Text},
			AdditionalEdits: d.lineIndex.textEdits(c.FurtherEdits),
		}
		if c.Markdown != "" {
			text := asMarkdown(c.Markdown)
			item.Documentation = &text
		}
		items = append(items, item)
	}
	return items, nil
}

// locationOf returns a location of the protocol for a place that may be in another file.
func (s *server) locationOf(d *document, at assist.Location) (fileLocation, bool) {
	path, ok := filePath(d.uri)
	text := ""
	switch {
	case at.Module != "":
		if s.options.WriteModule == nil {
			return fileLocation{}, false
		}
		file, err := s.options.WriteModule(at.Module)
		if err != nil {
			return fileLocation{}, false
		}
		path, text = file, assist.ModuleText(at.Module)
	case at.File == "":
		return fileLocation{d.uri, d.lineIndex.rangeAt(at.Range)}, true
	case !ok:
		return fileLocation{}, false
	default:
		path = filepath.Join(filepath.Dir(path), filepath.FromSlash(at.File))
		text = d.analyzedText.SiblingText(at.File)
	}
	return fileLocation{fileURI(path), newLineIndex(text, s.columnsAreBytes).rangeAt(at.Range)}, true
}

func (s *server) findDefinition(d *document, p documentParams) (any, error) {
	at, ok := d.analyzedText.Definition(d.offsetOf(p))
	if !ok {
		return nil, nil
	}
	if l, ok := s.locationOf(d, at); ok {
		return l, nil
	}
	return nil, nil
}

func (s *server) findReferences(d *document, p documentParams) (any, error) {
	out := []fileLocation{}
	w := s.newDocumentFolder(d)
	found := w.References(w.name, d.offsetOf(p))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		file, _ := w.documentAt(name)
		for _, r := range found[name] {
			out = append(out, fileLocation{file.uri, file.lineIndex.rangeAt(r)})
		}
	}
	declared, ok := d.analyzedText.Definition(d.offsetOf(p))
	if l, known := s.locationOf(d, declared); ok && known {
		out = slices.DeleteFunc(out, func(o fileLocation) bool { return o == l })
		if p.Context.IncludeDeclaration {
			out = slices.Insert(out, 0, l)
		}
	}
	return out, nil
}

func (s *server) findHighlights(d *document, p documentParams) (any, error) {
	out := []map[string]EditorRange{}
	for _, r := range d.analyzedText.References(d.offsetOf(p)) {
		out = append(out, map[string]EditorRange{"range": d.lineIndex.rangeAt(r)})
	}
	return out, nil
}

func (s *server) prepareRename(d *document, p documentParams) (any, error) {
	w := s.newDocumentFolder(d)
	r, err := w.Renamable(w.name, d.offsetOf(p))
	if err != nil {
		return nil, err
	}
	return d.lineIndex.rangeAt(r), nil
}

func (s *server) renameName(d *document, p documentParams) (any, error) {
	w := s.newDocumentFolder(d)
	edits, err := w.Rename(w.name, d.offsetOf(p), p.NewName)
	if err != nil {
		return nil, err
	}
	var out workspaceEdit
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		file, isOpen := w.documentAt(name)
		s.addEdits(&out, file, isOpen, edits[name])
	}
	return out, nil
}

// symbolKinds holds the number that the protocol has for each kind of declaration. All other statements get the number
// for events.
var symbolKinds = map[string]int{"parameter": 14, "table": 18, "list": 18, "shape": 23, "board": 5, "piece": 22,
	"set": 10, "item": 8, "use": 2, "puzzle": 15}

func (s *server) listSymbols(d *document, _ documentParams) (any, error) {
	out := []documentSymbol{}
	for _, a := range d.analyzedText.Outline() {
		kind, known := symbolKinds[a.Kind]
		if !known {
			kind = 24
		}
		out = append(out, documentSymbol{a.Name, a.Detail, kind, d.lineIndex.rangeAt(a.Range),
			d.lineIndex.rangeAt(a.NameRange)})
	}
	return out, nil
}

func (s *server) listFolds(d *document, _ documentParams) (any, error) {
	out := []foldingRange{}
	for _, f := range d.analyzedText.FoldableRanges() {
		r := d.lineIndex.rangeAt(f.Range)
		fold := foldingRange{StartLine: r.Start.Line, EndLine: r.End.Line}
		if f.IsComment {
			fold.Kind = "comment"
		}
		out = append(out, fold)
	}
	return out, nil
}

// formatDocument returns edits for the changed lines only, so that a cursor on any other line keeps its place.
func (s *server) formatDocument(d *document, _ documentParams) (any, error) {
	before := d.analyzedText.String()
	after, err := d.analyzedText.Format()
	if err != nil || after == before {
		return []textEdit{}, nil // the errors are already shown
	}
	head := commonStartLines(before, after)
	before, after = before[head:], after[head:]
	tail := commonEndLines(before, after)
	e := assist.Edit{Range: assist.Range{Start: head, End: head + len(before) - tail}, Text: after[:len(after)-tail]}
	return d.lineIndex.textEdits([]assist.Edit{e}), nil
}

// commonStartLines returns the length of the common prefix of two texts, in bytes of whole lines.
func commonStartLines(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], '\n') + 1
}

// commonEndLines returns the length of the common suffix of two texts, in bytes of whole lines.
func commonEndLines(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	tail := a[len(a)-n:]
	if i := strings.IndexByte(tail, '\n'); i >= 0 {
		return len(tail) - i - 1
	}
	return 0
}

func (s *server) listActions(d *document, p documentParams) (any, error) {
	at := d.lineIndex.byteRange(p.Range)
	out := []codeAction{}
	for _, a := range d.analyzedText.Diagnostics() {
		if a.End < at.Start || at.End < a.Start {
			continue
		}
		for k, f := range a.Fixes {
			var e workspaceEdit
			s.addEdits(&e, d, true, f.Edits)
			out = append(out, codeAction{f.Title, "quickfix", []editorDiagnostic{s.newDiagnostic(d, a)}, k == 0, e})
		}
	}
	return out, nil
}

func (s *server) listLenses(d *document, _ documentParams) (any, error) {
	out := []codeLens{}
	s.mu.Lock()
	empty := s.unsolvableDocuments[d.uri] == d
	s.mu.Unlock()
	for _, l := range d.analyzedText.StatementLenses(empty) {
		r := d.lineIndex.rangeAt(l.Range)
		out = append(out, codeLens{r, lensCommand{l.Command, commandPrefix + l.Command, []any{d.uri, r.Start.Line}}})
	}
	return out, nil
}

func (s *server) listHints(d *document, p documentParams) (any, error) {
	all := d.analyzedText.Hints()
	if d.analyzedText.IsLowered() { // otherwise the editor requests the hints again later
		all = append(all, d.analyzedText.CountHints()...)
	}
	within := d.lineIndex.byteRange(p.Range)
	out := []inlayHint{}
	for _, h := range all {
		if within.Start <= h.Offset && h.Offset <= within.End {
			out = append(out, inlayHint{d.lineIndex.positionOf(h.Offset), h.Label, h.Detail, true})
		}
	}
	return out, nil
}
