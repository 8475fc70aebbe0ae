import { expect, test } from 'vitest'
import { blamedParts, splitResponse } from './blame.ts'
import type { LoadWindow } from './observation.ts'

type Parts = NonNullable<LoadWindow['partsMs']>

/** Users climb from 1 to 60; the waiting time grows beyond 30. */
const climb = (change: (parts: Parts, load: number) => Parts = each => each): LoadWindow[] =>
  Array.from({ length: 60 }, (_, index) => {
    const load = index + 1
    const waiting = 20 + 4 * Math.max(0, load - 30)
    const parts = change({ generator: 1, network: 3, waiting, database: null, unknown: 0 }, load)
    const responseMs = parts.generator + parts.network + parts.waiting + parts.unknown
    return {
      atMs: index * 1_000,
      load,
      tps: 100,
      responseMs,
      errors01: 0,
      partsMs: parts,
      isSuspect: false,
    }
  })

const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

test('the parts add up to the response time, and what waits is unknown without the time of a database', () => {
  const blame = splitResponse(climb(), 30)
  expect(blame?.parts.map(({ part }) => part)).toEqual([...blamedParts])
  const [generator, network, application, database, unknown] = blame?.parts ?? []
  expect([generator?.highMs, network?.highMs]).toEqual([1, 3])
  expect([application?.share01, database?.share01]).toEqual([null, null])
  expect(unknown?.lowMs).toBe(20)
  expect(unknown?.highMs).toBeCloseTo(20 + 4 * 17)
  expect(sumOf(blame?.parts.map(({ share01 }) => share01) ?? [])).toBeCloseTo(1)
  expect(sumOf(blame?.parts.map(({ highMs }) => highMs) ?? [])).toBeCloseTo(blame?.highMs ?? 0)
})

test('with it the wait is split between application and database', () => {
  const blame = splitResponse(
    climb(parts => ({ ...parts, database: parts.waiting - 5 })),
    30,
  )
  const [, , application, database, unknown] = blame?.parts ?? []
  expect(application?.highMs).toBeCloseTo(5)
  expect(database?.share01).toBeGreaterThan(0.85)
  expect(unknown?.share01).toBe(0)
  expect(sumOf(blame?.parts.map(({ share01 }) => share01) ?? [])).toBeCloseTo(1)
})

test('a database that worked longer than the requests waited served others: nothing is said of it', () => {
  const blame = splitResponse(
    climb(parts => ({ ...parts, database: 2 * parts.waiting })),
    30,
  )
  expect(blame?.hasOtherStatements).toBe(true)
  expect(blame?.parts[3]).toMatchObject({ part: 'database', share01: null })
})

test('readings in less than half of the windows are not enough for the database', () => {
  const blame = splitResponse(
    climb((parts, load) => ({ ...parts, database: load % 3 === 0 ? 10 : null })),
    30,
  )
  expect(blame?.parts[3]?.share01).toBeNull()
})

test('without a knee the outer loads are compared, and of a constant load there is one mean', () => {
  const rising = splitResponse(climb(), null)
  expect(rising?.lowMs).toBe(24)
  expect(rising?.highMs).toBeGreaterThan(100)
  const level = splitResponse(
    climb().map(window => ({ ...window, load: 20 })),
    null,
  )
  expect(level?.lowMs).toBeNull()
  expect(level?.parts.every(({ lowMs }) => lowMs === null)).toBe(true)
  expect(splitResponse([], 30)).toBeNull()
})

const checked = (source: 'sessions' | 'waiting', databaseMs: number, seenMs: (load: number) => number) =>
  splitResponse(
    climb((parts, load) => ({
      ...parts,
      waiting: 60,
      database: databaseMs,
      checks: [{ source, ms: seenMs(load), readings: 1 }],
    })),
    30,
  )

test('a database that works 50 ms and tells 1 ms is unknown: its active sessions tell 50 ms', () => {
  const blame = checked('sessions', 1, load => 50 + (load % 2 === 0 ? 8 : -8))
  expect(blame?.disagreement?.source).toBe('sessions')
  expect(blame?.disagreement?.workedMs).toBeCloseTo(1)
  expect(blame?.disagreement?.seenMs).toBeCloseTo(50, 0)
  expect(blame?.parts[3]).toMatchObject({ part: 'database', share01: null })
  expect(blame?.parts[4]?.highMs).toBeCloseTo(60)
  expect(checked('sessions', 50, () => 1)?.disagreement?.source).toBe('sessions')
})

test('sources that differ by the chance of counting agree', () => {
  const blame = checked('sessions', 50, load => (load % 4 === 0 ? 140 : 30))
  expect(blame?.disagreement).toBeNull()
  expect(blame?.parts[3]?.highMs).toBeCloseTo(50)
})

test('sessions that wait for a lock are the least that a database works, not all of it', () => {
  expect(checked('waiting', 1, () => 50)?.disagreement?.source).toBe('waiting')
  expect(checked('waiting', 50, () => 1)?.disagreement).toBeNull()
})
