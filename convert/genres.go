package convert

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// Fields that several genres have.
var (
	clues       = field{"clue", ofCells}
	givens      = field{"given", ofCells}
	topClues    = field{"top", ofColumns}
	bottomClues = field{"bottom", ofColumns}
	leftClues   = field{"left", ofRows}
	rightClues  = field{"right", ofRows}
)

// genres is the table of the kinds of puzzles that links of pzpr may hold, and that the language can say.
var genres = sync.OnceValue(func() []*genre {
	return []*genre{
		{name: "sudoku", title: "Sudoku", board: "given", check: checkLatin,
			parts: []codec{numbers16(givens)},
			text: `latin {{.Rows}} {
  distinct on boxes {{.BoxRows}}x{{.BoxCols}}
{{.Given}}}
`},
		{name: "skyscrapers", aliases: []string{"building", "skyscraper"}, title: "Skyscrapers", board: "given",
			check: checkLatin, size: sizeOfEdge,
			parts: []codec{numbers16(topClues, bottomClues, leftClues, rightClues), optionalPart(numbers16(givens),
				givens)},
			text: `latin {{.Rows}} {
  sees top "{{.Edge "top"}}" bottom "{{.Edge "bottom"}}" left "{{.Edge "left"}}" right "{{.Edge "right"}}"
{{.Given}}}
`},
		{name: "kropki", title: "Kropki", check: checkLatin, size: sizeOfText,
			parts: []codec{triples(rightSides, belowSides)},
			text: `latin {{.Rows}} {
  marks """
{{.Marks "o*" "o*"}}  """ every "o*"
}
`},
		{name: "minarism", title: "Minarism", check: checkLatin, size: sizeOfText,
			parts: []codec{minarismSides()},
			text: `{{.Table "difference"}}latin {{.Rows}} {
  marks """
{{.Marks "><" "v^"}}  """{{if .Has "difference"}}
  differ exactly n on (r, c) (s, d) for r, c, s, d, n in rows of difference{{end}}
}
`},
		{name: "easyasabc", title: "Easy as ABC", board: "given", check: checkABC, size: sizeOfEdge,
			parts: []codec{plainNumber("letters"), numbers16(topClues, bottomClues, leftClues, rightClues),
				optionalPart(numbers16(givens), givens)},
			text: `fill {{.Rows}}x{{.Cols}} with "_{{.Letters}}" {
{{.LetterRules}}}
`},
		{name: "kakuro", title: "Kakuro", size: sizeOfKakuro, parts: []codec{kakuroCells()},
			text: `{{.FullTable "across"}}{{.FullTable "down"}}shape walls = {(r, c) for r, c in across}
fill {{add .Rows 1}}x{{add .Cols 1}} - walls with "123456789" {
  distinct on segments
  distinct sum n on ray (r, c) (0, 1) for r, c, n in across{{if .HasZeros "across"}} where n > 0{{end}}
  distinct sum n on ray (r, c) (1, 0) for r, c, n in down{{if .HasZeros "down"}} where n > 0{{end}}
}
`},
		{name: "nonogram", title: "Nonogram", size: sizeOfRuns, parts: []codec{nonogramClues()},
			text: `fill {{.Rows}}x{{.Cols}} with "_#" {
  runs rows "{{.Runs "rows"}}"
  runs columns "{{.Runs "columns"}}"
}
`},
		{name: "slither", aliases: []string{"slitherlink"}, title: "Slitherlink", board: "clue",
			parts: []codec{numbers4(clues)},
			text: `{{.FullTable "clue"}}board b on sticks = {{.Rows}}x{{.Cols}}
fill b with "01" {
  loop "1"
  exactly n "1" on 1x1 at (2*r, 2*c) for r, c, n in clue
}
`},
		{name: "mashu", aliases: []string{"masyu", "pearl"}, title: "Masyu", board: "pearl", words: "WB",
			check: checkLoop,
			parts: []codec{triples(field{"pearl", ofCells})},
			text: `{{.FullTable "pearl"}}param bottom = {{add .Rows -1}}
param right = {{add .Cols -1}}
board b on sticks = bottom x right
fill b with "01" {
  loop "1"
}
{{if .Has "pearl"}}items circle[r,c] for r, c in pearl
{{end}}{{if .HasEntry "pearl" "B"}}option circle[r,c] value[2*r,2*c+a]:1 value[2*r,2*c+3*a]:1 value[2*r,2*c-a]:0?
  value[2*r+b,2*c]:1 value[2*r+3*b,2*c]:1 value[2*r-b,2*c]:0?
  for r, c, k in pearl, a in {-1, 1}, b in {-1, 1}
  where k = B and c + 2*a >= 0 and r + 2*b >= 0 and c + 2*a <= right and r + 2*b <= bottom
{{end}}{{if .HasEntry "pearl" "W"}}option circle[r,c] value[2*r-d,2*c-e]:1 value[2*r+d,2*c+e]:1 value[2*r-3*d,2*c-3*e]:0?
  for r, c, k in pearl, d in 0..1, e in {1-d}
  where k = W and r >= d and c >= e and r + d <= bottom and c + e <= right
option circle[r,c] value[2*r-d,2*c-e]:1 value[2*r+d,2*c+e]:1 value[2*r-3*d,2*c-3*e]:1 value[2*r+3*d,2*c+3*e]:0?
  for r, c, k in pearl, d in 0..1, e in {1-d}
  where k = W and r >= 2*d and c >= 2*e and r + d <= bottom and c + e <= right
{{end}}`},
		{name: "simpleloop", title: "Simple loop", board: "wall", check: checkLoop,
			parts: []codec{optionalPart(bits(field{"wall", ofCells}), field{"wall", ofCells})},
			text: `{{.FullTable "wall"}}shape open = {{.Rows}}x{{.Cols}}{{if .Has "wall"}} - {(r, c) for r, c in wall}{{end}}
board b on sticks = {{add .Rows -1}}x{{add .Cols -1}}
fill b with "01" {
  loop "1"
  at least 1 "1" on {(2*r+i, 2*c+j) for i in -1..1, j in -1..1 where abs(i) + abs(j) = 1} & b for r, c in open
  none "1" on {(2*r+i, 2*c+j) for i in -1..1, j in -1..1 where abs(i) + abs(j) = 1} & b for r, c in wall
}
`},
		{name: "starbattle", title: "Star battle", check: checkRegions, size: sizeOfRooms,
			parts: []codec{plainNumber("stars"), rooms()},
			text: `param stars = {{.At "stars"}}
place star on {{.Rows}}x{{.Cols}} {
  exactly stars on rows, columns
  exactly stars on regions """
{{.Regions}}  """
  at most 1 on 2x2 everywhere
}
`},
		{name: "hitori", title: "Hitori", board: "clue", parts: []codec{hitoriNumbers()},
			text: `{{.FullTable "clue"}}fill {{.Rows}}x{{.Cols}} with "_#" {
  connected "_"
  apart "#"
  at most 1 "_" on (r, c) (r, d) for r, c, n in clue, s, d, m in clue where s = r and d > c and m = n
  at most 1 "_" on (r, c) (s, c) for r, c, n in clue, s, d, m in clue where d = c and s > r and m = n
}
`},
		{name: "mines", title: "Minesweeper", board: "clue", parts: []codec{numbers16(clues)},
			text: `{{.FullTable "clue"}}fill {{.Rows}}x{{.Cols}} with "_*" {
  none "*" on (r, c) for r, c in clue
  exactly n "*" on around (r, c) king for r, c, n in clue
}
`},
		{name: "akari", aliases: []string{"lightup", "bijutsukan"}, title: "Akari", board: "wall", check: checkAkari,
			parts: []codec{numbers4(field{"wall", ofCells})},
			text: `{{.Table "wall"}}{{if .Has "wall"}}shape walls = {(r, c) for r, c in wall}
{{end}}board room = {{.Rows}}x{{.Cols}}{{if .Has "wall"}} - walls{{end}}
place lamp on room {
{{if .HasNumbers "wall"}}  exactly n on around (r, c) for r, c, n in wall
{{end}}  at most 1 on segments
  at least 1 on (r, c) + rays (r, c) for r, c in room
}
`, size: sizeOfText},
		{name: "nurikabe", title: "Nurikabe", board: "island", parts: []codec{numbers16(field{"island", ofCells})},
			check: func(s *sheet) string {
				if len(s.entries("island")) == 0 {
					return "a nurikabe without a number"
				}
				return checkUnknown("island")(s)
			},
			text: `{{.FullTable "island"}}pack {{.Rows}}x{{.Cols}} with shapes at island {
  apart
  leave any empty
  leave at most 3 empty on 2x2 everywhere
  connected empty
}
`},
		{name: "shikaku", title: "Shikaku", board: "area", parts: []codec{numbers16(field{"area", ofCells})},
			check: func(s *sheet) string {
				if len(s.entries("area")) == 0 {
					return "a shikaku without a number"
				}
				return ""
			},
			text: `{{.FullTable "area"}}pack {{.Rows}}x{{.Cols}} with rectangles at area
`},
		{name: "heyawake", aliases: []string{"heyawacky"}, title: "Heyawake", board: "room",
			check: checkUnknown("number"),
			parts: []codec{rooms(), roomNumbers()},
			text: `{{.FullTable "room"}}{{.RoomTable "number"}}fill {{.Rows}}x{{.Cols}} with "_#" {
  connected "_"
  apart "#"
{{if .Has "number"}}  exactly n "#" on {(r, c) for r, c, k in room where k = x} for x, n in rows of number
{{end}}  at least 1 "#" on {(r, k) for k in i..j+1}
    for r in 0..{{add .Rows -1}}, i in 0..{{add .Cols -2}}, j in i+1..{{add .Cols -2}}
    where room[r,i] != room[r,i+1] and room[r,j] != room[r,j+1]
  at least 1 "#" on {(k, c) for k in i..j+1}
    for c in 0..{{add .Cols -1}}, i in 0..{{add .Rows -2}}, j in i+1..{{add .Rows -2}}
    where room[i,c] != room[i+1,c] and room[j,c] != room[j+1,c]
}
`},
		{name: "aqre", title: "Aqre", board: "room", check: checkUnknown("number"),
			parts: []codec{rooms(), roomNumbers()},
			text: `{{.FullTable "room"}}{{.RoomTable "number"}}fill {{.Rows}}x{{.Cols}} with "_#" {
  connected "#"
  never "____|####" on rows, columns
{{if .Has "number"}}  exactly n "#" on {(r, c) for r, c, k in room where k = x} for x, n in rows of number
{{end}}}
`},
		{name: "norinori", title: "Norinori", board: "room", parts: []codec{rooms()},
			text: `{{.FullTable "room"}}piece I2 = 1x2
pack {{.Rows}}x{{.Cols}} with any of I2 {
  apart
  leave any empty
  leave (sum(1 for r, c, k in room where k = x) - 2) empty
    on {(r, c) for r, c, k in room where k = x} for x in { {{.RoomNames}} }
}
`, check: func(s *sheet) string {
				for _, n := range s.roomSizes() {
					if n < 2 {
						return "a room of one cell, which has no place for two black cells"
					}
				}
				return ""
			}},
		{name: "aquarium", title: "Aquarium", board: "room",
			parts: []codec{rooms(), slash(), numbers16(topClues, leftClues)},
			text: `{{.FullTable "room"}}{{.Table "top"}}{{.Table "left"}}fill {{.Rows}}x{{.Cols}} with "_#" {
{{if .Has "top"}}  exactly n "#" on column c for z, c, n in top
{{end}}{{if .Has "left"}}  exactly n "#" on row r for z, r, n in left
{{end}}  never "#_" on (r, c) (r+1, c)
    for r in 0..{{add .Rows -2}}, c in 0..{{add .Cols -1}} where room[r,c] = room[r+1,c]
  same on (r, c) (r, c+1) for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -2}} where room[r,c] = room[r,c+1]
{{.WaterRules}}}
`},
		{name: "tents", title: "Tents", board: "tree",
			parts: []codec{numbers16(topClues, leftClues), flags1(field{"tree", ofCells})},
			text: `{{.FullTable "tree"}}{{.Table "top"}}{{.Table "left"}}fill {{.Rows}}x{{.Cols}} with "_A" {
  none "A" on (r, c) for r, c in tree
  exactly {{.Count "tree"}} "A"
  apart king "A"{{if .Has "top"}}
  exactly n "A" on column c for r, c, n in top{{end}}{{if .Has "left"}}
  exactly n "A" on row r for z, r, n in left{{end}}
}
{{if .Has "tree"}}items trunk[r,c] for r, c in tree
secondary items taken[r,c] for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -1}}
option trunk[r,c] value[x,y]:"A" taken[x,y] for r, c in tree, x in max(0, r-1)..min(r+1, {{add .Rows -1}}),
  y in max(0, c-1)..min(c+1, {{add .Cols -1}}) where abs(x - r) + abs(y - c) = 1
{{end}}`},
		{name: "creek", title: "Creek", size: sizeOfCorners, parts: []codec{numbers4(field{"clue", ofCorners})},
			text: `{{.FullTable "clue"}}board b = {{.Rows}}x{{.Cols}}
fill b with "_#" {
  connected "_"
  exactly n "#" on 2x2 at (r-1, c-1) & b for r, c, n in clue
}
`},
		{name: "yinyang", title: "Yin-Yang", board: "circle", words: "WB",
			parts: []codec{triples(field{"circle", ofCells})},
			text: `{{.FullTable "circle"}}fill {{.Rows}}x{{.Cols}} with "WB" {
  connected "W"
  connected "B"
  1..3 "W" on 2x2 everywhere{{if .HasEntry "circle" "W"}}
  exactly 1 "W" on (r, c) for r, c, k in circle where k = W{{end}}{{if .HasEntry "circle" "B"}}
  exactly 1 "B" on (r, c) for r, c, k in circle where k = B{{end}}
}
`},
		{name: "kurodoko", title: "Kurodoko", board: "clue", check: checkViews, parts: []codec{numbers16(clues)},
			text: viewsText(0, `  apart "#"
  none "#" on (r, c) for r, c in clue
`)},
		{name: "cave", aliases: []string{"bag"}, title: "Cave", board: "clue", check: checkViews,
			parts: []codec{numbers16(clues)},
			text: viewsText(1, `  connected "#"
  none "_" on {(r, c) for r in 0..bottom+2, c in 0..right+2 where r = 0 or c = 0 or r = bottom+2 or c = right+2}
  none "#" on (r+1, c+1) for r, c in clue
`)},
		{name: "ripple", aliases: []string{"hakyukoka"}, title: "Ripple effect", board: "room",
			check: checkNumberedRooms,
			parts: []codec{rooms(), numbers16(givens)},
			text:  numberedRoomsText(`{{.RippleRules}}`)},
		{name: "suguru", title: "Suguru", board: "room", check: checkNumberedRooms,
			parts: []codec{rooms(), numbers16(givens)},
			text: numberedRoomsText(`  apart king
`)},
		{name: "cojun", title: "Cojun", board: "room", check: checkNumberedRooms,
			parts: []codec{rooms(), numbers16(givens)},
			text: numberedRoomsText(`  apart
  ascending on (r+1, c) (r, c) for r in 0..{{add .Rows -2}}, c in 0..{{add .Cols -1}} where room[r,c] = room[r+1,c]
`)},
		{name: "country", title: "Country road", board: "room", check: checkCountry,
			parts: []codec{rooms(), roomNumbers()},
			text: `{{.FullTable "room"}}{{.RoomTable "number"}}board b on sticks = {{add .Rows -1}}x{{add .Cols -1}}
fill b with "01" {
  loop "1"
  exactly 2 "1" on {(x, y) for x, y in b where room[x/2,y/2] != room[(x+1)/2,(y+1)/2]
    and (room[x/2,y/2] = k or room[(x+1)/2,(y+1)/2] = k)} for k in { {{.RoomNames}} }
{{if .Has "number"}}  exactly (n-1) "1" on {(x, y) for x, y in b where room[x/2,y/2] = k
    and room[(x+1)/2,(y+1)/2] = k} for k, n in rows of number where sum(1 for r, c, x in room where x = k) > 1
{{end}}  at least 1 "1" on (x, y) + around (x, y) for x, y in b
    where room[x/2,y/2] != room[(x+1)/2,(y+1)/2]
}
`},
		{name: "yajilin", aliases: []string{"yajirin"}, title: "Yajilin", board: "arrow", check: checkYajilin,
			cosmetic: "b", size: sizeOfArrows, parts: []codec{arrowNumbers()},
			text: `param bottom = {{add .Rows -1}}
param right = {{add .Cols -1}}
{{.ArrowTable}}shape white = {{.Rows}}x{{.Cols}}{{if .Has "arrow"}} - {(r, c) for r, c, i, j, n in rows of arrow}{{end}}
board b on sticks = bottom x right
fill b with "01" {
  loop "1"{{if .Has "arrow"}}
  none "1" on {(2*r+i, 2*c+j) for i in -1..1, j in -1..1 where abs(i) + abs(j) = 1} & b
    for r, c, x, y, n in rows of arrow{{end}}
}
items visit[r,c] 2 for r, c in white
items side[x,y] for x, y in b
secondary items free[x,y] for x, y in b
option side[x,y] value[x,y]:0 for x, y in b
option side[x,y] value[x,y]:1 visit[x/2,y/2]? visit[(x+1)/2,(y+1)/2]? for x, y in b
{{if .Has "arrow"}}items sees[r,c] exactly n for r, c, i, j, n in rows of arrow where n >= 0
{{end}}option visit[r,c]*2 {free[2*r+i,2*c+j]? for i in -1..1, j in -1..1}{{if .Has "arrow"}}
  {sees[x,y] for x, y, i, j, n in rows of arrow
    where n >= 0 and (r-x)*j = 0 and (c-y)*i = 0 and (r-x)*i + (c-y)*j > 0}{{end}}
  for r, c in white
`},
		{name: "hashi", aliases: []string{"hashikake", "bridges"}, title: "Hashiwokakero", board: "island",
			check: checkLoop, parts: []codec{numbers16(field{"island", ofCells})},
			text: `{{.FullTable "island"}}{{.BridgeTable}}board b on sticks = {{add .Rows -1}}x{{add .Cols -1}}
fill b with "01" {
  connected "1"
}
items end[r,c] exactly n for r, c, n in island
{{.UnknownEnds}}items side[x,y] for x, y in b
secondary items joint[r,c] for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -1}}
option side[x,y] value[x,y]:0 for x, y in b
{{if .HasBridges}}option end[r,c]*k end[s,d]*k
  {side[x,y] value[x,y]:1 for x in 2*r..2*s, y in 2*c..2*d where x % 2 + y % 2 = 1}
  {joint[x,y] for x in r..s, y in c..d where x + y > r + c and x + y < s + d}
  for r, c, s, d in rows of bridge, k in 1..2
{{end}}`},
		{name: "box", title: "Kakurasu", size: sizeOfBox, parts: []codec{boxNumbers()},
			text: `{{.FullTable "top"}}{{.FullTable "left"}}items row[r] exactly left[r] for r in 0..{{add .Rows -1}}
items column[c] exactly top[c] for c in 0..{{add .Cols -1}}
secondary items black[r,c] for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -1}}
option black[r,c] row[r]*(c+1) column[c]*(r+1) for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -1}}
`},
		{name: "tapa", title: "Tapa", board: "clue", parts: []codec{tapaClues()}, check: checkTapa,
			entryWord: tapaWord, entryNumber: tapaNumber,
			text: `{{.FullTable "clue"}}fill {{.Rows}}x{{.Cols}} with "_#" {
  connected "#"
  at most 3 "#" on 2x2 everywhere
  none "#" on (r, c) for r, c in clue
{{.TapaRules}}}
`},
	}
})

