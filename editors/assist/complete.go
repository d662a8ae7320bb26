package assist

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/compile/check"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/parse"
	"quadrille/stdlib"
)

// Completion is something that could stand at a place.
type Completion struct {
	Label    string `json:"label"`
	Kind     string `json:"kind"`               // keyword, word, module, list, lattice, class, function, index, item, or the kind of a declaration
	Detail   string `json:"detail,omitempty"`   // in a few words
	Markdown string `json:"markdown,omitempty"` // what it means, with its drawing
	Edit     Edit   `json:"edit"`               // what to do if it is chosen
	Also     []Edit `json:"also,omitempty"`     // and elsewhere
}

// Complete lists what could stand at an offset, in the place of the word that is begun there: the
// names that fit, then the words that the grammar allows.
func (t *Text) Complete(offset int) []Completion {
	c, ok := t.completing(offset)
	if !ok {
		return nil
	}
	next, _ := parse.Next(c.words)
	var names, words []Completion
	for _, s := range next {
		switch {
		case s.Word != "" && isWord(s.Word):
			words = append(words, c.keyword(s.Word))
		case s.Word == "" && s.Kind == parse.Name:
			names = append(names, c.names(s.In)...)
		}
	}
	if c.startsLine && len(c.words) > 0 {
		for _, k := range parse.Keywords() {
			words = append(words, c.completion("keyword", k, "", meaning(k)))
		}
	}
	all := slices.Concat(names, words)
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(d Completion) bool {
		again := seen[d.Label]
		seen[d.Label] = true
		return again
	})
}

func isWord(s string) bool { return s[0] >= 'a' && s[0] <= 'z' }

// completing is a place where something is to be completed.
type completing struct {
	*Text
	words      []parse.Token // of the statement, before the place
	rest       []parse.Token // of the text, behind it
	replaced   Range
	startsLine bool
}

// completing finds the statement around an offset. There is none inside of comments and texts.
func (t *Text) completing(offset int) (c completing, ok bool) {
	tokens := t.tokens()
	c = completing{Text: t, replaced: Range{offset, offset}}
	at, _ := slices.BinarySearchFunc(tokens, offset, func(k parse.Token, offset int) int { return cmp.Compare(k.End, offset) })
	c.rest = tokens[at:]
	if at < len(tokens) && tokens[at].Start < offset {
		switch k := tokens[at]; k.Kind {
		case parse.Name, parse.Hyphenated, parse.Keyword, parse.Connective:
			c.replaced, c.rest = rangeOf(k.Range), tokens[at+1:]
		case parse.Operator, parse.Picture, parse.String:
			if k.End > offset {
				return c, false
			}
			at++
		default: // behind a number as well there is nothing to complete
			return c, false
		}
	}
	if begin := t.statementAt(at - 1); begin >= 0 {
		c.words = slices.DeleteFunc(slices.Clone(tokens[begin:at]), func(k parse.Token) bool { return k.Kind == parse.Blank })
	}
	line := t.text[strings.LastIndexByte(t.text[:c.replaced.Start], '\n')+1 : c.replaced.Start]
	c.startsLine = strings.TrimSpace(line) == ""
	return c, true
}

// before returns the last word before the place.
func (c *completing) before() string {
	if len(c.words) == 0 {
		return ""
	}
	return c.words[len(c.words)-1].Text
}

func (c *completing) completion(kind, label, detail, markdown string) Completion {
	return Completion{Label: label, Kind: kind, Detail: detail, Markdown: markdown, Edit: Edit{c.replaced, label}}
}

func (c *completing) keyword(word string) Completion {
	if slices.Contains(parse.Keywords(), word) && len(c.words) == 0 {
		return c.completion("keyword", word, "", meaning(word))
	}
	markdown := ""
	if len(c.words) > 0 {
		markdown = ruleMeaning(c.words[0].Text, word)
	}
	return c.completion("word", word, "", markdown)
}

// names lists the names that a production asks for. Where one is declared there are none.
func (c *completing) names(production string) []Completion {
	before := c.before()
	switch production {
	case "Use":
		if before == "use" {
			return c.modules()
		}
	case "Pack", "Fill", "Queens":
		return c.declared("board")
	case "PlaceMan":
		if before == "on" {
			return c.declared("board")
		}
	case "ShapeAtom":
		return c.declared("shape", "board", "piece", "parameter")
	case "Side":
		return append(c.declared("parameter"), c.indices()...)
	case "Expr", "Operand":
		return slices.Concat(c.indices(), c.declared("parameter", "table"), c.all("function", check.Functions(), nil))
	case "SetTerm":
		return append(c.declared("piece", "set"), c.sets()...)
	case "Fix", "Keep":
		if before == "symmetric" {
			return c.all("word", check.Symmetries(), nil)
		}
		return c.packed()
	case "ManRule", "CellRule":
		if before == "symmetric" {
			return c.all("word", check.Symmetries(), nil)
		}
	case "Ref":
		if !slices.ContainsFunc(c.words[:min(2, len(c.words))], func(k parse.Token) bool { return k.Text == "items" }) {
			return c.declared("item", "board", "piece")
		}
	case "Class":
		return c.classes()
	case "Hint":
		return c.all("word", check.Hints(before), nil)
	case "Expect":
		return c.all("word", check.UpTo(), nil)
	case "WordList":
		return c.all("list", stdlib.WordLists(), nil)
	default:
		if before == "on" {
			return c.all("lattice", lattice.Names(), describeLattice)
		}
	}
	return nil
}

