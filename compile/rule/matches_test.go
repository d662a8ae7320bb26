package rule_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/runtime/matrix/matrixtest"
)

// lineText writes the numbers of a line as a text.
func lineText(numbers []int) (text string) {
	for _, n := range numbers {
		text += fmt.Sprint(n)
	}
	return text
}

// TestMatches: rows and columns read as a pattern, or hold nothing that does, as package regexp has it.
func TestMatches(t *testing.T) {
	whole := regexp.MustCompile(`^(?:1*2(3|2)*)$`)
	compareFill(t, 2, 3, 3, `matches "1*2(3|2)*"`, func(v filling) bool {
		return whole.MatchString(lineText(v[0])) && whole.MatchString(lineText(v[1]))
	})
	part := regexp.MustCompile(`11|22|3.1`)
	compareFill(t, 3, 3, 3, `never "11|22|3.1" on rows, columns`, func(v filling) bool {
		return !slices.ContainsFunc([]int{0, 1, 2}, func(k int) bool {
			return part.MatchString(lineText(v[k])) || part.MatchString(lineText(columnOf(v, k)))
		})
	})
	compareFill(t, 2, 2, 4, `matches "[13][24]" on (1, 1) (0, 0)`, func(v filling) bool {
		return v[1][1]%2 == 1 && v[0][0]%2 == 0
	})
}

// TestRandomPatterns: random patterns read the lines that package regexp reads.
func TestRandomPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 11))
	var pattern func(depth int) string
	pattern = func(depth int) string {
		switch k := r.IntN(7); {
		case depth == 0 || k == 0:
			return fmt.Sprint(1 + r.IntN(3))
		case k == 1:
			return "."
		case k == 2:
			return "(" + pattern(depth-1) + "|" + pattern(depth-1) + ")"
		case k == 3:
			return "(" + pattern(depth-1) + ")" + []string{"*", "+", "?", "{2}", "{1,2}"}[r.IntN(5)]
		case k == 4:
			return "[^" + fmt.Sprint(1+r.IntN(3)) + "]"
		}
		return pattern(depth-1) + pattern(depth-1)
	}
	for range matrixtest.RandomRounds(150, 1_500) {
		text := pattern(4)
		word, want := "matches", regexp.MustCompile("^(?:"+text+")$")
		holds := func(line string) bool { return want.MatchString(line) }
		if r.IntN(2) == 0 {
			word, want = "never", regexp.MustCompile(text)
			if want.MatchString("") {
				continue
			}
			holds = func(line string) bool { return !want.MatchString(line) }
		}
		var lines []string
		for k := range 81 {
			if line := lineText([]int{1 + k/27, 1 + k/9%3, 1 + k/3%3, 1 + k%3}); holds(line) {
				lines = append(lines, line)
			}
		}
		p := compiletest.CompilePuzzle(t,
			fmt.Sprintf("fill b with \"123\" {\n %s %q\n}\nboard b on square = 1x4", word, text), false)
		n := 0
		for range compiletest.AllSolutions(t, p) {
			n++
		}
		if n != len(lines) {
			t.Fatalf("%s %q: %d lines, want %d", word, text, n, len(lines))
		}
	}
}

// TestPatternBomb: a pattern with very many states is refused by their number.
func TestPatternBomb(t *testing.T) {
	for pattern, want := range map[string]string{"(1|2)*1(1|2){14}": "more than 1000 states", "(1": "cannot be read",
		"^1": "has no ^", "1{2000}": "cannot be read"} {
		compiletest.CompileWrong(t, "board b on square = 1x4\nfill b with \"12\" { matches \""+pattern+"\" }", want)
	}
	compiletest.CompileWrong(t, "board b on square = 1x4\nfill b with \"12\" { never \"1*\" }", "in every line")
}
