import { expect, it } from 'vitest'
import type { LoadModel } from '../scenario/scenario.ts'
import { stageStartsMs } from './stages.ts'

const row = { startDelaySeconds: 0, rampUpSeconds: 0, holdSeconds: 10, rampDownSeconds: 0 }
const incremental = { kind: 'incremental', holdSeconds: 60, rampDownSeconds: 10 } as const
const starts: [string, LoadModel, number[]][] = [
  [
    'a constant load has one, after its ramp-up',
    { kind: 'constant', users: 10, rampUpSeconds: 5, durationSeconds: 60, loops: 0 },
    [5_000],
  ],
  [
    'a load that only its loops end has one as well',
    { kind: 'constant', users: 10, rampUpSeconds: 0, durationSeconds: 0, loops: 3 },
    [0],
  ],
  [
    'a load that ends while it climbs has none',
    { kind: 'constant', users: 10, rampUpSeconds: 60, durationSeconds: 60, loops: 0 },
    [],
  ],
  [
    'an incremental load has one for each step, and none while it ramps down',
    { ...incremental, start: 10, step: 10, intervalSeconds: 20, max: 30 },
    [0, 20_000, 40_000],
  ],
  [
    'a load without users at its start has the first one when it rises',
    { ...incremental, start: 0, step: 5, intervalSeconds: 10, max: 5 },
    [10_000],
  ],
  [
    'a surge has one for each change between low and high',
    { kind: 'surge', min: 2, max: 8, peakSeconds: 4, count: 2, durationSeconds: 20 },
    [0, 6_000, 10_000, 16_000],
  ],
  [
    'a surge that is low without load has those that are high',
    { kind: 'surge', min: 0, max: 8, peakSeconds: 4, count: 2, durationSeconds: 20 },
    [6_000, 16_000],
  ],
  [
    'rows of a user-defined load that hold the same level one after another are one',
    {
      kind: 'userDefined',
      rows: [
        { ...row, users: 5 },
        { ...row, users: 5, startDelaySeconds: 10 },
        { ...row, users: 7, startDelaySeconds: 20 },
      ],
    },
    [0, 20_000],
  ],
  [
    'a level shorter than a second is none',
    {
      kind: 'userDefined',
      rows: [{ ...row, users: 5, rampUpSeconds: 3, holdSeconds: 0, rampDownSeconds: 3 }],
    },
    [],
  ],
  [
    'rounds of concurrent users are one',
    { kind: 'concurrency', users: 10, rounds: 5, durationSeconds: 0, gatherTimeoutSeconds: 30 },
    [0],
  ],
]
it.each(starts)('%s', (_, model, expected) => {
  expect(stageStartsMs(model)).toEqual(expected)
})
