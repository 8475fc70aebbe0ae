/** Draws a verification code: each character turned, sheared and bent by itself, touching its neighbours, crossed by a line, cut by another, among pieces of strokes. */
import { randomInt } from 'node:crypto'
import { glyphs, type Point, type Stroke } from './glyphs.ts'
import { encodePng } from './png.ts'
import { blankRaster, drawStroke, type Raster } from './raster.ts'

/** Pixels; shown at half the size, so that it is sharp on fine screens. */
export const pictureSize = { width: 264, height: 80 } as const

/** A number in a range; unpredictable, as the picture must be. */
export const between = (least: number, most: number): number =>
  least + ((most - least) * randomInt(1_000_001)) / 1_000_000

/** PNG with a white background. */
export const captchaPng = (code: string): Buffer => encodePng(drawCode(code))

export function drawCode(code: string): Raster {
  const { width, height } = pictureSize
  const raster = blankRaster(width, height)
  const bend = bending()
  const advance = (width - 24) / code.length
  Array.from(code.toUpperCase()).forEach((character, index) => {
    const place = placing(12 + advance * (index + 0.5) + between(-7, 7), height / 2 + between(-6, 6), advance)
    const pen = { width: between(4.6, 7), darkness: between(0.8, 1) }
    for (const stroke of glyphs[character] ?? [])
      drawStroke(
        raster,
        fine(stroke).map(point => bend(place(point))),
        pen,
      )
  })
  drawStroke(raster, crossing().map(bend), { width: between(2.2, 3.2), darkness: between(0.6, 0.9) })
  const cut = { width: between(2, 3), darkness: between(0.5, 0.8), inverts: true }
  drawStroke(raster, crossing().map(bend), cut)
  for (let count = 0; count < 12; count += 1)
    drawStroke(raster, scratch(), { width: between(2, 3.5), darkness: between(0.4, 0.9) })
  speckle(raster)
  return raster
}

type Move = (point: Point) => Point

/** Where and how a character of the unit box stands. */
function placing(x: number, y: number, advance: number): Move {
  const turn = between(-0.36, 0.36)
  const shear = between(-0.3, 0.3)
  const wide = advance * between(0.72, 0.98)
  const high = pictureSize.height * between(0.56, 0.76)
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  const [waveX, phase] = [between(-0.1, 0.1), between(0, 2 * Math.PI)]
  return ([u, v]) => {
    const bent = u - 0.5 + waveX * Math.sin(v * 5 + phase)
    const dx = (bent + shear * (0.5 - v)) * wide
    const dy = (v - 0.5) * high
    return [x + dx * cos - dy * sin, y + dx * sin + dy * cos]
  }
}

/** Waves through the whole picture. */
function bending(): Move {
  const [amplitudeY, periodX, phaseX] = [between(2, 5), between(60, 130), between(0, 6.3)]
  const [amplitudeX, periodY, phaseY] = [between(2, 5), between(35, 70), between(0, 6.3)]
  return ([x, y]) => [
    x + amplitudeX * Math.sin((y / periodY) * 2 * Math.PI + phaseY),
    y + amplitudeY * Math.sin((x / periodX) * 2 * Math.PI + phaseX),
  ]
}

/** The stroke with points every few pixels, so that it bends. */
function fine(stroke: Stroke): Point[] {
  return stroke.flatMap((to, index) => {
    const from = stroke[index - 1]
    if (from === undefined) return [to]
    return [0.2, 0.4, 0.6, 0.8, 1].map(
      part => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part] as const,
    )
  })
}

/** A line through all characters. */
function crossing(): Stroke {
  const { width, height } = pictureSize
  const [from, to, bulge] = [between(0.2, 0.8), between(0.2, 0.8), between(-0.3, 0.3)]
  return Array.from({ length: 25 }, (_, step) => {
    const part = step / 24
    return [part * width, height * (from + (to - from) * part + bulge * Math.sin(part * Math.PI))] as const
  })
}

/** A short line, like a piece of a character. */
function scratch(): Stroke {
  const [x, y] = [between(0, pictureSize.width), between(0, pictureSize.height)]
  const [angle, length] = [between(0, 2 * Math.PI), between(4, 11)]
  return [
    [x, y],
    [x + length * Math.cos(angle), y + length * Math.sin(angle)],
  ]
}

function speckle({ darkness }: Raster): void {
  for (let at = 0; at < darkness.length; at += 1) {
    const before = darkness[at] ?? 0
    darkness[at] = Math.min(1, Math.max(0, before + between(-0.14, 0.14)))
  }
}