// packed lists the pieces of the packing whose rules are typed: those that its set names, as they are
// called there.
func (c *completing) packed() (out []Completion) {
	sides := model.Sides("")
	for i, k := range c.words {
		switch {
		case i < 3: // pack b with
		case k.Text == "free" || k.Text == "one-sided" || k.Text == "fixed":
			sides = model.Sides(k.Text)
		case k.Text == "+" || k.Text == "-" || k.Text == "&":
			sides = ""
		case k.Kind == parse.Name:
			for _, p := range c.piecesOf(k.Text) {
				for _, turned := range check.Turned(p, sides) {
					n := check.Named{Name: turned.Name, Kind: "piece", Piece: turned}
					out = append(out, c.completion("piece", n.Name, headline(n), fenced(picture(n))))
				}
			}
		case k.Text == "{" && c.words[i-1].Text != "of" && len(out) > 0:
			return out
		}
	}
	return out
}

// piecesOf returns the piece or the pieces that a name stands for.
func (c *completing) piecesOf(name string) (pieces []*model.Piece) {
	for _, n := range c.scope().named {
		if n.Name != name {
			continue
		}
		if n.Piece != nil {
			pieces = append(pieces, n.Piece)
		}
		for _, p := range n.Pieces {
			pieces = append(pieces, p.Piece)
		}
	}
	return pieces
}

func (c *completing) all(kind string, labels []string, describe func(string) string) (out []Completion) {
	for _, l := range labels {
		markdown := ""
		if describe != nil {
			markdown = describe(l)
		}
		out = append(out, c.completion(kind, l, "", markdown))
	}
	return out
}

func (c *completing) modules() (out []Completion) {
	for _, name := range stdlib.Modules() {
		out = append(out, c.completion("module", name, modules()[name].title, describeModule(name)))
	}
	return out
}

// sets lists those of standard modules that are not used yet. To choose one adds the `use`.
func (c *completing) sets() (out []Completion) {
	for _, name := range stdlib.Modules() {
		m := modules()[name]
		i := slices.IndexFunc(m.named, func(n check.Named) bool { return n.Kind == "set" && n.Name == name })
		if i < 0 || slices.ContainsFunc(c.scope().named, func(n check.Named) bool { return n.Name == name }) {
			continue
		}
		set := c.completion("set", name, headline(m.named[i])+", adds `use "+name+"`", describeModule(name))
		head := c.head()
		set.Also = []Edit{{head, "use " + name + "\n"}}
		if t := c.text[:head.Start]; t != "" && t[len(t)-1] != '\n' {
			set.Also[0].Text = "\n" + set.Also[0].Text
		}
		out = append(out, set)
	}
	return out
}

// mostDescribed bounds the names that come with their pictures.
const mostDescribed = 200

// declared lists the names of some kinds.
func (c *completing) declared(kinds ...string) (out []Completion) {
	scope := c.scope()
	for k, n := range scope.named {
		if !slices.Contains(kinds, n.Kind) {
			continue
		}
		markdown := ""
		if len(out) < mostDescribed {
			markdown = scope.picture(k)
		}
		out = append(out, c.completion(n.Kind, n.Name, headline(n), markdown))
	}
	return out
}

// indices lists those of the loops of the statement, which may stand behind the place.
func (c *completing) indices() (out []Completion) {
	words := slices.Clone(c.words)
	for _, k := range c.rest {
		if k.Kind == parse.Keyword {
			break
		}
		words = append(words, k)
	}
	for i := 0; i+1 < len(words); i++ {
		if words[i].Kind == parse.Name && words[i+1].Text == "in" && words[i].End != c.replaced.Start {
			out = append(out, c.completion("index", words[i].Text, "index of a loop", ""))
		}
	}
	return out
}

// classes lists those of the lattice of the piece.
func (c *completing) classes() []Completion {
	on := lattice.Square
	for i, k := range c.words[:len(c.words)-1] {
		if l, ok := lattice.ByName(c.words[i+1].Text); ok && k.Text == "on" {
			on = l
		}
	}
	return c.all("class", on.ClassNames(), describeClass)
}
