package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// TestVersion: a release says what the linker wrote, and another build what the go command stamped.
func TestVersion(t *testing.T) {
	stamped := &debug.BuildInfo{
		Main: debug.Module{Version: "v0.0.0-20261125140149-0123456789ab+dirty"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.time", Value: "2026-11-25T14:01:49Z"},
			{Key: "vcs.modified", Value: "true"},
		},
	}
	installed := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}
	for _, c := range []struct {
		want string
		info *debug.BuildInfo
		link [3]string
	}{
		{"devel", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, [3]string{}},
		{"devel, commit 0123456789ab of 2026-11-25, changed since", stamped, [3]string{}},
		{"1.2.3", installed, [3]string{}},
		{"1.0.0, commit fedcba of 2026-12-01", &debug.BuildInfo{},
			[3]string{"1.0.0", "fedcba", "2026-12-01T08:00:00Z"}},
		{"1.0.0, commit fedcba of 2026-12-01", stamped, [3]string{"1.0.0", "fedcba", "2026-12-01"}},
	} {
		version, commit, date = c.link[0], c.link[1], c.link[2]
		if got := describeBuild(c.info); got != c.want+" ("+runtime.Version()+")" {
			t.Errorf("%+v says %q", c, got)
		}
	}
	version, commit, date = "", "", ""
}

// TestDocumentation: help and `puz version` say where to read on; a release names the address of its project.
func TestDocumentation(t *testing.T) {
	for _, c := range []struct{ path, link, want string }{
		{"quadrille", "", ""},
		{"quadrille", "https://example.org/q", "https://example.org/q"},
		{"example.org/people/quadrille", "", "https://example.org/people/quadrille"},
	} {
		home = c.link
		if got := homepageURL(&debug.BuildInfo{Main: debug.Module{Path: c.path}}); got != c.want {
			t.Errorf("%s, %q: the address is %q, want %q", c.path, c.link, got, c.want)
		}
	}
	home = "https://example.org/q"
	defer func() { home = "" }()
	for _, args := range [][]string{{"--help"}, {"version"}, {"man"}} {
		out := strings.ReplaceAll(runPuz(args...).out, `\-`, "-")
		if !strings.Contains(out, home+"/blob/HEAD/docs/README.md") {
			t.Errorf("puz %v has no link: %s", args, out)
		}
	}
	if _, err := os.Stat("../../docs/README.md"); err != nil {
		t.Error(err)
	}
}

// TestLinkerVariables: what builds a release names the variables that there are.
func TestLinkerVariables(t *testing.T) {
	for _, file := range []string{".goreleaser.yaml", "Dockerfile"} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"main.version=", "main.commit=", "main.date=", "main.home="} {
			if !strings.Contains(string(text), "-X "+name) {
				t.Errorf("%s does not set %s", file, name)
			}
		}
	}
}
