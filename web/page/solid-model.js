// Where the cubes, prisms or balls of a solution are, whoever draws them. Cells are [layer, row, column], layers
// from the top down and rows towards the reader; space is [right, up, towards the reader], so that
// nothing becomes its mirror image. A cube has the side 1, and a ball the diameter 1; layers of balls lie in the
// hollows of one another. Sides of prisms are 1.

const rowOfPrisms = Math.sqrt(3) / 2;
const pointsUp = ([, row, column]) => (row + column) % 2 === 0;

/** Where the middle of a cell is; steps between cells that are alike are steps in space. */
const spaces = {
  prism: (cell) => [cell[2] / 2, -cell[0], (cell[1] - (pointsUp(cell) ? 0 : 1 / 3)) * rowOfPrisms],
  cube: ([layer, row, column]) => [column, -layer, row],
  balls: ([layer, row, column]) => [column - layer / 2, -layer * Math.SQRT1_2, row - layer / 2],
};
/** The function that says where a cell of a solution is in space. */
const spaceOf = (solution) => spaces[solution.lattice ?? "cube"];
const plus = (a, b) => a.map((v, k) => v + b[k]);
const minus = (a, b) => a.map((v, k) => v - b[k]);
const times = (a, f) => a.map((v) => v * f);
const unit = (a) => times(a, 1 / Math.hypot(...a));
const key = (c) => c.join();

/** The box around all cells of a solution: its middle and reach in space, its lowest layer, and how many there are. */
export function boxOf(solution) {
  const cells = solution.pieces.flatMap((p) => p.cells);
  const spots = cells.map(spaceOf(solution));
  const least = [0, 1, 2].map((k) => Math.min(...spots.map((p) => p[k])));
  const most = [0, 1, 2].map((k) => Math.max(...spots.map((p) => p[k])));
  const lowest = Math.max(...cells.map((c) => c[0]));
  const layers = lowest - Math.min(...cells.map((c) => c[0])) + 1;
  return { middle: times(plus(least, most), 0.5), lowest, layers, reach: Math.hypot(...minus(most, least).map((v) => v + 1)) / 2 };
}

/** How far away the pieces of an assembly wait, by the reach of the box. */
const travel = 1.7;

/** How far pieces move apart when they are all the way exploded, by their distance from the middle. */
const spread = 1.25;

/**
 * The pieces of a solution as they are to be drawn: {name, color, lattice, cells, offset, hidden}.
 * The state has explode, from 0 to 1; layers, how many are shown from the bottom up; step, how many
 * steps of the assembly are done, which may be a fraction; and hidden, a set of pieces by number.
 */
export function arrange(solution, state) {
  const box = boxOf(solution);
  const inSpace = spaceOf(solution);
  const above = box.lowest - state.layers; // layers up to this one are left out
  return solution.pieces.map((piece, i) => {
    const middle = times(piece.cells.map(inSpace).reduce(plus), 1 / piece.cells.length);
    const away = times(minus(middle, box.middle), spread * state.explode);
    const { offset, waiting } = assembling(solution, i, state.step, travel * box.reach);
    const cells = piece.cells.filter((c) => c[0] > above);
    return { name: piece.name, color: piece.color, lattice: solution.lattice ?? "cube", cells, offset: plus(away, offset), hidden: waiting || state.hidden.has(i) || cells.length === 0 };
  });
}

/** How far the pieces reach from the middle of the box; while they are put together, how far they may. */
export function reachOf(solution, state, pieces) {
  const { middle, reach } = boxOf(solution);
  if (state.step < (solution.assembly?.steps.length ?? 0)) return travel * reach;
  const inSpace = spaceOf(solution);
  const beyond = solution.lattice === "balls" ? ((v) => Math.hypot(...v) + 0.5) : ((v) => Math.hypot(...v.map((x) => Math.abs(x) + 0.5)));
  return Math.max(1, ...pieces.flatMap((p) => p.cells.map((c) => beyond(minus(plus(inSpace(c), p.offset), middle)))));
}

/**
 * How far piece i is from its place after so many steps, and whether it is not there yet. It comes with each
 * group that it is part of; so groups that are built apart stand apart.
 */
function assembling(solution, i, done, far) {
  const steps = solution.assembly?.steps ?? [];
  if (done >= steps.length) return { offset: [0, 0, 0], waiting: false };
  let offset = [0, 0, 0];
  steps.forEach((s, k) => {
    const left = 1 - Math.min(1, Math.max(0, done - k));
    const way = spaceOf(solution)(s.from);
    if (s.pieces.includes(i)) offset = plus(offset, times(s.distance ? times(way, s.distance) : times(unit(way), far), left));
  });
  const first = steps.findIndex((s) => s.pieces.includes(i) || s.to.includes(i));
  const stands = done === 0 && steps[0].to.includes(i);
  return { offset, waiting: first >= done && !stands };
}

