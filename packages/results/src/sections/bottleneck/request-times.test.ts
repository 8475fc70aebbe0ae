import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { PhaseSums } from '@pone/metrics/phases.ts'
import { expect, test } from 'vitest'
import { encodeLabels } from '../../batches/label-codec.ts'
import { RequestTimes } from './request-times.ts'

interface Told {
  readonly count: number
  readonly durationUs: number
  /** Of each request, µs; null where it did not happen. */
  readonly phases?: { readonly connect: number; readonly firstByte: number | null; readonly transfer: number }
}

/** The labels of a batch: requests of label 0 and a transaction around each of label 1. */
function labelsOf({ count, durationUs, phases }: Told): Buffer {
  const counted = [0, 1].map(label => {
    const counters = new Counters()
    for (let at = 0; at < count; at++) counters.record(durationUs, true, 1, 1)
    if (label === 0 && phases !== undefined) {
      counters.phases = new PhaseSums(['connect', 'firstByte', 'transfer'])
      for (let at = 0; at < count; at++)
        counters.phases.record([phases.connect, phases.firstByte, phases.transfer])
    }
    return { label, ...counters.toWire() }
  })
  return encodeLabels(counted)
}

function timesOf(...batches: readonly (Told & { readonly second: number })[]): RequestTimes {
  const times = new RequestTimes()
  for (const { second, ...told } of batches)
    times.add({ second, labels: labelsOf(told) }, label => label === 0, new DecodedCounts())
  return times
}

test('transactions are left out, and what is outside of all phases is the generator', () => {
  const phases = { connect: 1_000, firstByte: 7_000, transfer: 1_500 }
  const times = timesOf(
    { second: 0, count: 10, durationUs: 10_000, phases },
    { second: 1, count: 30, durationUs: 10_000, phases },
    { second: 5, count: 1, durationUs: 90_000, phases },
  )
  expect(times.between(0, 1)).toEqual({ generator: 0.5, network: 2.5, waiting: 7, unknown: 0 })
  expect(times.between(2, 4)).toBeNull()
})

test('requests without phases are unknown, and so is the rest where requests had no first byte', () => {
  const phases = { connect: 1_000, firstByte: 7_000, transfer: 1_500 }
  const mixed = timesOf(
    { second: 0, count: 10, durationUs: 10_000, phases },
    { second: 0, count: 10, durationUs: 20_000 },
  )
  expect(mixed.between(0, 0)).toEqual({ generator: 0.25, network: 1.25, waiting: 3.5, unknown: 10 })
  const timedOut = timesOf(
    { second: 0, count: 9, durationUs: 10_000, phases },
    {
      second: 0,
      count: 1,
      durationUs: 910_000,
      phases: { connect: 1_000, firstByte: null, transfer: 0 },
    },
  )
  expect(timedOut.between(0, 0)).toMatchObject({ generator: 0, waiting: 6.3 })
  expect(timedOut.between(0, 0)?.unknown).toBeCloseTo(91.35)
})
