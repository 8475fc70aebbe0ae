import { type Parameter, parameterSchema } from '@pone/plan/parameters/parameters.ts'
import type { Scope } from '@pone/protocols/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RowLeases } from '../coordination/row-leases.ts'
import { type GeneratedParameter, generatedRules, generatedSource } from './generated.ts'
import { newCursor, ParameterPool } from './parameter-pool.ts'
import { RowDesk } from './row-desk.ts'
import { maxNumberingWorkers, UniqueNumbers, workerNumberOf } from './unique-numbers.ts'

const scope: Scope = {
  index: 0,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: () => undefined,
}
const whole = { from01: 0, to01: 1 }
const isGenerated = (parameter: Parameter): parameter is GeneratedParameter => !('selection' in parameter)
function poolOf(fields: object): ParameterPool {
  const parameter = parameterSchema.parse({ id: 'p', name: 'v', ...fields })
  if (!isGenerated(parameter)) throw new Error('not a generated kind')
  const source = generatedSource(parameter, new UniqueNumbers(() => 0))
  return new ParameterPool({ ...generatedRules, update: parameter.update }, source, whole)
}
function values(fields: object, count: number): (string | undefined)[] {
  const pool = poolOf(fields)
  const user = newCursor()
  return Array.from({ length: count }, () => (pool.advance(user) ? pool.valueOf(user, 0, scope) : undefined))
}

describe('a date', () => {
  test.each([
    [{ start: '2026-01-31', format: 'yyyy-MM-dd HH:mm:ss' }, ['2026-01-31 00:00:00', '2026-01-31 00:00:00']],
    [{ start: '2026-01-31T23:59:59', stepSeconds: 1, format: 'dd HH:mm:ss' }, ['31 23:59:59', '01 00:00:00']],
    [
      { start: '2026-01-01', offset: '+1d -1s', stepSeconds: 3_600, format: 'dd HH:mm' },
      ['01 23:59', '02 00:59'],
    ],
  ])('%j gives %j', (fields, expected) => {
    expect(values({ kind: 'date', ...fields }, 2)).toEqual(expected)
  })
  test('without a start is now', () => {
    const before = Date.now()
    const [text = ''] = values({ kind: 'date', format: 'yyyy-MM-ddTHH:mm:ss.SSS' }, 1)
    expect(new Date(text).getTime()).toBeGreaterThanOrEqual(before)
    expect(new Date(text).getTime()).toBeLessThanOrEqual(Date.now())
  })
})

describe('random values', () => {
  test.each([
    [{ form: 'integer', from: -1, to: 1 }, ['-1', '0', '1']],
    [{ form: 'integer', from: 0.5, to: 2.5 }, ['1', '2']],
    [{ form: 'decimal', from: 0, to: 0.3, digits: 1 }, ['0.0', '0.1', '0.2', '0.3']],
    [{ form: 'decimal', from: 5, to: 6, digits: 0 }, ['5', '6']],
    [{ form: 'text', length: 1, alphabet: '中a😀' }, ['a', '中', '😀']],
  ])('%j are exactly %j', (fields, expected) => {
    expect(new Set(values({ kind: 'random', ...fields }, 400))).toEqual(new Set(expected))
  })
  test('of large bounds and many digits stay within', () => {
    for (const text of values({ kind: 'random', form: 'decimal', from: 1e12, to: 2e12, digits: 15 }, 50)) {
      expect(Number(text)).toBeGreaterThanOrEqual(1e12)
      expect(Number(text)).toBeLessThanOrEqual(2e12)
    }
    expect(values({ kind: 'random', form: 'text', length: 9 }, 1)[0]).toMatch(/^[a-z0-9]{9}$/)
  })
})

describe('unique ids', () => {
  test.each([
    [{ form: 'uuid', prefix: 'u-' }, /^u-[0-9a-f-]{36}$/],
    [{ form: 'number' }, /^\d{12,19}$/],
    [{ form: 'number', prefix: '中' }, /^中\d+$/],
  ])('%j look like %s', (fields, pattern) => {
    const ids = values({ kind: 'uniqueId', ...fields }, 1_000)
    expect(new Set(ids).size).toBe(1_000)
    for (const id of ids) expect(id).toMatch(pattern)
  })
  test('as numbers are unique over all workers, however often they are replaced and their clocks differ, and fit 64 bits', () => {
    const leases = new RowLeases()
    let workers = 0
    const workerNumber = () => {
      const workerId = `w${++workers}`
      const desk: RowDesk = new RowDesk(ask => desk.receive(leases.grant({ ...ask, workerId }).grant))
      const rowCount = maxNumberingWorkers
      const wanted = { key: 'worker', rowCount, users: 1, share01: 0, isReusable: false, asksAhead: false }
      return workerNumberOf(desk.open(wanted))
    }
    const clocks = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(clocks, differences => {
        const ids = new Set<string>()
        let now = 1_790_000_000
        const begin = (difference: number) => new UniqueNumbers(workerNumber(), () => now + difference)
        const sources = differences.map(begin)
        for (let second = 0; second < 4; second++) {
          for (const [at, difference] of differences.entries()) {
            for (let i = 0; i < 20; i++) ids.add(sources[at]?.next() ?? '')
            // Another worker replaces it, on a machine with a different clock.
            sources[at] = begin(-difference)
          }
          now += second === 2 ? -1 : 1
        }
        expect(ids.size).toBe(differences.length * 80)
        for (const id of ids) expect(BigInt(id) < 2n ** 63n).toBe(true)
      }),
    )
  })
  test('of a worker stay its own when it needs more of them than a second has', () => {
    const [one, other] = [0, 1].map(
      number =>
        new UniqueNumbers(
          () => number,
          () => 1_790_000_000,
        ),
    )
    const ids = Array.from({ length: 150_000 }, () => [one?.next(), other?.next()]).flat()
    expect(new Set(ids).size).toBe(300_000)
  })
})

describe('update', () => {
  const unique = { kind: 'uniqueId', form: 'number' }
  test('iteration: a user keeps its value until it is moved on', () => {
    const pool = poolOf(unique)
    const [a, b] = [newCursor(), newCursor()]
    for (const user of [a, b]) pool.advance(user)
    const first = pool.valueOf(a, 0, scope)
    expect(pool.valueOf(a, 0, scope)).toBe(first)
    expect(pool.valueOf(b, 0, scope)).not.toBe(first)
    pool.advance(a)
    expect(pool.valueOf(a, 0, scope)).not.toBe(first)
  })
  test('occurrence: each reading makes a new value', () => {
    const pool = poolOf({ ...unique, update: 'occurrence' })
    const user = newCursor()
    expect(new Set(Array.from({ length: 5 }, () => pool.valueOf(user, 0, scope))).size).toBe(5)
  })
})
