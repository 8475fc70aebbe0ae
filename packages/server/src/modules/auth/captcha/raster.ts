/** Draws strokes as pixels: grey values with smooth edges. */
import type { Point, Stroke } from './glyphs.ts'

/** Darkness of each pixel, 0 to 1, row by row. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly darkness: Float32Array
}

export const blankRaster = (width: number, height: number): Raster => ({
  width,
  height,
  darkness: new Float32Array(width * height),
})

export interface Pen {
  /** In pixels. */
  readonly width: number
  /** 0 to 1. */
  readonly darkness: number
  /** Takes darkness away where there is some, in place of adding it. */
  readonly inverts?: boolean
}

/** Adds a polyline in pixel coordinates. */
export function drawStroke(raster: Raster, stroke: Stroke, pen: Pen): void {
  const covered = new Map<number, number>()
  for (let index = 1; index < stroke.length; index += 1) {
    const [from, to] = [stroke[index - 1], stroke[index]]
    if (from !== undefined && to !== undefined) cover(raster, from, to, pen.width / 2, covered)
  }
  for (const [at, coverage] of covered) {
    const before = raster.darkness[at] ?? 0
    const isTaken = pen.inverts === true && before > 0.3
    raster.darkness[at] = isTaken ? before * (1 - coverage) : Math.max(before, coverage * pen.darkness)
  }
}

/** Notes how much of each pixel the segment covers, the most of all segments of the stroke. */
function cover(raster: Raster, a: Point, b: Point, radius: number, covered: Map<number, number>): void {
  const reach = radius + 1
  const left = Math.max(0, Math.floor(Math.min(a[0], b[0]) - reach))
  const right = Math.min(raster.width - 1, Math.ceil(Math.max(a[0], b[0]) + reach))
  const top = Math.max(0, Math.floor(Math.min(a[1], b[1]) - reach))
  const bottom = Math.min(raster.height - 1, Math.ceil(Math.max(a[1], b[1]) + reach))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const coverage = Math.min(1, Math.max(0, radius + 0.5 - distance([x, y], a, b)))
      const at = y * raster.width + x
      if (coverage > (covered.get(at) ?? 0)) covered.set(at, coverage)
    }
  }
}

function distance(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy)
}
