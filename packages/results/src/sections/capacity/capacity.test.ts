import type { Capacity, CapacityEnd, JudgedLevel } from '@pone/contract/entities/capacity.ts'
import { slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, test } from 'vitest'
import { capacityRows } from './csv.ts'
import { describedCapacity } from './described.ts'

const level = (load: number, state: JudgedLevel['state']): JudgedLevel => ({
  load,
  state,
  isClear: true,
  isConfirming: false,
  seconds: 15,
  requests: 1_500,
  perSecond: 100,
  rules: [
    { mean: 0.02, low: 0.01, high: 0.03 },
    { mean: 0.004, low: -0.001, high: 0.006 },
  ],
})

const capacityOf = (end: Partial<CapacityEnd>, drive: Capacity['drive'] = 'users'): Capacity => ({
  rules: [
    slaRuleSchema.parse({ id: 'a', metric: 'p95', operator: '<', threshold: 300 }),
    slaRuleSchema.parse({ id: 'b', label: 'Order', metric: 'successPercent', operator: '>', threshold: 99 }),
  ],
  drive,
  startLoad: 10,
  maxLoad: 400,
  settleSeconds: 3,
  measureSeconds: 15,
  maxSeconds: 900,
  phase: 'ended',
  isConfirming: false,
  level: 100,
  load: 100,
  phaseSeconds: 0,
  elapsedSeconds: 252,
  why: 'confirm',
  present: null,
  levels: [level(100, 'holds'), level(102, 'breaks')],
  end: { kind: 'found', best: null, broken: null, interval: { low: null, high: null }, ...end },
})
const [best, broken] = [level(100, 'holds'), level(102, 'breaks')]

test.each<[Partial<CapacityEnd>, string, string]>([
  [
    { best, broken, interval: { low: 98, high: 102 } },
    '100 users: the rules held again',
    '98 users – 102 users',
  ],
  [{ kind: 'atLeast', best, interval: { low: 100, high: null } }, 'at least 100 users', 'at least 100 users'],
  [
    { kind: 'none', broken, interval: { low: null, high: 102 } },
    'lowest level, 102 users',
    'below 102 users',
  ],
  [{ kind: 'unconfirmed', best }, '100 users hold the rules; the search ended before', '–'],
  [{ kind: 'notEnoughData' }, 'Not enough data', '–'],
  [{ kind: 'generatorLimit', best }, 'Highest load that held before: 100 users', '–'],
])('%j is told as a result with its interval', (end, sentence, interval) => {
  const described = describedCapacity(capacityOf(end), 'en')
  expect(described.sentence).toContain(sentence)
  expect(described.facts.find(([name]) => name === 'Interval of the limit (90%)')?.[1]).toBe(interval)
})

test('levels tell what each rule looks at; successes are told as such, with the ends of their interval in order', () => {
  const { levels, ruleHeads } = describedCapacity(capacityOf({ best, broken }, 'arrivals'), 'en')
  expect(ruleHeads[0]).toMatch(/^Share beyond .*P95.* < 300 ms \(limit 5 %\)$/)
  expect(levels[0]).toMatchObject({
    load: '100 arrivals/s',
    values: ['2 % (1 % – 3 %)', '99.6 % (99.4 % – 100 %)'],
  })
})

test('the exported table has plain numbers below the sentence', () => {
  const rows = capacityRows(capacityOf({ best, broken }), 'zh')
  expect(rows[1]?.[0]).toBe('容量搜索')
  expect(rows.at(-1)?.slice(0, 2)).toEqual(['2', '102'])
  expect(rows.at(-1)?.slice(-2)).toEqual(['1500', '100'])
  expect(capacityRows(null, 'zh')).toEqual([])
})
