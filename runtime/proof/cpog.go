package proof

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"quadrille/runtime/matrix"
)

// A CPOG is a graph of products and sums over the variables of a formula, together with a proof that it has the same
// models as the formula. No variable is in two factors of a product, and no model in both terms of a sum, so the models
// can be counted from the leaves to the root. Each residual of the proof (the problem that remains at a state) is a
// node, whose variables are its live options (those that can still be chosen). The lemma of a node is the clause
//
//	the node is true, or an option that is not live any more is chosen
//
// that is restricted to those options from whose absence the node follows. A residual without a solution has no node,
// and its lemma says that it has no solution. Where an item is covered several times, or options are in a nogood, a
// lemma may also require that certain options are chosen. So the residuals after different choices of such options have
// different nodes.
//
// A branch on options o1, o2, ... is the sum of two products. The first is o1 with the residual after o1 is chosen; the
// second is "not o1" with the branch on the other options. Each lemma follows by unit propagation from the lemmas below
// it. The hints of a lemma are the clauses in the order in which they propagate.
//
// Source: R. E. Bryant, W. Nawrocki, J. Avigad, M. J. H. Heule, "Certified knowledge compilation with application to
// verified model counting", SAT 2023; with the lines of "SCPOG", 2025, which has explicit deletions.

// cpogWriter writes the nodes and clauses of a CPOG.
type cpogWriter struct {
	*formula
	out        *bufio.Writer
	left       int   // how many numbers may still be written
	err        error // first error: wrong steps, or too many numbers
	clause     int   // index of the last clause
	variable   int   // last variable in use
	symmetries []Symmetry
	// for each option, the index of the clause that it is never chosen; 0 if there is none
	neverBy           []int
	nodes             map[[32]byte]cpogNode // for each residual, by its hash, its node
	optionsWithItem   [][]matrix.OptionID   // for each item, the options that hold it
	nogoodsWithOption [][]int               // for each option, the indices of the nogoods that contain it
}

// cpogNode is the node of a residual.
type cpogNode struct {
	dead     bool    // whether the residual has no solution
	variable int     // variable that stands for the node; 0 if the residual has no solution, or no open item
	lemma    int     // index of the clause that is the lemma of the node; 0 if no item is open
	support  []int32 // literals of the lemma, without the variable of the node
}

// ErrTooLarge is the error for a translated proof that would have more numbers than the caller allows.
var ErrTooLarge = errors.New("the proof takes more numbers than are allowed")

var errWrong = errors.New("the steps of the proof do not fit the matrix; puz-check says where it is wrong")

// WriteCPOG writes a formula in DIMACS CNF whose models are the solutions of a problem. It also writes the CPOG of a
// proof of the number of these solutions. It is an error if the CPOG has more than maxNumbers numbers.
func WriteCPOG(cnf, cpog io.Writer, p *matrix.Problem, t *Tree, maxNumbers int) error {
	f, err := newFormula(p)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(cnf, 1<<16)
	f.write(out)
	if err := out.Flush(); err != nil {
		return err
	}
	c := &cpogWriter{formula: f, out: bufio.NewWriterSize(cpog, 1<<16), left: maxNumbers, clause: len(f.clauses),
		variable: p.OptionCount(), symmetries: t.Symmetries, neverBy: make([]int, p.OptionCount()),
		nodes: map[[32]byte]cpogNode{}, optionsWithItem: p.OptionsByItem(), nogoodsWithOption: p.NogoodsByOption()}
	if err := c.writeGraph(t); err != nil {
		return err
	}
	return c.out.Flush()
}

