package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille"
)

// result is a row that has been run.
type result struct {
	Name      string  `json:"name"`
	Choose    string  `json:"choose"`
	Solutions figure  `json:"solutions"`
	Nodes     figure  `json:"nodes"`
	Updates   figure  `json:"updates"`
	Profile   string  `json:"profile,omitempty"` // equal, or where it differs
	Seconds   float64 `json:"seconds"`
	Partial   bool    `json:"partial,omitempty"`
	Source    string  `json:"source,omitempty"`
	Differs   string  `json:"differs,omitempty"`
}

// figure is ours and the published one, if there is one.
type figure struct {
	Ours   int64  `json:"ours"`
	Theirs *int64 `json:"theirs,omitempty"`
}

func (f figure) differs() bool { return f.Theirs != nil && *f.Theirs != f.Ours }

func (r *result) differs() bool {
	return r.Solutions.differs() || r.Nodes.differs() || r.Updates.differs() || r.Profile != "" && r.Profile != "equal"
}

// Bench runs the rows of a file. What it prints goes to Out, and remarks to Err.
type Bench struct {
	Out, Err io.Writer
	JSON     bool // an object a line in place of a table
	Threads  int  // where a row does not say
	// Read returns the text of a file that a row names, and Load makes a puzzle of it.
	Read func(name string) ([]byte, error)
	Load func(name string, text []byte, o quadrille.Options) (*quadrille.Puzzle, error)
	// Keep, if not nil, has the rows that have been run before, and gets those that are run.
	Keep io.ReadWriter
	// Progress makes a search report, and returns what removes the report.
	Progress func(*quadrille.Search) (clear func())
}

// ErrDiffers means that a row differs and does not say why, or that engines disagree.
// What there is to say has been printed.
var ErrDiffers = errors.New("figures differ")

// ErrPartial means that a row was stopped before its end.
var ErrPartial = errors.New("a row was stopped before its end")

// Published runs rows, compares them with what was published, and prints them as they
// come. The error is that of a row, or [ErrDiffers], or [ErrPartial], or the cause of a
// context that has ended.
func (b *Bench) Published(ctx context.Context, title string, rows []Row, skipped int) error {
	t := &table{Bench: b, title: title}
	if err := t.read(); err != nil {
		return err
	}
	for i := range rows {
		if ctx.Err() != nil {
			break
		}
		if err := t.run(ctx, &rows[i]); err != nil {
			return err
		}
	}
	fmt.Fprintf(b.Err, "%d rows, %d of %d with published effort equal; %d slow rows left out\n", t.rows, t.exact, t.compared, skipped)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case t.unexplained > 0:
		fmt.Fprintf(b.Err, "%d rows differ and do not say why\n", t.unexplained)
		return ErrDiffers
	case t.partial > 0:
		return ErrPartial
	}
	return nil
}

// table counts what rows have shown.
type table struct {
	*Bench
	title                                       string
	rows, compared, exact, unexplained, partial int
	kept                                        map[string]tally // by what was run
}

func (t *table) run(ctx context.Context, row *Row) error {
	engine, threads := cmp.Or(row.Engine, "links"), t.Threads
	if len(row.Threads) > 0 && row.Threads[0] > 0 {
		threads = row.Threads[0]
	}
	ctx, cancel := row.within(ctx, time.Duration(row.Timeout))
	defer cancel()
	var puzzles []*quadrille.Puzzle
	for _, name := range append([]string{row.Puzzle}, row.And...) {
		q, err := t.puzzle(row, name)
		if err != nil {
			return err
		}
		puzzles = append(puzzles, q)
	}
	key, err := row.key(threads, puzzles)
	if err != nil {
		return err
	}
	if all, known := t.kept[key]; known {
		return t.row(compared(row, all))
	}
	start := time.Now()
	all := tally{Exact: true}
	for _, q := range puzzles {
		s := row.search(engine, threads)
		clear := t.Progress(&s)
		found, exact, err := counted(ctx, q, s, row.Score)
		clear()
		if err != nil && ctx.Err() == nil && !errors.Is(err, quadrille.ErrMemory) {
			return fmt.Errorf("row %s: %w", row.Name, err)
		}
		all.add(found, exact, s.Effort, q.Chooser(s))
	}
	all.Effort.Seconds = time.Since(start).Seconds()
	return errors.Join(t.keep(key, all), t.row(compared(row, all)))
}

// counted counts the solutions of a puzzle, or, if there is a condition, those whose scores meet it. It reports
// whether they are all.
func counted(ctx context.Context, q *quadrille.Puzzle, s quadrille.Search, score string) (found int64, exact bool, err error) {
	if score == "" {
		n, err := q.Count(ctx, s)
		_, exact = n.Exact()
		return n.AtLeast().Int64(), exact, err
	}
	scores, err := q.Ranking(score, "", 0, "")
	if err != nil {
		return 0, false, err
	}
	seen := 0
	for solution, err := range q.Solutions(ctx, s) {
		if err != nil {
			return found, false, err
		}
		seen++
		if _, meets := scores.See(seen, solution); meets {
			found++
		}
	}
	return found, s.Limit == 0 || seen < s.Limit, nil
}

