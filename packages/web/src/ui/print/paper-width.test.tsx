/** How wide drawings are on paper. */
import { expect, test } from 'vitest'
import { paperWidth } from './paper-width.ts'

/** A drawing of this width on a page of 1,200 px, CSS px. */
function drawingOf(widthPx: number, paper?: string): HTMLElement {
  const page = document.createElement('div')
  const drawing = document.createElement('div')
  page.className = 'page-body'
  if (paper !== undefined) page.dataset['paper'] = paper
  page.append(drawing)
  Object.defineProperty(page, 'clientWidth', { value: 1_200 })
  Object.defineProperty(drawing, 'clientWidth', { value: widthPx })
  return drawing
}

test('a drawing over most of the page has the width of a sheet, others that of a column', () => {
  expect([1_100, 560, 0].map(px => paperWidth(drawingOf(px)))).toEqual([700, 338, 0])
})

test('a drawing that is alone in its row has the width of a sheet', () => {
  expect(paperWidth(drawingOf(560, 'sheet'))).toBe(700)
})