// numberedRoomsText returns the template of a genre whose rooms of k cells hold the numbers from 1 to k.
func numberedRoomsText(rules string) string {
	return `{{.FullTable "room"}}fill {{.Rows}}x{{.Cols}} with "{{.Symbols .LargestRoom}}" {
{{.RoomNumberRules}}` + rules + `{{.Given}}}
`
}

// viewsText returns the template of a genre whose numbers count the white cells that are seen. The board has a rim of
// so many further cells.
func viewsText(rim int, rules string) string {
	return fmt.Sprintf(`{{.FullTable "clue"}}param bottom = {{add .Rows -1}}
param right = {{add .Cols -1}}
fill {{add .Rows %[2]d}}x{{add .Cols %[2]d}} with "_#" {
  connected "_"
%[1]s}
{{if .HasNumbers "clue"}}choose {
  {value[r+i+%[3]d,c+%[3]d]:"_" for i in -u..d} {value[r+%[3]d,c+j+%[3]d]:"_" for j in -l..k where j != 0}
  value[r-u-1+%[3]d,c+%[3]d]:"#"? value[r+d+1+%[3]d,c+%[3]d]:"#"?
  value[r+%[3]d,c-l-1+%[3]d]:"#"? value[r+%[3]d,c+k+1+%[3]d]:"#"?
  for u in 0..min(r, n-1), d in 0..min(bottom-r, n-1-u), l in 0..min(c, n-1-u-d), k in {n-1-u-d-l} where c + k <= right
} for r, c, n in clue
{{end}}`, rules, 2*rim, rim)
}

