import { expect, test } from 'vitest'
import { linkImage } from './monitor-link-image.ts'
import { newLinkNode } from './monitor-link-parts.ts'

const look = { node: () => [], edge: () => [] }
const drawing = {
  name: 'Shop',
  nodes: [newLinkNode({ id: 'n', kind: 'external', alias: 'N', x: 50, y: 50 })],
  edges: [],
  background: {
    pictureId: '00000000-0000-4000-8000-000000000001',
    x: -100,
    y: 0,
    width: 800,
    height: 400,
    opacity01: 0.5,
  },
}

test('the picture of the background is drawn below the nodes, at its place, and the image holds all of it', () => {
  const { svg, width, height } = linkImage(drawing, { ...look, picture: 'data:image/png;base64,"x' })
  expect([width, height]).toEqual([848, 448])
  const picture = '<image x="-100" y="0" width="800" height="400" opacity="0.5" preserveAspectRatio="none"'
  expect(svg).toContain(`${picture} href="data:image/png;base64,&quot;x"/>`)
  expect(svg.indexOf('<image')).toBeLessThan(svg.indexOf('font-weight="bold"'))
})

test('laid below by others, the image is transparent and says where the picture is', () => {
  const { svg, picture } = linkImage(drawing, { ...look, picture: null })
  expect(svg).not.toMatch(/<image|fill="#ffffff"\/>\n/)
  expect(picture).toEqual({ x01: 24 / 848, y01: 24 / 448, width01: 800 / 848, height01: 400 / 448 })
})

test('a picture that is not known takes no room', () => {
  const { svg, width, picture } = linkImage(drawing, look)
  expect([picture, svg.includes('<image'), width]).toEqual([null, false, 298])
})