// writeGraph writes the clauses of options that are never chosen, all nodes, and which node is the root.
func (c *cpogWriter) writeGraph(t *Tree) error {
	root := RootResidual(c.p)
	var never []int
	for o := range c.neverBy {
		if !root.LiveOptions.Has(o) {
			never = append(never, -o-1)
			c.neverBy[o] = c.excluding[optionsKey([]matrix.OptionID{matrix.OptionID(o)})]
		}
	}
	for _, gone := range t.Removals {
		next := root.ChooseOption(gone.Option)
		var hints []int
		for o := range root.LiveOptions.EachNumber {
			if !next.LiveOptions.Has(o) && o != int(gone.Option) {
				clause, _ := c.exclusion(root, gone.Option, matrix.OptionID(o))
				hints = append(hints, clause)
			}
		}
		lack, _ := c.lackHints(next, gone.Item)
		c.neverBy[gone.Option] = c.addLemma([]int32{-int32(variableOf(gone.Option))}, 0, append(hints, lack...))
		never = append(never, -variableOf(gone.Option))
		root.LiveOptions.Remove(int(gone.Option))
	}
	n := c.addResidual(t.Root, root, frame{})
	top, hints := n.variable, []int{n.lemma}
	if !n.dead && (len(never) > 0 || n.variable == 0) {
		hints = nil
		for _, x := range never {
			hints = append(hints, c.neverBy[-x-1])
		}
		if n.variable != 0 {
			never, hints = append(never, n.variable), append(hints, n.lemma)
		}
		var definition int
		top, definition = c.addProduct(never)
		hints = append(hints, definition)
	}
	c.writeLine("r", top) // this line stands before the clause of the root, which is the last one
	c.addLemma(nil, top, hints)
	return c.err
}

// frame maps the items and options of a problem to their images under symmetries of the proof. The steps below a
// symmetry in the proof are about the images.
type frame struct {
	items   []matrix.ItemID   // image of each item; nil if each item is its own image
	options []matrix.OptionID // image of each option that is not removed
}

// compose returns the frame that maps by this frame first, and then by a further symmetry.
func (f frame) compose(s Symmetry) frame {
	if f.items == nil {
		return frame{s.Items, s.Options}
	}
	next := frame{make([]matrix.ItemID, len(f.items)), make([]matrix.OptionID, len(f.options))}
	for i, image := range f.items {
		next.items[i] = s.Items[image]
	}
	for o, image := range f.options {
		next.options[o] = s.Options[image]
	}
	return next
}

// item returns the item with the given image.
func (f frame) item(image matrix.ItemID) matrix.ItemID {
	if f.items == nil {
		return image
	}
	return matrix.ItemID(max(0, slices.Index(f.items, image)))
}

// itemsOf returns the items that have the given images.
func (f frame) itemsOf(images []matrix.ItemID) (items []matrix.ItemID) {
	for _, image := range images {
		items = append(items, f.item(image))
	}
	return items
}

// sort sorts options by their images.
func (f frame) sort(options []matrix.OptionID) {
	if f.options != nil {
		slices.SortFunc(options, func(a, b matrix.OptionID) int { return int(f.options[a] - f.options[b]) })
	}
}

// addResidual writes the node of a residual and all nodes below it, unless they have been written.
func (c *cpogWriter) addResidual(s *Step, r *Residual, f frame) (n cpogNode) {
	if s.Kind == Image {
		return c.addResidual(s.Below[0], r, f.compose(c.symmetries[s.Symmetry]))
	}
	key := c.residualKey(r)
	n, known := c.nodes[key]
	switch {
	case known || c.err != nil:
		return n
	case s.Kind == Split:
		n = c.addSplit(s, r, f)
	case s.Kind == Branch:
		n = c.addBranch(s, r, f)
	case !r.IsCovered():
		c.err = errWrong
	}
	c.nodes[key] = n
	return n
}

