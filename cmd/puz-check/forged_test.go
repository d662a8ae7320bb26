package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/proof/prooftest"
)

// Steps of proofs that are written by hand.
const (
	solution = otherSolution<<2 | stepOther
	split    = otherSplit<<2 | stepOther
	bounded  = otherBound<<2 | stepOther
)

func branch(item int) int     { return item<<2 | stepBranch }
func keptBranch(item int) int { return item<<2 | stepKeptBranch }
func known(ago int) int       { return ago<<2 | stepKnown }
func free(items ...int) []int { // items that become free
	numbers := []int{len(items)}
	for k, i := range items {
		numbers = append(numbers, i-append([]int{0}, items...)[k])
	}
	return numbers
}
func image(symmetry int) int { return (firstSymmetry+symmetry)<<2 | stepOther }

// forge returns a claim of a count with the given numbers between head and total. Nothing is removed.
func forge(dump, total string, numbers ...int) prooftest.Claim {
	return forgeClaim("count", dump, total, "", append([]int{0}, numbers...)...)
}

// forgeClaim returns a claim with a text and the given numbers between head and total.
func forgeClaim(claim, dump, total, head string, numbers ...int) prooftest.Claim {
	text := fmt.Appendf(nil, "%sclaim %s\ndump %x\n%s", fileMagic, claim, sha256.Sum256([]byte(dump)), head)
	for _, n := range numbers {
		text = append(text, number(n)...)
	}
	text = fmt.Appendf(text, "\ncount %s\nsha256 %064d\n", total, 0)
	return prooftest.Claim{Dump: []byte(dump), Proof: prooftest.SealProof(text)}
}

