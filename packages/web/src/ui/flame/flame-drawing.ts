/** Draws placed frames on a canvas, or writes them as SVG; both from the same layout. */
import { type FlameTree, type PlacedFrame, placedFrames } from '@pone/profiles/views/layout.ts'
import { allColor, foundColor, frameText } from './frame-colors.ts'

export const rowPx = 18
const fontPx = 12
/** Narrower frames have no name. */
const leastNamePx = 28
/** Mean width of a character of the font, to cut names before they are measured. */
const characterPx = 6.6
export const svgWidthPx = 1_200

export interface FlameLook {
  readonly colorOf: (node: number) => string
  /** 1 for names that the search found; null: no search. */
  readonly found: Uint8Array | null
  /** Name of the frame of all stacks. */
  readonly all: string
  readonly isIcicle: boolean
}

export const nameOfNode = (tree: Pick<FlameTree, 'names' | 'nameOf'>, node: number, all: string): string =>
  node < 0 ? all : (tree.names[tree.nameOf[node] ?? 0] ?? '')

/** Top of a row in px, from the top of the whole diagram. */
export const topOf = (row: number, rows: number, isIcicle: boolean): number =>
  (isIcicle ? row : rows - 1 - row) * rowPx

const fillOf = (tree: FlameTree, look: FlameLook, node: number): string => {
  if (node < 0) return allColor
  return look.found?.[tree.nameOf[node] ?? 0] === 1 ? foundColor : look.colorOf(node)
}

export interface Stage {
  readonly context: CanvasRenderingContext2D
  readonly frames: readonly PlacedFrame[]
  readonly rows: number
  /** The first visible px of the diagram. */
  readonly scrollPx: number
  readonly chosen: number | null
  readonly outline: string
}

export function drawFrames(tree: FlameTree, look: FlameLook, stage: Stage): void {
  const { context, frames, rows, scrollPx, chosen } = stage
  context.font = `${fontPx}px system-ui, sans-serif`
  context.textBaseline = 'middle'
  for (const { node, left, width, row } of frames) {
    const top = topOf(row, rows, look.isIcicle) - scrollPx
    context.fillStyle = fillOf(tree, look, node)
    context.fillRect(left, top, Math.max(0.5, width - (width > 3 ? 1 : 0)), rowPx - 1)
    if (width < leastNamePx) continue
    context.fillStyle = frameText
    context.fillText(cutName(nameOfNode(tree, node, look.all), width), left + 4, top + rowPx / 2)
  }
  const marked = chosen === null ? undefined : frames.find(({ node }) => node === chosen)
  if (marked === undefined) return
  context.strokeStyle = stage.outline
  context.lineWidth = 2
  const top = topOf(marked.row, rows, look.isIcicle) - scrollPx
  context.strokeRect(marked.left + 1, top + 1, Math.max(2, marked.width - 2), rowPx - 3)
}

function cutName(name: string, width: number): string {
  const room = Math.floor((width - 8) / characterPx)
  return name.length <= room ? name : room > 2 ? `${name.slice(0, room - 1)}…` : ''
}

export interface SvgView {
  readonly root: number
  readonly titleOf: (node: number) => string
  /** Narrower frames are left out. */
  readonly leastPx?: number
  /** Further attributes of a frame. */
  readonly attributesOf?: (frame: PlacedFrame) => string
}

/** The diagram as SVG, with a title per frame that `titleOf` writes. */
export function flameSvg(tree: FlameTree, look: FlameLook, view: SvgView): string {
  const { root, leastPx, attributesOf = () => '' } = view
  const rowsOfTree = { from: 0, to: tree.maxDepth + 2 }
  const frames = placedFrames(tree, { root, widthPx: svgWidthPx, rows: rowsOfTree, leastPx })
  const rows = frames.reduce((most, { row }) => Math.max(most, row), 0) + 1
  const height = rows * rowPx
  const shapes = frames.map(frame => {
    const { node, left, width, row } = frame
    const top = topOf(row, rows, look.isIcicle)
    const name = cutName(nameOfNode(tree, node, look.all), width)
    const label =
      width < leastNamePx
        ? ''
        : `<text x="${(left + 4).toFixed(1)}" y="${top + rowPx - 5}">${escaped(name)}</text>`
    const box = `<rect x="${left.toFixed(2)}" y="${top}" width="${Math.max(0.5, width - 0.5).toFixed(2)}" height="${rowPx - 1}" fill="${fillOf(tree, look, node)}"/>`
    return `<g${attributesOf(frame)}><title>${escaped(view.titleOf(node))}</title>${box}${label}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${svgWidthPx}" height="${height}" viewBox="0 0 ${svgWidthPx} ${height}" font-family="system-ui, sans-serif" font-size="${fontPx}" fill="${frameText}">${shapes.join('')}</svg>`
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
