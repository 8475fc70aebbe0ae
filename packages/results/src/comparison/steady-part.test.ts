import type { RunEvent } from '@pone/contract/entities/run.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { describe, expect, test } from 'vitest'
import { importedClusterId } from '../run-record.ts'
import { sampleRun } from '../sample-run.ts'
import { steadyPart, steadyParts } from './steady-part.ts'

const { record } = sampleRun({ seconds: 1 })
const span = (fromSecond: number, toSecond: number) => ({ fromSecond, toSecond })
const constant = (rampUpSeconds: number) => ({
  kind: 'constant',
  users: 9,
  rampUpSeconds,
  durationSeconds: 60,
})
const steps = { kind: 'incremental', start: 10, step: 10, intervalSeconds: 20, max: 30, rampDownSeconds: 10 }
const surge = { kind: 'surge', min: 5, max: 50, durationSeconds: 120, count: 3, peakSeconds: 10 }
const changed: RunEvent = { at: 0, kind: 'loadChanged', params: { load: 9 }, by: 'a' }

test.each([
  ['a ramp-up is left out', constant(10), span(0, 60), span(10, 60)],
  ['a ramp-up that ends within a second too', constant(10.5), span(0, 60), span(11, 60)],
  ['a long ramp-up leaves the only level', constant(40), span(0, 60), span(40, 60)],
  ['a level that is too short for windows is none', constant(45), span(0, 60), null],
  ['the part that was chosen bounds it', constant(10), span(5, 40), span(10, 40)],
  ['a run that ended early bounds it', constant(10), span(0, 30), span(10, 30)],
  ['steps of equal length are no steady part', { ...steps, holdSeconds: 20 }, span(0, 70), null],
  [
    'a level that is held for half of the part is',
    { ...steps, holdSeconds: 90 },
    span(0, 140),
    span(40, 130),
  ],
  ['surges are no steady part', surge, span(0, 120), null],
] as const)('%s', (_name, loadModel, part, expected) => {
  const scenario = scenarioDocumentSchema.parse({ loadModel })
  expect(steadyPart({ record: { ...record, scenario }, span: part, events: [] })).toEqual(expected)
})

test('of a load that was changed by hand, or measured elsewhere, nothing is known', () => {
  const known = { ...record, scenario: scenarioDocumentSchema.parse({ loadModel: constant(10) }) }
  expect(steadyPart({ record: known, span: span(0, 60), events: [changed] })).toBeNull()
  const imported = { ...known, clusterId: importedClusterId }
  expect(steadyPart({ record: imported, span: span(0, 60), events: [] })).toBeNull()
})

describe('runs of one load that are compared', () => {
  const stepped = scenarioDocumentSchema.parse({ loadModel: { ...steps, holdSeconds: 90 } })
  const part = (fromSecond: number, toSecond: number, scenario = stepped) => ({
    record: { ...record, scenario },
    span: span(fromSecond, toSecond),
    events: [],
  })

  test('do not show 10 users of one that ended early beside 30 of the other', () => {
    // Alone: 0 to 20 s at 10 users, and 40 to 130 s at 30.
    expect(steadyParts([part(0, 140), part(0, 35)])).toEqual([span(0, 20), span(0, 20)])
    expect(steadyParts([part(0, 140), part(0, 140)])).toEqual([span(40, 130), span(40, 130)])
  })

  test('have a steady part of one level as long as each of them held it', () => {
    const level = scenarioDocumentSchema.parse({ loadModel: constant(10) })
    expect(steadyParts([part(0, 60, level), part(0, 40, level)])).toEqual([span(10, 60), span(10, 40)])
  })

  test('have that of their own where parts without a common second were chosen', () => {
    expect(steadyParts([part(0, 20), part(40, 130)])).toEqual([span(0, 20), span(40, 130)])
  })

  test('leave runs of other loads alone', () => {
    const level = scenarioDocumentSchema.parse({ loadModel: constant(10) })
    expect(steadyParts([part(0, 140), part(0, 35), part(0, 60, level)])).toEqual([
      span(0, 20),
      span(0, 20),
      span(10, 60),
    ])
  })
})
