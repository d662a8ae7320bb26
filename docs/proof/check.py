#!/usr/bin/env python3
"""Checks proofs of numbers of solutions, of classes and of best values, as docs/proof.md defines them.

usage: check.py DUMP PROOF...

Exit codes: 0 yes; 1 no, with the place; 2 a file cannot be read, or bad usage.
It follows docs/proof.md and shares no code with cmd/puz-check. A set of options is a number here,
with a bit for each option.
"""

import copy
import hashlib
import math
import re
import struct
import sys
from collections import defaultdict


class Refused(Exception):
    """The proof is wrong."""


def parse(word):
    """Parses a number of at most 62 bits."""
    if not re.fullmatch("[+-]?[0-9]{1,99}", word) or not -(1 << 61) <= int(word) < 1 << 61:
        raise ValueError("this is no number, or too large: " + word)
    return int(word)


class Problem:
    """An exact cover problem, read from a dump in dlx. The primary items come first, then the secondary ones, which
    are covered at most once, and last the nogoods, of whose k options at most k-1 are chosen."""

    def __init__(self, data):
        self.digest = hashlib.sha256(data).hexdigest()
        self.low, self.high, self.options, self.costs = [], [], [], []
        self.sign, self.base = 0, 0  # sign is 1 to minimize, and -1 to maximize
        lines = data.decode("latin-1").split("\n")  # only names are not ASCII
        if lines.pop() or not lines:
            raise ValueError("the dump ends within a line")
        rows = [[w for w in re.split("[ \t\r\v\f]", line) if w] for line in lines]
        at = 0
        if len(rows[0]) == 5 and rows[0][1] == "quadrille:" and rows[0][3] == "short":
            at = max(0, 1 + parse(rows[0][2]))
        number = self.declare(rows[at])
        for words in rows[at + 1 :]:
            if words[:2] in (["|", "minimize"], ["|", "maximize"]):
                if len(words) != 3:
                    raise ValueError("a goal has one number")
                self.sign = {"minimize": 1, "maximize": -1}[words[1]]
                self.base = self.sign * parse(words[2])
            elif words[:2] == ["|", "forbid"]:
                nogood = [parse(word) for word in words[2:]]
                if len(nogood) < 2 or nogood[0] < 0 or nogood != sorted(set(nogood)):
                    raise ValueError("a nogood has two or more options, in ascending order")
                for o in nogood:
                    self.options[o][len(self.low)] = None
                self.low.append(0)
                self.high.append(len(words) - 3)
            elif words == ["|"]:
                self.add({}, 0)
            elif words and words[0][0] != "|":
                name, bar, cost = words[-1].rpartition("|")
                if self.sign and bar:
                    words[-1] = name
                option = {}
                for word in words:
                    name, colored, color = word.partition(":")
                    if number[name] in option or colored and (number[name] < self.primary or not color):
                        raise ValueError("an option is wrong: " + " ".join(words))
                    option[number[name]] = color if colored else None
                self.add(option, parse(cost) if self.sign and bar else 0)
        if sum(map(abs, self.costs)) >= 1 << 61:
            raise ValueError("the costs are too large")
        self.index()

    def declare(self, words):
        """Reads the line of items, and returns the number of each item."""
        self.primary = words.index("|") if "|" in words else len(words)
        if self.primary == 0:
            raise ValueError("there is no primary item")
        number = {}
        for word in words[: self.primary]:
            form = re.fullmatch("(?:(?:([0-9]{1,9}):)?([0-9]{1,9})[|])?([^:|]+)", word)
            if not form:
                raise ValueError("this is no item: " + word)
            low, high, name = form.groups()
            number[name] = len(number)
            self.high.append(int(high or 1))
            self.low.append(int(low or high or 1))
            if self.low[-1] > self.high[-1] or self.high[-1] == 0:
                raise ValueError("wrong bounds: " + word)
        for name in words[self.primary + 1 :]:
            if ":" in name or "|" in name:
                raise ValueError("this is no secondary item: " + name)
            number[name] = len(number)
            self.low.append(0)
            self.high.append(1)
        if len(number) != len(words) - ("|" in words):
            raise ValueError("an item stands there twice")
        return number

    def add(self, option, cost):
        self.options.append(option)
        self.costs.append(cost)

    def index(self):
        """Makes sets of options: holding has those of an item, and alike those that give it a color, or none."""
        self.items = len(self.low)
        self.holding, self.alike = [0] * self.items, defaultdict(int)
        for o, option in enumerate(self.options):
            for i, color in option.items():
                self.holding[i] |= 1 << o
                self.alike[i, color] |= 1 << o

    def derived(self):
        """Returns a problem with the same items, and without options."""
        p = copy.copy(self)
        p.low, p.high, p.options, p.costs = list(self.low), list(self.high), [], []
        return p

    def root(self):
        live = 0
        for i in range(self.primary):
            live |= self.holding[i]
        return live, tuple(self.low), tuple(self.high)


