package site_test

import (
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille/docs/site"
)

// smallRepository is a repository with all that a site needs, and nothing in it.
func smallRepository() fstest.MapFS {
	files := fstest.MapFS{"examples/dominoes.puz": {Data: []byte("queens 4\n")},
		"docs/long-runs/slurm.sh": {Data: []byte("exec puz\n")}}
	for _, name := range []string{
		"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "spec.md", "docs/README.md",
		"SECURITY.md", "docs/install.md", "docs/tour.md",
		"docs/tutorial/README.md", "docs/cookbook/README.md", "docs/coverage.md", "docs/coverage-puzzlink.md",
		"docs/coverage-janko.md",
		"docs/long-runs.md", "docs/formats.md", "docs/dissections.md", "docs/hints.md", "docs/why.md",
		"docs/proof.md", "docs/records.md", "docs/reliability.md",
		"docs/algorithm-x.md", "docs/editors.md", "editors/README.md", "web/README.md", "editors/vim/README.md",
		"editors/vscode/README.md", "docs/speed.md", "docs/speed-slow.md", "docs/unseen.md", "docs/fresh.md",
		"docs/cells.md", "docs/benchmarks.md", "docs/quasigroups.md",
	} {
		files[name] = &fstest.MapFile{Data: []byte("# " + name + "\n")}
	}
	return files
}

// commandHelp is what a command says that has one command.
func commandHelp(args ...string) (string, error) {
	if len(args) == 1 {
		return "NAME:\n   puz - solve\n\nCOMMANDS:\n     count    print the number\n", nil
	}
	return "NAME:\n   puz count - print <the> number\n\nUSAGE:\n   puz count FILE\n\nDESCRIPTION:\n   Say `puz " +
		"count`:\n\n      puz count a\n        b\n\n" +
		"OPTIONS:\n   --limit N, -l N  stop after N\n                    solutions\n", nil
}

// buildTutorial makes a site whose tutorial is a text.
func buildTutorial(t *testing.T, tutorial string) (map[string][]byte, error) {
	t.Helper()
	repository := smallRepository()
	repository["docs/tutorial/README.md"].Data = []byte("# Tutorial\n\n" + tutorial)
	return site.Build(context.Background(), site.SiteConfig{Repository: repository, RunPuz: commandHelp,
		PlaygroundPath: "playground/", SkipsPicture: func(string) bool { return true }})
}

var code = regexp.MustCompile(`href="\.\./playground/#code=([^"]*)"`)

// TestShare: what stands behind `#code=` is the text of the snippet, deflated.
func TestShare(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	text := "// q.puz\nqueens 4 // <\"ä\">\n"
	files, err := buildTutorial(t, "```puz\n"+text+"```\n")
	if err != nil {
		t.Fatal(err)
	}
	m := code.FindSubmatch(files["tutorial/index.html"])
	if m == nil {
		t.Fatalf("there is no link in\n%s", files["tutorial/index.html"])
	}
	packed, err := base64.RawURLEncoding.DecodeString(html.UnescapeString(string(m[1])))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(flate.NewReader(strings.NewReader(string(packed))))
	if err != nil || string(got) != text {
		t.Errorf("the link opens %q: %v", got, err)
	}
}

