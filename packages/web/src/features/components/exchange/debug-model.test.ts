/** How the events of a standalone execution are grouped and ordered. */
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { describe, expect, it } from 'vitest'
import { bodyModes } from './body-modes.ts'
import {
  failedCount,
  failedRun,
  filterExchanges,
  hasManyUsers,
  isStoppable,
  latestValues,
  startingRun,
  withEvents,
} from './debug-model.ts'
import { shareOf, timeAxis, waterfallOf } from './waterfall.ts'

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
    expect(timeAxis(run.exchanges.map(row => row.exchange))).toEqual({ startAt: 100, lengthMs: 40 })
  })
  it('counts events once when polling returns some again', () => {
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
  it('returns the latest value of each variable, also before an iteration ends', () => {
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
  it('takes values of finished iterations from their end', () => {
    const run = withEvents(startingRun(), [
      exchange('/a', 1, { extracted: [{ variable: 'token', value: 'first', matched: true }] }),
      { kind: 'variables', user: 1, iteration: 1, values: { token: 'end', kept: '1' } },
      {
        ...exchange('/a', 2, { extracted: [{ variable: 'token', value: 'second', matched: true }] }),
        iteration: 2,
      } as DebugEvent,
    ])
    expect(latestValues(run)).toEqual({ token: 'second', kept: '1' })
    expect(latestValues(null)).toEqual({})
  })
  it('sorts events into lists and keeps its state until it ends', () => {
    const line = { at: 1, level: 'info', source: 'script', message: 'hello' } as const
    const transaction = {
      kind: 'transaction',
      stepId: 't',
      user: 1,
      iteration: 1,
      name: 'Buy',
      durationMs: 5,
      passed: true,
    } as const
    const run = withEvents({ ...startingRun(), state: 'running' }, [transaction, { kind: 'log', line }])
    expect(run).toMatchObject({
      state: 'running',
      transactions: [transaction],
      log: [{ line, fault: null }],
      ended: null,
      eventCount: 2,
    })
    expect(withEvents(run, [])).toBe(run)
    expect(withEvents(run, [transaction], 1)).toBe(run)
  })
  it('keeps the latest 3,000 requests and continues their numbers', () => {
    const many = Array.from({ length: 3_002 }, (_, at) => exchange(`/${at}`, at))
    const run = withEvents(startingRun(), many)
    expect([run.exchanges.length, run.exchanges[0]?.number, run.exchanges.at(-1)?.number]).toEqual([
      3_000, 3, 3_002,
    ])
    expect(withEvents(run, [exchange('/x', 1)]).exchanges.at(-1)?.number).toBe(3_003)
  })
  it('can be stopped from the moment the server has confirmed it until it ends', () => {
    expect(isStoppable(null)).toBe(false)
    expect(isStoppable(startingRun())).toBe(false)
    const running = { ...startingRun(), debugId: 'd', state: 'running' } as const
    expect(isStoppable(running)).toBe(true)
    expect(isStoppable({ ...running, state: 'ended' })).toBe(false)
  })
  it('keeps its own end state when it fails afterwards', () => {
    expect(failedRun(startingRun(), 'gone')).toMatchObject({
      state: 'ended',
      ended: { cause: 'failed', detail: 'gone' },
    })
    expect(failedRun(withEvents(startingRun(), [ended]), 'gone').ended).toEqual(ended)
  })
  it.each([
    ['get ', ['/a', '/b']],
    ['503', ['/b']],
    ['sent', ['/a']],
    ['RECEIVED', ['/b']],
    ['named', ['/b']],
    ['nothing', []],
    ['  ', ['/a', '/b', '/c']],
  ])('finds by "%s" the requests %j', (text, urls) => {
    const run = withEvents(startingRun(), [
      exchange('/a', 1, { method: 'GET x', requestBody: 'is sent' }),
      exchange('/b', 2, { method: 'GET x', label: 'Named', status: 503, responseBody: 'is received' }),
      exchange('/c', 3, { method: 'POST', status: null }),
    ])
    expect(filterExchanges(run.exchanges, { text, failedOnly: false }).map(row => row.exchange.url)).toEqual(
      urls,
    )
  })
  it('shows users only if there are several users or iterations', () => {
    const rows = (...others: object[]) =>
      withEvents(startingRun(), [
        exchange('/a', 1),
        ...others.map(other => ({ ...exchange('/b', 2), ...other }) as DebugEvent),
      ]).exchanges
    expect(hasManyUsers([])).toBe(false)
    expect(hasManyUsers(rows({}))).toBe(false)
    expect(hasManyUsers(rows({ user: 2 }))).toBe(true)
    expect(hasManyUsers(rows({ iteration: 2 }))).toBe(true)
  })
  it('counts the failed ones', () => {
    const failed = exchange('/f', 3, { error: { code: 'timeout', message: '' } })
    expect(failedCount(withEvents(startingRun(), [failed, exchange('/a', 1), failed]))).toBe(2)
  })
})

describe('the time axis', () => {
  it('is one ms long without requests and at least', () => {
    expect(timeAxis([])).toEqual({ startAt: 0, lengthMs: 1 })
    expect(timeAxis([{ at: 5, durationMs: 0.2 }])).toEqual({ startAt: 5, lengthMs: 1 })
    expect(
      timeAxis([
        { at: 50, durationMs: 100 },
        { at: 60, durationMs: 1 },
      ]),
    ).toEqual({ startAt: 50, lengthMs: 100 })
  })
  it('includes a request with its waiting time', () => {
    const axis = { startAt: 100, lengthMs: 200 }
    expect(waterfallOf({ at: 150, durationMs: 20 }, { firstByte: 5 }, axis)).toEqual({
      leftPercent: 25,
      widthPercent: 10,
      waitedPercent: 25,
    })
    expect(waterfallOf({ at: 150, durationMs: 20 }, {}, axis).waitedPercent).toBe(0)
  })
  it.each([
    [5, 10, 50],
    [20, 10, 100],
    [0, 0, 0],
    [1, 0, 100],
  ])('%d of %d ms are %d %%', (part, whole, share) => {
    expect(shareOf(part, whole)).toBe(share)
  })
})

it.each([
  ['{"a":1}', '', ['pretty', 'raw']],
  ['  [1]', 'text/plain', ['pretty', 'raw']],
  ['1', 'application/json', ['pretty', 'raw']],
  ['{"a":', 'application/json', ['raw']],
  ['1', 'text/plain', ['raw']],
  ['<p>', 'text/HTML', ['raw', 'preview']],
  ['<svg/>', 'image/svg+xml', ['raw', 'preview']],
])('the body %j of type %j is shown as %j', (body, type, modes) => {
  expect(bodyModes(body, type).modes).toEqual(modes)
  expect(bodyModes(body, type).formatted === null).toBe(!modes.includes('pretty'))
})
