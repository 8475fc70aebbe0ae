import type { RunEvent } from '@pone/contract/entities/run.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, test } from 'vitest'
import { importedClusterId } from '../run-record.ts'
import { sampleRun } from '../sample-run.ts'
import { arePaired } from './load-pairs.ts'

const { record } = sampleRun({ seconds: 1 })
const climbing = {
  kind: 'incremental',
  start: 10,
  step: 10,
  intervalSeconds: 30,
  max: 100,
  holdSeconds: 30,
  rampDownSeconds: 0,
}
const part = (
  scenario: object,
  { fromSecond = 0, events = [] as readonly RunEvent[], clusterId = record.clusterId } = {},
) => ({
  record: { ...record, clusterId, scenario: scenarioDocumentSchema.parse(scenario) },
  span: { fromSecond, toSecond: 300 },
  events,
})
const changed: RunEvent = { at: 0, kind: 'loadChanged', params: { load: 9 }, by: 'a' }
const steady = {
  loadModel: { kind: 'constant', users: 9, rampUpSeconds: 0, durationSeconds: 300 },
}

test.each([
  ['the same climbing load', part({ loadModel: climbing }), part({ loadModel: climbing }), true],
  ['a steady load', part(steady), part(steady), false],
  ['different models', part({ loadModel: climbing }), part(steady), false],
  ['a higher climb', part({ loadModel: climbing }), part({ loadModel: { ...climbing, max: 90 } }), false],
  [
    'users and arrivals',
    part({ loadModel: climbing }),
    part({ loadModel: climbing, drive: 'arrivals' }),
    false,
  ],
  [
    'parts of other times',
    part({ loadModel: climbing }),
    part({ loadModel: climbing }, { fromSecond: 30 }),
    false,
  ],
  [
    'a load changed by hand',
    part({ loadModel: climbing }),
    part({ loadModel: climbing }, { events: [changed] }),
    false,
  ],
  [
    'results measured elsewhere',
    part({ loadModel: climbing }, { clusterId: importedClusterId }),
    part({ loadModel: climbing }),
    false,
  ],
] as const)('%s: paired or not', (_name, baseline, other, expected) => {
  expect(arePaired(baseline, other)).toBe(expected)
})