// entries returns the entries of a grid, row by row.
func (s *sheet) entries(name string) (all []int) {
	for _, row := range s.grids[name] {
		for _, v := range row {
			if v != noEntry {
				all = append(all, v)
			}
		}
	}
	return all
}

// checkUnknown returns a check for question marks, which a grid cannot have.
func checkUnknown(name string) func(*sheet) string {
	return func(s *sheet) string {
		if slices.Contains(s.entries(name), unknown) {
			return "a question mark in place of a number"
		}
		return ""
	}
}

// checkLatin checks the size and the numbers of a Latin square.
func checkLatin(s *sheet) string {
	n := s.rows
	if s.cols != n {
		return fmt.Sprintf("numbers on a board of %d rows and %d columns, where no line has all of them",
			s.rows, s.cols)
	}
	if n >= len(numberSymbols) {
		return fmt.Sprintf("a square with %d numbers; there are symbols for %d", n, len(numberSymbols)-1)
	}
	for name := range s.grids {
		for _, v := range s.entries(name) {
			switch {
			case v == unknown:
				return "a question mark in place of a number"
			case name == "given" && (v < 1 || v > n), v >= len(numberSymbols) && name != "difference":
				return fmt.Sprintf("the number %d in a square with the numbers from 1 to %d", v, n)
			}
		}
	}
	return ""
}