// TestNoPlayground: a snippet that reads files cannot be opened.
func TestNoPlayground(t *testing.T) {
	files, err := buildTutorial(t, "```puz\nlatin from \"square.txt\"\n```\n")
	if err != nil || code.Match(files["tutorial/index.html"]) {
		t.Errorf("it has a link, or %v", err)
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// TestHighlight: a snippet is shown as it is written, to the last blank.
func TestHighlight(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	text := "piece I = \"\"\"\n  #<\n\"\"\" // \"no\" text & so\nqueens  4\n\n// end\n"
	files, err := buildTutorial(t, "```puz\n"+text+"```\n")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(files["tutorial/index.html"]), `<pre class="puz">`)
	shown, _, _ := strings.Cut(rest, "</pre>")
	if got := html.UnescapeString(tag.ReplaceAllString(shown, "")); got != text {
		t.Errorf("it shows\n%q\nand not\n%q", got, text)
	}
	for _, want := range []string{`<span class="k">queens</span>`, `<span class="n">4</span>`,
		`<span class="c">// end</span>`} {
		if !strings.Contains(shown, want) {
			t.Errorf("%s is not in %s", want, shown)
		}
	}
}

// TestMistakes: what is wrong with a page ends in an error that names it.
func TestMistakes(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	repository := smallRepository()
	repository["docs/tutorial/deeper.md"], repository["docs/lost.md"] = repository["spec.md"], repository["spec.md"]
	if _, err := site.Build(context.Background(),
		site.SiteConfig{Repository: repository, RunPuz: commandHelp}); err == nil ||
		err.Error() != "docs/lost.md is in no section of the site" {
		t.Errorf("a page that is lost: %v", err)
	}
	for text, want := range map[string]string{
		"[a](missing.md)\n": "docs/tutorial/README.md: the link to " +
			"missing.md leads nowhere",
		"[a](../tutorial/../../examples/none.puz)\n":                 "leads nowhere",
		"```puz picture\n// a.puz\nqueens 3\n```\n":                  "a.puz: there is no picture: there is no solution",
		"```puz picture\n// a.puz\nqueens\n```\n":                    "docs/tutorial/README.md: a.puz:",
		"```puz picture n=x\n// a.puz\nparam n = 4\nqueens n\n```\n": "invalid syntax",
	} {
		if _, err := buildTutorial(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestLinks: links within the repository lead to pages of the site, and to examples in the
// gallery; other files go along.
func TestLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	files, err := buildTutorial(t,
		"[a](../../spec.md#the-law) [b](../cookbook) [c](../../examples) [d](../../examples/dominoes.puz) "+
			"[e](https://a.b/c.md) [*f* g](../long-runs) [h](../long-runs/slurm.sh)\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"../spec.html#the-law", "../cookbook/index.html", "../gallery.html#examples", "../gallery/dominoes.html",
		"https://a.b/c.md", "../files/docs/long-runs/slurm.sh",
	} {
		if !strings.Contains(string(files["tutorial/index.html"]), fmt.Sprintf("<a href=%q>", want)) {
			t.Errorf("there is no link to %s", want)
		}
	}
	if !strings.Contains(string(files["tutorial/index.html"]), "</a> <em>f</em> g <a") {
		t.Errorf("a folder is no page:\n%s", files["tutorial/index.html"])
	}
}

// TestManual: a page says what the command says.
func TestManual(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	files, err := buildTutorial(t, "")
	if err != nil {
		t.Fatal(err)
	}
	page := string(files["manual/count.html"])
	for _, want := range []string{
		"<p>Print &lt;the&gt; number.</p>", "<p>Say <code>puz count</code>:</p>", "<pre>puz count a\n  b</pre>",
		"<dt><code>--limit N, -l N</code></dt><dd>stop after N solutions</dd>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
}

// readIndex reads the index of a site as its script does: the anchors of the places that have a word.
func readIndex(t *testing.T, files map[string][]byte) map[string][]string {
	t.Helper()
	text, ok := strings.CutPrefix(string(files[site.IndexFile]), "globalThis.quadrilleIndex = ")
	var index struct {
		Pages  [][3]string
		Places [][3]any
		Words  string
	}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(text, ";\n")), &index); err != nil || !ok {
		t.Fatalf("no index: %v\n%.200s", err, files[site.IndexFile])
	}
	found := map[string][]string{}
	for line := range strings.Lines(index.Words) {
		fields := strings.Fields(line)
		at := 0
		for _, step := range fields[1:] {
			n, err := strconv.ParseInt(step, 36, 0)
			if err != nil {
				t.Fatal(err)
			}
			at += int(n)
			place := index.Places[at]
			found[fields[0]] = append(found[fields[0]], fmt.Sprintf("%s#%v", index.Pages[int(place[0].(float64))][1],
				place[1]))
		}
	}
	return found
}

// TestSearchIndex: words lead to the headings that they stand below, and code is no text.
func TestSearchIndex(t *testing.T) {
	files, err := buildTutorial(t,
		"Zebras graze.\n\n## Grünes Gras\n\nA *Zebra* eats `hay`.\n\n```sh\nwildebeest\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	found := readIndex(t, files)
	for word, want := range map[string]string{
		"zebras": "tutorial/index.html#", "zebra": "tutorial/index.html#grünes-gras",
		"hay":    "tutorial/index.html#grünes-gras",
		"grünes": "tutorial/index.html#grünes-gras", "wildebeest": "",
	} {
		if got := strings.Join(found[word], " "); got != want {
			t.Errorf("%s is found at %q and not at %q", word, got, want)
		}
	}
}

// TestSplit: a page that is too long becomes a page for each of its sections. Old links reach the new pages, from
// elsewhere and from within, and anchors are as they were.
func TestSplit(t *testing.T) {
	repository := smallRepository()
	long := strings.Repeat("Many words stand here. ", 1000)
	repository["spec.md"].Data = []byte("# Law\n\nHow to read it: [rules](#rules-1).\n\n## One\n\n### Rules\n\n" +
		"```\n## no heading\n```\n\n## Two\n\n### Rules\n\n" + long + "\n\n### More\n\nSee [one](#one).\n")
	repository["docs/tutorial/README.md"].Data = []byte(
		"# Tutorial\n\n[a](../../spec.md#rules) [b](../../spec.md#rules-1) [c](../../spec.md)\n")
	files, err := site.Build(context.Background(), site.SiteConfig{Repository: repository, RunPuz: commandHelp,
		SkipsPicture: func(string) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	for name, wanted := range map[string][]string{
		"tutorial/index.html": {`"../spec/one.html#rules"`, `"../spec/rules-1.html#rules-1"`, `"../spec.html"`},
		"spec.html": {`<a href="spec/rules-1.html#rules-1">rules</a>`, `<li id="rules"><a href="spec/one.html#rules">`,
			`<li id="rules-1"><a href="spec/rules-1.html">`, `<li id="more"><a href="spec/more.html">`},
		"spec/one.html":  {`<h1 id="one">One</h1>`, `<h2 id="rules">Rules</h2>`, "## no heading"},
		"spec/two.html":  {`<h1 id="two">Two</h1>`, `<a href="../spec/more.html">`},
		"spec/more.html": {`<h1 id="more">More</h1>`, `<a href="../spec/one.html#one">one</a>`},
	} {
		for _, want := range wanted {
			if !strings.Contains(string(files[name]), want) {
				t.Errorf("%s is not in %s:\n%.3000s", want, name, files[name])
			}
		}
	}
}
