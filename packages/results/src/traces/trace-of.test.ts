import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RawSpan } from './raw-span.ts'
import { traceOf } from './trace-of.ts'

const span = (
  id: string,
  parentId: string | null,
  [startMs, endMs]: readonly [number, number],
  more: Partial<RawSpan> = {},
): RawSpan => ({
  id,
  parentId,
  service: id,
  operation: 'work',
  kind: 'server',
  startUs: 1_700_000_000_000_000 + startMs * 1_000,
  durationUs: (endMs - startMs) * 1_000,
  isError: false,
  tags: [],
  events: [],
  ...more,
})
const traceId = '0'.repeat(31) + '1'
/** Self time and own part of the critical path of each span. */
const figures = (spans: readonly RawSpan[]) =>
  Object.fromEntries(traceOf(traceId, spans).spans.map(each => [each.id, [each.selfMs, each.criticalMs]]))

test('spans stand below their parents, children by start', () => {
  const trace = traceOf(traceId, [
    span('late', 'shop', [50, 60]),
    span('shop', 'client', [0, 100]),
    span('inner', 'early', [12, 18]),
    span('early', 'shop', [10, 40]),
  ])
  expect(trace.spans.map(({ id, depth, startMs }) => [id, depth, startMs])).toEqual([
    ['shop', 0, 0],
    ['early', 1, 10],
    ['inner', 2, 12],
    ['late', 1, 50],
  ])
  expect(trace).toMatchObject({ startedAt: 1_700_000_000_000, durationMs: 100, missingParents: 0 })
})

test('self time is what no child covers, and children that overlap count once', () => {
  const spans = [
    span('shop', null, [0, 100]),
    span('a', 'shop', [10, 50]),
    span('b', 'shop', [40, 70]),
    span('c', 'shop', [90, 130]),
  ]
  expect(traceOf(traceId, spans).spans.map(({ selfMs }) => selfMs)).toEqual([30, 40, 30, 40])
})

test('the critical path goes back over the child that ended last, and parallel work that was not waited for has no part', () => {
  expect(
    figures([
      span('shop', null, [0, 100]),
      span('login', 'shop', [5, 25]),
      span('stock', 'shop', [30, 60]),
      span('price', 'shop', [30, 90]),
      span('db', 'price', [40, 85]),
    ]),
  ).toEqual({ shop: [20, 20], login: [20, 20], stock: [30, 0], price: [15, 15], db: [45, 45] })
})

test('a child that outlives its parent counts until the end of the parent, a consumer of a message not at all', () => {
  expect(
    figures([
      span('shop', null, [0, 100]),
      span('late', 'shop', [50, 150]),
      span('mail', 'shop', [60, 99], { kind: 'consumer' }),
    ]),
  ).toMatchObject({ shop: [50, 50], late: [100, 50], mail: [39, 0] })
})

test('spans of the same request are one path, and the time between them is told', () => {
  const trace = traceOf(traceId, [span('first', 'client', [0, 40]), span('second', 'client', [70, 100])])
  expect(trace).toMatchObject({ uncoveredMs: 30, missingParents: 0 })
  expect(trace.services.map(({ service, criticalMs }) => [service, criticalMs])).toEqual([
    ['first', 40],
    ['second', 30],
  ])
})

test('what parallel spans of the same request cover together is no gap', () => {
  const spans = [span('page', 'client', [0, 10]), span('image', 'client', [5, 12])]
  expect(traceOf(traceId, spans)).toMatchObject({ uncoveredMs: 0 })
  expect(figures(spans)).toEqual({ page: [10, 5], image: [7, 7] })
})

test('a parent that is not there makes the trace incomplete, that of the first spans does not', () => {
  const whole = [span('shop', 'client', [0, 100]), span('shop2', 'client', [100, 120])]
  expect(traceOf(traceId, whole).missingParents).toBe(0)
  const partial = traceOf(traceId, [...whole, span('db', 'lost', [20, 60])])
  expect(partial.missingParents).toBe(1)
  expect(partial.spans.find(({ id }) => id === 'db')).toMatchObject({ depth: 0, criticalMs: 0 })
})

test('spans that begin before their parent are counted, for their clocks differ', () => {
  const spans = [span('shop', null, [10, 100]), span('db', 'shop', [4, 50]), span('near', 'shop', [9.5, 20])]
  expect(traceOf(traceId, spans).earlySpans).toBe(1)
})

test('services are summed, the longest part of the critical path first', () => {
  const trace = traceOf(traceId, [
    span('1', null, [0, 100], { service: 'shop' }),
    span('2', '1', [10, 80], { service: 'db', isError: true }),
    span('3', '1', [85, 90], { service: 'db' }),
  ])
  expect(trace.services).toEqual([
    { service: 'db', spans: 2, errors: 1, selfMs: 75, criticalMs: 75 },
    { service: 'shop', spans: 1, errors: 0, selfMs: 25, criticalMs: 25 },
  ])
})

test('spans that are each other’s parents, and two of one id, do not hang it', () => {
  const spans = [
    span('a', 'b', [0, 10]),
    span('b', 'a', [1, 5]),
    span('b', 'a', [1, 5]),
    span('c', 'c', [2, 3]),
  ]
  expect(traceOf(traceId, spans).spans.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('of more spans than are shown the first ones are, and their number is told', () => {
  const spans = Array.from({ length: 2_010 }, (_, at) => span(`${at}`, at === 0 ? null : '0', [at, at + 1]))
  const trace = traceOf(traceId, spans)
  expect([trace.spans.length, trace.omittedSpans, trace.missingParents]).toEqual([2_000, 10, 0])
})

test('texts of any length are cut', () => {
  const tags = [{ name: 'db.statement', value: 'x'.repeat(100_000) }]
  expect(traceOf(traceId, [span('a', null, [0, 1], { tags })]).spans[0]?.tags[0]?.value).toHaveLength(2_000)
})

test('for any spans the critical path is as long as the request, and no self time is below 0', () => {
  const anySpans = fc.array(
    fc.record({
      parent: fc.integer({ min: -1, max: 11 }),
      startMs: fc.integer({ min: 0, max: 100 }),
      lengthMs: fc.integer({ min: 0, max: 100 }),
      kind: fc.constantFrom('server' as const, 'consumer' as const),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(anySpans, given => {
      const trace = traceOf(
        traceId,
        given.map(({ parent, startMs, lengthMs, kind }, at) =>
          span(`${at}`, parent < 0 ? 'client' : `${parent}`, [startMs, startMs + lengthMs], { kind }),
        ),
      )
      const own = trace.spans.reduce((sum, { criticalMs }) => sum + criticalMs, 0)
      const all = trace.spans.every(({ selfMs, criticalMs }) => selfMs >= 0 && criticalMs >= 0)
      expect(all).toBe(true)
      expect(own + trace.uncoveredMs).toBeLessThanOrEqual(trace.durationMs + 1e-6)
    }),
  )
})
