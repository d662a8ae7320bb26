package render

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// albumOf is an album of leaves, which are numbered pictures unless they are given.
func albumOf(t *testing.T, pages int, change func(*albumFile), page func(i int) albumPage) *albumFile {
	t.Helper()
	a := &albumFile{PageTitle: "A title", KnownCount: "some solutions", PuzzleText: "puz 1\nqueens 8\n"}
	if change != nil {
		change(a)
	}
	if page == nil {
		page = func(i int) albumPage {
			return albumPage{SVG: fmt.Sprintf("<svg><title>%d</title></svg>", i+1),
				OptionsText: fmt.Sprintf("a[%d]\n", i+1)}
		}
	}
	for i := range pages {
		if err := a.AddPage(page(i)); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// page is the file as a browser reads it.
type page struct {
	nodes []*html.Node
}

func parse(t *testing.T, a *albumFile) page {
	t.Helper()
	var b strings.Builder
	if err := a.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return page{slices.Collect(root.Descendants())}
}

func (p page) all(tag string) (found []*html.Node) {
	for _, n := range p.nodes {
		if n.Type == html.ElementNode && n.Data == tag {
			found = append(found, n)
		}
	}
	return found
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// packed are the scripts that hold leaves.
func (p page) packed() []*html.Node {
	return slices.DeleteFunc(p.all("script"), func(n *html.Node) bool { return attribute(n, "type") == "" })
}

// unpack reads a sheet with nothing of the package that wrote it.
func unpack(t *testing.T, n *html.Node) (leaves []map[string]string) {
	t.Helper()
	if err := json.Unmarshal(unpacked(t, n), &leaves); err != nil {
		t.Fatal(err)
	}
	return leaves
}

func unpacked(t *testing.T, n *html.Node) []byte {
	t.Helper()
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text(n))))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEveryLeafIsThereOnce(t *testing.T) {
	for leaves, sheets := range map[int]int{0: 0, 1: 1, 59: 1, 60: 1, 61: 2, 180: 3} {
		p := parse(t, albumOf(t, leaves, nil, nil))
		n := 0
		for _, sheet := range p.packed() {
			for _, page := range unpack(t, sheet) {
				if n++; page["svg"] != fmt.Sprintf("<svg><title>%d</title></svg>", n) ||
					page["options"] != fmt.Sprintf("a[%d]\n", n) {
					t.Errorf("of %d leaves, number %d is %v", leaves, n, page)
				}
			}
		}
		if got := len(p.packed()); n != leaves || got != sheets {
			t.Errorf("%d leaves on %d sheets, want %d on %d", n, got, leaves, sheets)
		}
		if got := attribute(p.all("main")[0], "data-leaves"); got != fmt.Sprint(leaves) {
			t.Errorf("the page says there are %s leaves, want %d", got, leaves)
		}
	}
}

// Whoever cannot run the script sees the first solution, the number and the puzzle.
func TestWithoutTheScript(t *testing.T) {
	p := parse(t, albumOf(t, 3, nil, nil))
	cover, ok := strings.CutPrefix(attribute(p.all("img")[0], "src"), "data:image/svg+xml;base64,")
	svg, err := base64.StdEncoding.DecodeString(cover)
	if !ok || err != nil || string(svg) != "<svg><title>1</title></svg>" {
		t.Errorf("the first picture is %q, %v", svg, err)
	}
	body := text(p.all("body")[0])
	for _, wanted := range []string{"A title", "some solutions", "queens 8", "a[1]"} {
		if !strings.Contains(body, wanted) {
			t.Errorf("the page does not say %q", wanted)
		}
	}
	for _, n := range p.all("nav") {
		if _, hidden := find(n, "hidden"); !hidden {
			t.Error("controls that do nothing are shown")
		}
	}
}

func find(n *html.Node, key string) (string, bool) {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
	if i < 0 {
		return "", false
	}
	return n.Attr[i].Val, true
}

// Nothing is fetched, and nothing runs but the one script that the policy names.
func TestPolicy(t *testing.T) {
	p := parse(t, albumOf(t, 61, nil, nil))
	policy := ""
	for _, n := range p.all("meta") {
		if attribute(n, "http-equiv") == "Content-Security-Policy" {
			policy = attribute(n, "content")
		}
	}
	want := fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; "+
		"form-action 'none'",
		sum(text(p.all("style")[0])), sum(text(p.all("script")[len(p.all("script"))-1])))
	if policy != want {
		t.Errorf("the policy is %q,\nwant %q", policy, want)
	}
	if running := len(p.all("script")) - len(p.packed()); running != 1 {
		t.Errorf("%d scripts", running)
	}
	for _, n := range p.nodes {
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "href" || a.Key == "srcset" ||
				a.Key == "src" && !strings.HasPrefix(a.Val, "data:image/svg+xml") {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
	}
}

// The viewer of solids is there if there is something for it to show, and the policy knows it.
func TestInSpace(t *testing.T) {
	p := parse(t, albumOf(t, 2, func(a *albumFile) { a.HasScenes = true }, func(i int) albumPage {
		return albumPage{Scene: []byte(fmt.Sprintf(`{"pieces":%d}`, i))}
	}))
	i := slices.IndexFunc(p.packed(), func(n *html.Node) bool { return attribute(n, "id") == "solids" })
	if i != 1 {
		t.Fatalf("the viewer is packed at %d, behind one sheet", i)
	}
	viewer := unpacked(t, p.packed()[i])
	policy := attribute(p.all("meta")[1], "content")
	if want := "script-src '" + sum(text(p.all("script")[2])) + "' '" + sum(string(viewer)) +
		"'; "; !strings.Contains(policy, want) || len(viewer) < 10_000 {
		t.Errorf("the policy is %q, want %q in it", policy, want)
	}
	var leaves []struct{ Scene struct{ Pieces int } }
	if err := json.Unmarshal(unpacked(t, p.packed()[0]), &leaves); err != nil || leaves[1].Scene.Pieces != 1 {
		t.Errorf("the scenes are %v, %v", leaves, err)
	}
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(digest[:])
}

// skeleton is the page without its texts.
func (p page) skeleton() (tags []string) {
	for _, n := range p.nodes {
		if n.Type != html.TextNode {
			tag := n.Data
			for _, a := range n.Attr {
				tag += " " + a.Key
			}
			tags = append(tags, tag)
		}
	}
	return tags
}

// Whatever stands in names and texts stays text: the page has the same elements.
func TestNothingIsInjected(t *testing.T) {
	harmless := parse(t, albumOf(t, 2, nil, nil)).skeleton()
	for _, hostile := range []string{
		"</title><script>alert(1)</script>", "</pre></details><img src=x onerror=alert(1)>", `" onload="alert(1)`,
		"</script><script>alert(1)</script>", "<!--", "--><b>", "<![CDATA[", "&lt;script&gt;", "\x00<b>\x1b", "]]>",
		"<plaintext>", "${alert(1)}",
	} {
		p := parse(t, albumOf(t, 2, func(a *albumFile) {
			a.PageTitle, a.KnownCount, a.PuzzleText = hostile, hostile, hostile+"\n"
		}, func(int) albumPage {
			return albumPage{SVG: "<svg><title>" + hostile + "</title></svg>", OptionsText: hostile}
		}))
		if got := p.skeleton(); !slices.Equal(got, harmless) {
			t.Errorf("%q makes the page\n%q", hostile, got)
		}
		if got := unpack(t, p.packed()[0])[1]["options"]; got != hostile {
			t.Errorf("%q is packed as %q", hostile, got)
		}
		if strings.ContainsAny(hostile, "\x00") {
			continue
		}
		for _, tag := range []string{"title", "h1"} {
			if got := text(p.all(tag)[0]); got != hostile {
				t.Errorf("<%s> says %q, want %q", tag, got, hostile)
			}
		}
	}
}

// Marks that turn a text around are spelled out, and lines stay lines.
func TestPuzzleIsPrintable(t *testing.T) {
	p := parse(t, albumOf(t, 1, func(a *albumFile) { a.PuzzleText = "one\n\ttwo \u202e\n" }, nil))
	pres := p.all("pre")
	if got, want := text(pres[len(pres)-1]), "one\n    two \\u202e\n"; got != want {
		t.Errorf("the puzzle is %q, want %q", got, want)
	}
}

func TestWithoutPictures(t *testing.T) {
	p := parse(t, albumOf(t, 2, nil, func(int) albumPage { return albumPage{OptionsText: "a b\n"} }))
	if _, hidden := find(p.all("img")[0], "hidden"); !hidden {
		t.Error("an image without a picture is shown")
	}
	if _, open := find(p.all("details")[0], "open"); !open {
		t.Error("the options are folded, and there is nothing else")
	}
	if _, svg := unpack(t, p.packed()[0])[0]["svg"]; svg {
		t.Error("an empty picture is packed")
	}
}

type full struct{ room int }

func (f *full) Write(text []byte) (int, error) {
	if f.room -= len(text); f.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(text), nil
}

func TestAlbumErrors(t *testing.T) {
	for _, room := range []int{0, 5000} {
		if err := albumOf(t, 3, nil, nil).WriteHTML(&full{room}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("a disk with room for %d bytes: %v", room, err)
		}
	}
}