// TestForged: proofs that would be right if a checker forgot one thing, and beside each one that is right.
// The numbers of solutions were counted by hand.
func TestForged(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	const best = "a b\n| minimize 0\na|1\na|2\nb|1\nb|2\n"
	const pairs = "a b\na\na\nb\nb\n"
	manyItems, everyItem := "", []int{}
	for i := range 61 {
		manyItems, everyItem = manyItems+fmt.Sprint(10+i, " "), append(everyItem, i)
	}
	const halves = "a b\nh a\na\nh b\nb\n" // h may be covered in both halves
	join := []int{split, 1, 1, branch(1), solution, solution, branch(2), solution, solution}
	withFree := func(dump, total string, items []int, numbers ...int) prooftest.Claim {
		return forge(dump, total, slices.Concat([]int{0}, items, numbers)...)
	}
	deep := slices.Concat([]int{0, 0, branch(0), solution}, slices.Repeat([]int{branch(0)}, 1<<16), []int{solution})
	// 44 items with three options each: 3^44 solutions, which are more than 2^64
	choices, ones, chain := "", []int{}, func(first int) (steps []int) { // of 22 items: 3^22 solutions
		for i := range 22 {
			steps = append(steps, keptBranch(first+i))
		}
		return slices.Concat(steps, slices.Repeat([]int{solution}, 3), slices.Repeat([]int{known(1)}, 2*21))
	}
	for i := range 44 {
		choices += fmt.Sprint(i, " ")
		ones = append(ones, min(i, 1))
	}
	choices += "\n"
	for i := range 44 {
		choices += strings.Repeat(fmt.Sprintln(i), 3)
	}
	all := map[string]struct {
		claim prooftest.Claim
		want  string
	}{
		"two parts": {forge("a b\na\na\nb\nb\n", "4", 0, 0, split, 1, 0, branch(0), solution, solution, branch(1),
			solution, solution), "4"},
		"an option in both parts": {forge("a b\na\na b\nb\nb\n", "4", 0, 0, split, 1, 0, branch(0), solution, solution,
			branch(1), solution, solution), ""},
		"a secondary item in the first part": {forge("a b | x\na x\nb\n", "1", 0, 0, split, 1, 0, branch(0), solution,
			branch(1), solution), "1"},
		"a secondary item in both parts": {forge("a b | x\na x\nb x\n", "1", 0, 0, split, 1, 0, branch(0), solution,
			branch(1), solution), ""},
		"colors in both parts": {forge("a b | x\na x:A\nb x:B\n", "1", 0, 0, split, 1, 0, branch(0), solution,
			branch(1), solution), ""},
		"a color in both parts": {forge("a b | x\na x:A\nb x:A\n", "1", 0, 0, split, 1, 0, branch(0), solution,
			branch(1), solution), ""},
		"an option of one part with an item of the other": {forge("a b\na b\n", "0", 0, 0, split, 1, 1, branch(1)), ""},
		"a part without solutions": {forge("a b c\na b\nb c\nb\n", "0", 0, 0, branch(0), split, 1, 1,
			branch(1)), ""},
		"a product of 0": {forge("a b c\nb\nb\n", "0", 0, 0, split, 2, 0, 2, branch(0)), "0"},
		"a product beyond 64 bits": {forge(choices, "984770902183611232881", slices.Concat([]int{0, 0, split, 22},
			ones[:22], chain(0), chain(22))...), "984770902183611232881"},
		"a product modulo 2^64": {forge(choices, "7093466277004997233", slices.Concat([]int{0, 0, split, 22}, ones[:22],
			chain(0), chain(22))...), ""},
		"an item is open":    {forge("a b\na\n", "1", 0, 0, branch(0), solution), ""},
		"an item needs more": {forge("2|a\na\na\n", "1", 0, 0, branch(0), solution), ""},
		"an option is left":  {forge("0:1|a\na\n", "1", 0, 0, solution), ""},
		"one or none":        {forge("0:1|a\na\n", "2", 0, 0, branch(0), solution, solution), "2"},
		"none is left out":   {forge("0:1|a\na\n", "1", 0, 0, branch(0), solution), ""},
		"two of three": {forge("2|a\na\na\na\n", "3", 0, 0, branch(0), branch(0), solution, solution,
			branch(0), solution), "3"},
		"order counts": {forge("2|a\na\na\na\n", "6", 0, 0, branch(0), branch(0), solution, solution,
			branch(0), solution, solution, branch(0), solution, solution), ""},
		"a secondary item": {forge("a | x\na x\n", "0", 0, 0, branch(1)), ""},
		"no such item":     {forge("a | x\na x\n", "0", 0, 0, branch(7)), ""},
		"an option twice":  {forge("1:2|a 1:2|b\na b\n", "1", 0, 0, branch(0), solution, branch(0), solution), ""},
		"known": {
			forge("a b\na\na\nb\nb\n", "4", 0, 0, branch(0), keptBranch(1), solution, solution, known(1)), "4"},
		"known, and another": {forge("a b\na\na b\nb\nb\n", "4", 0, 0, branch(0), keptBranch(1), solution,
			solution, known(1)), ""},
		"known, with an item that needs none and has none": {forge("a b 0:1|c\na c\na\nb\nb\n", "4", 0, 0, branch(0),
			keptBranch(1), solution, solution, known(1)), "4"},
		"known by itself": {forge("a\na\n", "0", 0, 0, known(0)), ""},
		"known too early": {forge("a b\na\na\nb\n", "0", 0, 0, keptBranch(0), known(1), known(1)), ""},
		"known beside a nogood": {forge("a b c\na\na\nb\nb\nc\nc\n| forbid 0 2\n", "6", 0, 0, branch(0), branch(1),
			keptBranch(2), solution, solution, branch(1), known(1), known(1)), "6"},
		"known with a nogood": {forge("a b c\na\na\nb\nb\nc\nc\n| forbid 0 2 4\n", "6", 0, 0, branch(0),
			keptBranch(1), branch(2), solution, branch(2), solution, solution, known(1)), ""},
		"a nogood": {forge("a b\na\na\nb\nb\n| forbid 0 2\n", "3", 0, 0, branch(0), branch(1), solution, branch(1),
			solution, solution), "3"},
		"a comment of one word": {forge("a b\na\nb\n|x forbid 0 1\n", "1", 0, 0, branch(0), branch(1),
			solution), "1"},
		"a comment taken for a nogood": {forge("a b\na\nb\n|x forbid 0 1\n", "0", 0, 0, branch(0), branch(1)), ""},
		"a nogood in two parts": {forge("a b\na\na\nb\nb\n| forbid 0 2\n", "4", 0, 0, split, 1, 0, branch(0), solution,
			solution,
			branch(1), solution, solution), ""},
		"an image": {forge("a b\na\nb\n", "1", 1, 1, 0, 0, image(0), branch(1), branch(0), solution), "1"},
		"bounds of an image": {forge("1:2|a 1:2|b\na\na\nb\nb\n", "9", 1, 1, 0, 0, branch(0), image(0), branch(0),
			branch(0), branch(1), solution, solution, branch(1), solution, solution, branch(1), solution, solution,
			branch(1), branch(1), solution, solution, solution), "9"},
		"an image with other bounds": {forge("1:2|a b\na\na\nb\nb\n", "6", 1, 1, 0, 0, image(0), branch(1), branch(0),
			branch(1), solution, solution, branch(1), solution, solution, branch(0), solution, solution), ""},
		"an option of none": {forge("a b\na\nb\nb\n", "2", 1, 1, 0, 0, image(0), branch(0), branch(1), solution,
			branch(1), solution), ""},
		"primary to secondary": {
			forge("a | b\na\na b\nb\n", "2", 1, 1, 0, 0, image(0), branch(0), solution, solution), ""},
		"no permutation": {forge("a b\na\nb\na b\n", "2", 1, 0, 0, 0, branch(0), branch(1), solution, solution),
			""},
		"two items become one": {forge("a b\na\n", "1", 1, 0, 0, 0, image(0), branch(0), solution), ""},
		"colors of an image": {forge("a b | x\na x:A\nb x:B\na b x\n", "1", 1, 1, 0, 2, 0, branch(0), branch(1),
			solution), ""},
		"an image with a nogood": {forge("a b\na\na\nb\nb\n| forbid 0 2\n", "3", 1, 1, 0, 2, 0, image(0), branch(0),
			branch(1), solution, branch(1), solution, solution), "3"},
		"an image without its nogood": {forge("a b\na\na\nb\nb\n| forbid 0 1 2\n", "4", 1, 1, 0, 2, 0, image(0),
			branch(0), branch(1), solution, solution, branch(1), solution, solution), ""},
		"no such symmetry":  {forge("a\na\n", "1", 0, 0, image(0), branch(0), solution), ""},
		"no progress":       {forge("0:1|a\na\n", "2", deep...), ""},
		"a number too long": {forge("a\na\n", "1", 0, 1<<62, 0, solution), ""},
		"agreeing colors":   {forge("a b | x\na x:A\nb x:A\nb x\n", "1", 0, 0, branch(0), branch(1), solution), "1"},
		"colors forgotten": {
			forge("a b | x\na x:A\nb x:A\nb x\n", "2", 0, 0, branch(0), branch(1), solution, solution), ""},
		"removed": {forgeClaim("count", "a b | x\na x:A\nb x:A\nb x:B\n", "1", "", 1, 2, 0, 0, 0, branch(0), branch(1),
			solution), "1"},
		"removed, and possible": {forgeClaim("count", "a b | x\na x:A\nb x:A\nb x:B\n", "0", "", 1, 1, 0, 0, 0,
			branch(0), branch(1)), ""},
		"removed by its own item": {
			forgeClaim("count", "a b | x\na x:A\nb x:A\nb x:B\n", "1", "", 1, 2, 1, 0, 0, branch(0),
				branch(1), solution), ""},
		"removed by what may stay open": {forgeClaim("count", "0:1|a b\na\na b\nb\n", "2", "", 1, 1, 0, 0, 0, branch(0),
			branch(1), solution, branch(1), solution), ""},
		"removed twice": {forgeClaim("count", "a b | x\na x:A\nb x:A\nb x:B\n", "1", "", 2, 2, 0, 2, 0, 0, 0, branch(0),
			branch(1), solution), ""},
		"removed with a nogood": {forgeClaim("count", "a b\na\nb\nb\n| forbid 0 2\n", "1", "", 1, 2, 0, 0, 0, branch(0),
			branch(1), solution), "1"},
		"removed, and an image of what is left": {
			forgeClaim("count", "a b | x\na x:A\nb x:A\nb x:B\n", "1", "", 1, 2, 0,
				1, 1, 0, 2, 0, image(0), branch(0), branch(1), solution), "1"},
		"best": {forgeClaim("best", best, "1", "value 2\n", 1, 2, 2, 0, 0, 0, bounded, branch(0), branch(1), solution),
			"1 solutions of value 2"},
		"best, without a bound": {
			forgeClaim("best", best, "1", "value 2\n", 1, 2, 2, 0, 0, 0, branch(0), branch(1), solution,
				solution, branch(1), solution, solution), "1 solutions of value 2"},
		"best, without weights": {forgeClaim("best", best, "1", "value 2\n", 0, 0, 0, 0, branch(0), branch(1), solution,
			solution, branch(1), solution, solution), "1 solutions of value 2"},
		"a bound without weights": {forgeClaim("best", best, "1", "value 2\n", 0, 0, 0, 0, branch(0), branch(1),
			solution, solution, bounded), ""},
		"a better one": {forgeClaim("best", best, "2", "value 3\n", 1, 2, 2, 0, 0, 0, branch(0), branch(1), solution,
			solution, branch(1), solution, solution), ""},
		"a better one behind weights that are too large": {forgeClaim("best", best, "1", "value 3\n", 1, 4, 2, 0, 0,
			0, bounded, branch(0), branch(1), solution), ""},
		"a better one is cut off by a weight that is too large": {forgeClaim("best",
			"a b\n| minimize 0\na|1\na|2\nb|1\n", "1",
			"value 3\n", 1, 0, 10, 0, 0, 0, branch(0), bounded, branch(1), solution), ""},
		"a better one counts": {
			forgeClaim("best", best, "3", "value 3\n", 1, 2, 2, 0, 0, 0, branch(0), branch(1), solution,
				solution, branch(1), solution, solution), ""},
		"a better one is cut off by weights of what may be left out": {forgeClaim("best",
			"a b | x y\n| minimize 0\na|0\na|10\nb x|6\nb y|6\nb|0\n", "1", "value 10\n", 1, 0, 0, 12, 12, 0, 0,
			0, branch(0),
			bounded, branch(1), solution, solution, solution), ""},
		"one as good is cut off": {forgeClaim("optimum", "a\n| minimize 0\na|2\na|2\n", "1", "value 2\n", 1, 4, 0, 0,
			0, branch(0), solution, bounded), "1 solutions of value 2 at least"},
		"one as good is cut off, and all should be counted": {forgeClaim("best", "a\n| minimize 0\na|2\na|2\n", "1",
			"value 2\n", 1, 4, 0, 0, 0, branch(0), solution, bounded), ""},
		"no such value": {forgeClaim("best", best, "0", "value 1\n", 1, 2, 2, 0, 0, 0, bounded), ""},
		"one of the best": {forgeClaim("optimum", best, "1", "value 2\n", 1, 2, 2, 0, 0, 0, branch(0), branch(1),
			solution, bounded, bounded), "1 solutions of value 2 at least"},
		"one of the best is cut off": {
			forgeClaim("best", "a b\n| minimize 0\na|1\na|1\nb|1\n", "1", "value 2\n", 1, 2, 2,
				0, 0, 0, branch(0), branch(1), solution, bounded), ""},
		"all are cut off": {forgeClaim("optimum", best, "0", "value 2\n", 1, 2, 2, 0, 0, 0, bounded), ""},
		"the greatest": {
			forgeClaim("best", "a b\n| maximize 5\na|-1\na|-2\nb|-1\nb|-2\n", "1", "value 9\n", 1, 3, 3, 0, 0,
				0, bounded, branch(0), branch(1), solution), "1 solutions of value 9"},
		"a weight of what may be left out": {
			forgeClaim("best", "a | x\n| minimize 0\na x|1\na|0\n", "1", "value 1\n", 1,
				0, 2, 0, 0, 0, bounded, branch(0), solution), ""},
		"weights of steps of two": {forgeClaim("optimum", "a\n| minimize 0\na|2\na|4\n", "1", "value 2\n", 1, 2, 0, 0,
			0, branch(0), solution, bounded), "1 solutions of value 2 at least"},
		"costs are multiples of four": {forgeClaim("optimum",
			"a b c d e f g\n| minimize 0\na b c|4\nd e f|4\ng|0\ng|0\n", "1", "value 8\n", 1, 0, 0, 0, 0, 0, 0, 0, 0,
			0, 0,
			branch(6), branch(0), branch(3), solution, bounded), "1 solutions of value 8 at least"},
		"one that is better by one step is cut off": {
			forgeClaim("optimum", "a\n| minimize 0\na|2\na|4\n", "1", "value 4\n",
				1, 4, 0, 0, 0, branch(0), bounded, solution), ""},
		"a better one by a step of 1 is cut off": {
			forgeClaim("optimum", "a\n| minimize 0\na|1\na|2\n", "1", "value 2\n",
				1, 0, 0, 0, 0, branch(0), bounded, solution), ""},
		"a better one is cut off by an option that counts for each of two items": {forgeClaim("best",
			"a b c\n| minimize 0\na|0\na b c|3\nb c|2\n", "1", "value 3\n", 1, 0, 0, 0, 0, 0, 0, branch(0), bounded,
			solution), ""},
		"a weight of an item with colors alone": {forgeClaim("best", "a | x\n| minimize 10\na x:A|1\na x:B|2\n", "1",
			"value 11\n", 1, 2, 17, 0, 0, 0, bounded, branch(0), solution), "1 solutions of value 11"},
		"a weight counts as often as an item must be covered": {forgeClaim("best", "1:2|a\n| minimize 0\na|1\na|3\n",
			"1",
			"value 1\n", 1, 2, 0, 0, 0, bounded, branch(0), solution), "1 solutions of value 1"},
		"sums too large for 64 bits": {forgeClaim("optimum", "a c 0:9|b\n| minimize 0\na b|0\na c|1\n"+
			strings.Repeat("b c|0\n", 8), "1", "value 1\n", 1, 0, 0, 1<<61-1, 0, 0, 0, branch(0), bounded, solution),
			""},
		"known beside values": {
			forgeClaim("best", "a b\n| minimize 0\na|1\na|2\nb|1\n", "2", "value 2\n", 1, 2, 2, 0, 0,
				0, branch(0), keptBranch(1), solution, known(1)), ""},
		"all solutions where the best are wanted": {
			forge(best, "4", 0, 0, branch(0), branch(1), solution, solution, branch(1),
				solution, solution), ""},
		"none where the best are wanted": {forge("a b\n| minimize 0\na|1\n", "0", 0, 0, branch(1)), "0"},
		"best of nothing": {
			forgeClaim("best", "a\na\n", "1", "value 0\n", 0, 0, 0, 0, branch(0), solution), ""},
		"classes": {forgeClaim("classes", pairs, "3", "", 2, 0, 1, 1, 0, 0, 0, 0, branch(0), branch(1), solution,
			solution, branch(1), solution, solution, 0, 0, 0, branch(0), solution, solution),
			"3 classes of solutions under 2 symmetries"},
		"classes, without the identity": {forgeClaim("classes", pairs, "2", "", 1, 1, 0, 0, 0, 0, branch(0), solution,
			solution), ""},
		"classes, a symmetry twice": {forgeClaim("classes", pairs, "4", "", 2, 0, 1, 0, 1, 0, 0, 0, branch(0),
			branch(1), solution, solution, branch(1), solution, solution), ""},
		"classes, no symmetry": {
			forgeClaim("classes", "a b\na\na\nb\n", "1", "", 2, 0, 1, 1, 0, 0, 0, 0, branch(1), branch(0),
				solution, solution, 0, 0, 0, branch(0)), ""},
		"classes, and one of three": {forgeClaim("classes", "a b c\na\nb\nc\n", "1", "", 2, 0, 1, 2, 1, 2, 0, 0, 0,
			0, branch(0), branch(1), branch(2), solution, 0, 0, 0, branch(0), solution), ""},
		"classes, covered twice": {
			forgeClaim("classes", "2|a b c\na b\na c\na b\na c\n", "3", "", 2, 0, 1, 2, 0, 2, 1, 0, 0,
				0, branch(1), branch(2), solution, solution, branch(2), solution, solution, 0, 0, 0, branch(0),
				solution,
				solution),
			"3 classes of solutions under 2 symmetries"},
		"classes, covered once or twice": {
			forgeClaim("classes", "2|a b c\na b\na c\na b c\na b c\n", "2", "", 2, 0, 1, 2,
				0, 2, 1, 0, 0, 0, branch(1), branch(2), solution, branch(0), branch(0), 0, 0, 0, branch(1), solution,
				branch(0)), ""},
		"classes, never": {
			forgeClaim("classes", "a b c\na b\na c\nb\nc\n", "1", "", 2, 0, 1, 2, 0, 2, 1, 0, 0, 0, branch(0),
				branch(2), solution, branch(1), solution, 0, 0, 0, branch(0)),
			"1 classes of solutions under 2 symmetries"},
		"classes, three times by two": {
			forgeClaim("classes", "3|a 1:3|b 1:3|c\na b\na c\na b\na c\n", "2", "", 2, 0, 1, 2, 0,
				2, 1, 0, 0, 0, branch(0), branch(0), branch(0), solution, solution, branch(0), solution, branch(0),
				branch(0), solution), "2 classes of solutions under 2 symmetries"},
		"classes, with other bounds": {forgeClaim("classes", "1:2|a b\na\na\nb\nb\n", "4", "", 2, 0, 1, 1, 0, 0, 0, 0,
			branch(1), branch(0), branch(0), solution, solution, solution, branch(0), branch(0), solution, solution,
			solution, 0, 0, 0, branch(1), solution, solution), ""},
		"classes beside values":         {forgeClaim("classes", best, "1", "", 1, 0, 1, 0, 0, 0, bounded), ""},
		"a join":                        {withFree("h "+halves, "2", free(0), join...), "2"},
		"a join that counts twice":      {withFree("h "+halves, "4", free(0), join...), ""},
		"a join of one or none":         {withFree("0:1|h "+halves, "3", free(0), join...), "3"},
		"a join of two":                 {withFree("2|h "+halves, "1", free(0), join...), "1"},
		"a join of all":                 {withFree("0:9|h "+halves, "4", free(0), join...), "4"},
		"a join without free items":     {withFree("h "+halves, "2", free(), join...), ""},
		"free beside nothing":           {withFree("h a\nh\na\n", "0", free(0), branch(1), solution), ""},
		"a branch on a free item":       {withFree("h a\nh a\na\n", "1", free(0), branch(0), solution, solution), ""},
		"free twice":                    {withFree("h "+halves, "2", free(0, 0), join...), "2"},
		"nothing is free":               {withFree("a\na\na\n", "2", free(), branch(0), solution, solution), "2"},
		"a free item that is not there": {withFree("a | x\na x\n", "1", free(1), branch(0), solution), ""},
		"a free item is covered twice": {
			withFree("h a b\nh a\nh b\n", "0", free(0), branch(1), branch(2), solution), "0"},
		"a free item is covered twice, and counts": {withFree("h a b\nh a\nh b\n", "1", free(0), branch(1), branch(2),
			solution), ""},
		"a half covers a free item twice": {withFree("h a b c\nh a\nh b\nc\n", "0", free(0), split, 2, 1, 1, branch(1),
			branch(2), solution, branch(3), solution), "0"},
		"a local item in both halves": {withFree("h a b\nh a\na b\nb\n", "2", free(0), join...), ""},
		"a table that is known": {withFree("h a b c\nh a\na\nh b\nb\nh c\nc\n", "3", free(0), branch(1), keptBranch(2),
			branch(3), solution, solution, branch(3), solution, solution, known(1)), "3"},
		"an image of what is free": {forge("h a\nh a\na\n", "1", slices.Concat([]int{1, 0, 1}, free(0), []int{image(0),
			branch(1), solution, solution})...), ""},
		"free with a nogood": {withFree("h a b\nh a\na\nh b\nb\n| forbid 0 3\n", "1", free(0), branch(1), branch(2),
			solution, branch(2), solution, solution), "1"},
		"free with a nogood in both halves": {withFree("h a b\nh a\na\nh b\nb\n| forbid 0 3\n", "1", free(0), join...),
			""},
		"free, where the best are wanted": {withFree("h "+halves+"| minimize 0\n", "2", free(0), join...), ""},
		"free with values": {forgeClaim("best", "h "+halves+"| minimize 0\n", "2", "value 0\n",
			slices.Concat([]int{0, 0, 0}, free(0), join)...), ""},
		"too many free items": {
			withFree(manyItems+"z\n"+manyItems+"z\n", "1", free(everyItem...), branch(61), solution), ""},
		"sixty free items": {withFree(manyItems[3:]+"z\n"+manyItems[3:]+"z\n", "1", free(everyItem[:60]...),
			branch(60), solution), "1"},
		"another total": {forge("a\na\n", "01", 0, 0, branch(0), solution), ""},
	}
	var names []string
	var claims []prooftest.Claim
	for name, c := range all {
		names, claims = append(names, name), append(claims, c.claim)
	}
	for _, checker := range prooftest.Checkers(t) {
		for n, got := range checker.Check(t, claims) {
			if want := cmp.Or(all[names[n]].want, prooftest.Refused); got != want {
				t.Errorf("%s: %s says %s, and not %s", names[n], checker.Name, got, want)
			}
		}
	}
}
