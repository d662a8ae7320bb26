package convert

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// Grids and codecs that several genres share.
var (
	clues       = namedGrid{"clue", shapeOfCells}
	givens      = namedGrid{"given", shapeOfCells}
	topClues    = namedGrid{"top", shapeOfColumnClues}
	bottomClues = namedGrid{"bottom", shapeOfColumnClues}
	leftClues   = namedGrid{"left", shapeOfRowClues}
	rightClues  = namedGrid{"right", shapeOfRowClues}
)

// genres is the table of the kinds of puzzles in links of pzpr that the language can express.
var genres = sync.OnceValue(func() []*linkGenre {
	return []*linkGenre{
		{linkName: "sudoku", genreTitle: "Sudoku", boardGridName: "given", checkContent: checkLatinSquare,
			bodyCodecs: []bodyCodec{hexNumbersCodec(givens)},
			template: `latin {{.Rows}} {
  distinct on boxes {{.BoxRows}}x{{.BoxCols}}
{{.Given}}}
`},
		{linkName: "skyscrapers", otherLinkNames: []string{"building", "skyscraper"}, genreTitle: "Skyscrapers",
			boardGridName: "given",
			checkContent:  checkLatinSquare, findSize: sizeFromEdgeClues,
			bodyCodecs: []bodyCodec{hexNumbersCodec(topClues, bottomClues, leftClues, rightClues),
				optionalCodec(hexNumbersCodec(givens),
					givens)},
			template: `latin {{.Rows}} {
  sees top "{{.Edge "top"}}" bottom "{{.Edge "bottom"}}" left "{{.Edge "left"}}" right "{{.Edge "right"}}"
{{.Given}}}
`},
		{linkName: "kropki", genreTitle: "Kropki", checkContent: checkLatinSquare, findSize: sizeFromText,
			bodyCodecs: []bodyCodec{base3Codec(rightSides, belowSides)},
			template: `latin {{.Rows}} {
  marks """
{{.Marks "o*" "o*"}}  """ every "o*"
}
`},
		{linkName: "minarism", genreTitle: "Minarism", checkContent: checkLatinSquare, findSize: sizeFromText,
			bodyCodecs: []bodyCodec{minarismCodec()},
			template: `{{.Table "difference"}}latin {{.Rows}} {
  marks """
{{.Marks "><" "v^"}}  """{{if .Has "difference"}}
  differ exactly n on (r, c) (s, d) for r, c, s, d, n in rows of difference{{end}}
}
`},
		{linkName: "easyasabc", genreTitle: "Easy as ABC", boardGridName: "given", checkContent: checkABC,
			findSize: sizeFromEdgeClues,
			bodyCodecs: []bodyCodec{decimalCodec("letters"),
				hexNumbersCodec(topClues, bottomClues, leftClues, rightClues),
				optionalCodec(hexNumbersCodec(givens), givens)},
			template: `fill {{.Rows}}x{{.Cols}} with "_{{.Letters}}" {
{{.LetterRules}}}
`},
		{linkName: "kakuro", genreTitle: "Kakuro", findSize: sizeFromKakuro, bodyCodecs: []bodyCodec{kakuroCodec()},
			template: `{{.FullTable "across"}}{{.FullTable "down"}}shape walls = {(r, c) for r, c in across}
fill {{add .Rows 1}}x{{add .Cols 1}} - walls with "123456789" {
  distinct on segments
  distinct sum n on ray (r, c) (0, 1) for r, c, n in across{{if .HasZeros "across"}} where n > 0{{end}}
  distinct sum n on ray (r, c) (1, 0) for r, c, n in down{{if .HasZeros "down"}} where n > 0{{end}}
}
`},
		{linkName: "nonogram", genreTitle: "Nonogram", findSize: sizeFromRuns, bodyCodecs: []bodyCodec{nonogramCodec()},
			template: `fill {{.Rows}}x{{.Cols}} with "_#" {
  runs rows "{{.Runs "rows"}}"
  runs columns "{{.Runs "columns"}}"
}
`},
		{linkName: "slither", otherLinkNames: []string{"slitherlink"}, genreTitle: "Slitherlink", boardGridName: "clue",
			bodyCodecs: []bodyCodec{smallNumbersCodec(clues)},
			template: `{{.FullTable "clue"}}board b on sticks = {{.Rows}}x{{.Cols}}
fill b with "01" {
  loop "1"
  exactly n "1" on 1x1 at (2*r, 2*c) for r, c, n in clue
}
`},
		{linkName: "mashu", otherLinkNames: []string{"masyu", "pearl"}, genreTitle: "Masyu", boardGridName: "pearl",
			wordsForEntries: "WB",
			checkContent:    checkRoomForLoop,
			bodyCodecs:      []bodyCodec{base3Codec(namedGrid{"pearl", shapeOfCells})},
			template: `{{.FullTable "pearl"}}param bottom = {{add .Rows -1}}
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
		{linkName: "simpleloop", genreTitle: "Simple loop", boardGridName: "wall", checkContent: checkRoomForLoop,
			bodyCodecs: []bodyCodec{optionalCodec(bitsCodec(namedGrid{"wall", shapeOfCells}),
				namedGrid{"wall", shapeOfCells})},
			template: `{{.FullTable "wall"}}shape open = {{.Rows}}x{{.Cols}}{{if .Has "wall"}} - {(r, c) for r, c in wall}{{end}}
board b on sticks = {{add .Rows -1}}x{{add .Cols -1}}
fill b with "01" {
  loop "1"
  at least 1 "1" on {(2*r+i, 2*c+j) for i in -1..1, j in -1..1 where abs(i) + abs(j) = 1} & b for r, c in open
  none "1" on {(2*r+i, 2*c+j) for i in -1..1, j in -1..1 where abs(i) + abs(j) = 1} & b for r, c in wall
}
`},
		{linkName: "starbattle", genreTitle: "Star battle", checkContent: checkRegionCount, findSize: sizeFromRooms,
			bodyCodecs: []bodyCodec{decimalCodec("stars"), roomsCodec()},
			template: `param stars = {{.At "stars"}}
place star on {{.Rows}}x{{.Cols}} {
  exactly stars on rows, columns
  exactly stars on regions """
{{.Regions}}  """
  at most 1 on 2x2 everywhere
}
`},
		{linkName: "hitori", genreTitle: "Hitori", boardGridName: "clue", bodyCodecs: []bodyCodec{hitoriCodec()},
			template: `{{.FullTable "clue"}}fill {{.Rows}}x{{.Cols}} with "_#" {
  connected "_"
  apart "#"
  at most 1 "_" on (r, c) (r, d) for r, c, n in clue, s, d, m in clue where s = r and d > c and m = n
  at most 1 "_" on (r, c) (s, c) for r, c, n in clue, s, d, m in clue where d = c and s > r and m = n
}
`},
		{linkName: "mines", genreTitle: "Minesweeper", boardGridName: "clue",
			bodyCodecs: []bodyCodec{hexNumbersCodec(clues)},
			template: `{{.FullTable "clue"}}fill {{.Rows}}x{{.Cols}} with "_*" {
  none "*" on (r, c) for r, c in clue
  exactly n "*" on around (r, c) king for r, c, n in clue
}
`},
		{linkName: "akari", otherLinkNames: []string{"lightup", "bijutsukan"}, genreTitle: "Akari",
			boardGridName: "wall", checkContent: checkAkari,
			bodyCodecs: []bodyCodec{smallNumbersCodec(namedGrid{"wall", shapeOfCells})},
			template: `{{.Table "wall"}}{{if .Has "wall"}}shape walls = {(r, c) for r, c in wall}
{{end}}board room = {{.Rows}}x{{.Cols}}{{if .Has "wall"}} - walls{{end}}
place lamp on room {
{{if .HasNumbers "wall"}}  exactly n on around (r, c) for r, c, n in wall
{{end}}  at most 1 on segments
  at least 1 on (r, c) + rays (r, c) for r, c in room
}
`, findSize: sizeFromText},
		{linkName: "nurikabe", genreTitle: "Nurikabe", boardGridName: "island",
			bodyCodecs: []bodyCodec{hexNumbersCodec(namedGrid{"island", shapeOfCells})},
			checkContent: func(s *linkContent) string {
				if len(s.gridEntries("island")) == 0 {
					return "a nurikabe without a number"
				}
				return questionMarkCheck("island")(s)
			},
			template: `{{.FullTable "island"}}pack {{.Rows}}x{{.Cols}} with shapes at island {
  apart
  leave any empty
  leave at most 3 empty on 2x2 everywhere
  connected empty
}
`},
		{linkName: "shikaku", genreTitle: "Shikaku", boardGridName: "area",
			bodyCodecs: []bodyCodec{hexNumbersCodec(namedGrid{"area", shapeOfCells})},
			checkContent: func(s *linkContent) string {
				if len(s.gridEntries("area")) == 0 {
					return "a shikaku without a number"
				}
				return ""
			},
			template: `{{.FullTable "area"}}pack {{.Rows}}x{{.Cols}} with rectangles at area
`},
		{linkName: "heyawake", otherLinkNames: []string{"heyawacky"}, genreTitle: "Heyawake", boardGridName: "room",
			checkContent: questionMarkCheck("number"),
			bodyCodecs:   []bodyCodec{roomsCodec(), roomNumbersCodec()},
			template: `{{.FullTable "room"}}{{.RoomTable "number"}}fill {{.Rows}}x{{.Cols}} with "_#" {
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
		{linkName: "aqre", genreTitle: "Aqre", boardGridName: "room", checkContent: questionMarkCheck("number"),
			bodyCodecs: []bodyCodec{roomsCodec(), roomNumbersCodec()},
			template: `{{.FullTable "room"}}{{.RoomTable "number"}}fill {{.Rows}}x{{.Cols}} with "_#" {
  connected "#"
  never "____|####" on rows, columns
{{if .Has "number"}}  exactly n "#" on {(r, c) for r, c, k in room where k = x} for x, n in rows of number
{{end}}}
`},
		{linkName: "norinori", genreTitle: "Norinori", boardGridName: "room", bodyCodecs: []bodyCodec{roomsCodec()},
			template: `{{.FullTable "room"}}piece I2 = 1x2
pack {{.Rows}}x{{.Cols}} with any of I2 {
  apart
  leave any empty
  leave (sum(1 for r, c, k in room where k = x) - 2) empty
    on {(r, c) for r, c, k in room where k = x} for x in { {{.RoomNames}} }
}
`, checkContent: func(s *linkContent) string {
				for _, n := range s.roomSizes() {
					if n < 2 {
						return "a room of one cell, which has no place for two black cells"
					}
				}
				return ""
			}},
		{linkName: "aquarium", genreTitle: "Aquarium", boardGridName: "room",
			bodyCodecs: []bodyCodec{roomsCodec(), slashCodec(), hexNumbersCodec(topClues, leftClues)},
			template: `{{.FullTable "room"}}{{.Table "top"}}{{.Table "left"}}fill {{.Rows}}x{{.Cols}} with "_#" {
{{if .Has "top"}}  exactly n "#" on column c for z, c, n in top
{{end}}{{if .Has "left"}}  exactly n "#" on row r for z, r, n in left
{{end}}  never "#_" on (r, c) (r+1, c)
    for r in 0..{{add .Rows -2}}, c in 0..{{add .Cols -1}} where room[r,c] = room[r+1,c]
  same on (r, c) (r, c+1) for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -2}} where room[r,c] = room[r,c+1]
{{.WaterRules}}}
`},
		{linkName: "tents", genreTitle: "Tents", boardGridName: "tree",
			bodyCodecs: []bodyCodec{hexNumbersCodec(topClues, leftClues), marksCodec(namedGrid{"tree", shapeOfCells})},
			template: `{{.FullTable "tree"}}{{.Table "top"}}{{.Table "left"}}fill {{.Rows}}x{{.Cols}} with "_A" {
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
		{linkName: "creek", genreTitle: "Creek", findSize: sizeFromCorners,
			bodyCodecs: []bodyCodec{smallNumbersCodec(namedGrid{"clue", shapeOfCorners})},
			template: `{{.FullTable "clue"}}board b = {{.Rows}}x{{.Cols}}
fill b with "_#" {
  connected "_"
  exactly n "#" on 2x2 at (r-1, c-1) & b for r, c, n in clue
}
`},
		{linkName: "yinyang", genreTitle: "Yin-Yang", boardGridName: "circle", wordsForEntries: "WB",
			bodyCodecs: []bodyCodec{base3Codec(namedGrid{"circle", shapeOfCells})},
			template: `{{.FullTable "circle"}}fill {{.Rows}}x{{.Cols}} with "WB" {
  connected "W"
  connected "B"
  1..3 "W" on 2x2 everywhere{{if .HasEntry "circle" "W"}}
  exactly 1 "W" on (r, c) for r, c, k in circle where k = W{{end}}{{if .HasEntry "circle" "B"}}
  exactly 1 "B" on (r, c) for r, c, k in circle where k = B{{end}}
}
`},
		{linkName: "kurodoko", genreTitle: "Kurodoko", boardGridName: "clue", checkContent: checkViewNumbers,
			bodyCodecs: []bodyCodec{hexNumbersCodec(clues)},
			template: textOfViewGenre(0, `  apart "#"
  none "#" on (r, c) for r, c in clue
`)},
		{linkName: "cave", otherLinkNames: []string{"bag"}, genreTitle: "Cave", boardGridName: "clue",
			checkContent: checkViewNumbers,
			bodyCodecs:   []bodyCodec{hexNumbersCodec(clues)},
			template: textOfViewGenre(1, `  connected "#"
  none "_" on {(r, c) for r in 0..bottom+2, c in 0..right+2 where r = 0 or c = 0 or r = bottom+2 or c = right+2}
  none "#" on (r+1, c+1) for r, c in clue
`)},
		{linkName: "ripple", otherLinkNames: []string{"hakyukoka"}, genreTitle: "Ripple effect", boardGridName: "room",
			checkContent: checkNumberedRooms,
			bodyCodecs:   []bodyCodec{roomsCodec(), hexNumbersCodec(givens)},
			template:     textOfNumberedRooms(`{{.RippleRules}}`)},
		{linkName: "suguru", genreTitle: "Suguru", boardGridName: "room", checkContent: checkNumberedRooms,
			bodyCodecs: []bodyCodec{roomsCodec(), hexNumbersCodec(givens)},
			template: textOfNumberedRooms(`  apart king
`)},
		{linkName: "cojun", genreTitle: "Cojun", boardGridName: "room", checkContent: checkNumberedRooms,
			bodyCodecs: []bodyCodec{roomsCodec(), hexNumbersCodec(givens)},
			template: textOfNumberedRooms(`  apart
  ascending on (r+1, c) (r, c) for r in 0..{{add .Rows -2}}, c in 0..{{add .Cols -1}} where room[r,c] = room[r+1,c]
`)},
		{linkName: "country", genreTitle: "Country road", boardGridName: "room", checkContent: checkCountryRoad,
			bodyCodecs: []bodyCodec{roomsCodec(), roomNumbersCodec()},
			template: `{{.FullTable "room"}}{{.RoomTable "number"}}board b on sticks = {{add .Rows -1}}x{{add .Cols -1}}
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
		{linkName: "yajilin", otherLinkNames: []string{"yajirin"}, genreTitle: "Yajilin", boardGridName: "arrow",
			checkContent:  checkYajilin,
			cosmeticFlags: "b", findSize: sizeFromArrows, bodyCodecs: []bodyCodec{arrowsCodec()},
			template: `param bottom = {{add .Rows -1}}
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
		{linkName: "hashi", otherLinkNames: []string{"hashikake", "bridges"}, genreTitle: "Hashiwokakero",
			boardGridName: "island",
			checkContent:  checkRoomForLoop, bodyCodecs: []bodyCodec{hexNumbersCodec(namedGrid{"island",
				shapeOfCells})},
			template: `{{.FullTable "island"}}{{.BridgeTable}}board b on sticks = {{add .Rows -1}}x{{add .Cols -1}}
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
		{linkName: "box", genreTitle: "Kakurasu", findSize: sizeFromBox, bodyCodecs: []bodyCodec{lineSumsCodec()},
			template: `{{.FullTable "top"}}{{.FullTable "left"}}items row[r] exactly left[r] for r in 0..{{add .Rows -1}}
items column[c] exactly top[c] for c in 0..{{add .Cols -1}}
secondary items black[r,c] for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -1}}
option black[r,c] row[r]*(c+1) column[c]*(r+1) for r in 0..{{add .Rows -1}}, c in 0..{{add .Cols -1}}
`},
		{linkName: "tapa", genreTitle: "Tapa", boardGridName: "clue", bodyCodecs: []bodyCodec{tapaCodec()},
			checkContent: checkTapa,
			wordForEntry: tapaEntryWord, entryForWord: tapaEntryOfWord,
			template: `{{.FullTable "clue"}}fill {{.Rows}}x{{.Cols}} with "_#" {
  connected "#"
  at most 3 "#" on 2x2 everywhere
  none "#" on (r, c) for r, c in clue
{{.TapaRules}}}
`},
	}
})

// textOfNumberedRooms returns the template of a genre whose rooms of k cells hold the numbers from 1 to k.
func textOfNumberedRooms(rules string) string {
	return `{{.FullTable "room"}}fill {{.Rows}}x{{.Cols}} with "{{.Symbols .LargestRoom}}" {
{{.RoomNumberRules}}` + rules + `{{.Given}}}
`
}

// textOfViewGenre returns the template of a genre in which a number counts the white cells visible from its cell. The
// board gets a rim of additional cells, which is rim cells wide.
func textOfViewGenre(rim int, rules string) string {
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

// gridEntries returns the entries of a grid, row by row.
func (s *linkContent) gridEntries(name string) (all []int) {
	for _, row := range s.gridsByName[name] {
		for _, v := range row {
			if v != noEntry {
				all = append(all, v)
			}
		}
	}
	return all
}

// questionMarkCheck returns the function that checks that a grid has no question marks.
func questionMarkCheck(name string) func(*linkContent) string {
	return func(s *linkContent) string {
		if slices.Contains(s.gridEntries(name), unknown) {
			return "a question mark in place of a number"
		}
		return ""
	}
}

// checkLatinSquare describes what is wrong with the size or the numbers of a Latin square, or returns "".
func checkLatinSquare(s *linkContent) string {
	n := s.rowCount
	if s.columnCount != n {
		return fmt.Sprintf("numbers on a board of %d rows and %d columns, where no line has all of them",
			s.rowCount, s.columnCount)
	}
	if n >= len(numberSymbols) {
		return fmt.Sprintf("a square with %d numbers; there are symbols for %d", n, len(numberSymbols)-1)
	}
	for name := range s.gridsByName {
		for _, v := range s.gridEntries(name) {
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

// checkRoomForLoop returns a description of the fault if a board is too small for a loop through cells, or "".
func checkRoomForLoop(s *linkContent) string {
	if s.rowCount < 2 || s.columnCount < 2 {
		return "a loop on a board of one line"
	}
	return ""
}

// checkRegionCount returns a description of the fault if the rooms are more than the characters that name regions, or
// "".
func checkRegionCount(s *linkContent) string {
	if n := roomCount(s.gridsByName["room"]); n > len(regionCharacters) {
		return fmt.Sprintf("%d rooms; a picture has characters for %d", n, len(regionCharacters))
	}
	return ""
}

// checkNumberedRooms describes what is wrong with the sizes of rooms or the numbers in them, or returns "".
func checkNumberedRooms(s *linkContent) string {
	largest := templateData{linkContent: s}.LargestRoom()
	if largest >= len(numberSymbols) {
		return fmt.Sprintf("a room of %d cells; there are symbols for %d", largest, len(numberSymbols)-1)
	}
	for _, v := range s.gridEntries("given") {
		switch {
		case v == unknown:
			return "a question mark in place of a number"
		case v < 1 || v > largest:
			return fmt.Sprintf("the number %d where the largest room has %d cells", v, largest)
		}
	}
	return ""
}

// checkViewNumbers describes what is wrong with numbers that count visible cells, or returns "".
func checkViewNumbers(s *linkContent) string {
	for _, v := range s.gridEntries("clue") {
		if v == 0 || v >= s.rowCount+s.columnCount {
			return fmt.Sprintf("a cell from which %d cells are seen", v)
		}
	}
	return ""
}

// checkCountryRoad describes what is wrong with the rooms of a country road, or returns "".
func checkCountryRoad(s *linkContent) string {
	if what := checkRoomForLoop(s); what != "" {
		return what
	}
	if roomCount(s.gridsByName["room"]) < 2 {
		return "one room alone, which a loop cannot pass once"
	}
	sizes := s.roomSizes()
	for room, v := range s.numbersOfRooms("number") {
		if v != noEntry && v != unknown && (v < 1 || v > sizes[room]) {
			return fmt.Sprintf("the number %d in a room of %d cells", v, sizes[room])
		}
	}
	return questionMarkCheck("number")(s)
}

// checkAkari describes what is wrong with the numbers on walls of an akari, or returns "".
func checkAkari(s *linkContent) string {
	wall := s.gridsByName["wall"]
	isOpen := func(r, c int) bool {
		return r >= 0 && r < s.rowCount && c >= 0 && c < s.columnCount &&
			wall.numberAt(r, c) == noEntry
	}
	open := 0
	for r := range s.rowCount {
		for c := range s.columnCount {
			if isOpen(r, c) {
				open++
			}
			if v := wall.numberAt(r, c); v >= 0 && !isOpen(r-1, c) && !isOpen(r+1, c) && !isOpen(r, c-1) &&
				!isOpen(r, c+1) {
				return "a number without an open cell beside it"
			}
		}
	}
	if open == 0 {
		return "a board of walls alone"
	}
	return ""
}

// BoxRows and BoxCols return the number of rows and of columns of the boxes of a sudoku.
func (d templateData) BoxRows() int {
	if d.rowCount == 6 {
		return 2
	}
	return int(math.Sqrt(float64(d.rowCount)))
}

func (d templateData) BoxCols() int { return d.rowCount / max(d.BoxRows(), 1) }
