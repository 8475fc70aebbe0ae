import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterRunMs, fastRunsAt, frequencyInForce, type RunSpan } from './run-frequency.ts'

const span = (monitorId: string, runId: string, fromMs: number, untilMs: number | null): RunSpan => ({
  monitorId,
  runId,
  fromMs,
  untilMs,
})

test.each([
  ['while the run lasts', [span('m', 'one', 0, null)], 50_000, 'one'],
  ['a short while after its end', [span('m', 'one', 0, 60_000)], 60_000 + afterRunMs - 1, 'one'],
  ['no longer', [span('m', 'one', 0, 60_000)], 60_000 + afterRunMs, undefined],
  ['until the last of two', [span('m', 'one', 0, 60_000), span('m', 'two', 5_000, null)], 90_000, 'two'],
  ['of another monitor', [span('other', 'one', 0, null)], 50_000, undefined],
])('a monitor is collected each second: %s', (_, spans, at, run) => {
  expect(fastRunsAt(spans, at).get('m')).toBe(run)
})

test('the run that is named stays the same while it lasts, whatever begins besides', () => {
  const first = span('m', 'b', 1_000, null)
  expect(fastRunsAt([span('m', 'a', 2_000, null), first], 5_000).get('m')).toBe('b')
  expect(fastRunsAt([first, span('m', 'a', 2_000, null)], 5_000).get('m')).toBe('b')
})

test('a frequency is never lowered', () => {
  expect([1_000, 5_000, 60_000].map(own => frequencyInForce(own, true))).toEqual([1_000, 1_000, 1_000])
  expect([1_000, 5_000, 60_000].map(own => frequencyInForce(own, false))).toEqual([1_000, 5_000, 60_000])
})

/** What people and failures do to runs of two monitors; a second passes with each. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), monitor: fc.constantFrom('m', 'n') }),
  fc.record({ kind: fc.constant('end' as const), run: fc.nat(20) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 30 }) }),
)

test('over any history of runs a monitor is collected each second exactly while one of its runs goes on or has just ended', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), history => {
      let at = 0
      const spans: RunSpan[] = []
      /** Of each monitor the number of runs that go on, and the end of the last one, told step by step. */
      const going = { m: 0, n: 0 }
      const ended = { m: Number.NEGATIVE_INFINITY, n: Number.NEGATIVE_INFINITY }
      for (const each of history) {
        at += each.kind === 'wait' ? each.seconds * 1_000 : 1_000
        if (each.kind === 'begin') {
          spans.push(span(each.monitor, `run-${spans.length}`, at, null))
          going[each.monitor] += 1
        }
        const found = each.kind === 'end' ? spans[each.run] : undefined
        if (each.kind === 'end' && found?.untilMs === null) {
          spans[each.run] = { ...found, untilMs: at }
          const monitor = found.monitorId === 'm' ? 'm' : 'n'
          going[monitor] -= 1
          ended[monitor] = at
        }
        const fast = fastRunsAt(spans, at)
        for (const monitor of ['m', 'n'] as const) {
          expect(fast.has(monitor)).toBe(going[monitor] > 0 || at - ended[monitor] < afterRunMs)
          const named = spans.find(({ runId }) => runId === fast.get(monitor))
          if (going[monitor] > 0) expect(named?.untilMs).toBeNull()
          if (named !== undefined) expect(named.monitorId).toBe(monitor)
        }
      }
    }),
  )
})
