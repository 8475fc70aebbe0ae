/** A flame diagram as a page that needs no server and reaches none: the whole of it, with a zoom. */
import { type FlameTree, type PlacedFrame, placedFrames } from '@pone/profiles/views/layout.ts'
import { escaped, type FlameLook, flameSvg, nameOfNode, svgWidthPx } from './flame-drawing.ts'
import { zoomFlame } from './flame-zoom.ts'

/** Of the width; what is narrower could not be seen before it is zoomed in. */
const leastPx = svgWidthPx / 10_000
/** More would be slow to open. */
const maxFrames = 20_000
const seenPx = 0.5

export interface FlamePageTexts {
  readonly path: string
  readonly reset: string
  /** How to zoom, and which frames there are not. */
  readonly help: (leastPercent: number) => string
}

export function flamePage(page: {
  readonly tree: FlameTree
  readonly look: FlameLook
  readonly root: number
  readonly titleOf: (node: number) => string
  readonly name: string
  readonly texts: FlamePageTexts
}): string {
  const { tree, look, root, titleOf, name, texts } = page
  const least = leastWidthOf(tree)
  const attributesOf = ({ node, left, width, row }: PlacedFrame) =>
    `${node === root ? ' id="first"' : ''} tabindex="-1" role="button" data-left="${left.toFixed(5)}" data-width="${width.toFixed(5)}" data-row="${row}" data-name="${escaped(nameOfNode(tree, node, look.all))}"${width < seenPx ? ' display="none"' : ''}`
  const svg = flameSvg(tree, look, { root: -1, titleOf, leastPx: least, attributesOf })
  // A browser runs this script alone, whatever a name may hold.
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join('')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${escaped(name)}</title><style>${styles}</style><h1>${escaped(name)}</h1><p>${escaped(texts.help((least * 100) / svgWidthPx))}</p><nav aria-label="${escaped(texts.path)}"><button id="reset">${escaped(texts.reset)}</button><ol></ol></nav>${svg}<script nonce="${nonce}">(${String(zoomFlame)})(document)</script>`
}

const styles =
  'body{margin:16px;font-family:system-ui,sans-serif}nav{margin:8px 0}#reset{margin-right:12px}svg{width:100%;height:auto}g{cursor:pointer}g:focus{outline:none}g:focus rect{stroke:#1b1f24;stroke-width:2}ol{display:inline;padding:0}li{display:inline}li+li::before{content:" › "}'

/** The width above which a page does not have too many frames, px. */
function leastWidthOf(tree: FlameTree): number {
  const rows = { from: 0, to: tree.maxDepth + 2 }
  const widths = placedFrames(tree, { root: -1, widthPx: svgWidthPx, rows, leastPx }).map(
    ({ width }) => width,
  )
  const [tooMuch] = widths.sort((one, other) => other - one).slice(maxFrames)
  return tooMuch === undefined ? leastPx : tooMuch * (1 + 1e-9)
}
