import { expect, it } from 'vitest'
import { bothKnown, requestsDuring } from './served-requests.ts'

it('requests that people entered go before those of the run', () => {
  expect(requestsDuring({ requests: 7, durationMs: 2_000 }, { requests: 100, seconds: 1 })).toBe(7)
})

it('requests of the run are its rate in whole seconds for the length of the flame diagram', () => {
  expect(requestsDuring({ requests: null, durationMs: 5_500 }, { requests: 400, seconds: 4 })).toBe(550)
})

it('nothing is known without a run, without a length, or without requests', () => {
  expect(requestsDuring({ requests: null, durationMs: 5_000 }, null)).toBeNull()
  expect(requestsDuring({ requests: null, durationMs: null }, { requests: 4, seconds: 1 })).toBeNull()
  expect(requestsDuring({ requests: null, durationMs: 5_000 }, { requests: 0, seconds: 4 })).toBeNull()
})

it('weights per request need the requests of both sides', () => {
  expect(bothKnown(1, null)).toBeNull()
  expect(bothKnown(1, 2)).toEqual({ before: 1, after: 2 })
})
