
// Steps through solutions. They are packed sheet by sheet, and a sheet is unpacked when
// somebody looks at it.
'use strict'
const $ = id => document.getElementById(id)
const packed = document.querySelectorAll('script[type="application/gzip"]:not([id])')
const { leaves, perSheet } = document.querySelector('main').dataset
const total = Number(leaves), per = Number(perSheet)
const unpacked = new Map()
let at = 1, sheets = false, solids = $('solids') !== null

const sheetOf = n => Math.floor((n - 1) / per)

// unpack returns the leaves of a sheet, and keeps a few sheets at hand.
function unpack(sheet) {
  if (!unpacked.has(sheet)) {
    if (unpacked.size > 5) unpacked.delete(unpacked.keys().next().value)
    unpacked.set(sheet, gunzip(packed[sheet]).json())
  }
  return unpacked.get(sheet)
}

function gunzip(element) {
  const bytes = Uint8Array.from(atob(element.textContent), c => c.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
}

// viewer returns what shows solids. It comes as a script that the page's policy knows.
let loading
function viewer() {
  loading ??= gunzip($('solids')).text().then(text => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: text }))
    return quadrilleSolid
  })
  return loading
}

// show goes to a solution, by itself or on its sheet.
async function show(n) {
  at = Math.min(Math.max(Math.round(n) || 1, 1), total)
  const here = at, many = sheets
  const found = await unpack(sheetOf(at))
  if (here !== at || many !== sheets) return // somebody has gone on
  const first = sheetOf(at) * per + 1
  $('slider').value = $('number').value = at
  $('slider').ariaValueText = `solution ${at} of ${total}`
  $('back').disabled = (many ? first : at) === 1
  $('on').disabled = many ? first + per > total : at === total
  $('one').hidden = many
  $('sheet').hidden = !many
  $('sheets').ariaPressed = many
  if (many) spread(found, first)
  else draw(found[at - first])
}

function draw(leaf) {
  picture($('picture'), leaf, at)
  $('words').textContent = leaf.options
  const inSpace = solids && Boolean(leaf.scene)
  $('in-space').ariaPressed = inSpace
  $('flat').ariaPressed = !inSpace
  if (!inSpace) return turn(false)
  const here = at
  viewer().then(({ show }) => {
    if (here !== at || !solids) return // somebody has gone on
    turn(true)
    show($('space'), [leaf.scene])
  }, () => turn(false)) // the picture stays
}

// turn shows a solid, or its picture.
function turn(inSpace) {
  $('space').hidden = !inSpace
  $('one').classList.toggle('in-space', inSpace)
}

function picture(img, leaf, n) {
  img.hidden = !leaf.svg
  img.alt = `solution ${n}`
  if (leaf.svg) img.src = 'data:image/svg+xml,' + encodeURIComponent(leaf.svg)
  else img.removeAttribute('src')
}

function spread(found, first) {
  if ($('sheet').start !== first || !$('sheet').hasChildNodes()) {
    $('sheet').start = first
    $('sheet').replaceChildren(...found.map((leaf, i) => tile(leaf, first + i)))
  }
  for (const b of $('sheet').querySelectorAll('button')) b.ariaCurrent = Number(b.value) === at
}

function tile(leaf, n) {
  const item = document.createElement('li'), button = document.createElement('button')
  const img = new Image(), number = document.createElement('span')
  picture(img, leaf, n)
  img.alt = leaf.svg ? '' : leaf.options
  number.textContent = n
  button.value = n
  button.ariaLabel = `solution ${n}`
  button.onclick = () => { sheets = false; go(n) }
  button.append(leaf.svg ? img : Object.assign(document.createElement('pre'), { textContent: leaf.options }), number)
  item.append(button)
  return item
}

function go(n) {
  show(n).catch(() => { $('trouble').hidden = false })
}

function step(by) { go(sheets ? (sheetOf(at) + by) * per + 1 : at + by) }

function toggle() { sheets = !sheets; go(at) }

const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(1), End: () => go(total), s: toggle }

if (total > 1) {
  $('slider').max = $('number').max = total
  $('total').textContent = `of ${total}`
  $('slider').oninput = $('number').onchange = e => go(Number(e.target.value))
  $('back').onclick = () => step(-1)
  $('on').onclick = () => step(1)
  $('sheets').onclick = toggle
  document.onkeydown = e => {
    const { type } = e.composedPath()[0]
    if (keys[e.key] && !e.defaultPrevented && !e.ctrlKey && !e.metaKey && !e.altKey && type !== 'number' && type !== 'range') {
      e.preventDefault()
      keys[e.key]()
    }
  }
  $('controls').hidden = false
}
if ($('solids')) {
  $('in-space').onclick = () => { solids = true; go(at) }
  $('flat').onclick = () => { solids = false; go(at) }
  $('views').hidden = false
}
if (total > 0) go(1)
