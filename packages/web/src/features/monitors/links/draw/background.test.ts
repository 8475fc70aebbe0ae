import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { expect, test } from 'vitest'
import { changeBackground, sized, withoutPicture, withPicture } from './background.ts'

const picture = { id: 'p', mediaType: 'image/png', width: 800, height: 400, sizeBytes: 1 } as const
const drawing = {
  name: '',
  nodes: [newLinkNode({ id: 'n', kind: 'external', x: 500, y: 300 })],
  edges: [],
}

test('a picture is put beside the upper left corner of the nodes, in its own size', () => {
  expect(withPicture(drawing, picture).background).toEqual({
    pictureId: 'p',
    x: 0,
    y: 0,
    width: 800,
    height: 400,
    opacity01: 0.4,
  })
  const left = { ...drawing, nodes: [newLinkNode({ id: 'n', kind: 'external', x: -200, y: 10 })] }
  expect(withPicture(left, picture).background).toMatchObject({ x: -240, y: -30 })
  expect(withPicture({ ...drawing, nodes: [] }, picture).background).toMatchObject({ x: 0, y: 0 })
})

test('another picture keeps place and opacity, and a removed one leaves nothing', () => {
  const moved = changeBackground(withPicture(drawing, picture), { x: 7, y: 8, opacity01: 1 })
  const other = withPicture(moved, { ...picture, id: 'q', width: 100, height: 100 })
  expect(other.background).toMatchObject({ pictureId: 'q', x: 7, y: 8, width: 100, opacity01: 1 })
  expect(withoutPicture(other)).toEqual(drawing)
  expect(changeBackground(drawing, { x: 1 })).toBe(drawing)
})

test.each([
  [400, { width: 400, height: 200 }],
  [1, { width: 40, height: 20 }],
  [90_000, { width: 20_000, height: 10_000 }],
])('a width of %i keeps the shape within the bounds', (wanted, sides) => {
  expect(sized(picture, wanted)).toEqual(sides)
})
