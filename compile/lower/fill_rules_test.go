package lower_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// boardSpot is a cell of a small board.
type boardSpot struct{ r, c int }

// fillRule is a rule with what it says of a board that is filled: the numbers by cell.
type fillRule struct {
	text  string
	holds func(map[boardSpot]int) bool
}

// randomFillRule makes a rule about a board of so many rows and columns, on which a few
// cells may be missing, and numbers from 1.
func randomFillRule(r *rand.Rand, rows, columns, most int, cells []boardSpot) fillRule {
	on := map[boardSpot]bool{}
	for _, c := range cells {
		on[c] = true
	}
	some := func(n int) []boardSpot {
		mixed := append([]boardSpot{}, cells...)
		r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		return mixed[:min(n, len(mixed))]
	}
	list := func(cells []boardSpot) string {
		var b strings.Builder
		for _, c := range cells {
			fmt.Fprintf(&b, " (%d, %d)", c.r, c.c)
		}
		return b.String()
	}
	symbols := func(a, b int) string {
		if a == b {
			return fmt.Sprint(a)
		}
		return fmt.Sprint(a) + fmt.Sprint(b)
	}
	differ := func(v map[boardSpot]int, cells []boardSpot) bool {
		for i, a := range cells {
			for _, b := range cells[:i] {
				if v[a] == v[b] {
					return false
				}
			}
		}
		return true
	}
	line := func(word string, k int) (out []boardSpot) {
		for _, c := range cells {
			if word == "rows" && c.r == k || word == "columns" && c.c == k {
				out = append(out, c)
			}
		}
		return out
	}
	lines := map[string]int{"rows": rows, "columns": columns}
	word := []string{"rows", "columns"}[r.IntN(2)]
	// how often an operation comes to a number, worked out on the sorted and the unsorted list
	total := func(op string, v map[boardSpot]int, cells []boardSpot) int {
		sum, product, greatest := 0, 1, 0
		for _, c := range cells {
			sum, product, greatest = sum+v[c], product*v[c], max(greatest, v[c])
		}
		switch op {
		case "sum":
			return sum
		case "product":
			return product
		case "difference":
			return greatest - (sum - greatest)
		}
		if rest := product / greatest; greatest%rest == 0 {
			return greatest / rest
		}
		return -1
	}
	chain := func(name string, n int, holds func(a, b int) bool) fillRule {
		row := some(2 + r.IntN(n))
		return fillRule{name + " on" + list(row), func(v map[boardSpot]int) bool {
			for k := range row[1:] {
				if !holds(v[row[k]], v[row[k+1]]) {
					return false
				}
			}
			return true
		}}
	}
	kind := r.IntN(15)
	switch kind {
	case 0:
		return chain("ascending", 2, func(a, b int) bool { return a < b })
	case 1:
		low := r.IntN(3)
		high := low + r.IntN(2)
		return chain(fmt.Sprintf("differ %d..%d", low, high), 2,
			func(a, b int) bool { return max(a-b, b-a) >= low && max(a-b, b-a) <= high })
	case 2:
		row := some(2)
		return fillRule{"quotient 2 on" + list(row), func(v map[boardSpot]int) bool {
			a, b := v[row[0]], v[row[1]]
			return a == 2*b || b == 2*a
		}}
	case 3:
		row := some(2 + r.IntN(3))
		return fillRule{"arrow on" + list(row), func(v map[boardSpot]int) bool {
			return v[row[0]] == total("sum", v,
				row[1:])
		}}
	case 4:
		return fillRule{"distinct on " + word, func(v map[boardSpot]int) bool {
			for k := range lines[word] {
				if !differ(v, line(word, k)) {
					return false
				}
			}
			return true
		}}
	case 5:
		group := some(2 + r.IntN(most-1))
		return fillRule{"distinct on" + list(group), func(v map[boardSpot]int) bool { return differ(v, group) }}
	case 6, 7:
		group, op, distinct := some(1+r.IntN(4)), []string{"sum", "product", "difference", "quotient"}[r.IntN(4)],
			r.IntN(2) == 0
		distinct = distinct && len(group) <= most
		want, v := 0, map[boardSpot]int{}
		for want <= 0 { // a total that can be reached
			for _, c := range cells {
				v[c] = 1 + r.IntN(most)
			}
			want = max(0, total(op, v, group))
			if r.IntN(20) == 0 {
				break
			}
		}
		low, high, many := want, want, fmt.Sprint(want)
		switch r.IntN(4) {
		case 0:
			high = 1 << 30
			many = fmt.Sprintf("at least %d", low)
		case 1:
			low = 0
			many = fmt.Sprintf("at most %d", high)
		case 2:
			high += r.IntN(4)
			many = fmt.Sprintf("%d..%d", low, high)
		}
		text := fmt.Sprintf("%s %s on%s", op, many, list(group))
		if distinct {
			text = "distinct " + text
		}
		return fillRule{text, func(v map[boardSpot]int) bool {
			n := total(op, v, group)
			return low <= n && n <= high &&
				(!distinct || differ(v, group))
		}}
	case 8:
		edge := []string{"top", "bottom", "left", "right"}[r.IntN(4)]
		word := map[string]string{"top": "columns", "bottom": "columns", "left": "rows", "right": "rows"}[edge]
		clues := make([]byte, lines[word])
		for k := range clues {
			if clues[k] = '.'; r.IntN(2) == 0 {
				clues[k] = byte('1' + r.IntN(2))
			}
		}
		text := fmt.Sprintf("sees %s %q", edge, strings.Join(strings.Split(string(clues), ""), ", "))
		return fillRule{text, func(v map[boardSpot]int) bool {
			for k, clue := range clues {
				seen, row := 0, line(word, k)
				for i, c := range row {
					hidden := false
					for j, d := range row {
						before := j < i
						if edge == "bottom" || edge == "right" {
							before = j > i
						}
						hidden = hidden || before && v[d] >= v[c]
					}
					if !hidden {
						seen++
					}
				}
				if clue != '.' && seen != int(clue-'0') {
					return false
				}
			}
			return true
		}}
	case 9:
		clues := make([]string, lines[word])
		for k := range clues {
			clues[k] = []string{".", "1", "2", "1 1", "0", "3"}[r.IntN(6)]
		}
		return fillRule{fmt.Sprintf("runs %s %q", word, strings.Join(clues, ", ")), func(v map[boardSpot]int) bool {
			for k, clue := range clues {
				var b strings.Builder
				for _, c := range line(word, k) {
					b.WriteByte(" x"[min(1, v[c]-1)])
				}
				var runs []string
				for _, run := range strings.Fields(b.String()) {
					runs = append(runs, fmt.Sprint(len(run)))
				}
				if clue != "." && strings.Join(runs, " ") != strings.TrimSuffix(strings.TrimPrefix(clue, "0"), "0") {
					return false
				}
			}
			return true
		}}
	case 10:
		symbol, also, group := 1+r.IntN(most), 1+r.IntN(most), some(1+r.IntN(5))
		low := r.IntN(3)
		high := low + r.IntN(2)
		return fillRule{fmt.Sprintf("%d..%d \"%s\" on%s", low, high, symbols(symbol, also), list(group)),
			func(v map[boardSpot]int) bool {
				n := 0
				for _, c := range group {
					if v[c] == symbol || v[c] == also {
						n++
					}
				}
				return low <= n && n <= high
			}}
	case 11:
		a, b := r.IntN(2), 1+r.IntN(2)
		return fillRule{fmt.Sprintf("apart (%d, %d)", a, b), func(v map[boardSpot]int) bool {
			for _, c := range cells {
				for _, d := range cells {
					i, j := max(c.r-d.r, d.r-c.r), max(c.c-d.c, d.c-c.c)
					if (i == a && j == b || i == b && j == a) && v[c] == v[d] {
						return false
					}
				}
			}
			return true
		}}
	}
	if kind >= 13 {
		symbol, loop := 1+r.IntN(most), kind == 14
		beside := func(v map[boardSpot]int, c boardSpot) (out []boardSpot) {
			for _, d := range []boardSpot{{c.r - 1, c.c}, {c.r + 1, c.c}, {c.r, c.c - 1}, {c.r, c.c + 1}} {
				if v[d] == symbol {
					out = append(out, d)
				}
			}
			return out
		}
		name := map[bool]string{false: "connected", true: "loop"}[loop]
		return fillRule{fmt.Sprintf("%s \"%d\"", name, symbol), func(v map[boardSpot]int) bool {
			met, in := map[boardSpot]bool{}, 0
			var walk func(c boardSpot)
			walk = func(c boardSpot) {
				if !met[c] {
					met[c] = true
					for _, d := range beside(v, c) {
						walk(d)
					}
				}
			}
			for _, c := range cells {
				if v[c] != symbol {
					continue
				}
				if in++; in == 1 {
					walk(c)
				}
				if !met[c] || loop && len(beside(v, c)) != 2 {
					return false
				}
			}
			return in > 0 || !loop
		}}
	}
	// marks between neighbours, with or without those of every
	relations := map[byte]func(a, b int) bool{
		'<': func(a, b int) bool { return a < b }, '>': func(a, b int) bool { return a > b },
		'^': func(a, b int) bool { return a < b }, 'v': func(a, b int) bool { return a > b },
		'o': func(a, b int) bool { return max(a-b, b-a) == 1 },
		'*': func(a, b int) bool { return a == 2*b || b == 2*a },
		'V': func(a, b int) bool { return a+b == 5 }, ' ': func(a, b int) bool { return true },
	}
	every := []string{"", "", "o", "*", "o*", "V"}[r.IntN(6)]
	var picture strings.Builder
	var checks []func(map[boardSpot]int) bool
	for row := range 2*rows - 1 {
		text := make([]byte, 2*columns-1)
		for column := range text {
			a, b := boardSpot{row / 2, column / 2}, boardSpot{(row + 1) / 2, (column + 1) / 2}
			text[column] = ' '
			switch {
			case row%2+column%2 == 0:
				text[column] = '.'
			case row%2+column%2 == 1 && on[a] && on[b]:
				if r.IntN(3) == 0 {
					text[column] = ([2]string{"<>o*V", "^vo*V"}[row%2])[r.IntN(5)]
				}
				mark := text[column]
				checks = append(checks, func(v map[boardSpot]int) bool {
					if !relations[mark](v[a], v[b]) {
						return false
					}
					for _, each := range every {
						if !strings.ContainsRune(every, rune(mark)) && relations[byte(each)](v[a], v[b]) {
							return false
						}
					}
					return true
				})
			}
		}
		picture.WriteString("    " + string(text) + "\n")
	}
	text := "marks \"\"\"\n" + picture.String() + "  \"\"\""
	if every != "" {
		text += fmt.Sprintf(" every %q", every)
	}
	return fillRule{text, func(v map[boardSpot]int) bool {
		for _, check := range checks {
			if !check(v) {
				return false
			}
		}
		return true
	}}
}

