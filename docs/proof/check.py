#!/usr/bin/env python3
"""Checks proofs of numbers of solutions, of classes and of best values, as docs/proof.md defines them.

usage: check.py DUMP PROOF...

Exit codes: 0 yes; 1 no, with the place; 2 a file cannot be read, or bad usage.
It follows docs/proof.md and shares no code with cmd/puz-check. A set of options is a number here,
with a bit for each option.
"""

import hashlib
import math
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
        self.sign, self.base, self.costs = 0, 0, []  # sign is 1 to minimize, and -1 to maximize
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
                self.sign = {"minimize": 1, "maximize": -1}[words[1]]
                self.base = self.sign * int(words[2])
            elif words[:2] == ["|", "forbid"]:
                self.nogoods.append([int(w) for w in words[2:]])
            elif words == ["|"]:
                self.options.append({})
                self.costs.append(0)
            elif words[0][0] != "|":
                option = {}
                name, bar, cost = words[-1].rpartition("|")
                self.costs.append(int(cost) if self.sign and bar else 0)
                words[-1] = name if self.sign and bar else words[-1]
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
        self.holding, self.plain, use = [0] * items, [0] * items, defaultdict(int)
        self.forbids = defaultdict(list)
        for o, option in enumerate(self.options):
            for i, color in option.items():
                self.holding[i] |= 1 << o
                use[i, color] |= 1 << o
                if color is None:
                    self.plain[i] |= 1 << o
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


