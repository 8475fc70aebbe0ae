/** A topology as an SVG image of plain shapes and texts, which other programs open; pure. */
import type { LinkBackground, LinkColor, LinkEdge, LinkNode, LinkTopology } from './monitor-link.ts'
import { absolutePlaces, type Point } from './monitor-link-places.ts'

const margin = 24
const lineHeight = 18
/** On white, whatever the appearance of the pages is. */
const tints: Readonly<Record<LinkColor, string>> = {
  none: '#ffffff',
  grey: '#e9ebee',
  blue: '#e3ecfb',
  green: '#e2f3e8',
  amber: '#fbf0da',
  red: '#f9e3e2',
  purple: '#ece5f8',
}

/** Colours of lines where nothing else is said. */
const nodeLine = '#8d95a1'
const edgeLine = '#566070'

export interface ImageLook {
  /** Below the alias of a node. */
  readonly node: (node: LinkNode) => readonly string[]
  /** Of an edge, its alias first. */
  readonly edge: (edge: LinkEdge) => readonly string[]
  /** Colour of the frame of a node, or of the line of an edge; undefined: the usual one. */
  readonly colorOf?: (part: LinkNode | LinkEdge) => string | undefined
  /** Address of the picture of the drawing's background; null: whoever shows the image lays it below. Left out: it has none, or it is not known. */
  readonly picture?: string | null
}

export interface LinkImage {
  readonly svg: string
  readonly width: number
  readonly height: number
  /** Where the picture of the background is, as shares of width and height. */
  readonly picture: {
    readonly x01: number
    readonly y01: number
    readonly width01: number
    readonly height01: number
  } | null
}

export function linkImage(drawing: LinkTopology & { readonly name: string }, look: ImageLook): LinkImage {
  const places = absolutePlaces(drawing)
  const at = (id: string): Point => places.get(id) ?? { x: 0, y: 0 }
  const background = look.picture === undefined ? undefined : drawing.background
  const boxes = [
    ...drawing.nodes.map(node => ({ ...at(node.id), width: node.width, height: node.height })),
    ...(background === undefined ? [] : [background]),
  ]
  const left = Math.min(...boxes.map(box => box.x), 0) - margin
  const top = Math.min(...boxes.map(box => box.y), 0) - margin
  const width = Math.max(...boxes.map(box => box.x + box.width), 100) + margin - left
  const height = Math.max(...boxes.map(box => box.y + box.height), 50) + margin - top
  const byId = new Map(drawing.nodes.map(node => [node.id, node]))
  const groups = drawing.nodes.filter(node => node.kind === 'group')
  const others = drawing.nodes.filter(node => node.kind !== 'group')
  const parts = [
    ...groups.map(node => nodeShape(node, at(node.id), look)),
    ...drawing.edges.map(edge => {
      const [from, to] = [byId.get(edge.from), byId.get(edge.to)]
      return from && to ? edgeShape({ ...from, ...at(from.id) }, { ...to, ...at(to.id) }, { edge, look }) : ''
    }),
    ...others.map(node => nodeShape(node, at(node.id), look)),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif" font-size="13">
<title>${escaped(drawing.name)}</title>
<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" fill="#566070"/></marker></defs>
${look.picture === null ? '' : `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#ffffff"/>`}
${background === undefined || look.picture === null ? '' : pictureShape(background, look.picture ?? '')}
${parts.join('\n')}
</svg>`
  const picture = background && {
    x01: (background.x - left) / width,
    y01: (background.y - top) / height,
    width01: background.width / width,
    height01: background.height / height,
  }
  return { svg, width, height, picture: picture ?? null }
}

const pictureShape = ({ x, y, width, height, opacity01 }: LinkBackground, address: string): string =>
  `<image x="${x}" y="${y}" width="${width}" height="${height}" opacity="${opacity01}" preserveAspectRatio="none" href="${escaped(address)}"/>`

function nodeShape(node: LinkNode, { x, y }: Point, look: ImageLook): string {
  const isGroup = node.kind === 'group'
  const lines = isGroup ? [] : look.node(node)
  const color = look.colorOf?.(node)
  const rect = `<rect x="${x}" y="${y}" width="${node.width}" height="${node.height}" rx="6" fill="${tints[node.color]}" stroke="${color ?? nodeLine}"${color === undefined ? '' : ' stroke-width="3"'}${isGroup ? ' stroke-dasharray="5 3"' : ''}/>`
  const title = text(shortened(node.alias, node.width), x + 12, y + 20, 'font-weight="bold"')
  const rest = lines.map((line, index) =>
    text(
      shortened(line, node.width),
      x + 12,
      y + 20 + (index + 1) * lineHeight,
      'fill="#566070" font-size="12"',
    ),
  )
  return [rect, title, ...rest].join('')
}

function edgeShape(
  from: LinkNode,
  to: LinkNode,
  { edge, look }: { readonly edge: LinkEdge; readonly look: ImageLook },
): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2]
  const [x2, y2] = [to.x, to.y + to.height / 2]
  const bend = Math.max(40, Math.abs(x2 - x1) / 2)
  const path = `<path d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}" fill="none" stroke="${look.colorOf?.(edge) ?? edgeLine}" stroke-width="1.5" marker-end="url(#arrow)"/>`
  const labels = look
    .edge(edge)
    .map((line, index) =>
      text(
        line,
        (x1 + x2) / 2,
        (y1 + y2) / 2 + index * 14,
        'text-anchor="middle" font-size="12" stroke="#ffffff" stroke-width="4" paint-order="stroke"',
      ),
    )
  return [path, ...labels].join('')
}

const text = (value: string, x: number, y: number, attributes: string): string =>
  value === '' ? '' : `<text x="${x}" y="${y}" ${attributes}>${escaped(value)}</text>`

/** Chinese characters are about twice as wide as Latin ones. */
function shortened(value: string, width: number): string {
  let room = (width - 24) / 7
  let end = 0
  for (const character of value) {
    room -= character.charCodeAt(0) > 0x2e7f ? 1.9 : 1
    if (room < 0) return `${value.slice(0, Math.max(1, end - 1))}…`
    end += character.length
  }
  return value
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