// residualKey returns a hash of what distinguishes residuals: their live options, how often items must be covered, the
// chosen options of items that live options can cover again, and the chosen options of nogoods that live options can
// complete.
func (c *cpogWriter) residualKey(r *Residual) [32]byte {
	var text []byte
	for _, w := range r.LiveOptions {
		text = binary.LittleEndian.AppendUint64(text, w)
	}
	for _, low := range r.MinCovers {
		text = binary.AppendUvarint(text, uint64(max(0, low)))
	}
	isLive := func(o matrix.OptionID) bool { return r.LiveOptions.Has(int(o)) }
	matters := func(o matrix.OptionID) bool {
		return slices.ContainsFunc(c.p.Option(o), func(e matrix.Entry) bool {
			i := e.Item
			return int(i) < len(r.MinCovers) && c.p.Bound(i).Max > 1 &&
				(r.MinCovers[i] > 0 || slices.ContainsFunc(c.optionsWithItem[i],
					isLive))
		}) || slices.ContainsFunc(c.nogoodsWithOption[o], func(n int) bool {
			return slices.ContainsFunc(c.p.Nogoods()[n], isLive)
		})
	}
	chosen := slices.DeleteFunc(slices.Clone(r.ChosenOptions), func(o matrix.OptionID) bool { return !matters(o) })
	slices.Sort(chosen)
	return sha256.Sum256(append(text, optionsKey(chosen)...))
}

// addSplit writes the node of a residual that is the product of two parts.
func (c *cpogWriter) addSplit(s *Step, r *Residual, f frame) (n cpogNode) {
	parts := r.SplitItems(f.itemsOf(s.Items))
	var factors, hints []int
	for k, below := range s.Below {
		part := c.addResidual(below, parts[k], f)
		if part.dead {
			return part
		} else if part.variable != 0 {
			factors, hints = append(factors, part.variable), append(hints, part.lemma)
			n.support = append(n.support, part.support...)
		}
	}
	if len(s.Below) < 2 {
		c.err = errWrong
	}
	slices.Sort(n.support)
	n.support = slices.Compact(n.support)
	var definition int
	n.variable, definition = c.addProduct(factors)
	n.lemma = c.addLemma(n.support, n.variable, append(hints, definition))
	return n
}

// branch is one of the branches on an item, with the indices of the clauses that were written for it.
type branch struct {
	option matrix.OptionID
	// variable of the product of the option and the residual after its choice; 0 if that has no solution
	product    int
	definition int     // index of the first clause that defines the product
	lemma      int     // index of the clause that the option makes the product true, or cannot be chosen
	support    []int32 // literals of the clause lemma, without the option and the product
	// index of the first clause that defines the sum of this branch and the later ones; 0 if there is no such sum
	sum    int
	others int // index of the first clause that defines the product of "not this option" and the later branches
}

// addBranch writes the node of a residual that branches on an item.
func (c *cpogWriter) addBranch(s *Step, r *Residual, f frame) (n cpogNode) {
	item := f.item(s.Item)
	live := r.OptionsOf(item)
	f.sort(live)
	var branches []branch
	last := cpogNode{dead: true} // node of the branch without an option
	rest, steps := r.Clone(), s.Below
	for o, next := range r.Branches(item, live) {
		if len(steps) == 0 || c.err != nil {
			c.err = cmp.Or(c.err, errWrong)
			return n
		}
		below := c.addResidual(steps[0], next, f)
		if steps = steps[1:]; o < 0 {
			last = below
			break
		}
		branches = append(branches, c.addProductOf(o, rest, next, below))
		rest.LiveOptions.Remove(int(o))
	}
	n.dead, n.variable = last.dead, last.variable
	var definition int // first clause that defines the node, if branches without solutions come first
	if factors := c.addSums(branches, &n); len(factors) > 0 {
		n.variable, definition = c.addProduct(factors)
	} else if !n.dead && n.variable == 0 {
		return n
	}
	c.deduceNode(branches, &n, definition, last, rest, item)
	return n
}