class Fixed(Problem):
    """The problem of the solutions that a symmetry maps to themselves. Its options are the cycles."""

    def __init__(self, checker, cycles):
        p = checker.problem
        self.sign, self.base, self.nogoods, self.primary = 0, 0, [], p.primary
        self.low, self.high, self.options = list(p.low), list(p.high), []
        live, times = checker.root(), [0] * p.primary
        for cycle in cycles:
            option, cover, fits = {}, defaultdict(int), True
            for o in cycle:
                for i, color in p.options[o].items():
                    cover[i] += 1
                    fits = fits and option.setdefault(i, color) == color
                    if i >= p.primary:
                        fits = fits and (color is not None or cover[i] == 1)
                    else:
                        fits = fits and cover[i] <= p.high[i]
            if not fits:
                continue
            for i, n in cover.items():
                if i < p.primary and (p.low[i] > 0 or p.high[i] < (live & p.holding[i]).bit_count()):
                    checker.need(times[i] in (0, n), "some cycles cover an item once, and others several times")
                    times[i] = n
            self.options.append(option)
        for i, n in enumerate(times):
            if n > 1:
                self.low[i], self.high[i] = -(-p.low[i] // n), p.high[i] // n
        self.costs = [0] * len(self.options)
        self.index(p.items)


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
        self.states, self.cost, self.scale, self.best = 0, problem.base, 0, None
        self.free = {}  # the field of each free item in the keys of a table, and how often it can be covered

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
        self.text("quadrille proof 4\nclaim ")
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

    def root(self):
        live = 0
        for i in range(self.problem.primary):
            live |= self.problem.holding[i]
        return live

    def count_all(self):
        """Reads the options that no solution has, the symmetries of the others, and the steps."""
        p, live = self.problem, self.root()
        low, high = tuple(p.low), tuple(p.high)
        for _ in range(self.number()):
            o, i = self.number(), self.number()
            self.need(o < len(p.options) and live >> o & 1, "no such option, or it is removed twice")
            self.need(i < p.primary, "no such item")
            live ^= 1 << o
            left, lows, _ = self.choose(live, low, high, o)
            self.need((left & p.holding[i]).bit_count() < lows[i], "the option is not impossible")
        self.symmetries = [self.symmetry(live) for _ in range(self.number())]
        return sum(self.count(live, low, high).values())

    def symmetry(self, live):
        """Reads the image of each item, and returns it with that of each live option."""
        p = self.problem
        image = [self.number() for _ in range(p.items)]
        self.need(sorted(image) == list(range(p.items)) and not p.nogoods, "this is no permutation of the items")
        for i, to in enumerate(image):
            self.need((i < p.primary) == (to < p.primary), "a primary item becomes a secondary one")
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
        live, size = self.root(), self.number()
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
                part = Fixed(self, cycles)
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
            value = int(line[6:])
        except ValueError:
            raise Refused("the value is none")
        self.best = self.limit = value * p.sign
        if at_least:
            self.limit -= max(1, math.gcd(*p.costs) if p.costs else 0)
        self.scale = self.number()
        self.weights = [self.signed() if self.scale else 0 for _ in range(p.items)]
        self.need(all(w <= 0 for w in self.weights[p.primary :]), "what may be left out has a weight above 0")
        self.spare, self.shares = [], []
        for option, cost in zip(p.options, p.costs):
            spare = cost * self.scale - sum(self.weights[i] for i, color in option.items() if color is None)
            self.need(spare >= 0 or min(option, default=p.items) >= p.primary, "an option costs less than its items weigh")
            needs = sum(1 for i in option if i < p.primary and p.low[i] > 0)
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
            left = (live & p.plain[i]).bit_count()
            often = min(1, left) if i >= p.primary else max(0, low[i]) if w > 0 else min(high[i], left)
            room -= w * often
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
        text = live.to_bytes(len(p.options) // 8 + 1, "little") + struct.pack("<%dq" % (2 * p.primary), *low, *high)
        return hashlib.sha256(text).digest()

    def count(self, live, low, high):
        """Returns the table of a residual: numbers of solutions, by how often these cover the free items.
        Without free items it has one entry, or none if there is no solution."""
        p = self.problem
        self.steps += 1
        self.depth += 1
        self.need(self.depth <= 4 * (len(p.options) + p.items + 1), "the proof makes no progress")
        kind, argument = divmod(self.number(), 4)[::-1]
        keeps = kind == 1 or kind == 3 and argument == 2
        alone = not p.nogoods and self.best is None  # with nogoods or a goal, states are not compared
        self.need(alone or kind < 2 or kind == 3 and argument in (0, 3), "states are not compared here")
        key = self.key(live, low, high) if keeps or kind == 2 else None
        if kind == 2:
            self.need(0 < argument <= len(self.kept), "no such state was kept")
            known, table = self.kept[-argument]
            self.need(known == key, "the state is another one")
        elif kind < 2:
            self.need(argument < p.primary and high[argument] >= 0, "a branch on an item that is free, or not primary")
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
            self.need(not self.free, "items are free already")
            table = self.set_free(live, low, high) if argument == 4 else self.image(live, low, high, argument - 5)
        if keeps:
            self.kept.append((key, table))
            self.states += 1
        self.depth -= 1
        return table

    def set_free(self, live, low, high):
        """Counts solutions by how often they cover some items, which no option needs any more."""
        p, lows, highs, others, shift = self.problem, list(low), list(high), 0, 0
        for i in sorted(self.item_set()):
            most = min(p.high[i], p.holding[i].bit_count())
            self.free[i] = (shift, most)
            shift += most.bit_length()
            lows[i], highs[i] = 0, -1
        self.need(shift <= 60, "too many items are free")
        for i in range(p.primary):
            others |= 0 if i in self.free else p.holding[i]
        self.need(not live & ~others, "an option has free items alone")
        count = 0
        for cover, n in self.count(live, tuple(lows), tuple(highs)).items():
            if cover is not None and all(low[i] <= self.times(i, cover) <= high[i] for i in self.free):
                count += n
        self.free = {}
        return {0: count} if count else {}

    def times(self, i, cover):
        """How often a key of a table covers a free item."""
        shift, most = self.free[i]
        return cover >> shift & (1 << most.bit_length()) - 1

    def add(self, total, table, other):
        """Adds the product of two tables. The key None is that of solutions that cover a free item too often."""
        for a, n in table.items():
            for b, m in other.items():
                cover = None
                if a is not None and b is not None:
                    if all(self.times(i, a) + self.times(i, b) <= self.free[i][1] for i in self.free):
                        cover = a + b
                total[cover] = total.get(cover, 0) + n * m

    def choose(self, live, low, high, o):
        """Returns what is left of a residual once option o is chosen, which is no longer live."""
        p = self.problem
        left, lows, highs = live & ~p.removed[o], list(low), list(high)
        for i in p.options[o]:
            if i < p.primary and highs[i] >= 0:
                lows[i] -= 1
                highs[i] -= 1
                if highs[i] == 0:
                    left &= ~p.holding[i]
        for together in p.forbids[o]:
            rest = together & ~self.chosen & ~(1 << o)
            if rest & (rest - 1) == 0:
                left &= ~rest
        return left, tuple(lows), tuple(highs)

    def branch(self, live, low, high, item):
        p, total = self.problem, {}
        choices = list(bits(live & p.holding[item]))
        for o in choices[: max(0, len(choices) - max(0, low[item] - 1))]:
            live &= ~(1 << o)
            self.chosen |= 1 << o
            self.cost += p.costs[o]
            cover = sum(1 << self.free[i][0] for i in p.options[o] if i in self.free)
            self.add(total, {cover: 1}, self.count(*self.choose(live, low, high, o)))
            self.cost -= p.costs[o]
            self.chosen &= ~(1 << o)
        if low[item] <= 0:
            lows, highs = list(low), list(high)
            lows[item] = highs[item] = 0
            self.add(total, {0: 1}, self.count(live, tuple(lows), tuple(highs)))
        return total

    def image(self, live, low, high, symmetry):
        self.need(symmetry < len(self.symmetries), "no such symmetry")
        items, options = self.symmetries[symmetry]
        lows, highs = list(low), list(high)
        for i in range(self.problem.primary):
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
        p, first = self.problem, self.item_set()
        sides, held = [0, 0], [set(), set()]
        for o in bits(live):
            items = [i for i in p.options[o] if i not in self.free]
            side = min(items) not in first
            for i in items:
                self.need(i >= p.primary or (i not in first) == side, "an option has items of both parts")
            sides[side] |= 1 << o
            held[side].update(items)
        self.need(not held[0] & held[1], "the parts have an item in common")
        tables = []
        for side in (0, 1):
            out = [i not in self.free and (i in first) == bool(side) for i in range(p.primary)]
            tables.append(
                self.count(
                    sides[side],
                    tuple(0 if gone else n for gone, n in zip(out, low)),
                    tuple(0 if gone else n for gone, n in zip(out, high)),
                )
            )
            if not tables[0]:
                return {}
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
    except (OSError, ValueError, KeyError, UnicodeDecodeError) as wrong:
        print("check.py: %s" % wrong, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