// checkLoop checks that a board of cells has room for a loop.
func checkLoop(s *sheet) string {
	if s.rows < 2 || s.cols < 2 {
		return "a loop on a board of one line"
	}
	return ""
}

// checkRegions checks that there are characters for all rooms.
func checkRegions(s *sheet) string {
	if n := roomCount(s.grids["room"]); n > len(regionCharacters) {
		return fmt.Sprintf("%d rooms; a picture has characters for %d", n, len(regionCharacters))
	}
	return ""
}

// checkNumberedRooms checks the sizes of rooms and the numbers in them.
func checkNumberedRooms(s *sheet) string {
	largest := templateData{sheet: s}.LargestRoom()
	if largest >= len(numberSymbols) {
		return fmt.Sprintf("a room of %d cells; there are symbols for %d", largest, len(numberSymbols)-1)
	}
	for _, v := range s.entries("given") {
		switch {
		case v == unknown:
			return "a question mark in place of a number"
		case v < 1 || v > largest:
			return fmt.Sprintf("the number %d where the largest room has %d cells", v, largest)
		}
	}
	return ""
}

// checkViews checks numbers that count what is seen.
func checkViews(s *sheet) string {
	for _, v := range s.entries("clue") {
		if v == 0 || v >= s.rows+s.cols {
			return fmt.Sprintf("a cell from which %d cells are seen", v)
		}
	}
	return ""
}

