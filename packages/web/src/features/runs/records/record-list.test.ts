import { describe, expect, it } from 'vitest'
import { bestPage, endedStates, recordDefaults, recordFilter, recordPage } from './record-list.ts'

const now = 100 * 86_400_000
const none = recordDefaults.filters

describe('the filter of the execution records', () => {
  it.each([
    [none, undefined, { states: [], sla: [], from: null }],
    [
      { ...none, state: 'failed', sla: 'broken' },
      undefined,
      { states: ['failed'], sla: ['broken'], from: null },
    ],
    [{ ...none, state: 'odd', sla: 'odd', period: 'odd' }, undefined, { states: [], sla: [], from: null }],
    [{ ...none, period: '7d' }, undefined, { states: [], sla: [], from: now - 7 * 86_400_000 }],
    [none, 'logging', { states: endedStates, sla: [], from: null }],
    [{ ...none, state: 'running' }, 'logging', { states: endedStates, sla: [], from: null }],
    [
      none,
      'SLA',
      { states: endedStates, sla: ['notJudged', 'pending', 'passed', 'broken', 'notReliable'], from: null },
    ],
    [{ ...none, sla: 'none' }, 'SLA', { states: endedStates, sla: ['none'], from: null }],
  ] as const)('%o in %s', (filter, history, wanted) => {
    expect(recordFilter(filter, history, now)).toEqual(wanted)
  })

  it('lists the final states', () => {
    expect(endedStates).toContain('complete')
    expect(endedStates).not.toContain('running')
  })
})

it.each([
  ['running', undefined, '/pone/atf/projects/realTimeMonitoring?id=r1'],
  ['running', 'SLA', '/pone/atf/projects/realTimeMonitoring?id=r1'],
  ['complete', undefined, '/pone/atf/projects/analysisReports?id=r1'],
  ['complete', 'logging', '/pone/atf/projects/analysisReportsHistory?id=r1'],
  ['complete', 'SLA', '/pone/atf/projects/SLAHistory?id=r1'],
] as const)('a run that is %s opens from the list %s %s', (state, history, page) => {
  expect(bestPage({ id: 'r1', state }, history)).toBe(page)
})

it('a page opens within the history or outside it', () => {
  expect(recordPage('SLA', 'r1', false)).toBe('/pone/atf/projects/SLA?id=r1')
})