// deduceNode writes the lemma of a node that branches on an item. The argument last is the node of the branch without
// an option. If there is no such branch, the item lacks options in the residual rest, which remains after all branches.
func (c *cpogWriter) deduceNode(branches []branch, n *cpogNode, definition int, last cpogNode, rest *Residual,
	item matrix.ItemID) {
	var hints, spent []int
	support := slices.Clone(last.support)
	for _, b := range branches {
		if b.product != 0 && definition != 0 {
			hints, definition = append(hints, definition), 0
		}
		if b.sum != 0 {
			hints, definition = append(hints, b.sum+1, b.sum+2), b.others
		}
		hints, spent = append(hints, b.lemma), append(spent, b.lemma)
		support = append(support, b.support...)
	}
	if rest.MinCovers[item] > 0 {
		lack, gone := c.lackHints(rest, item)
		hints, support = append(hints, lack...), append(support, gone...)
	} else if definition != 0 {
		hints = append(hints, definition)
	}
	if last.lemma != 0 {
		hints = append(hints, last.lemma)
	}
	slices.Sort(support)
	n.support = slices.DeleteFunc(slices.Compact(support), func(l int32) bool {
		return slices.ContainsFunc(branches, func(b branch) bool { return int32(variableOf(b.option)) == l })
	})
	if n.lemma = hints[0]; len(branches) > 0 || len(hints) > 1 { // otherwise the lemma is a clause of the formula
		n.lemma = c.addLemma(n.support, n.variable, hints)
	}
	if len(spent) > 0 {
		c.writeLine("D", append(spent, 0)...)
	}
}

// addProductOf writes the product of an option and the node of the residual after the choice of that option. It also
// writes the lemma of the product.
func (c *cpogWriter) addProductOf(o matrix.OptionID, before, behind *Residual, below cpogNode) (b branch) {
	b.option = o
	factors, hints := []int{variableOf(o)}, []int(nil)
	excluded := matrix.NewBitSet(c.p.OptionCount())
	for gone := range before.LiveOptions.EachNumber {
		l := int32(gone + 1)
		if behind.LiveOptions.Has(gone) || gone == int(o) {
			continue
		}
		factors = append(factors, -gone-1)
		excluded.Insert(gone)
		if _, needed := slices.BinarySearch(below.support, l); needed || !below.dead {
			clause, chosen := c.exclusion(before, o, matrix.OptionID(gone))
			hints, b.support = append(hints, clause), append(b.support, chosen...)
		}
	}
	for _, l := range below.support {
		if l < 0 && l != -int32(variableOf(o)) || l > 0 && !excluded.Has(int(l-1)) {
			b.support = append(b.support, l)
		}
	}
	slices.Sort(b.support)
	b.support = slices.Compact(b.support)
	if below.lemma != 0 {
		hints = append(hints, below.lemma)
	}
	if !below.dead {
		if below.variable != 0 {
			factors = append(factors, below.variable)
		}
		b.product, b.definition = c.addProduct(factors)
		hints = append(hints, b.definition)
	}
	b.lemma = c.addLemma(append(slices.Clip(b.support), -int32(variableOf(o))), b.product, hints)
	return b
}

// addSums writes the sums of the branches, from the last branch to the first. The argument n is the node of the branch
// without an option, and becomes the node of the whole sum. If the first branches have no solutions, no sum is written
// for them: addSums returns the factors of the product of their negated options and the rest.
func (c *cpogWriter) addSums(branches []branch, n *cpogNode) (factors []int) {
	withRest := func(factors []int) []int {
		if n.variable != 0 {
			factors = append(factors, n.variable)
		}
		return factors
	}
	var without []int // negated options of branches without solutions
	for k := range slices.Backward(branches) {
		b := &branches[k]
		switch x := variableOf(b.option); {
		case b.product == 0 && n.dead:
		case b.product == 0:
			without = append(without, -x)
		case n.dead:
			*n = cpogNode{variable: b.product}
		default:
			var others int
			others, b.others = c.addProduct(withRest(append([]int{-x}, without...)))
			n.variable, b.sum = c.addSum(b.product, others, b.definition+1, b.others+1)
			without = nil
		}
	}
	if len(without) > 0 {
		return withRest(without)
	}
	return nil
}

