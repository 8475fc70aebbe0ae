import { expect, test } from 'vitest'
import { pastByTime, timedValuesMs } from './past-by-time.ts'

const slot = (count: number): number => count * timedValuesMs
const span = (fromSlot: number, toSlot: number | null, cause: string | null = null, section = 'server') => ({
  section,
  fromMs: slot(fromSlot),
  toMs: toSlot === null ? null : slot(toSlot),
  cause,
})
const past = (kind: 'noData' | 'availability', spans: ReturnType<typeof span>[], slots = 6) =>
  pastByTime(spans, { kind, answering: new Set(['server']), from: 0, to: slot(slots) })

test('while a target does not answer, the seconds without a value grow and the availability is 0', () => {
  const spans = [span(0, 2), span(2, 4, 'refused'), span(4, null)]
  expect(past('noData', spans).values).toEqual([0, 0, 0, 15, 0, 0])
  expect(past('availability', spans).values).toEqual([1, 1, 0, 0, 1, 1])
})

test('values are at the instants at which the server makes them', () => {
  expect(past('availability', [span(0, null)], 3).at).toEqual([0, slot(1), slot(2)])
})

test('a monitor that is not collected has neither', () => {
  const spans = [span(2, null)]
  expect(past('noData', spans).values.slice(0, 2)).toEqual([null, null])
  expect(past('availability', spans).values.slice(0, 3)).toEqual([null, null, 1])
})

test('a lost agent says nothing of the target, but there is no data', () => {
  const spans = [span(0, 2), span(2, null, 'agentLost')]
  expect(past('availability', spans).values).toEqual([1, 1, null, null, null, null])
  expect(past('noData', spans).values.at(-1)).toBe(45)
})

test('a section that fails beside others leaves the target available, unless it answers for it', () => {
  const others = [span(0, null), span(0, null, 'missingRight', 'slow')]
  expect(past('availability', others).values).toEqual([1, 1, 1, 1, 1, 1])
  const answering = [span(0, null, 'timeout'), span(0, null, null, 'slow')]
  expect(past('availability', answering).values).toEqual([0, 0, 0, 0, 0, 0])
  expect(past('noData', answering).values).toEqual([0, 0, 0, 0, 0, 0])
})

test('a target that never answered has no data since the first attempt', () => {
  expect(past('noData', [span(0, null, 'refused')], 3).values).toEqual([0, 15, 30])
})
