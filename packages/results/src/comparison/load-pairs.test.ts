import type { RunEvent } from '@pone/contract/entities/run.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, test } from 'vitest'
import { importedClusterId } from '../run-record.ts'
import { sampleRun } from '../sample-run.ts'
import { pairingOf } from './load-pairs.ts'

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
  ['the same climbing load', part({ loadModel: climbing }), part({ loadModel: climbing }), 'always'],
  ['a steady load', part(steady), part(steady), 'whereSurer'],
  ['different models', part({ loadModel: climbing }), part(steady), 'never'],
  ['a higher climb', part({ loadModel: climbing }), part({ loadModel: { ...climbing, max: 90 } }), 'never'],
  [
    'users and arrivals',
    part({ loadModel: climbing }),
    part({ loadModel: climbing, drive: 'arrivals' }),
    'never',
  ],
  [
    'parts of other times',
    part({ loadModel: climbing }),
    part({ loadModel: climbing }, { fromSecond: 30 }),
    'never',
  ],
  [
    'a load changed by hand',
    part({ loadModel: climbing }),
    part({ loadModel: climbing }, { events: [changed] }),
    'never',
  ],
  [
    'results measured elsewhere',
    part({ loadModel: climbing }, { clusterId: importedClusterId }),
    part({ loadModel: climbing }),
    'never',
  ],
] as const)('%s: pairing', (_name, baseline, other, expected) => {
  expect(pairingOf(baseline, other)).toBe(expected)
})
