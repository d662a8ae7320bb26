// Scenes of solutions, as puz finds them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..", "..");

/** The command, which is built once for all tests. */
export const command = process.env.QUADRILLE_PUZ ?? built();

function built() {
  const folder = mkdtempSync(join(tmpdir(), "quadrille-puz-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  execFileSync("go", ["build", "-o", join(folder, "puz"), "./cmd/puz"], { cwd: root });
  return join(folder, "puz");
}

/** Runs puz and returns what it prints. */
export const puz = (...args) => execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** Colors that can be told apart by their pixels, however they are lit. */
const colors = ["#ffaf00", "#afffff", "#5fd787", "#ffff87", "#87afff", "#ff875f", "#afafd7", "#d7afaf"];

/** The scenes of the first solutions of an example. */
export function scenes(file, limit, lattice = "cube") {
  const lines = puz("solve", join("examples", file), "--limit", String(limit), "--format", "json", "--assembly").trim().split("\n");
  return lines.map((line) => {
    const { placements, assembly } = JSON.parse(line);
    return { lattice, pieces: placements.map((p, i) => ({ name: p.piece, color: colors[i % 8], cells: p.cells })), assembly };
  });
}
