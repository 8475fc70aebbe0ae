import { expect, test } from 'vitest'
import { traceMaker } from './traces.ts'

test('traces have the form of W3C Trace Context and are all different', () => {
  const newTrace = traceMaker()
  const made = Array.from({ length: 1_000 }, () => newTrace())
  for (const { id, traceparent } of made) {
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(traceparent.slice(3, 35)).toBe(id)
  }
  expect(new Set(made.map(({ id }) => id)).size).toBe(1_000)
})

test('an id is never all zeros', () => {
  const { id, traceparent } = traceMaker(bytes => bytes.fill(0))()
  expect(id).toBe(`${'0'.repeat(31)}1`)
  expect(traceparent).toBe(`00-${id}-${'0'.repeat(15)}1-01`)
})
