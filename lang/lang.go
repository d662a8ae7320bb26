// Package lang is the language of puzzle files: text and tree. Its parts are
// source (positions and diagnostics), ast (the tree), parse, format (the
// canonical printer) and codes (a page on each diagnostic).
//
// It knows how puzzles are spelled and nothing of what they mean.
package lang

import "quadrille/lang/parse"

// Grammar returns the grammar of the language in EBNF, made from the tags of
// the tree. Kinds of tokens stand in < >; ? * + | ( ) are as usual.
func Grammar() string { return parse.Grammar() }
