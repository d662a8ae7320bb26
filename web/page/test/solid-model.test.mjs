// Where the cubes are that the viewer of solids draws.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, beads, boxOf, faces, stepText } from "../solid-model.js";
import { puz, scenes } from "./scenes.mjs";

const whole = (scene, change) => ({ explode: 0, layers: boxOf(scene).layers, step: scene.assembly.steps.length, hidden: new Set(), ...change });
const inSpace = ([layer, row, column]) => [column, -layer, row];
const near = (a, b) => Math.abs(a - b) < 1e-9;

test("faces look out, against the clock, and their lines are where a piece ends or turns", () => {
  const count = (cells) => {
    const all = faces(cells);
    return [all.length, all.flatMap((f) => f.lines).length];
  };
  // A line between two faces that meet is a line of both.
  assert.deepEqual(count([[0, 0, 0]]), [6, 24]);
  assert.deepEqual(count([[0, 0, 0], [0, 0, 1]]), [10, 32]);
  // An L: eight sides of squares around its top, as many around its bottom, and six edges between.
  assert.deepEqual(count([[0, 0, 0], [0, 0, 1], [0, 1, 0]]), [14, 2 * (8 + 8 + 6)]);
  for (const f of faces([[2, 5, 7], [2, 5, 8], [1, 5, 7]])) {
    const [a, b, c] = f.corners;
    const [u, v] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - b[k])];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    assert.ok(cross.every((x, k) => near(x, f.normal[k])));
    f.corners.forEach((p) => assert.ok(near(p.reduce((s, x, k) => s + (x - f.middle[k]) * f.normal[k], 0), 0)));
  }
});

test("prisms: sides of triangles and squares look out, and two that point apart fit at a side", () => {
  const prisms = (cells) => faces(cells, "prism");
  const lines = (cells) => prisms(cells).flatMap((f) => f.lines).length;
  assert.deepEqual([prisms([[0, 0, 0]]).length, lines([[0, 0, 0]])], [5, 18]);
  // A rhombus: four lines around its top, as many around its bottom, and four edges between.
  assert.deepEqual([prisms([[0, 0, 0], [0, 0, 1]]).length, lines([[0, 0, 0], [0, 0, 1]])], [8, 2 * (4 + 4 + 4)]);
  // Six around a corner: six lines around the top.
  const hexagon = [0, 1, 2, 3, 4, 5].map((k) => [3, 7 + (k > 2 ? 1 : 0), 2 + (k % 3)]);
  assert.deepEqual([prisms(hexagon.map(([l, r, c]) => [l, r, c + 1])).length, lines(hexagon.map(([l, r, c]) => [l, r, c + 1]))], [18, 2 * (6 + 6 + 6)]);
  for (const f of prisms([[2, 5, 7], [2, 5, 8], [1, 5, 7]])) {
    const [a, b, c] = f.corners;
    const [u, v] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - b[k])];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = f.corners.length === 3 ? Math.sqrt(3) / 2 : 1;
    assert.ok(cross.every((x, k) => near(x, area * f.normal[k])));
    assert.ok(near(f.middle.reduce((s, x, k) => s + (x - f.of[k]) * f.normal[k], 0), f.corners.length === 3 ? 0.5 : Math.sqrt(3) / 6));
  }
});

test("all layers, all steps and nothing hidden: every piece is in its place", () => {
  const [scene] = scenes("soma.puz", 1);
  const all = arrange(scene, whole(scene));
  assert.ok(all.every((p) => !p.hidden && p.offset.every((v) => v === 0)));
  assert.equal(all.flatMap((p) => p.cells).length, 27);
  const two = arrange(scene, whole(scene, { layers: 2 }));
  assert.equal(two.flatMap((p) => p.cells).length, 18);
  assert.ok(two.every((p) => p.cells.every(([layer]) => layer > 0)), "the layer on top is taken off");
  assert.ok(arrange(scene, whole(scene, { hidden: new Set([3]) }))[3].hidden);
});

/** The cubes that are seen, each with its piece. */
const cubes = (pieces) =>
  pieces.flatMap((p, i) => (p.hidden ? [] : p.cells.map((c) => ({ i, at: inSpace(c).map((v, k) => v + p.offset[k]) }))));

/** No two cubes of different pieces overlap by more than rounding. */
function assertApart(pieces, when) {
  const all = cubes(pieces);
  for (const [n, a] of all.entries()) {
    for (const b of all.slice(n + 1)) {
      const apart = a.i === b.i || a.at.some((v, k) => Math.abs(v - b.at[k]) > 1 - 1e-6);
      assert.ok(apart, `${when}: ${pieces[a.i].name} goes through ${pieces[b.i].name}`);
    }
  }
}