// checkCountry checks the rooms of a country road.
func checkCountry(s *sheet) string {
	if what := checkLoop(s); what != "" {
		return what
	}
	if roomCount(s.grids["room"]) < 2 {
		return "one room alone, which a loop cannot pass once"
	}
	sizes := s.roomSizes()
	for room, v := range s.roomNumbers("number") {
		if v != noEntry && v != unknown && (v < 1 || v > sizes[room]) {
			return fmt.Sprintf("the number %d in a room of %d cells", v, sizes[room])
		}
	}
	return checkUnknown("number")(s)
}

// checkAkari checks walls with numbers.
func checkAkari(s *sheet) string {
	wall := s.grids["wall"]
	isOpen := func(r, c int) bool { return r >= 0 && r < s.rows && c >= 0 && c < s.cols && wall.at(r, c) == noEntry }
	open := 0
	for r := range s.rows {
		for c := range s.cols {
			if isOpen(r, c) {
				open++
			}
			if v := wall.at(r, c); v >= 0 && !isOpen(r-1, c) && !isOpen(r+1, c) && !isOpen(r, c-1) && !isOpen(r, c+1) {
				return "a number without an open cell beside it"
			}
		}
	}
	if open == 0 {
		return "a board of walls alone"
	}
	return ""
}

// BoxRows and BoxCols return the size of the boxes of a sudoku.
func (d templateData) BoxRows() int {
	if d.rows == 6 {
		return 2
	}
	return int(math.Sqrt(float64(d.rows)))
}

func (d templateData) BoxCols() int { return d.rows / max(d.BoxRows(), 1) }
