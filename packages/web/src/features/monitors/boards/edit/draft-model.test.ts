/** Changes of a chart group that is edited. */
import { chartGroupContentSchema, maxGroupCharts } from '@pone/contract/entities/chart-group.ts'
import { monitorTypes } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import {
  addChart,
  addTemplate,
  contentOf,
  copyChart,
  differencesOf,
  draftOf,
  freeVariableName,
  type GroupDraft,
  isVariableUsed,
  removeChart,
} from './draft-model.ts'

const empty = draftOf(null)
const ids = () => {
  let count = 0
  return () => {
    count += 1
    return `id${count}`
  }
}
const redis = monitorTypes.find(({ name }) => name === 'redis')
if (redis === undefined) throw new Error('there is no type redis')
const templated = (draft: GroupDraft = empty) => addTemplate(draft, redis, { language: 'en', newId: ids() })
const chart = (id: string) => ({
  id,
  title: id,
  style: null,
  counters: [
    {
      source: { kind: 'monitor' as const, monitorId: '00000000-0000-4000-8000-000000000001', name: 'cache' },
      type: 'redis',
      section: 'server',
      counter: 'used_memory',
      labels: {},
    },
  ],
})

test('the template of every type with charts is content that can be stored', () => {
  for (const type of monitorTypes) {
    const { draft, cut } = addTemplate(empty, type, { language: 'zh', newId: ids() })
    expect(draft.charts.length + cut, type.name).toBe(type.charts.length)
    expect(chartGroupContentSchema.safeParse(contentOf(draft)).error, type.name).toBeUndefined()
  }
})

test('a template uses the variable of its type that the group has', () => {
  const { draft } = templated()
  expect(draft.variables.map(({ name }) => name)).toEqual(['Redis'])
  const again = addTemplate(draft, redis, { language: 'en', newId: () => `x${Math.random()}` }).draft
  expect(again.variables).toEqual(draft.variables)
  expect(again.charts).toHaveLength(2 * draft.charts.length)
})

test('a template is cut where the group is full', () => {
  const full = Array.from({ length: maxGroupCharts - 2 }, (_, at) => `c${at}`).reduce(
    (draft, id) => addChart(draft, chart(id)),
    empty,
  )
  const { draft, cut } = templated(full)
  expect(draft.charts).toHaveLength(maxGroupCharts)
  expect(cut).toBe(redis.charts.length - 2)
  expect(copyChart(draft, 'c0', 'one more')).toBe(draft)
  expect(addChart(draft, chart('one more'))).toBe(draft)
})

test('charts stand side by side, and what is removed leaves no hole', () => {
  const three = ['a', 'b', 'c'].reduce((draft, id) => addChart(draft, chart(id)), empty)
  const placesOf = ({ charts }: GroupDraft) => charts.map(({ place: { x, y } }) => [x, y])
  expect(placesOf(three)).toEqual([
    [0, 0],
    [6, 0],
    [0, 6],
  ])
  expect(placesOf(removeChart(three, 'a'))).toEqual([
    [6, 0],
    [0, 0],
  ])
})

test('variables have names of their own and are known to be used', () => {
  const { draft } = templated()
  expect(freeVariableName(draft, 'Redis')).toBe('Redis 2')
  const key = draft.variables[0]?.key ?? ''
  expect(isVariableUsed(draft, key)).toBe(true)
  expect(isVariableUsed(draft, 'other')).toBe(false)
})

test('differences name what only one version has, and what both have changed', () => {
  const base = ['a', 'b'].reduce((draft, id) => addChart(draft, chart(id)), { ...empty, name: 'G' })
  const mine = addChart(removeChart(base, 'b'), chart('c'))
  const theirs = {
    ...base,
    style: 'bar' as const,
    charts: base.charts.map(each => (each.id === 'a' ? { ...each, title: 'A' } : each)),
  }
  expect(differencesOf(mine, theirs)).toEqual([
    { kind: 'name', name: 'G' },
    { kind: 'changed', name: 'a' },
    { kind: 'mine', name: 'c' },
    { kind: 'theirs', name: 'b' },
  ])
  expect(differencesOf(base, base)).toEqual([])
})
