import { type Batch, batchSchema } from '@pone/contract/link/batch.ts'
import { expect, test } from 'vitest'
import { validateBatch } from './validate-batch.ts'

const none = { count: 0, sumUs: 0 }
const phases = { dns: none, connect: none, tls: none, firstByte: none, transfer: none }
const label = {
  label: 0,
  passed: 1,
  failed: 0,
  sentBytes: 1,
  receivedBytes: 1,
  sumUs: 5,
  sumSquaresUs2: 25,
  minUs: 5,
  maxUs: 5,
  histogram: '',
  phases,
}
const good: Batch = batchSchema.parse({
  runId: 'r',
  workerId: 'a/1.1',
  seq: 1,
  second: 0,
  users: 1,
  targetUsers: 1,
  iterations: 1,
  lateStarts: 0,
  droppedStarts: 0,
  sent: 1,
  completed: 1,
  labels: [label],
  errors: [{ label: -1, code: 'c', message: 'm', count: 1, at: 1, sample: null }],
  log: [],
  health: { cpu01: 0.5, eventLoopDelayMs: 1, memoryBytes: 1, connections: 1, maxConnections: null },
  end: null,
})

test('a batch of an engine is believed', () => {
  expect(() => validateBatch(good)).not.toThrow()
})

const absurd: [what: string, change: Partial<Batch>][] = [
  ['a second after the longest run', { second: 2 ** 31 - 1 }],
  ['more users than a column holds', { users: 2 ** 40 }],
  ['users below zero', { users: -1 }],
  ['a number beyond its column', { seq: 2 ** 31 }],
  ['counters below zero', { sent: -1 }],
  ['passed requests below zero', { labels: [{ ...label, passed: -5, failed: 6 }] }],
  ['endless bytes', { labels: [{ ...label, receivedBytes: 1e308 }] }],
  ['an endless time', { labels: [{ ...label, maxUs: 1e308 }] }],
  ['a shortest time above the longest', { labels: [{ ...label, minUs: 6 }] }],
  [
    'parts of times below zero',
    { labels: [{ ...label, phases: { ...phases, tls: { count: 1, sumUs: -1 } } }] },
  ],
  ['a label beyond its column', { labels: [{ ...label, label: 70_000 }] }],
  ['errors below zero', { errors: good.errors.map(error => ({ ...error, count: -1 })) }],
  [
    'ten thousand errors',
    {
      errors: Array.from({ length: 10_000 }, () => ({
        label: 0,
        code: 'c',
        message: 'm',
        count: 1,
        at: 1,
        sample: null,
      })),
    },
  ],
  ['lost requests below zero', { end: { cause: 'planned', detail: '', lost: -1 } }],
]
test.each(absurd)('%s is not believed', (_what, change) => {
  expect(() => validateBatch({ ...good, ...change })).toThrow(RangeError)
})
