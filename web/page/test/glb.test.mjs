// Files for viewers and printers, as the validator of the Khronos Group sees them.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { validateBytes } from "gltf-validator";
import { puz } from "./scenes.mjs";

const folder = mkdtempSync(join(tmpdir(), "quadrille-glb-"));

for (const [name, nodes, ...command] of [
  ["soma", 7, "solve", "examples/soma.puz"],
  ["bedlam", 13, "pieces", "examples/slow/bedlam.puz", "--cell", "20", "--clearance", "0.2"],
  ["pentominoes", 12, "pieces", "examples/scott.puz", "--height", "3"],
  ["hexiamonds", 12, "solve", "examples/hexiamond-rhombus.puz"],
  ["balls", 12, "solve", "examples/polyforms/ball-pyramid.puz"],
  ["tangram", 7, "solve", "examples/polyforms/tangram.puz", "--clearance", "0"],
]) {
  test(`${name} is valid glTF`, async () => {
    const file = join(folder, `${name}.glb`);
    puz(...command, "--format", "glb", "-o", file);
    const { issues, info } = await validateBytes(new Uint8Array(readFileSync(file)));
    assert.deepEqual(issues.messages, []);
    assert.equal(info.version, "2.0");
    assert.equal(info.materialCount, nodes);
  });
}
