package examples_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quadrille/examples"
)

// TestPlans counts by loops what plans expect for which nobody has published the number.
func TestPlans(t *testing.T) {
	for name, count := range map[string]int{
		"plans/timetable.puz": countTimetables(), "plans/tournament.puz": countTournaments(),
		"plans/roster.puz": countRosters(),
	} {
		text, err := examples.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`expect ([\d_]+) solutions`).FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s expects nothing", name)
		}
		if want, err := strconv.Atoi(strings.ReplaceAll(string(m[1]), "_", "")); err != nil || count != want {
			t.Errorf("%s expects %s, and loops find %d", name, m[1], count)
		}
	}
}

// countTimetables counts the ways to give each lesson an hour and a room. Lessons of one kind are alike.
func countTimetables() int {
	const bob, physics = "B", "physics"
	plan := []struct {
		class, teacher, subject string
		times                   int
	}{{"1a", "A", "", 2}, {"1a", bob, "", 1}, {"1b", "A", "", 1}, {"1b", "C", physics, 2}, {"2a", "C", physics, 1},
		{"2a", bob, "", 2}}
	taken := map[string]bool{} // a class, a teacher or a room, and an hour
	var give func(row, times, from int) int
	give = func(row, times, from int) (count int) {
		if row == len(plan) {
			return 1
		}
		p := plan[row]
		if times == p.times {
			return give(row+1, 0, 0)
		}
		for slot := from; slot < 4*3; slot++ {
			hour, room := strconv.Itoa(slot/3), strconv.Itoa(slot%3)
			needs := []string{p.class + hour, p.teacher + hour, "room" + room + hour}
			if p.subject == physics && slot%3 != 0 || p.teacher == bob && slot/3 == 0 ||
				taken[needs[0]] || taken[needs[1]] || taken[needs[2]] {
				continue
			}
			for _, n := range needs {
				taken[n] = true
			}
			count += give(row, times+1, slot+1)
			for _, n := range needs {
				delete(taken, n)
			}
		}
		return count
	}
	return give(0, 0, 0)
}

// countTournaments counts the plans of five rounds of three games of six teams, one on each of three grounds.
func countTournaments() int {
	var met [6][6]bool
	var visits [6][3]int
	var play func(round, ground int, busy [6]bool) int
	play = func(round, ground int, busy [6]bool) (count int) {
		switch {
		case round == 5:
			return 1
		case ground == 3:
			return play(round+1, 0, [6]bool{})
		}
		for a := range 6 {
			for b := a + 1; b < 6; b++ {
				if busy[a] || busy[b] || met[a][b] || visits[a][ground] == 2 || visits[b][ground] == 2 {
					continue
				}
				met[a][b] = true
				visits[a][ground]++
				visits[b][ground]++
				next := busy
				next[a], next[b] = true, true
				count += play(round, ground+1, next)
				met[a][b] = false
				visits[a][ground]--
				visits[b][ground]--
			}
		}
		return count
	}
	return play(0, 0, [6]bool{})
}

// countRosters counts the ways to give the early, late and night shift of five days to three of four nurses.
func countRosters() int {
	var worked [4]int
	var give func(day int, before [4]int) int
	give = func(day int, before [4]int) (count int) {
		if day == 5 {
			for _, n := range worked {
				if n < 3 || n > 4 {
					return 0
				}
			}
			return 1
		}
		for shifts := range 4 * 4 * 4 {
			early, late, night := shifts/16, shifts/4%4, shifts%4
			if early == late || early == night || late == night || before[early] == 2 || before[late] == 2 {
				continue
			}
			today := [4]int{-1, -1, -1, -1}
			for shift, nurse := range []int{early, late, night} {
				today[nurse] = shift
				worked[nurse]++
			}
			count += give(day+1, today)
			for _, nurse := range []int{early, late, night} {
				worked[nurse]--
			}
		}
		return count
	}
	return give(0, [4]int{-1, -1, -1, -1})
}