def fixed_problem(p, cycles, need):
    """The problem of the solutions that a symmetry maps to themselves. Its options are the cycles."""
    f = p.derived()
    live, times = p.root()[0], [0] * p.items
    for cycle in cycles:
        option, cover, fits = {}, defaultdict(int), True
        for o in cycle:
            for i, color in p.options[o].items():
                fits = fits and option.setdefault(i, color) == color
                if color is None:
                    cover[i] += 1
                    fits = fits and cover[i] <= p.high[i]
        if not fits:
            continue
        for i, n in cover.items():
            if p.low[i] > 0 or p.high[i] < (live & p.holding[i]).bit_count():
                need(times[i] in (0, n), "some cycles cover an item once, and others several times")
                times[i] = n
        f.add(option, 0)
    for i, n in enumerate(times):
        if n > 1:
            f.low[i], f.high[i] = -(-p.low[i] // n), p.high[i] // n
    f.index()
    return f


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
        self.kept, self.symmetries, self.steps, self.depth = [], [], 0, 0
        self.states, self.cost, self.scale, self.best = 0, problem.base, 0, None
        self.terms, self.kept_terms = 0, 0  # numbers of entries of the tables on the way here, and of kept tables
        self.free = {}  # the field of each free item in the keys of a table, and the greatest number in it
        self.covers = []  # what each option adds to a key, if there are free items

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
                self.need(value < (1 << 63) - 1, "here must be a smaller number")
                return value

    def signed(self):
        n = self.number()
        return n >> 1 if n % 2 == 0 else -(n >> 1) - 1

    def line(self):
        end = self.data.find(b"\n", self.at)
        self.need(end >= 0, "here must be a line")
        text, self.at = self.data[self.at : end], end + 1
        return text.decode("utf-8", "replace")

    def check(self):
        """Returns what the proof shows."""
        p = self.problem
        self.text("quadrille proof 5\nclaim ")
        claim = self.line()
        self.text("dump %s\n" % p.digest)
        self.need(claim in (("count", "best", "optimum") if p.sign else ("count", "classes")), "no such claim here")
        if claim == "classes":
            count, about = self.classes()
        elif claim == "count":
            count, about = self.count_all(), "solutions"
            self.need(count == 0 or not p.sign, "the dump wants the best solutions, and not all")
        else:
            count, about = self.best_ones(claim == "optimum")
        self.text("\ncount %d\n" % count)
        self.text("sha256 %s\n" % hashlib.sha256(self.data[: self.at]).hexdigest())
        self.need(self.at == len(self.data), "something follows the end")
        return "%d %s" % (count, about)

    def count_all(self):
        """Reads the options that no solution has, the symmetries of the others, the free items, and the steps."""
        p = self.problem
        live, low, high = p.root()
        for _ in range(self.number()):
            o, i = self.number(), self.number()
            self.need(o < len(p.options) and live >> o & 1, "no such option, or it is removed twice")
            self.need(i < p.items, "no such item")
            live ^= 1 << o
            left, lows, _ = self.choose(live, low, high, o)
            self.need((left & p.holding[i]).bit_count() < lows[i], "the option is not impossible")
        self.symmetries = [self.symmetry(live) for _ in range(self.number())]
        free = sorted(self.item_set())
        if free:
            self.need(not self.symmetries and self.best is None, "with symmetries or a goal, no item is free")
            self.set_free(free)
            _, low, high = self.problem.root()
        count = 0
        for cover, n in self.count(live, low, high).items():
            if cover is not None and all(p.low[i] <= self.times(i, cover) <= p.high[i] for i in self.free):
                count += n
        return count

    def set_free(self, free):
        """Leaves out items, which no option needs any more. Tables have how often solutions cover them."""
        p, shift = self.problem, 0
        self.problem = inner = p.derived()
        for i in free:
            width = min(p.high[i], p.holding[i].bit_count()).bit_length()
            self.free[i] = (shift, (1 << width) - 1)
            shift += width
            inner.low[i] = inner.high[i] = 0
        self.need(shift <= 60, "too many items are free")
        for option, cost in zip(p.options, p.costs):
            inner.add({i: color for i, color in option.items() if i not in self.free}, cost)
            self.covers.append(sum(1 << self.free[i][0] for i in option if i in self.free))
        inner.index()

    def symmetry(self, live):
        """Reads the image of each item, and returns it with that of each live option."""
        p = self.problem
        image = [self.number() for _ in range(p.items)]
        self.need(sorted(image) == list(range(p.items)), "this is no permutation of the items")
        for i, to in enumerate(image):
            self.need((p.low[i], p.high[i]) == (p.low[to], p.high[to]), "an item has other bounds than its image")
        alike = defaultdict(list)
        for o in bits(live):
            alike[frozenset(p.options[o].items())].append(o)
        for same in alike.values():
            same.reverse()
        options = {}
        for o in bits(live):
            same = alike[frozenset((image[i], color) for i, color in p.options[o].items())]
            self.need(same, "an option has no image")
            options[o] = same.pop()
        return image, options

    def classes(self):
        """Counts classes: the mean of the numbers of solutions that the symmetries of a group map to themselves."""
        live, size = self.problem.root()[0], self.number()
        group = [self.symmetry(live)[1] for _ in range(size)]
        members = {tuple(sorted(g.items())) for g in group}
        self.need(size and len(members) == size, "there is no group, or a symmetry is there twice")
        for g in group:
            for h in group:
                self.need(tuple(sorted((o, h[g[o]]) for o in g)) in members, "the symmetries are no group")
        known, total = {}, 0
        for g in group:
            cycles, seen = [], set()
            for o in g:
                cycle = []
                while o not in seen:
                    seen.add(o)
                    cycle.append(o)
                    o = g[o]
                if cycle:
                    cycles.append(tuple(sorted(cycle)))
            key = tuple(cycles)
            if key not in known:
                part = fixed_problem(self.problem, cycles, self.need)
                known[key] = 0
                if all(low <= high for low, high in zip(part.low, part.high)):
                    inner = Checker(part, self.data)
                    inner.at, inner.steps = self.at, self.steps
                    known[key] = inner.count_all()
                    self.at, self.steps, self.states = inner.at, inner.steps, self.states + inner.states
            total += known[key]
        return total // size, "classes of solutions under %d symmetries" % size

    def best_ones(self, at_least):
        """Reads the best value and the weights of the items, and counts the solutions that have it."""
        p, line = self.problem, self.line()
        self.need(line.startswith("value "), "here must be a value")
        try:
            value = parse(line[6:])
        except ValueError:
            raise Refused("the value is none")
        self.best = self.limit = value * p.sign
        if at_least:
            self.limit -= max(1, math.gcd(*p.costs) if p.costs else 0)
        self.scale = self.number()
        self.weights = [self.signed() if self.scale else 0 for _ in range(p.items)]
        self.spare, self.shares = [], []
        for option, cost in zip(p.options, p.costs):
            spare = cost * self.scale - sum(self.weights[i] for i, color in option.items() if color is None)
            dead = min(option, default=p.items) >= p.primary  # it is never chosen
            self.need(spare >= 0 or dead, "an option costs less than its items weigh")
            needs = sum(1 for i in option if p.low[i] > 0)
            self.spare.append(spare)
            self.shares.append(spare // max(1, needs))
        count = self.count_all()
        self.need(count > 0, "no solution has this value")
        return count, "solutions of value %d%s" % (value, " at least" if at_least else "")

    def below(self, live, low, high):
        """Counts the solutions that cost no more than the limit: none, if they would have to cost more."""
        p = self.problem
        self.need(self.scale, "there are no weights")
        room = (self.limit - self.cost) * self.scale
        for i, w in enumerate(self.weights):
            room -= w * (max(0, low[i]) if w > 0 else min(high[i], (live & p.alike[i, None]).bit_count()))
        for o in bits(live):
            if self.spare[o] > room:
                live ^= 1 << o
        for i, need in enumerate(low):
            if need > 0:
                shares = sorted(self.shares[o] for o in bits(live & p.holding[i]))[:need]
                if len(shares) < need:
                    return {}
                room -= sum(shares)
        return {} if room < 0 else self.count(live, low, high)

    def key(self, live, low, high):
        """What tells residuals apart: closed items are alike, and so are those that need no option and have none."""
        p = self.problem
        low = [max(0, n) for n in low]
        high = [n if n < 0 or low[i] or live & p.holding[i] else 0 for i, n in enumerate(high)]
        text = live.to_bytes(len(p.options) // 8 + 1, "little") + struct.pack("<%dq" % (2 * p.items), *low, *high)
        return hashlib.sha256(text).digest()

    def count(self, live, low, high):
        """Returns the table of a residual: numbers of solutions, by how often these cover the free items.
        Without free items it has one entry, or none if there is no solution."""
        p = self.problem
        self.steps += 1
        self.depth += 1
        before = self.terms
        self.need(self.depth <= 4 * (len(p.options) + p.items + 1), "the proof makes no progress")
        self.need(self.depth <= (1 << 30) // (16 * p.items + len(p.options) // 4), "the steps need too much memory")
        kind, argument = divmod(self.number(), 4)[::-1]
        keeps = kind == 1 or kind == 3 and argument == 2
        legal = self.best is None or kind == 0 or kind == 3 and argument in (0, 3)
        self.need(legal, "with a goal, states are neither compared nor split")
        key = self.key(live, low, high) if keeps or kind == 2 else None
        if kind == 2:
            self.need(0 < argument <= len(self.kept), "no such state was kept")
            known, table = self.kept[-argument]
            self.need(known == key, "the state is another one")
        elif kind < 2:
            self.need(argument < p.items, "no such item")
            table = self.branch(live, low, high, argument)
        elif argument == 0:
            self.need(live == 0 and max(low) <= 0, "this is no solution")
            self.need(self.best is None or self.cost >= self.best, "here is a better solution")
            table = {0: 1} if self.best is None or self.cost == self.best else {}
        elif argument < 3:
            table = self.split(live, low, high)
        elif argument == 3:
            table = self.below(live, low, high)
        else:
            table = self.image(live, low, high, argument - 4)
        if keeps:
            self.kept.append((key, table))
            self.states += 1
            self.kept_terms += len(table)
        self.depth -= 1
        self.terms = before
        return table

    def times(self, i, cover):
        """How often a key of a table covers a free item."""
        shift, most = self.free[i]
        return cover >> shift & most

    def add(self, total, table, other):
        """Adds the product of two tables. The key None is that of solutions that cover a free item too often."""
        for a, n in table.items():
            size = len(total)
            for b, m in other.items():
                cover = None
                if a is not None and b is not None:
                    if all(self.times(i, a) + self.times(i, b) <= self.free[i][1] for i in self.free):
                        cover = a + b
                total[cover] = total.get(cover, 0) + n * m
            self.terms += len(total) - size
            self.need(self.terms + self.kept_terms // 64 <= 1 << 22, "the tables need too much memory")

    def choose(self, live, low, high, o):
        """Returns what is left of a residual once option o is chosen, which is no longer live."""
        p = self.problem
        live, lows, highs = live & ~(1 << o), list(low), list(high)
        for i, color in p.options[o].items():
            gone = p.holding[i]
            if color is not None:
                gone &= ~p.alike[i, color]
            else:
                lows[i] -= 1
                highs[i] -= 1
                if highs[i] > 0:
                    continue
            live &= ~gone
        return live, tuple(lows), tuple(highs)

    def branch(self, live, low, high, item):
        p, total = self.problem, {}
        choices = list(bits(live & p.holding[item]))
        for o in choices[: max(0, len(choices) - max(0, low[item] - 1))]:
            live &= ~(1 << o)
            self.cost += p.costs[o]
            cover = self.covers[o] if self.free else 0
            self.add(total, {cover: 1}, self.count(*self.choose(live, low, high, o)))
            self.cost -= p.costs[o]
        if low[item] <= 0:
            lows, highs = list(low), list(high)
            lows[item] = highs[item] = 0
            self.add(total, {0: 1}, self.count(live, tuple(lows), tuple(highs)))
        return total

    def image(self, live, low, high, symmetry):
        self.need(symmetry < len(self.symmetries), "no such symmetry")
        items, options = self.symmetries[symmetry]
        lows, highs = list(low), list(high)
        for i in range(self.problem.items):
            lows[items[i]], highs[items[i]] = low[i], high[i]
        return self.count(sum(1 << options[o] for o in bits(live)), tuple(lows), tuple(highs))

    def item_set(self):
        """Reads primary items, each less the one before."""
        items, item = set(), 0
        for _ in range(self.number()):
            item += self.number()
            self.need(item < self.problem.primary, "no such item")
            items.add(item)
        return items

    def split(self, live, low, high):
        p, first, chosen, tables = self.problem, self.item_set(), 0, []
        for i in first:
            chosen |= live & p.holding[i]
        parts = (chosen, live & ~chosen)
        side = [0 if i in first or i >= p.primary and chosen & held else 1 for i, held in enumerate(p.holding)]
        for i, held in enumerate(p.holding):
            self.need(not parts[1 - side[i]] & held, "the parts have an item in common")
        for n in (0, 1):
            own = [side[i] == n for i in range(p.items)]
            lows, highs = (tuple(b if mine else 0 for b, mine in zip(bounds, own)) for bounds in (low, high))
            tables.append(self.count(parts[n], lows, highs))
            if not tables[0]:
                return {}
            self.terms += len(tables[0])
        product = {}
        self.add(product, *tables)
        return product


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
            print("yes: %s has %s, by %d steps with %d states" % (name, count, checker.steps, checker.states))
    except (OSError, ValueError, LookupError) as wrong:
        print("check.py: %s" % wrong, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