// tally is what the puzzles of a row have shown together.
type tally struct {
	Found  int64            `json:"found"`
	Exact  bool             `json:"exact"`
	Effort quadrille.Effort `json:"effort"`
	Choose string           `json:"choose"`
}

func (t *tally) add(found int64, exact bool, e *quadrille.Effort, choose string) {
	t.Found, t.Exact, t.Choose = t.Found+found, t.Exact && exact, choose
	t.Effort.Add(e.Stats)
}

// puzzle loads a puzzle of a row.
func (b *Bench) puzzle(row *Row, name string) (*quadrille.Puzzle, error) {
	text, err := b.Read(name)
	if err != nil {
		return nil, err
	}
	return b.Load(name, text, row.options())
}

// compared puts our figures beside those published, counted as there.
func compared(row *Row, ours tally) *result {
	theirs, nodes, profile := row.Published, ours.Effort.Nodes, ours.Effort.Profile
	if slices.Contains(theirs.NotCounted, "root") && len(profile) > 0 {
		nodes--
		profile = profile[1:]
	}
	if slices.Contains(theirs.NotCounted, "solutions") {
		nodes -= ours.Effort.Solutions
	}
	return &result{
		Name:      row.Name,
		Choose:    ours.Choose,
		Solutions: figure{ours.Found, theirs.Solutions},
		Nodes:     figure{nodes, theirs.Nodes},
		Updates:   figure{ours.Effort.Updates, theirs.Updates},
		Profile:   compareProfile(profile, theirs),
		Seconds:   ours.Effort.Seconds,
		Partial:   !ours.Exact,
		Source:    theirs.Source,
		Differs:   row.Differs,
	}
}

// compareProfile tells where two profiles part.
func compareProfile(ours []quadrille.Level, theirs published) string {
	if len(theirs.Profile) == 0 {
		return ""
	}
	if len(ours) != theirs.From+len(theirs.Profile) {
		return fmt.Sprintf("%d levels for %d", len(ours), theirs.From+len(theirs.Profile))
	}
	for k, want := range theirs.Profile {
		if got := ours[theirs.From+k]; got.Nodes != want[0] || len(want) > 1 && got.Updates != want[1] {
			published := strings.ReplaceAll(strings.Trim(fmt.Sprint(want), "[]"), " ", " and ")
			return fmt.Sprintf("level %d has %d nodes and %d updates for %s", theirs.From+k, got.Nodes, got.Updates, published)
		}
	}
	return "equal"
}

func (t *table) row(r *result) error {
	t.rows++
	if r.Partial {
		t.partial++
	}
	if r.Nodes.Theirs != nil || r.Updates.Theirs != nil {
		t.compared++
		if !r.differs() {
			t.exact++
		}
	}
	if r.differs() && r.Differs == "" {
		t.unexplained++
	}
	w := t.Out
	if t.JSON {
		return json.NewEncoder(w).Encode(r)
	}
	if t.rows == 1 {
		if t.title != "" {
			fmt.Fprintln(w, t.title)
		}
		fmt.Fprintf(w, "%-34s %-9s %14s %18s %20s %9s\n", "puzzle", "choose", "solutions", "nodes", "updates", "seconds")
	}
	fmt.Fprintf(w, "%-34s %-9s %14s %18s %20s %9.2f\n", r.Name, r.Choose, r.Solutions.text(), r.Nodes.text(), r.Updates.text(), r.Seconds)
	if r.differs() {
		fmt.Fprintf(w, "%-44s %14s %18s %20s\n", "   published", r.Solutions.theirs(), r.Nodes.theirs(), r.Updates.theirs())
	}
	if r.Profile != "" {
		fmt.Fprintf(w, "   profile: %s\n", r.Profile)
	}
	if r.Partial {
		fmt.Fprintln(w, "   partial: stopped before the end")
	}
	if r.Differs != "" {
		fmt.Fprintf(w, "   differs: %s\n", r.Differs)
	}
	return nil
}

// text marks a figure that equals the published one.
func (f figure) text() string {
	mark := "  "
	switch {
	case f.differs():
		mark = " ≠"
	case f.Theirs != nil:
		mark = " ="
	}
	return strconv.FormatInt(f.Ours, 10) + mark
}

// theirs is the published figure where it differs, with the ratio of ours to it.
func (f figure) theirs() string {
	if !f.differs() {
		return ""
	}
	text := strconv.FormatInt(*f.Theirs, 10)
	if *f.Theirs > 0 {
		text += fmt.Sprintf(" %.3g×", float64(f.Ours)/float64(*f.Theirs))
	}
	return text
}
