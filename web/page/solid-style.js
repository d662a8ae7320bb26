// The looks of the viewer. They live in a shadow tree, so that no page disturbs them; colors come from
// the page where it has them.
export const styles = `
:host { display: block; color: var(--ink, light-dark(#1d1d1f, #ececec)); font: inherit; text-align: left; }
.stage { position: relative; height: var(--height, clamp(14rem, 48vh, 44rem)); cursor: grab; touch-action: none; border-radius: .5rem; }
.stage:active { cursor: grabbing; }
.stage > * { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
:focus-visible { outline: 3px solid var(--accent, #3584e4); outline-offset: 2px; }
.controls { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16.5rem), 1fr)); gap: .25rem 1rem; margin-top: .5rem; }
.row { display: flex; align-items: center; gap: .5rem; min-height: 2.25rem; }
.row[hidden] { display: none; }
.row:has(button) { grid-column: 1 / -1; }
.name { width: 4.75em; }
input { flex: 1; width: 4rem; min-width: 0; accent-color: var(--accent, #3584e4); }
.value { min-width: 4em; font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--soft, light-dark(#55555b, #b0b0b6)); }
output { display: block; min-height: 1.5em; margin: .25rem 0; }
button { font: inherit; color: inherit; background: transparent; border: 1px solid var(--edge, light-dark(#c9c9c4, #4a4a50)); border-radius: .375rem; padding: .2rem .7rem; cursor: pointer; }
ul { display: flex; flex-wrap: wrap; gap: .375rem; margin: 0; padding: 0; list-style: none; }
li button { display: flex; align-items: center; gap: .4rem; }
li button[aria-pressed="true"] { text-decoration: line-through; border-style: dashed; }
.swatch { width: 1em; height: 1em; border: 1px solid #2228; border-radius: .2em; }
`;
