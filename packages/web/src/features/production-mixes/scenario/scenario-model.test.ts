import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { expect, test } from 'vitest'
import { partsOf, previewOf } from './scenario-model.ts'

const mix = (arrivals: readonly number[], intervalSeconds = 1): ProductionMixDocument => ({
  source: { kind: 'accessLog', name: 'access.log' },
  fromMs: 0,
  toMs: arrivals.length * intervalSeconds * 1_000,
  requests: arrivals.reduce((sum, count) => sum + count, 0),
  otherRequests: 0,
  staticRequests: 0,
  refusedRequests: 0,
  intervalSeconds,
  arrivals: [...arrivals],
  visits: 1,
  meanPauseMs: null,
  templates: [{ method: 'GET', origin: '', path: '/', url: '/', count: 1, sizes: null }],
  lists: [],
  secrets: [],
})
const secondsOf = (document: ProductionMixDocument) => partsOf(document).map(({ seconds }) => seconds)

test('offered are the whole mix and its busiest parts that are shorter', () => {
  expect(secondsOf(mix([20, 20]))).toEqual([0])
  expect(secondsOf(mix(Array.from({ length: 400 }, () => 20)))).toEqual([0, 60, 300])
  expect(secondsOf(mix([20, 20, 20], 3_600))).toEqual([0, 3_600])
})

test('the load of a part has its length, highest rate and number of requests', () => {
  const document = mix([10, 30, 20])
  expect(previewOf(document, { part: { firstInterval: 1, intervals: 2 }, factor: 2 })).toMatchObject({
    durationMs: 2_000,
    peakPerSecond: 60,
    requests: 100,
    isCut: false,
  })
})

test('a part without requests has no load', () => {
  expect(previewOf(mix([10, 0, 0]), { part: { firstInterval: 1, intervals: 2 }, factor: 1 })).toBeNull()
})
