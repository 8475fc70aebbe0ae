import { describe, expect, test } from 'vitest'
import { type GeneratorReading, isGeneratorLimited, OverloadWatch, overloadReasonsOf } from './overload.ts'

const calm = { cpu01: 0.2, eventLoopDelayMs: 1, connections: 10, maxConnections: 1_000 }
const reading = (
  second: number,
  health: Partial<typeof calm> = {},
  changes: Partial<GeneratorReading> = {},
): GeneratorReading => ({
  workerId: 'agent/1.1',
  second,
  targetUsers: 1_000,
  lateStarts: 0,
  health: { ...calm, ...health },
  ...changes,
})
const overloads = (readings: readonly GeneratorReading[]) => {
  const watch = new OverloadWatch()
  return readings.flatMap(each => watch.add(each) ?? [])
}

test.each([
  ['a busy core', reading(0, { cpu01: 0.96 }), ['cpu']],
  ['a slow event loop', reading(0, { eventLoopDelayMs: 51 }), ['eventLoop']],
  ['nearly all connections', reading(0, { connections: 901 }), ['sockets']],
  ['late starts', reading(0, {}, { lateStarts: 11 }), ['lateStarts']],
  [
    'all limits themselves',
    reading(0, { cpu01: 0.95, eventLoopDelayMs: 50, connections: 900 }, { lateStarts: 10 }),
    [],
  ],
  [
    'no limit of connections',
    { ...reading(0), health: { ...calm, connections: 1e6, maxConnections: null } },
    [],
  ],
  ['no word of itself', reading(0, {}, { health: null, lateStarts: 500 }), []],
  ['several', reading(0, { cpu01: 1, eventLoopDelayMs: 99 }), ['cpu', 'eventLoop']],
] as const)('%s: %#', (_what, one, reasons) => {
  expect(overloadReasonsOf(one)).toEqual(reasons)
})

describe('an overload', () => {
  test('takes three seconds in a row, is told once and marked on', () => {
    const found = overloads([
      reading(0, { cpu01: 0.96 }),
      reading(1, { cpu01: 0.96 }),
      reading(2, { eventLoopDelayMs: 80 }),
      reading(3, { cpu01: 0.96 }),
    ])
    expect(found).toMatchObject([
      { fromSecond: 0, toSecond: 2, isNew: true, reasons: ['cpu', 'eventLoop'] },
      { fromSecond: 0, toSecond: 3, isNew: false },
    ])
  })
  test('is none with a calm second between, or with seconds apart', () => {
    const busy = (second: number) => reading(second, { cpu01: 1 })
    expect(overloads([busy(0), busy(1), reading(2), busy(3)])).toEqual([])
    expect(overloads([busy(0), busy(1), busy(5), busy(6)])).toEqual([])
  })
})

test.each([
  ['for half of the run', 30, 60, true],
  ['for less', 29, 60, false],
  ['for a few seconds of a short run', 9, 9, false],
  ['for all of ten seconds', 10, 10, true],
])('overloaded %s: the run is invalid or not', (_how, overloadedSeconds, seconds, isLimited) => {
  expect(isGeneratorLimited(overloadedSeconds, seconds)).toBe(isLimited)
})
