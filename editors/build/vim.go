package main

import (
	"fmt"
	"strings"
)

// vimSyntax returns the syntax file for Vim and Neovim. A statement is a region that extends to the
// next keyword.
func vimSyntax() []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line(`" Vim syntax file for Quadrille puzzles, made by go run ./editors/build`)
	line("if exists('b:current_syntax')\n  finish\nendif")
	line("syntax case match\nsyntax iskeyword @,48-57,_,192-255,39\nsyntax sync fromstart\n")

	// If two rules match at the same place, Vim uses the later rule.
	line(`syntax match puzName /\%%([[:alpha:]_]\|[^\x00-\x7f]\)\%%([[:alnum:]_]\|[^\x00-\x7f]\)*'*/`)
	line(`syntax match puzFunction /\%%([[:alpha:]_]\|[^\x00-\x7f]\)\%%([[:alnum:]_]\|[^\x00-\x7f]\)*'*\ze(/`)
	line(`syntax match puzOperator /\.\.\|!=\|<=\|>=\|[-+*\/%%<>=:?&]/`)
	line(`syntax match puzPunctuation /[(){}\[\],]/`)
	line(`syntax match puzInt /\d\+\%%(_\d\+\)*/`)
	line(`syntax match puzSize /\d\+\%%(x\d\+\)\+\%%(\k\)\@!/`)
	line(`syntax match puzHyphenated /\%%(%s\)\k\@!/`, strings.Join(hyphenated, `\|`))
	line(`syntax keyword puzConnective %s`, strings.Join(connectives, " "))
	line(`syntax match puzEscape /\\./ contained`)
	line(`syntax region puzString start=/"/ skip=/\\./ end=/"\|$/ contains=puzEscape oneline`)
	line(`syntax region puzPicture start=/"""/ end=/"""/ fold`)
	line(`syntax match puzComment /\/\/.*$/ contains=@Spell`)
	line(`syntax cluster puzSigns contains=` +
		`puzName,puzFunction,puzOperator,puzPunctuation,puzInt,puzSize,puzHyphenated,puzConnective,` +
		`puzString,puzPicture,puzComment`)
	line(`syntax match puzLattice /\%%(\<on\s\+\)\@20<=\%%(%s\)\k\@!/ contained`,
		strings.Join(unhyphenated(lattices), `\|`))
	declaring := []string{}
	for _, s := range listStatements() {
		if s.declaresName {
			declaring = append(declaring, s.keyword)
		}
	}
	line(`syntax match puzDeclared /\%%(\<\%%(%s\)\s\+\)\@20<=\%%(\<\%%(%s\)\>\)\@!`+
		`\%%([[:alpha:]_]\|[^\x00-\x7f]\)\%%([[:alnum:]_]\|[^\x00-\x7f]\)*'*/ contained`,
		strings.Join(declaring, `\|`), strings.Join(connectives, `\|`))
	line(``)
	for _, s := range listStatements() {
		s.writeVim(line)
	}
	line(``)
	for _, link := range [][2]string{
		{"Keyword", "Statement"}, {"Rule", "Keyword"}, {"Clause", "Keyword"}, {"Connective", "Conditional"},
		{"Hyphenated", "Constant"}, {"Lattice", "Type"}, {"Declared", "Identifier"}, {"Function", "Function"},
		{"Int", "Number"}, {"Size", "Number"}, {"String", "String"}, {"Picture", "String"},
		{"Escape", "SpecialChar"}, {"Operator", "Operator"}, {"Punctuation", "Delimiter"}, {"Comment", "Comment"},
	} {
		line("highlight default link puz%s %s", link[0], link[1])
	}
	line("\nlet b:current_syntax = 'puz'")
	return []byte(b.String())
}

func (s statementWords) writeVim(line func(string, ...any)) {
	group := "puz" + capitalize(s.keyword)
	contains := "@puzSigns"
	for _, kind := range []struct {
		name  string
		words []string
	}{{"Rule", s.ruleWords}, {"Clause", s.clauseWords}} {
		if len(kind.words) == 0 {
			continue
		}
		contains += "," + group + kind.name
		line("syntax keyword %s%s %s contained", group, kind.name, strings.Join(unhyphenated(kind.words), " "))
		if rest := hyphenatedWords(kind.words); len(rest) > 0 {
			line(`syntax match %s%s /\%%(%s\)\k\@!/ contained`, group, kind.name, strings.Join(rest, `\|`))
		}
		line("highlight default link %s%s puz%s", group, kind.name, kind.name)
	}
	if s.declaresName {
		contains += ",puzDeclared"
	}
	if s.hasLattice {
		contains += ",puzLattice"
	}
	line(`syntax region %s matchgroup=puzKeyword start=/\<%s\>/ end=/\ze\<\%%(%s\)\>/ contains=%s`,
		group, s.keyword, strings.Join(s.patternsOfStatementEnd(`\%(\_s*{\)\@=`), `\|`), contains)
}
