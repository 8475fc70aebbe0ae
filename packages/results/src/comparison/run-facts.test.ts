import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { describe, expect, test } from 'vitest'
import { importedClusterId, type RunRecord } from '../run-record.ts'
import { sampleRun } from '../sample-run.ts'
import { partOfRun } from './compared-part.ts'
import { differencesOf, loadModelText, type ReadPart, warningsOf } from './run-facts.ts'

const { record, events } = sampleRun({ seconds: 120 })
const known = (changes: Partial<RunRecord> = {}, more: Partial<ReadPart> = {}): ReadPart => ({
  ...partOfRun({ ...record, suspect: [], ...changes }, { runId: record.id, fromMs: null, toMs: null }, 0),
  rowSeconds: null,
  peakUsers: 200,
  plan: { components: [{ name: 'shop', percentage: 100 }], contentHash: '0123456789abcdef' },
  machines: [{ name: 'b' }, { name: 'a' }],
  events: [],
  ...more,
})

describe('differences', () => {
  test('are none between a run and its like, nor for a second more or less', () => {
    expect(differencesOf([known(), known({ endedAt: (record.endedAt ?? 0) + 1_000, number: 13 })])).toEqual(
      [],
    )
  })

  test('are told with a value per run', () => {
    const plan = {
      components: [
        { name: 'buy', percentage: 30 },
        { name: 'shop', percentage: 70 },
      ],
      contentHash: 'fedcba9876543210',
    }
    const scenario = { ...record.scenario, drive: 'arrivals' as const, sampleLog: 'csv' as const }
    const other = known(
      { scenario, clusterName: 'far', endedAt: (record.startedAt ?? 0) + 60_000 },
      { plan, machines: [], peakUsers: 7 },
    )
    expect(differencesOf([known(), other])).toEqual([
      { field: 'components', values: ['shop', 'buy 30%, shop 70%'] },
      { field: 'componentContent', values: ['01234567', 'fedcba98'] },
      { field: 'drive', values: ['users', 'arrivals'] },
      { field: 'peakUsers', values: [200, 7] },
      { field: 'duration', values: [120, 60] },
      { field: 'cluster', values: ['local', 'far'] },
      { field: 'machines', values: ['a, b', ''] },
      { field: 'sampleLog', values: ['off', 'csv'] },
    ])
  })

  test('imported results have no load, machines or scripts', () => {
    const plan = { components: [], contentHash: null }
    const differences = differencesOf([known(), known({ clusterId: importedClusterId }, { plan })])
    expect(differences.map(({ values }) => values[1])).toEqual(
      Array.from({ length: differences.length }, () => null),
    )
    expect(differences.map(({ field }) => field)).toEqual([
      'components',
      'componentContent',
      'loadModel',
      'drive',
      'cluster',
      'machines',
      'sampleLog',
    ])
  })

  test.each<[LoadModel, string]>([
    [
      { kind: 'constant', users: 200, rampUpSeconds: 20, durationSeconds: 120, loops: 0 },
      'constant users=200 rampUpSeconds=20 durationSeconds=120 loops=0',
    ],
    [
      {
        kind: 'userDefined',
        rows: [
          { users: 5, startDelaySeconds: 0, rampUpSeconds: 1, holdSeconds: 60, rampDownSeconds: 2 },
          { users: 7, startDelaySeconds: 9, rampUpSeconds: 0, holdSeconds: 30, rampDownSeconds: 0 },
        ],
      },
      'userDefined rows=5/0/1/60/2,7/9/0/30/0',
    ],
  ])('a load model is its kind and its numbers', (model, text) => {
    expect(loadModelText(model)).toBe(text)
  })
})

describe('warnings', () => {
  test.each([
    ['none of a run as planned', known(), 0, []],
    ['of one that goes on', known({ state: 'running', cause: null }), 0, ['notEnded']],
    ['of one that was stopped', known({ state: 'userStopped', cause: 'stoppedByUser' }), 0, ['endedEarly']],
    ['of requests that were lost', known(), 3, ['lostRequests']],
    ['of seconds that are suspect', known({ suspect: [[100, 110]] }), 0, ['suspectSeconds']],
    ['of an overload', known({}, { events }), 0, ['overloaded']],
    ['of few seconds', known({ endedAt: (record.startedAt ?? 0) + 20_000 }), 0, ['short']],
  ])('%s', (_name, part, lost, expected) => {
    expect(warningsOf(part, lost)).toEqual(expected)
  })

  test('are not about what lies outside the part', () => {
    const part = partOfRun({ ...record, suspect: [[100, 110]] }, { runId: '', fromMs: 0, toMs: 60_000 }, 0)
    expect(warningsOf({ ...known({}, { events }), ...part }, 0)).toEqual([])
  })
})
