import { expect, test } from 'vitest'
import { readerFor } from '../readers.ts'

function read(text: string) {
  const bytes = new TextEncoder().encode(text)
  const reader = readerFor(bytes)
  reader?.feed(bytes)
  return reader?.end()
}

test('a recording of the browser gives the opened pages, and tells what the user did', () => {
  const recording = read(
    JSON.stringify({
      title: 'Order tea',
      steps: [
        { type: 'setViewport', width: 1024, height: 768 },
        {
          type: 'navigate',
          url: 'https://shop.example/tea?page=1#top',
          assertedEvents: [{ type: 'navigation', url: 'https://shop.example/tea', title: 'Tea' }],
        },
        { type: 'change', value: 'oolong', selectors: [['#q']] },
        { type: 'click', assertedEvents: [{ type: 'navigation', url: 'https://shop.example/cart?id=7' }] },
        { type: 'navigate', url: 'chrome://new-tab-page/' },
        { kind: 'unknown' },
      ],
    }),
  )
  expect(recording?.exchanges).toMatchObject([
    { name: 'Tea', method: 'GET', url: 'https://shop.example/tea?page=1', isDocument: true },
  ])
  expect(recording?.left.map(({ place, code }) => [place, code])).toEqual([
    ['steps[2]', 'userAction'],
    ['steps[3]', 'userNavigation'],
    ['steps[4]', 'notHttp'],
    ['steps[5]', 'badField'],
  ])
  // What somebody typed, or an address with values, is not shown.
  expect(JSON.stringify(recording?.left)).not.toMatch(/oolong|id=7/)
})

test('a recording without opened pages has nothing to import', () => {
  expect(read('{"steps":[{"type":"setViewport"}]}')?.left).toMatchObject([{ code: 'nothingFound' }])
})
