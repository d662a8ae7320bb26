#!/usr/bin/env python3
"""Checks proofs of numbers of solutions, as docs/proof.md defines them.

usage: check.py DUMP PROOF...

Exit codes: 0 yes; 1 no, with the place; 2 a file cannot be read, or bad usage.
It follows docs/proof.md and shares no code with cmd/puz-check. A set of options is a number here,
with a bit for each option.
"""

import hashlib
import struct
import sys
from collections import defaultdict


class Refused(Exception):
    """The proof is wrong."""


class Problem:
    """An exact cover problem, read from a dump in dlx."""

    def __init__(self, data):
        self.digest = hashlib.sha256(data).hexdigest()
        self.low, self.high, self.options, self.nogoods = [], [], [], []
        number, short, declared = {}, 0, False
        for raw in data.decode("utf-8").split("\n"):
            words = raw.replace("\t", " ").replace("\r", " ").replace("\v", " ").replace("\f", " ").split(" ")
            words = [w for w in words if w]
            if short > 0:
                short -= 1
            elif not words:
                pass
            elif not declared and len(words) == 5 and words[1] == "quadrille:" and words[3] == "short":
                short = int(words[2])
            elif not declared:
                declared = True
                self.declare(words, number)
            elif words[:2] in (["|", "minimize"], ["|", "maximize"]):
                raise ValueError("the best solutions are wanted, which no proof says")
            elif words[:2] == ["|", "forbid"]:
                self.nogoods.append([int(w) for w in words[2:]])
            elif words == ["|"]:
                self.options.append({})
            elif words[0][0] != "|":
                option = {}
                for word in words:
                    name, colored, color = word.partition(":")
                    if number[name] in option or colored and (number[name] < self.primary or not color):
                        raise ValueError("an option is wrong: " + raw)
                    option[number[name]] = color if colored else None
                self.options.append(option)
        if not declared:
            raise ValueError("no line has the items")
        self.index(len(number))

    def declare(self, words, number):
        """Reads the line of items."""
        if words[0] == "|":
            raise ValueError("there is no primary item")
        self.primary = words.index("|") if "|" in words else len(words)
        for name in words[: self.primary]:
            times, bar, rest = name.rpartition("|")
            low, _, high = times.partition(":") if bar else ("1", "", "")
            number[rest] = len(number)
            self.low.append(int(low))
            self.high.append(int(high or low))
            if not 0 <= self.low[-1] <= self.high[-1] or self.high[-1] == 0:
                raise ValueError("wrong bounds: " + name)
        for name in words[self.primary + 1 :]:
            number[name] = len(number)
        if len(number) != len(words) - ("|" in words):
            raise ValueError("an item stands there twice")

    def index(self, items):
        """Makes the sets: holding has the options of an item, and removed those that an option excludes."""
        self.items = items
        self.holding, use = [0] * items, defaultdict(int)
        self.forbids = defaultdict(list)
        for o, option in enumerate(self.options):
            for i, color in option.items():
                self.holding[i] |= 1 << o
                use[i, color] |= 1 << o
        self.removed = []
        for option in self.options:
            gone = 0
            for i, color in option.items():
                if i >= self.primary:
                    gone |= self.holding[i] & ~(0 if color is None else use[i, color])
            self.removed.append(gone)
        for together in self.nogoods:
            for o in together:
                self.forbids[o].append(sum(1 << p for p in together))


def bits(options):
    """The options of a set, in ascending order."""
    while options:
        lowest = options & -options
        yield lowest.bit_length() - 1
        options ^= lowest


