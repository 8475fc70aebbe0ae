import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArraySplitter } from './array-splitter.ts'

const limits = { maxElementBytes: 1_000, maxRestBytes: 1_000 }

/** Splits a text that arrives in chunks of a size. */
function split(text: string, chunkBytes = 1_000_000, path = ['log', 'entries'], given = limits) {
  const splitter = new ArraySplitter(path, given)
  const bytes = new TextEncoder().encode(text)
  const elements: (string | null)[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes)
    elements.push(...splitter.feed(bytes.subarray(at, at + chunkBytes)).map(each => each.text))
  return { elements, ...splitter.end() }
}

describe('the array of a JSON file', () => {
  it('gives its elements, and the file without them', () => {
    const text = '{"log": {"pages": [1, 2], "entries": [ {"a": "]},"}, [3] , "x\\"" ], "end": true}}'
    expect(split(text)).toEqual({
      elements: [' {"a": "]},"}', ' [3] ', ' "x\\"" '],
      rest: '{"log": {"pages": [1, 2], "entries": [], "end": true}}',
      isComplete: true,
      hasArray: true,
    })
  })
  it('is the same however the file is cut into chunks', () => {
    const json = fc.json({ depthSize: 'small' })
    fc.assert(
      fc.property(
        fc.array(json, { maxLength: 5 }),
        json,
        fc.integer({ min: 1, max: 9 }),
        (items, other, size) => {
          const text = `{"other":${other},"log":{"x":${other},"entries":[${items.join(',')}],"y":${other}}}`
          const { elements, rest, isComplete } = split(text, size, undefined, {
            maxElementBytes: 1e6,
            maxRestBytes: 1e6,
          })
          expect(elements).toEqual(items)
          expect(rest).toBe(text.replace(`"entries":[${items.join(',')}]`, '"entries":[]'))
          expect(isComplete).toBe(true)
        },
      ),
    )
  })
  it.each([
    ['an empty array', '{"log":{"entries":[ ]}}', [], true],
    ['a byte order mark', '\uFEFF{"log":{"entries":[1]}}', ['1'], true],
    ['a string of that name inside another array', '{"log":["entries",[1,2]]}', [], false],
    ['the key elsewhere', '{"entries":[1],"log":{"x":{"entries":[2]}}}', [], false],
    ['a second array of that name', '{"log":{"entries":[1],"entries":[2]}}', ['1'], true],
    ['no JSON at all', 'hello ] } "', [], false],
  ])('is found by its keys: %s', (_, text, elements, hasArray) => {
    expect(split(text)).toMatchObject({ elements, hasArray })
  })
  it('that is cut off gives what was complete, and the rest is closed', () => {
    expect(split('{"log":{"pages":[],"entries":[{"a":1},{"b":"tw')).toEqual({
      elements: ['{"a":1}'],
      rest: '{"log":{"pages":[],"entries":[]}}',
      isComplete: false,
      hasArray: true,
    })
  })
  it('has limits for an element and for the rest', () => {
    const long = `"${'x'.repeat(1_000)}"`
    expect(split(`{"log":{"entries":[1,${long},3],"a":${long}}}`, 64)).toMatchObject({
      elements: ['1', null, '3'],
      rest: null,
    })
  })
})
