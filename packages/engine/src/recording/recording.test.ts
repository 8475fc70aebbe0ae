import type { Exchange } from '@pone/contract/entities/run.ts'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import { describe, expect, test } from 'vitest'
import { CappedLog } from './capped-log.ts'
import { ErrorGroups, normalisedMessage } from './error-groups.ts'

const exchange = (status: number | null, body = ''): Exchange => ({
  at: 1,
  label: 'l',
  method: 'GET',
  url: 'http://t/',
  requestHeaders: [],
  requestBody: '',
  status,
  responseHeaders: status === null || body === '' ? [] : [['a', 'b']],
  responseBody: body,
  responseBytes: body.length,
  durationMs: 1,
  protocol: 'http',
  phases: {},
  error: null,
  checkpoints: [],
  extracted: [],
  fromCache: null,
  resources: [],
  sections: [],
})

describe('error groups', () => {
  test('count failures of one kind together, with the first sample', () => {
    const groups = new ErrorGroups()
    groups.add(0, { code: 'HTTP 503', message: 'status 503' }, 5, () => exchange(503, 'a'))
    groups.add(0, { code: 'HTTP 503', message: 'status 503' }, 6, () => exchange(503, 'b'))
    groups.add(1, { code: 'HTTP 503', message: 'status 503' }, 7, null)
    expect(groups.take()).toMatchObject([
      { label: 0, code: 'HTTP 503', count: 2, at: 5, sample: { responseBody: 'a' } },
      { label: 1, count: 1, at: 7, sample: null },
    ])
    expect(groups.take()).toEqual([])
  })
  test('bring a sample once, and again only while it lacked the answer', () => {
    const groups = new ErrorGroups()
    const failure = { code: 'HTTP 503', message: 'status 503' }
    const samples = [exchange(503), exchange(503, 'full'), exchange(503, 'again')].map(sample => {
      groups.add(0, failure, 1, () => sample)
      return groups.take()[0]?.sample?.responseBody
    })
    expect(samples).toEqual(['', 'full', undefined])
  })
  test('are capped; what comes beyond is counted under other', () => {
    const groups = new ErrorGroups()
    for (let kind = 0; kind < 150; kind++) groups.add(0, { code: `c${kind}`, message: 'm' }, 1, null)
    const entries = groups.take()
    expect(entries).toHaveLength(101)
    expect(entries.at(-1)).toMatchObject({ code: 'other', count: 50 })
    expect(entries.reduce((sum, entry) => sum + entry.count, 0)).toBe(150)
  })
  test.each([
    ['order 3f2504e0-4f89-41d3-9a0c-0305e82c3301 failed', 'order {id} failed'],
    ['connect ECONNREFUSED 127.0.0.1:8080', 'connect ECONNREFUSED 127.0.0.1:8080'],
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace {id}'],
    ['user 13812345678', 'user {n}'],
    ['the deadbeefcafe', 'the deadbeefcafe'],
  ])('%s is grouped as %s', (message, expected) => {
    expect(normalisedMessage(message)).toBe(expected)
  })
})

test('failures that differ only in an id are one group, whatever the text', () => {
  const groups = new ErrorGroups()
  for (const id of ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']) {
    const message = toldCause('nothingExtractedBecause', { variable: 'v', reason: `no "${id}"` })
    groups.add(0, { code: 'extractor', message }, 1, null)
  }
  const [group, ...others] = groups.take()
  expect([group?.count, others]).toEqual([2, []])
  expect(causeText(group?.message ?? '', 'zh')).toBe('没有找到变量 v 的值：no "{id}"')
})

test('the log of a second is capped and says what it left out', () => {
  const log = new CappedLog()
  for (let line = 0; line < 130; line++) log.add({ at: line, level: 'info', source: 's', message: `${line}` })
  log.leaveOut()
  const lines = log.take(7)
  expect(lines).toHaveLength(101)
  expect(lines.at(-1)).toEqual({
    at: 7,
    level: 'warn',
    source: 'log',
    message: toldCause('linesLeftOut', { count: 31 }),
  })
  expect(log.take(8)).toEqual([])
})
