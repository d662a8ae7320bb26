package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
)

// What the linker writes into a release: its version without a v, the commit, the commit's date, and the address of
// the project. They are empty in other builds, which know what the go command stamped into them.
//
//	go build -ldflags "-X main.version=1.0.0 -X main.commit=… -X main.date=2026-11-25 -X main.home=…" ./cmd/puz
var version, commit, date, home string

func (p *puz) versionCommand() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version, the commit and its date",
		Description: "   puz version\n   puz --version",
		Action: func(*cli.Context) error {
			return p.WriteText("", "puz "+versionText()+"\n"+documentation()+"\n")
		},
	}
}

// versionText is the version, the commit and its date, as far as the build knows, and the version of Go:
// "1.0.0, commit 0123456789ab of 2026-11-25 (go1.26.8)".
func versionText() string { return describeBuild(buildInfo()) }

// buildInfo is what the go command stamped into the program.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// documentation says where to read on: at the address of the project, or in the folder of its sources.
func documentation() string {
	const page = "docs/README.md"
	if address := homeAddress(buildInfo()); address != "" {
		return address + "/blob/HEAD/" + page
	}
	return page + " in the clone that puz was built from"
}

// homeAddress is the address of the project: what the linker wrote, or the path of a module that was published.
func homeAddress(info *debug.BuildInfo) string {
	host, _, _ := strings.Cut(info.Main.Path, "/")
	if home == "" && strings.Contains(host, ".") {
		return "https://" + info.Main.Path
	}
	return home
}

// describeBuild prefers what the linker wrote to what the go command stamped.
func describeBuild(info *debug.BuildInfo) string {
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	hash := cmp.Or(commit, stamp["vcs.revision"])
	day, _, _ := strings.Cut(cmp.Or(date, stamp["vcs.time"]), "T")
	text := cmp.Or(version, releaseOf(info.Main.Version), "devel")
	if hash != "" {
		text += ", commit " + hash[:min(12, len(hash))]
	}
	if day != "" {
		text += " of " + day
	}
	if commit == "" && stamp["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return text + " (" + runtime.Version() + ")"
}

// releaseOf is the release that a module's version names; "" for a checkout, of which the go command makes up a
// pseudo-version.
func releaseOf(moduleVersion string) string {
	number := strings.TrimPrefix(moduleVersion, "v")
	if strings.ContainsAny(number, "-+(") {
		return ""
	}
	return number
}

func (p *puz) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page",
		Description: "   puz man | man -l -",
		Action:      func(c *cli.Context) error { return p.WriteText("", console.Manual(c.App, documentation())) },
	}
}
