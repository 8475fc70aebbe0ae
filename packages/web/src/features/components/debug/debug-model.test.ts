/** How the events of a standalone execution are arranged. */
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { describe, expect, it } from 'vitest'
import { filterExchanges, latestValues, startingRun, timeAxis, withEvents } from './debug-model.ts'

const exchange = (
  url: string,
  at: number,
  changes: Partial<Extract<DebugEvent, { kind: 'exchange' }>['exchange']> = {},
): DebugEvent => ({
  kind: 'exchange',
  stepId: 's',
  user: 1,
  iteration: 1,
  exchange: {
    at,
    label: url,
    method: 'GET',
    url,
    requestHeaders: [],
    requestBody: '',
    status: 200,
    responseHeaders: [],
    responseBody: '',
    responseBytes: 0,
    durationMs: 10,
    protocol: 'http',
    phases: {},
    error: null,
    checkpoints: [],
    extracted: [],
    fromCache: null,
    resources: [],
    sections: [],
    ...changes,
  },
})
const ended: DebugEvent = { kind: 'ended', cause: 'finished', detail: '' }

describe('a standalone execution', () => {
  it('numbers exchanges and ends with the last event', () => {
    const run = withEvents(startingRun(), [exchange('/a', 100), exchange('/b', 130), ended])
    expect(run.exchanges.map(row => [row.number, row.exchange.url])).toEqual([
      [1, '/a'],
      [2, '/b'],
    ])
    expect(run.state).toBe('ended')
    expect(timeAxis(run.exchanges)).toEqual({ startAt: 100, lengthMs: 40 })
  })
  it('takes events once when polling repeats some', () => {
    const events = [exchange('/a', 1), exchange('/b', 2)]
    const run = withEvents(withEvents(startingRun(), events), [...events, ended], 0)
    expect(run.exchanges).toHaveLength(2)
    expect(run.eventCount).toBe(3)
  })
  it('counts an exchange with a failed checkpoint as failed and finds it by the filter', () => {
    const failed = exchange('/f', 3, {
      checkpoints: [{ id: 'c', summary: 'status = 200', passed: false, actual: '503' }],
    })
    const run = withEvents(startingRun(), [
      exchange('/a', 1),
      failed,
      exchange('/e', 5, { error: { code: 'timeout', message: '' } }),
    ])
    expect(run.exchanges.map(row => row.passed)).toEqual([true, false, false])
    expect(filterExchanges(run.exchanges, { text: '', failedOnly: true })).toHaveLength(2)
    expect(filterExchanges(run.exchanges, { text: '/F', failedOnly: false })).toHaveLength(1)
  })
  it('knows the latest value of each variable, also before an iteration ends', () => {
    const extracting = (value: string) =>
      exchange('/a', 1, { extracted: [{ variable: 'token', value, matched: true }] })
    const going = withEvents(startingRun(), [extracting('old'), extracting('new')])
    expect(latestValues(going)).toEqual({ token: 'new' })
    expect(
      latestValues(
        withEvents(going, [{ kind: 'variables', user: 1, iteration: 1, values: { token: 'end', n: '2' } }]),
      ),
    ).toEqual({ token: 'end', n: '2' })
  })
})
