import { Counters } from '@pone/metrics/counters.ts'
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { slaRuleOf } from '@pone/plan/code/sla-text.ts'
import { expect, test } from 'vitest'
import { judgeLevel } from './level.ts'
import { capacityRuleOf } from './rules.ts'
import { advanceSearch, beginSearch, type CapacityGoal, type SearchState } from './search.ts'

const goal: CapacityGoal = {
  rules: [{ limit: 0.05, isShare: true }],
  startLoad: 10,
  maxLoad: 10_000,
  settleSeconds: 3,
  measureSeconds: 15,
  maxSeconds: 3_000,
}

/** A target whose share of slow requests is 1 % up to near its limit and 5 % at it; what piles up is done at a low load. */
function runAgainst(
  limit: number,
  change: Partial<CapacityGoal> = {},
  isOverloadedFrom = Number.POSITIVE_INFINITY,
) {
  const random = seededRandom(11)
  const own = { ...goal, ...change }
  let state = beginSearch(own)
  let piledUp = 0
  const loads: number[] = [state.load]
  while (state.end === null) {
    piledUp = Math.max(0, piledUp + state.load - limit)
    const share = piledUp > 0 ? 0.9 : 0.01 + 0.04 * (state.load / limit) ** 8
    const requests = 20 * state.load
    const sum = Math.round(requests * share * (1 + 0.2 * (random() - 0.5)))
    const next: SearchState = advanceSearch(
      own,
      state,
      state.load >= isOverloadedFrom
        ? 'overloaded'
        : { rules: [{ sum, count: requests }], requests, dropped: 0 },
    )
    if (next.load !== state.load) loads.push(next.load)
    state = next
  }
  return { state, end: state.end, loads }
}

test.each([3, 70, 433, 2_000])(
  'a limit of %s is found within the tolerance, confirmed, with the level that broke',
  limit => {
    const { end } = runAgainst(limit)
    expect(end?.kind).toBe('found')
    expect(Math.abs((end?.best?.load ?? 0) - limit)).toBeLessThanOrEqual(Math.max(1, 0.03 * limit))
    expect(end?.broken?.load).toBeGreaterThan(end?.best?.load ?? Number.POSITIVE_INFINITY)
    expect(end?.best?.seconds).toBeGreaterThanOrEqual(30)
  },
)

test('it steps up, and backs off below the next level after one that broke', () => {
  const { loads, state } = runAgainst(100)
  const firstBroken = state.levels.find(level => level.state === 'breaks')?.load ?? 0
  expect(loads.slice(0, 3)).toEqual([10, 20, 40])
  const after = loads[loads.indexOf(firstBroken) + 1] ?? 0
  expect(after).toBeLessThan(100)
  expect(loads[loads.indexOf(firstBroken) + 2]).toBeGreaterThan(after)
})

test('a target that holds everything is answered with at least the highest load', () => {
  expect(runAgainst(1e9, { maxLoad: 300 }).end).toMatchObject({
    kind: 'atLeast',
    best: { load: 300 },
    broken: null,
  })
})

test('a target that breaks under one user has no capacity', () => {
  expect(runAgainst(0.4).end).toMatchObject({ kind: 'none', best: null, broken: { load: 1 } })
})

test('load machines at their limit end it with what held before', () => {
  expect(runAgainst(1e9, {}, 200).end).toMatchObject({ kind: 'generatorLimit', best: { load: 160 } })
})

test('when the time is up, what held is told as unconfirmed', () => {
  expect(runAgainst(500, { maxSeconds: 60 }).end).toMatchObject({ kind: 'unconfirmed' })
})

test('few requests do not decide a level, many do; dropped arrivals break it', () => {
  const seconds = (sum: number, count: number, dropped = 0) =>
    Array.from({ length: 10 }, () => ({
      rules: [{ sum, count }],
      requests: count,
      dropped,
    }))
  expect(judgeLevel(goal, seconds(0, 2), 0.05).state).toBe('unclear')
  expect(judgeLevel(goal, seconds(2, 200), 0.05).state).toBe('holds')
  expect(judgeLevel(goal, seconds(20, 200), 0.05)).toMatchObject({
    state: 'breaks',
    requests: 2_000,
    perSecond: 200,
  })
  expect(judgeLevel(goal, seconds(2, 200, 10), 0.05).state).toBe('breaks')
  expect(judgeLevel(goal, [], 0.05).state).toBe('unclear')
})

test('rules are read as shares or means of what was counted', () => {
  const counters = new Counters()
  for (let at = 0; at < 100; at++) counters.record(at < 92 ? 100_000 : 400_000, at % 50 !== 0, 0, 0)
  const read = (text: string) => {
    const rule = slaRuleOf(text, 'r')
    const found = rule === null ? null : capacityRuleOf(rule)
    return found === null ? null : { limit: found.limit, ...found.read(counters) }
  }
  expect(read('p95 < 300')).toEqual({ limit: expect.closeTo(0.05, 9), sum: 8, count: 100 })
  expect(read('errors < 1%')).toEqual({ limit: 0.01, sum: 2, count: 100 })
  expect(read('successPercent > 99%')).toEqual({ limit: expect.closeTo(0.01, 9), sum: 2, count: 100 })
  expect(read('avg < 300')).toEqual({ limit: 300, sum: 12_400, count: 100 })
  for (const text of ['rps >= 100', 'p95 > 300', 'max < 5s', 'p95 < 300 for 10s'])
    expect(read(text)).toBeNull()
})