// The outlines of cells from above: corners against the clock, as [right, towards the reader] from the middle; and the
// steps to the cells across their sides, of which the first lies between the first two corners.
const outlines = {
  cube: () => ({ corners: [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]], steps: [[0, 1, 0], [0, 0, 1], [0, -1, 0], [0, 0, -1]] }),
  prism: (cell) => {
    const [near, far] = [rowOfPrisms / 3, (-2 * rowOfPrisms) / 3];
    if (pointsUp(cell)) return { corners: [[-0.5, near], [0.5, near], [0, far]], steps: [[0, 1, 0], [0, 0, 1], [0, 0, -1]] };
    return { corners: [[0, -far], [0.5, -near], [-0.5, -near]], steps: [[0, 0, 1], [0, -1, 0], [0, 0, -1]] };
  },
};

/** The sides of a cell: {next, normal, corners}, against the clock as seen from outside. */
function sidesOf(cell, lattice) {
  const { corners, steps } = outlines[lattice](cell);
  const at = spaces[lattice](cell);
  const [top, bottom] = [0.5, -0.5].map((y) => corners.map(([x, z]) => plus(at, [x, y, z])));
  const walls = steps.map((step, k) => {
    const j = (k + 1) % steps.length;
    const [x, , z] = minus(top[j], top[k]);
    return { next: plus(cell, step), normal: unit([-z, 0, x]), corners: [bottom[k], bottom[j], top[j], top[k]] };
  });
  return [
    { next: plus(cell, [-1, 0, 0]), normal: [0, 1, 0], corners: top },
    { next: plus(cell, [1, 0, 0]), normal: [0, -1, 0], corners: bottom.toReversed() },
    ...walls,
  ];
}

/**
 * The faces of a piece of cubes or prisms: {normal, middle, of, corners, lines} in space, where `of` is the middle of the
 * cell. Lines are those sides of the face where the piece ends or turns.
 */
export function faces(cells, lattice = "cube") {
  const there = new Set(cells.map(key));
  const all = cells.flatMap((cell) =>
    sidesOf(cell, lattice)
      .filter((side) => !there.has(key(side.next)))
      .map(({ normal, corners }) => ({ normal, middle: times(corners.reduce(plus), 1 / corners.length), of: spaces[lattice](cell), corners })),
  );
  // A line between two faces that look the same way is none.
  const near = (p) => p.map((v) => Math.round(v * 1000));
  const lineKey = (f, from, to) => [near(f.normal), ...[near(from).join(), near(to).join()].sort()].join(" ");
  const seen = new Map();
  const linesOf = (f) => f.corners.map((from, k) => [from, f.corners[(k + 1) % f.corners.length]]);
  for (const f of all) for (const l of linesOf(f)) seen.set(lineKey(f, ...l), (seen.get(lineKey(f, ...l)) ?? 0) + 1);
  return all.map((f) => ({ ...f, lines: linesOf(f).filter((l) => seen.get(lineKey(f, ...l)) === 1) }));
}

/** How thick the necks between balls are: as the pieces that are printed have them. */
export const neckRadius = 0.225;

/** The balls of a piece, by their middles, and its necks, each between two of those. */
export function beads(cells) {
  const balls = cells.map(spaces.balls);
  const necks = balls.flatMap((a, i) => balls.slice(i + 1).filter((b) => Math.hypot(...minus(a, b)) < 1.01).map((b) => [a, b]));
  return { balls, necks };
}

/** The sides of space, by axis: those of lesser coordinates first. */
const names = [["the left", "the right"], ["below", "above"], ["behind", "the front"]];

/** What a step of the assembly does, in words. */
export function stepText(solution, k) {
  const { pieces, to, from, distance } = solution.assembly.steps[k];
  const named = (list) => list.map((i) => solution.pieces[i].name).join(" + ");
  const before = k > 0 ? [...solution.assembly.steps[k - 1].pieces, ...solution.assembly.steps[k - 1].to].sort((a, b) => a - b) : [];
  const built = key(before) === key(to) ? "" : ` to ${named(to)}`;
  const way = spaceOf(solution)(from);
  const sides = [1, 2, 0].filter((axis) => Math.abs(way[axis]) > 1e-9).map((axis) => names[axis][way[axis] < 0 ? 0 : 1]);
  const goes = distance ? ` by ${distance}` : built;
  return `${named(pieces)}${goes}, from ${sides.join(", ").replace(/, (?=[^,]*$)/, " and ")}`;
}
