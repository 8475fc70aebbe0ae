/** The picture behind the nodes while it is drawn: where a new one is put, and other sizes of it; pure. */
import type { LinkBackground, LinkPicture } from '@pone/contract/entities/monitor-link.ts'
import { absolutePlaces } from '@pone/contract/entities/monitor-link-places.ts'
import type { Drawing } from './topology.ts'

/** As the schema of a topology allows, px. */
export const pictureSides = { min: 20, max: 20_000 } as const
/** Room left of and above the nodes, px. */
const margin = 40
/** Nodes stay readable on it. */
const usualOpacity01 = 0.4

/** In its own size, its upper left corner beside that of the nodes; one that was there gives its place and opacity. */
export function withPicture(drawing: Drawing, picture: LinkPicture): Drawing {
  const places = [...absolutePlaces(drawing).values()]
  const { background: before } = drawing
  const background: LinkBackground = {
    pictureId: picture.id,
    x: before?.x ?? Math.min(...places.map(({ x }) => x), margin) - margin,
    y: before?.y ?? Math.min(...places.map(({ y }) => y), margin) - margin,
    opacity01: before?.opacity01 ?? usualOpacity01,
    ...sized(picture, picture.width),
  }
  return { ...drawing, background }
}

export function withoutPicture({ background: _background, ...drawing }: Drawing): Drawing {
  return drawing
}

/** Of this width, with its shape; neither side leaves the bounds. */
export function sized(
  { width, height }: { readonly width: number; readonly height: number },
  wanted: number,
): { readonly width: number; readonly height: number } {
  const { min, max } = pictureSides
  const least = min / Math.min(width, height)
  const most = max / Math.max(width, height)
  const factor = Math.min(most, Math.max(least, wanted / width))
  const side = (length: number) => Math.min(max, Math.max(min, length * factor))
  return { width: side(width), height: side(height) }
}

export const changeBackground = (drawing: Drawing, change: Partial<LinkBackground>): Drawing =>
  drawing.background === undefined
    ? drawing
    : { ...drawing, background: { ...drawing.background, ...change } }