// TestFillRules: random boards with rules of all kinds have as many solutions as there are
// ways to write numbers on the cells that obey each rule.
func TestFillRules(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 3))
	some, met := 0, map[string]int{}
	for range matrixtest.RandomRounds(37, 3000) {
		rows, columns, most := 1+r.IntN(3), 1+r.IntN(4), 2+r.IntN(4)
		var cells []boardSpot
		var picture strings.Builder
		for i := range rows {
			picture.WriteString("  ")
			for j := range columns {
				if gone := i+j > 0 && i+j < rows+columns-2 && r.IntN(8) == 0; gone {
					picture.WriteByte('.')
				} else {
					picture.WriteByte('#')
					cells = append(cells, boardSpot{i, j})
				}
			}
			picture.WriteByte('\n')
		}
		for ways := 1; ; ways = 1 { // few enough to be tried
			for range cells {
				ways *= most
			}
			if ways <= 20_000 || most == 2 {
				break
			}
			most--
		}
		if len(cells) > 13 {
			continue
		}
		var text strings.Builder
		fmt.Fprintf(&text, "puz 1\nboard b on square = \"\"\"\n%s\"\"\"\nfill b with %q {\n", picture.String(),
			"12345"[:most])
		given := map[boardSpot]int{}
		if r.IntN(2) == 0 {
			text.WriteString("  given \"\"\"\n")
			many := 1 + 2*r.IntN(2) // of four cells
			for i := range rows {
				text.WriteString("    ")
				for j := range columns {
					mark := byte('.')
					for _, c := range cells {
						if c == (boardSpot{i, j}) && r.IntN(4) < many {
							given[c] = 1 + r.IntN(most)
							mark = byte('0' + given[c])
						}
					}
					text.WriteByte(mark)
				}
				text.WriteByte('\n')
			}
			text.WriteString("  \"\"\"\n")
		}
		var rules []fillRule
		for range 1 + r.IntN(4) {
			if len(cells) < 2 {
				break
			}
			rule := randomFillRule(r, rows, columns, most, cells)
			rules = append(rules, rule)
			text.WriteString("  " + rule.text + "\n")
		}
		text.WriteString("}\n")
		want, values := 0, map[boardSpot]int{}
		var fill func(k int)
		fill = func(k int) {
			if k == len(cells) {
				for _, rule := range rules {
					if !rule.holds(values) {
						return
					}
				}
				want++
				return
			}
			for v := 1; v <= most; v++ {
				if values[cells[k]] = v; given[cells[k]] == 0 || given[cells[k]] == v {
					fill(k + 1)
				}
			}
		}
		fill(0)
		p, err := quadrille.Load("random.puz", []byte(text.String()), quadrille.Options{})
		if err != nil {
			if want > 0 && !strings.Contains(err.Error(), "cannot have different symbols") &&
				!strings.Contains(err.Error(), "two cells or more") &&
				!strings.Contains(err.Error(), "2 cells or more") {
				t.Fatalf("%s%v, and %d solutions", text.String(), err, want)
			}
			continue
		}
		got, err := p.Count(t.Context(), quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != fmt.Sprint(want) {
			t.Fatalf("%s%v solutions, and %d by hand", text.String(), got, want)
		}
		some += min(1, want)
		for _, rule := range rules {
			met[strings.Fields(rule.text)[0]]++
		}
	}
	t.Logf("%d boards have solutions; rules: %v", some, met)
	if some == 0 {
		t.Errorf("%d boards have solutions", some)
	}
}
