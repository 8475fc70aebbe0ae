/** Attacks the pictures of verification codes with a reader of templates, as a program for one weekend would. */
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { captchaCharacters, glyphs } from './glyphs.ts'
import { captchaPng, drawCode, pictureSize } from './picture.ts'
import { blankRaster, drawStroke, type Raster } from './raster.ts'

const codeLength = 4
const cell = 24

/** The characters as they are before anything is done to them, upright. */
function drawPlainly(code: string): Raster {
  const raster = blankRaster(pictureSize.width, pictureSize.height)
  for (const [index, character] of code.split('').entries()) {
    for (const stroke of glyphs[character] ?? [])
      drawStroke(
        raster,
        stroke.map(([x, y]) => [16 + index * 60 + x * 44, 16 + y * 48] as const),
        { width: 5, darkness: 1 },
      )
  }
  return raster
}

/** Dark pixels after a median filter, which removes speckles and thin lines. */
function cleaned({ width, height, darkness }: Raster): Raster {
  const out = blankRaster(width, height)
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const near = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => darkness[(y + dy) * width + x + dx] ?? 0))
      out.darkness[y * width + x] = (near.toSorted((a, b) => a - b)[4] ?? 0) > 0.45 ? 1 : 0
    }
  }
  return out
}

/** A part of the picture, cut to its ink and scaled to a square of `cell` pixels; undefined without ink. */
function normalised(picture: Raster, left: number, right: number): Float32Array | undefined {
  const { width, height, darkness } = picture
  const ink: [number, number][] = []
  for (let y = 0; y < height; y += 1)
    for (let x = Math.max(0, left); x < Math.min(width, right); x += 1)
      if ((darkness[y * width + x] ?? 0) > 0.5) ink.push([x, y])
  if (ink.length < 40) return undefined
  const xs = ink.map(([x]) => x).toSorted((a, b) => a - b)
  const ys = ink.map(([, y]) => y).toSorted((a, b) => a - b)
  const edge = (values: number[], part: number): number => values[Math.floor(part * (values.length - 1))] ?? 0
  const [x0, x1, y0, y1] = [edge(xs, 0), edge(xs, 1), edge(ys, 0), edge(ys, 1)]
  const out = new Float32Array(cell * cell)
  for (let v = 0; v < cell; v += 1) {
    for (let u = 0; u < cell; u += 1) {
      const x = Math.round(x0 + ((x1 - x0) * u) / (cell - 1))
      const y = Math.round(y0 + ((y1 - y0) * v) / (cell - 1))
      out[v * cell + u] = darkness[y * width + x] ?? 0
    }
  }
  return out
}

function correlation(a: Float32Array, b: Float32Array): number {
  const mean = (values: Float32Array): number => values.reduce((sum, each) => sum + each, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [top, squareA, squareB] = [0, 0, 0]
  a.forEach((value, at) => {
    const [da, db] = [value - meanA, (b[at] ?? 0) - meanB]
    top += da * db
    squareA += da * da
    squareB += db * db
  })
  return top / (Math.sqrt(squareA * squareB) || 1)
}

const templates = captchaCharacters.map(character => ({
  character,
  shape: normalised(cleaned(drawPlainly(character)), 0, pictureSize.width) ?? new Float32Array(cell * cell),
}))

/** Columns without ink divide the picture when there are as many parts as characters; otherwise quarters do. */
function parts(picture: Raster): [number, number][] {
  const { width, height, darkness } = picture
  const hasInk = Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (_, y) => darkness[y * width + x] ?? 0).some(each => each > 0.5),
  )
  const found: [number, number][] = []
  hasInk.forEach((each, x) => {
    if (each && hasInk[x - 1] !== true) found.push([x, x + 1])
    const last = found.at(-1)
    if (each && last !== undefined) last[1] = x + 1
  })
  const wide = found.filter(([from, to]) => to - from > 8)
  if (wide.length === codeLength) return wide
  const quarter = (width - 24) / codeLength
  return Array.from({ length: codeLength }, (_, index) => [12 + index * quarter, 12 + (index + 1) * quarter])
}

/** Tries every part at several widths and takes the template that fits best. */
function read(raster: Raster): string {
  const picture = cleaned(raster)
  return parts(picture)
    .map(([from, to]) => {
      const windows = [
        [from, to],
        [from - 6, to + 6],
        [from + 6, to - 6],
        [from - 6, to - 6],
        [from + 6, to + 6],
      ]
      const scores = windows.flatMap(([left = 0, right = 0]) => {
        const shape = normalised(picture, Math.round(left), Math.round(right))
        return shape === undefined
          ? []
          : templates.map(template => ({
              character: template.character,
              score: correlation(shape, template.shape),
            }))
      })
      return scores.toSorted((a, b) => b.score - a.score)[0]?.character ?? ''
    })
    .join('')
}

const codes = Array.from({ length: 20 }, (_, number) =>
  Array.from(
    { length: codeLength },
    (_, place) =>
      captchaCharacters[(number * 5 + place * 3 + Math.floor(number / 3)) % captchaCharacters.length],
  ).join(''),
)

test('the reader reads plainly drawn codes, so that its failure means something', () => {
  expect(codes.filter(code => read(drawPlainly(code)) === code)).toHaveLength(codes.length)
})

test('the reader fails on most pictures', () => {
  const rounds = Array.from({ length: 5 }, () => codes).flat()
  const readOnes = rounds.filter(code => read(drawCode(code)) === code)
  expect(readOnes.length).toBeLessThanOrEqual(rounds.length * 0.15)
})

test('no picture of a code is like the one before, and it tells nothing but its pixels', () => {
  const [first, second] = [captchaPng('K7RE'), captchaPng('K7RE')]
  expect(first.equals(second)).toBe(false)
  expect(first.subarray(1, 4).toString('latin1')).toBe('PNG')
  const chunks = [...first.toString('latin1').matchAll(/IHDR|IDAT|IEND|tEXt|iTXt|zTXt/g)].map(String)
  expect(chunks).toEqual(['IHDR', 'IDAT', 'IEND'])
  const start = first.indexOf('IDAT') + 4
  const rows = inflateSync(first.subarray(start, start + first.readUInt32BE(start - 8)))
  expect(rows).toHaveLength(pictureSize.height * (pictureSize.width / 2 + 1))
})
