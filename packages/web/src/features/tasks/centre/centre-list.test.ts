import { describe, expect, it } from 'vitest'
import { pastStates, taskFilter } from './centre-list.ts'

const none = { view: 'all', kind: 'all', trigger: 'all', state: 'all', period: 'all' }
const now = 100 * 86_400_000

describe('the filter of the task centre', () => {
  it.each([
    ['all', {}, []],
    ['all', { state: 'failed' }, ['failed']],
    ['running', { state: 'failed' }, ['running']],
    ['waiting', {}, ['waiting']],
    ['past', {}, pastStates],
    ['past', { state: 'stopped' }, ['stopped']],
    ['past', { state: 'running' }, pastStates],
  ] as const)('of %s with %o has the states %j', (view, filters, states) => {
    expect(taskFilter(view, { ...none, ...filters }, now).states).toEqual(states)
  })

  it('unknown values mean all', () => {
    expect(taskFilter('all', { ...none, kind: 'x', trigger: 'x', period: 'x' }, now)).toEqual({
      states: [],
      kind: null,
      trigger: null,
      from: null,
    })
    expect(
      taskFilter('all', { ...none, kind: 'set', trigger: 'schedule', period: '30d' }, now),
    ).toMatchObject({ kind: 'set', trigger: 'schedule', from: now - 30 * 86_400_000 })
  })

  it('lists the ended states', () => expect(pastStates).toEqual(['complete', 'failed', 'stopped', 'missed']))
})