test("while they are put together, no piece goes through another one", () => {
  let groups = 0;
  for (const scene of [...scenes("soma.puz", 20), ...scenes("slow/solid-burrs.puz", 40)]) {
    const { steps } = scene.assembly;
    groups += steps.some((s) => s.pieces.length > 1);
    for (let step = 0; step <= steps.length; step += 0.17) assertApart(arrange(scene, whole(scene, { step })), `step ${step}`);
    const begun = arrange(scene, whole(scene, { step: 0 }));
    assert.deepEqual(begun.flatMap((p, i) => (p.hidden ? [] : [i])), steps[0]?.to ?? begun.map((_, i) => i));
    for (const [k, s] of steps.entries()) {
      const seen = arrange(scene, whole(scene, { step: k + 1 }));
      assert.ok([...s.pieces, ...s.to].every((i) => !seen[i].hidden), "what is joined is seen");
    }
  }
  assert.ok(groups > 0, "some burrs are put together in groups");
});

/** No two balls of different pieces overlap by more than rounding. */
function assertPass(pieces, when) {
  const all = pieces.flatMap((p, i) => (p.hidden ? [] : beads(p.cells).balls.map((at) => ({ i, at: at.map((v, k) => v + p.offset[k]) }))));
  for (const [n, a] of all.entries()) {
    for (const b of all.slice(n + 1)) {
      assert.ok(a.i === b.i || Math.hypot(...a.at.map((v, k) => v - b.at[k])) > 1 - 1e-6, `${when}: ${pieces[a.i].name} goes through ${pieces[b.i].name}`);
    }
  }
}

test("balls lie in the hollows of one another, and pass one another while they are put together", () => {
  const square = beads([[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]]);
  assert.equal(square.necks.length, 8); // a pyramid has eight edges
  let steps = 0;
  for (const scene of [...scenes("polyforms/ball-pyramid.puz", 3, "balls"), ...scenes("polyforms/ball-tetrahedron.puz", 6, "balls")]) {
    for (const p of scene.pieces) assert.ok(beads(p.cells).necks.length >= p.cells.length - 1, "a piece is joined");
    const all = scene.assembly.steps.length;
    for (let step = 0; step <= all; step += 0.09) assertPass(arrange(scene, whole(scene, { step })), `step ${step}`);
    steps += all;
  }
  assert.ok(steps > 40);
});

test("a step of some cells begins so many cells away, and goes on to its place", () => {
  const cell = (name, at) => ({ name, cells: [at] });
  const scene = {
    pieces: [cell("A", [0, 0, 0]), cell("B", [0, 0, 1]), cell("C", [0, 0, 2])],
    assembly: { steps: [{ pieces: [2], to: [1], from: [0, 0, 1], distance: 2 }, { pieces: [1, 2], to: [0], from: [0, 0, 1], distance: 3 }] },
  };
  const places = (step) => arrange(scene, whole(scene, { step })).map((p) => p.offset[0]);
  assert.deepEqual([0, 0.5, 1, 1.5, 2].map(places), [[0, 3, 5], [0, 3, 4], [0, 3, 3], [0, 1.5, 1.5], [0, 0, 0]]);
  assert.deepEqual([0, 1].map((k) => stepText(scene, k)), ["C by 2, from the right", "B + C by 3, from the right"]);
});

test("puz tells the steps of balls as the viewer does", () => {
  const [scene] = scenes("polyforms/ball-pyramid.puz", 1, "balls");
  const text = puz("solve", "examples/polyforms/ball-pyramid.puz", "--limit", "1", "--assembly");
  const told = [...text.matchAll(/^ {2}\d+\. (.*)$/gm)].map((m) => m[1]);
  assert.deepEqual(scene.assembly.steps.map((_, k) => stepText(scene, k)), told);
});

test("steps are told as puz tells them", () => {
  const scene = {
    pieces: ["A", "B", "C", "D"].map((name) => ({ name, cells: [] })),
    assembly: { steps: [{ pieces: [0], to: [1], from: [-1, 0, 0] }, { pieces: [2], to: [3], from: [0, 0, 1] }, { pieces: [2, 3], to: [0, 1], from: [0, 1, 0] }] },
  };
  assert.deepEqual([0, 1, 2].map((k) => stepText(scene, k)), ["A to B, from above", "C to D, from the right", "C + D to A + B, from the front"]);
});