class Checker:
    """Follows the steps of a proof. What is left of the problem is live, a set of options, with low and
    high, which say how often each primary item is still to be covered."""

    def __init__(self, problem, data):
        self.problem, self.data, self.at = problem, data, 0
        self.kept, self.symmetries, self.chosen, self.steps, self.depth = [], [], 0, 0, 0

    def need(self, good, why):
        if not good:
            raise Refused("step %d, byte %d: %s" % (self.steps, self.at, why))

    def text(self, want):
        got = self.data[self.at : self.at + len(want)]
        self.need(got == want.encode(), "here must be %r" % want)
        self.at += len(want)

    def number(self):
        value = shift = 0
        while True:
            self.need(self.at < len(self.data) and shift < 63, "here must be a number")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def check(self):
        p = self.problem
        self.text("quadrille proof 2\nclaim count\ndump %s\n" % p.digest)
        for _ in range(self.number()):
            self.symmetry()
        live = 0
        for i in range(p.primary):
            live |= p.holding[i]
        count = self.count(live, tuple(p.low), tuple(p.high))
        self.text("\ncount %d\n" % count)
        self.text("sha256 %s\n" % hashlib.sha256(self.data[: self.at]).hexdigest())
        self.need(self.at == len(self.data), "something follows the end")
        return count

    def symmetry(self):
        p = self.problem
        image = [self.number() for _ in range(p.items)]
        self.need(sorted(image) == list(range(p.items)) and not p.nogoods, "this is no permutation of the items")
        for i, to in enumerate(image):
            self.need((i < p.primary) == (to < p.primary), "a primary item becomes a secondary one")
        alike = defaultdict(list)
        for o, option in enumerate(p.options):
            alike[frozenset(option.items())].append(o)
        for same in alike.values():
            same.reverse()
        options = []
        for option in p.options:
            same = alike[frozenset((image[i], color) for i, color in option.items())]
            self.need(same, "an option has no image")
            options.append(same.pop())
        self.symmetries.append((image, options))

    def key(self, live, low, high):
        """What tells residuals apart: closed items are alike, and so are those that need no option and have none."""
        p = self.problem
        low = [max(0, n) for n in low]
        high = [n if low[i] or live & p.holding[i] else 0 for i, n in enumerate(high)]
        text = live.to_bytes(len(p.options) // 8 + 1, "little") + struct.pack("<%dQ" % (2 * p.primary), *low, *high)
        return hashlib.sha256(text).digest()

    def count(self, live, low, high):
        p = self.problem
        self.steps += 1
        self.depth += 1
        self.need(self.depth <= 4 * (len(p.options) + p.items + 1), "the proof makes no progress")
        kind, argument = divmod(self.number(), 4)[::-1]
        keeps = kind == 1 or kind == 3 and argument == 2
        self.need(not p.nogoods or kind < 2 or (kind, argument) == (3, 0), "with nogoods, states are not compared")
        key = self.key(live, low, high) if keeps or kind == 2 else None
        if kind == 2:
            self.need(0 < argument <= len(self.kept), "no such state was kept")
            known, count = self.kept[-argument]
            self.need(known == key, "the state is another one")
        elif kind < 2:
            self.need(argument < p.primary, "a branch on an item that is not primary")
            count = self.branch(live, low, high, argument)
        elif argument == 0:
            self.need(live == 0 and max(low) <= 0, "this is no solution")
            count = 1
        elif argument < 3:
            count = self.split(live, low, high)
        else:
            count = self.image(live, low, high, argument - 3)
        if keeps:
            self.kept.append((key, count))
        self.depth -= 1
        return count

    def branch(self, live, low, high, item):
        p, total = self.problem, 0
        choices = list(bits(live & p.holding[item]))
        for o in choices[: max(0, len(choices) - max(0, low[item] - 1))]:
            live &= ~(1 << o)
            left, lows, highs = live & ~p.removed[o], list(low), list(high)
            for i in p.options[o]:
                if i < p.primary:
                    lows[i] -= 1
                    highs[i] -= 1
                    if highs[i] == 0:
                        left &= ~p.holding[i]
            self.chosen |= 1 << o
            for together in p.forbids[o]:
                rest = together & ~self.chosen
                if rest & (rest - 1) == 0:
                    left &= ~rest
            total += self.count(left, tuple(lows), tuple(highs))
            self.chosen &= ~(1 << o)
        if low[item] <= 0:
            lows, highs = list(low), list(high)
            lows[item] = highs[item] = 0
            total += self.count(live, tuple(lows), tuple(highs))
        return total

    def image(self, live, low, high, symmetry):
        self.need(symmetry < len(self.symmetries), "no such symmetry")
        items, options = self.symmetries[symmetry]
        lows, highs = list(low), list(high)
        for i in range(self.problem.primary):
            lows[items[i]], highs[items[i]] = low[i], high[i]
        return self.count(sum(1 << options[o] for o in bits(live)), tuple(lows), tuple(highs))

    def split(self, live, low, high):
        p, first, item = self.problem, set(), 0
        size = self.number()
        for _ in range(size):
            item += self.number()
            self.need(item < p.primary, "no such item")
            first.add(item)
        sides, held = [0, 0], [set(), set()]
        for o in bits(live):
            side = min(p.options[o]) not in first
            for i in p.options[o]:
                self.need(i >= p.primary or (i not in first) == side, "an option has items of both parts")
            sides[side] |= 1 << o
            held[side].update(p.options[o])
        self.need(not held[0] & held[1], "the parts have an item in common")
        total = 1
        for side in (0, 1):
            if total:
                out = [(i in first) == bool(side) for i in range(p.primary)]
                total *= self.count(
                    sides[side],
                    tuple(0 if gone else n for gone, n in zip(out, low)),
                    tuple(0 if gone else n for gone, n in zip(out, high)),
                )
        return total


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    sys.setrecursionlimit(10**6)
    try:
        with open(arguments[0], "rb") as f:
            problem = Problem(f.read())
        for name in arguments[1:]:
            with open(name, "rb") as f:
                checker = Checker(problem, f.read())
            try:
                count = checker.check()
            except Refused as why:
                print("no: %s: %s" % (name, why))
                return 1
            print("yes: %s has %d solutions, by %d steps with %d states" % (name, count, checker.steps, len(checker.kept)))
    except (OSError, ValueError, KeyError, UnicodeDecodeError) as wrong:
        print("check.py: %s" % wrong, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
