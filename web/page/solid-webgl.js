// Draws solids with three.js.
import {
  BufferGeometry, Color, CylinderGeometry, DirectionalLight, Float32BufferAttribute, Group, HemisphereLight, Mesh, MeshLambertMaterial, PerspectiveCamera,
  Scene, SphereGeometry, Vector3, WebGLRenderer,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { beads, faces, neckRadius } from "./solid-model.js";

const fov = 30;
const upright = new Vector3(0, 1, 0);

export class WebGLDrawing {
  kind = "webgl";
  #renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  #camera = new PerspectiveCamera(fov, 1, 0.1, 10000);
  #scene = new Scene();
  #sun = new DirectionalLight(0xffffff, 1.3);
  #lines = new LineMaterial({ color: 0x222222, linewidth: 2 });
  #ball = new SphereGeometry(0.495, 48, 24); // a bit smaller than it is, for pieces to be told apart
  #neck = new CylinderGeometry(neckRadius, neckRadius, 1, 32, 1, true);
  #made = []; // {looks, group} by piece

  constructor() {
    this.element = this.#renderer.domElement;
    this.#scene.add(new HemisphereLight(0xffffff, 0xc0c0c8, 2.3), this.#camera);
    this.#camera.add(this.#sun, this.#sun.target); // over the left shoulder, wherever one looks from
    this.#sun.position.set(-1, 1.5, 0.9);
  }

  draw(pieces, { middle, reach, turn, tilt, zoom }) {
    pieces.forEach((piece, i) => this.#place(piece, i));
    for (const gone of this.#made.splice(pieces.length)) this.#forget(gone.group);
    const { clientWidth: width, clientHeight: height } = this.element.parentElement;
    const narrow = Math.min(1, width / height); // what fits in height must fit in width
    const distance = (1.05 * reach) / Math.sin((fov * Math.PI) / 360) / zoom / narrow;
    this.#camera.aspect = width / height;
    this.#camera.position.set(Math.sin(turn) * Math.cos(tilt), Math.sin(tilt), Math.cos(turn) * Math.cos(tilt)).multiplyScalar(distance);
    this.#camera.position.add({ x: middle[0], y: middle[1], z: middle[2] });
    this.#camera.lookAt(...middle);
    this.#camera.updateProjectionMatrix();
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** Puts a piece where it belongs. Its body is made anew only if it has other cells. */
  #place(piece, i) {
    const looks = `${piece.color} ${piece.cells.join(" ")}`;
    if (this.#made[i]?.looks !== looks) {
      if (this.#made[i]) this.#forget(this.#made[i].group);
      const group = piece.lattice === "balls" ? this.#beads(piece) : this.#body(piece);
      this.#made[i] = { looks, group };
      this.#scene.add(group);
    }
    this.#made[i].group.position.set(...piece.offset);
    this.#made[i].group.visible = !piece.hidden;
  }

  #body(piece) {
    const all = faces(piece.cells, piece.lattice);
    const solid = new BufferGeometry();
    const fans = all.map(({ corners: [first, ...rest] }) => rest.slice(1).flatMap((c, k) => [first, rest[k], c]));
    solid.setAttribute("position", new Float32BufferAttribute(fans.flat(2), 3));
    solid.setAttribute("normal", new Float32BufferAttribute(all.flatMap((f, k) => fans[k].flatMap(() => f.normal)), 3));
    const edges = new LineSegmentsGeometry().setPositions(all.flatMap((f) => f.lines.flat(2)));
    const skin = new MeshLambertMaterial({ color: new Color(piece.color), polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    return new Group().add(new Mesh(solid, skin), new LineSegments2(edges, this.#lines));
  }

  #beads(piece) {
    const skin = new MeshLambertMaterial({ color: new Color(piece.color) });
    const group = new Group();
    const { balls, necks } = beads(piece.cells);
    for (const at of balls) {
      const ball = new Mesh(this.#ball, skin);
      ball.position.set(...at);
      group.add(ball);
    }
    for (const [a, b] of necks.map((ends) => ends.map((p) => new Vector3(...p)))) {
      const neck = new Mesh(this.#neck, skin);
      neck.position.addVectors(a, b).multiplyScalar(0.5);
      neck.quaternion.setFromUnitVectors(upright, b.sub(a).normalize());
      group.add(neck);
    }
    return group;
  }

  #forget(group) {
    this.#scene.remove(group);
    for (const part of group.children) if (part.geometry !== this.#ball && part.geometry !== this.#neck) part.geometry.dispose();
    group.children[0]?.material.dispose();
  }

  dispose() {
    for (const { group } of this.#made.splice(0)) this.#forget(group);
    for (const kept of [this.#lines, this.#ball, this.#neck]) kept.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
