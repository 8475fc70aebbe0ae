import {
  type Change,
  type ComparedLabel,
  type ComparisonMetric,
  comparisonMetrics,
} from '@pone/contract/entities/comparison.ts'
import { statisticsSchema } from '@pone/contract/entities/run.ts'
import { describe, expect, it } from 'vitest'
import { choiceOf, groupLabels, type LabelChoice, metricOf, nextSort } from './label-rows.ts'

const statistics = (p95Ms: number) =>
  statisticsSchema.parse({
    ...Object.fromEntries(Object.keys(statisticsSchema.shape).map(name => [name, 0])),
    p95Ms,
  })
/** P95 of each run, null where it does not have the label; changes of more than 10 % are significant. */
function label(name: string, p95s: readonly (number | null)[], kind: 'request' | 'transaction' = 'request') {
  const [base = null] = p95s
  const cells = p95s.map((p95, at) => {
    if (p95 === null) return null
    if (at === 0 || base === null) return { statistics: statistics(p95), changes: null }
    const change: Change = {
      delta: p95 - base,
      deltaPercent: base === 0 ? null : ((p95 - base) / base) * 100,
      significance: Math.abs(p95 - base) > base / 10 ? 'different' : 'notShown',
      pValue: null,
      lowDelta: null,
      highDelta: null,
      windowSeconds: null,
      smallestDelta: null,
      smallestPercent: null,
    }
    const changes = Object.fromEntries(comparisonMetrics.map(metric => [metric, change]))
    return { statistics: statistics(p95), changes: changes as Record<ComparisonMetric, Change> }
  })
  return { key: name, label: { name, kind, component: 'shop' }, cells } satisfies ComparedLabel
}
const labels = [
  label('home', [10, 11, 10]),
  label('Cart', [20, 40, null]),
  label('order', [100, 50, 100], 'transaction'),
  label('old', [5, null, null]),
  label('new', [null, 7, 8]),
]
const choice: LabelChoice = {
  metric: 'p95Ms',
  tolerancePercent: 5,
  search: '',
  kind: 'all',
  isNotableOnly: false,
  sort: 'plan',
  descending: true,
}
const shown = (changes: Partial<LabelChoice>) =>
  groupLabels(labels, { ...choice, ...changes }).map(({ runs, labels: rows }) => [
    runs,
    rows.map(({ key }) => key),
  ])

describe('labels of compared runs', () => {
  it('are in the order of the baseline, those that some runs lack in separate groups', () => {
    expect(shown({})).toEqual([
      [null, ['home', 'Cart', 'order']],
      [[0], ['old']],
      [[1, 2], ['new']],
    ])
  })

  it('are sorted by the change of a run, missing values last, or by the value of the baseline', () => {
    expect(shown({ sort: 1 })[0]).toEqual([null, ['Cart', 'home', 'order']])
    expect(shown({ sort: 1, descending: false })[0]).toEqual([null, ['order', 'home', 'Cart']])
    expect(shown({ sort: 2 })[0]?.[1]).toEqual(['home', 'order', 'Cart'])
    expect(shown({ sort: 0 })[0]?.[1]).toEqual(['order', 'Cart', 'home'])
    expect(shown({ sort: 'name', descending: false })[0]?.[1]).toEqual(['Cart', 'home', 'order'])
  })

  it('can be searched, and filtered by kind and by change', () => {
    expect(shown({ search: ' CA ' })).toEqual([[null, ['Cart']]])
    expect(shown({ kind: 'transaction' })).toEqual([[null, ['order']]])
    expect(shown({ isNotableOnly: true })).toEqual([[null, ['Cart', 'order']]])
    expect(shown({ isNotableOnly: true, tolerancePercent: 60 })).toEqual([[null, ['Cart']]])
  })
})

describe('the view of the table in the address', () => {
  const view = {
    metric: 'p99Ms',
    tolerance: 7,
    search: 'cart',
    kind: 'request',
    notable: true,
    sort: 'name',
    descending: false,
    trend: 20,
  }

  it('is read unchanged when valid', () => {
    expect(choiceOf(view)).toEqual({
      metric: 'p99Ms',
      tolerancePercent: 7,
      search: 'cart',
      kind: 'request',
      isNotableOnly: true,
      sort: 'name',
      descending: false,
    })
  })

  it.each([
    ['2', 2],
    ['0', 0],
    ['', 'plan'],
    ['1.5', 'plan'],
    ['odd', 'plan'],
  ])('sorts for %j by %j', (sort, by) => expect(choiceOf({ ...view, sort }).sort).toBe(by))

  it('falls back to the defaults when invalid', () => {
    expect(choiceOf({ ...view, metric: 'x', kind: 'x' })).toMatchObject({ metric: 'p95Ms', kind: 'all' })
    expect(metricOf('count')).toBe('count')
  })
})

describe('a click on a column head', () => {
  it.each([
    ['plan', true, 'name', 'name', false],
    ['name', false, 'name', 'name', true],
    ['name', true, 'name', 'plan', true],
    ['plan', true, 1, 1, true],
    [2, false, 1, 1, true],
    [1, true, 1, 1, false],
    [1, false, 1, 'plan', true],
  ] as const)(
    'sorted by %j, descending %s, on %j: by %j, descending %s',
    (sort, descending, of, next, isDown) => {
      expect(nextSort({ sort, descending }, of)).toEqual({ sort: next, descending: isDown })
    },
  )
})
