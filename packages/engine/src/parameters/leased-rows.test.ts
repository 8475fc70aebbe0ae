import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RowLeases } from '../coordination/row-leases.ts'
import { newCursor, type TakingRules } from './parameter-pool.ts'
import { poolOf } from './parameters-harness.ts'
import { rangeSource } from './range.ts'
import { blockOf, type RowAsk, RowDesk } from './row-desk.ts'

const rules = (changes: Partial<TakingRules> = {}): TakingRules => ({
  selection: 'unique',
  update: 'iteration',
  exhaustion: 'stopUser',
  ...changes,
})
const numbers = (count: number) =>
  rangeSource({ ...rules(), id: 'p', kind: 'range', name: 'n', from: 0, to: count - 1, step: 1, padding: 0 })

/** Workers with two users each, taking turns in the chosen order. */
const scenes = fc.record({
  rowCount: fc.integer({ min: 1, max: 300 }),
  workers: fc.integer({ min: 1, max: 5 }),
  choices: fc.array(fc.nat(9), { minLength: 1, maxLength: 800 }),
})
const workersOf = (count: number, rowCount: number, exhaustion: TakingRules['exhaustion']) => {
  const leases = new RowLeases()
  return Array.from({ length: count }, (_, at) =>
    poolOf(rules({ exhaustion }), numbers(rowCount), {
      leases,
      users: 2,
      share: { from01: at / count, to01: (at + 1) / count },
    }),
  )
}

describe('the users of several workers', () => {
  test('never get a row twice, and use all of them before any user finds none, but for what others were given', () => {
    fc.assert(
      fc.property(scenes, ({ rowCount, workers, choices }) => {
        const pools = workersOf(workers, rowCount, 'stopUser')
        const taken: number[] = []
        for (const choice of choices) {
          const cursor = newCursor()
          const pool = pools[choice % workers]
          if (pool?.advance(cursor) === true) taken.push(cursor.row)
        }
        expect(new Set(taken).size).toBe(taken.length)
        for (const pool of pools) {
          for (let cursor = newCursor(); pool.advance(cursor); cursor = newCursor()) taken.push(cursor.row)
        }
        expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: rowCount }, (_, row) => row))
      }),
    )
  })
  test('never hold the same row at one time, however often the rows come again', () => {
    fc.assert(
      fc.property(scenes, ({ rowCount, workers, choices }) => {
        const pools = workersOf(workers, rowCount, 'cycle')
        const users = pools.flatMap(pool => [newCursor(), newCursor()].map(cursor => ({ pool, cursor })))
        for (const choice of choices) {
          const user = users[choice % users.length]
          if (user?.pool.advance(user.cursor) === false) user.pool.release(user.cursor)
          const held = users.map(({ cursor }) => cursor.row).filter(row => row >= 0)
          expect(new Set(held).size).toBe(held.length)
        }
      }),
    )
  })
})

describe('a worker asks', () => {
  test.each([
    ['a twentieth of its fair part', { rowCount: 1_000_000, users: 50, share01: 0.25 }, 12_500],
    ['no less than a row for each of its users', { rowCount: 1_000, users: 30, share01: 0.5 }, 30],
    ['but not for more than its fair part because of that', { rowCount: 10, users: 30, share01: 0.5 }, 5],
    ['for one row at least', { rowCount: 1, users: 0.2, share01: 0.01 }, 1],
  ])('%s at a time', (_title, wanted, size) => {
    expect(blockOf(wanted)).toBe(size)
  })
  test('for the next block when half of one is left, once', () => {
    const asks: RowAsk[] = []
    const desk = new RowDesk(ask => asks.push(ask))
    const share = { rowCount: 1_000, users: 10, share01: 0.2, isReusable: false }
    const rows = desk.open({ ...share, key: 'p', asksAhead: true })
    desk.receive({ key: 'p', request: 1, from: 0, to: 10, isLast: false })
    const user = { reserved: 0 }
    for (let taken = 1; taken <= 10; taken++) {
      rows.take(user)
      expect(asks).toHaveLength(taken < 5 ? 1 : 2)
    }
    expect(rows.take(user)).toBe(-1)
    desk.receive({ key: 'p', request: 2, from: 500, to: 510, isLast: false })
    desk.receive({ key: 'p', request: 2, from: 500, to: 510, isLast: false })
    expect([rows.take(user), rows.size]).toEqual([500, 20])
  })
  test('is ready when the first rows of all its parameters are there', async () => {
    const desk = new RowDesk(() => undefined)
    const share = { rowCount: 10, users: 1, share01: 1, isReusable: false, asksAhead: true }
    for (const key of ['p', 'q']) desk.open({ ...share, key })
    let isReady = false
    const ready = desk.ready().then(() => {
      isReady = true
    })
    desk.receive({ key: 'p', request: 1, from: 0, to: 1, isLast: false })
    await Promise.resolve()
    expect(isReady).toBe(false)
    desk.receive({ key: 'q', request: 1, from: 10, to: 10, isLast: true })
    await ready
  })
})
