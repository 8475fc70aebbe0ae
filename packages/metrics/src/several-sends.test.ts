import { expect, test } from 'vitest'
import { severalSends } from './several-sends.ts'

const counts = {
  run: { startedAt: 1_000, endedAt: 5_000 },
  fromMs: 0,
  toMs: 4_000,
  total: { count: 108 },
  reconciliation: { sent: 135, isReconciled: true },
}

test.each([
  ['more sends than requests', {}, { requests: 108, sent: 135 }],
  ['as many', { total: { count: 135 } }, null],
  ['a part of the run, whose sends are not known', { fromMs: 1_000 }, null],
  ['a part that ends before the run', { toMs: 3_999 }, null],
  ['counts that do not reconcile', { reconciliation: { sent: 135, isReconciled: false } }, null],
])('%s', (_, changes, expected) => {
  expect(severalSends({ ...counts, ...changes })).toEqual(expected)
})