// exclusion returns the index of the clause by which option o excludes the option gone. If that clause contains further
// chosen options, it also returns the literals by which these occur in lemmas.
func (c *cpogWriter) exclusion(before *Residual, o, gone matrix.OptionID) (clause int, support []int32) {
	clauseOf := func(isIn func(matrix.OptionID) bool) (int, []int32) {
		together, support := []matrix.OptionID{o, gone}, []int32(nil)
		for _, other := range before.ChosenOptions {
			if isIn(other) {
				together, support = append(together, other), append(support, -int32(variableOf(other)))
			}
		}
		slices.Sort(together)
		return c.excluding[optionsKey(together)], support
	}
	if clause, _ = clauseOf(func(matrix.OptionID) bool { return false }); clause != 0 {
		return clause, nil
	}
	for _, e := range c.p.Option(o) {
		holds := func(o matrix.OptionID) bool { return slices.Contains(c.optionsWithItem[e.Item], o) }
		if int(e.Item) < len(before.MaxCovers) && before.MaxCovers[e.Item] == 1 && holds(gone) {
			return clauseOf(holds)
		}
	}
	for _, n := range c.nogoodsWithOption[o] {
		together := c.p.Nogoods()[n]
		isIn := func(o matrix.OptionID) bool { return slices.Contains(together, o) }
		if clause, support = clauseOf(isIn); isIn(gone) && clause != 0 && len(support) == len(together)-2 {
			return clause, support
		}
	}
	c.err = cmp.Or(c.err, errWrong)
	return 0, nil
}

// lackHints returns the indices of the clauses which show that too few options are left for an item. It also returns
// the literals of those options of the item that are not left.
func (c *cpogWriter) lackHints(r *Residual, i matrix.ItemID) (hints []int, support []int32) {
	gone := slices.DeleteFunc(slices.Clone(c.optionsWithItem[i]), func(o matrix.OptionID) bool {
		return r.LiveOptions.Has(int(o)) || slices.Contains(r.ChosenOptions, o)
	})
	need := max(0, len(c.optionsWithItem[i])-int(c.p.Bound(i).Min)+1)
	if len(gone) < need {
		c.err = cmp.Or(c.err, errWrong)
		return nil, nil
	}
	for _, o := range gone[:need] {
		if c.neverBy[o] != 0 {
			hints = append(hints, c.neverBy[o])
		} else {
			support = append(support, int32(variableOf(o)))
		}
	}
	return append(hints, c.requiring[optionsKey(gone[:need])]), support
}

// addProduct writes a product. It returns the variable of the product, and the index of the first clause of its
// definition, which says that the product is true if its factors are. The next clauses say that the product implies the
// first factor, the second, and so on.
func (c *cpogWriter) addProduct(factors []int) (variable, definition int) {
	c.variable++
	definition = c.clause + 1
	c.clause += 1 + len(factors)
	c.writeLine(fmt.Sprint(definition, " p ", c.variable), append(factors, 0)...)
	return c.variable, definition
}

// addSum writes the sum of two products, with the indices of the clauses which show that the two exclude each other. It
// returns the variable of the sum, and the index of the first clause of its definition, which says that one of the
// terms is true if the sum is. The next two clauses say that each term implies the sum.
func (c *cpogWriter) addSum(a, b int, hints ...int) (variable, definition int) {
	c.variable++
	definition = c.clause + 1
	c.clause += 3
	c.writeLine(fmt.Sprint(definition, " s ", c.variable, " ", a, " ", b), append(hints, 0)...)
	return c.variable, definition
}

// addLemma writes a clause with the indices of the clauses from which it follows, and returns its own index. The clause
// consists of the given literals and of the variable node, unless that is 0.
func (c *cpogWriter) addLemma(literals []int32, node int, hints []int) int {
	c.clause++
	var numbers []int
	for _, l := range literals {
		numbers = append(numbers, int(l))
	}
	if node != 0 {
		numbers = append(numbers, node)
	}
	c.writeLine(fmt.Sprint(c.clause, " a"), append(append(numbers, 0), append(hints, 0)...)...)
	return c.clause
}

func (c *cpogWriter) writeLine(head string, numbers ...int) {
	if c.left -= len(numbers); c.left < 0 {
		c.err = ErrTooLarge
	}
	if c.err == nil {
		c.out.WriteString(head)
		for _, n := range numbers {
			c.out.Write(strconv.AppendInt(append(c.out.AvailableBuffer(), ' '), int64(n), 10))
		}
		c.out.WriteByte('\n')
	}
}
