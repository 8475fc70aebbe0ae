import type { ListedExchange, ProxyRecording } from '@pone/contract/entities/recording.ts'
import { expect, test } from 'vitest'
import {
  chromeCommand,
  isLoopbackHost,
  joinRecording,
  listedRows,
  systemOf,
  wordsOf,
} from './record-model.ts'

test.each([
  ['', []],
  ['Shop.example, api.example', ['shop.example', 'api.example']],
  ['a.example；b.example，a.example', ['a.example', 'b.example']],
])('%j names %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['pone.example', false],
  ['127.example', false],
])('whether other devices cannot reach %s: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected)
})

const exchange = (index: number, url: string, contentType: string): ListedExchange => ({
  index,
  transaction: null,
  method: 'GET',
  url,
  status: 200,
  contentType,
  durationMs: 3,
})
const recording = (id: string, exchanges: ListedExchange[]): ProxyRecording => ({
  id,
  hosts: [],
  startedAt: 0,
  end: null,
  removedAt: null,
  machine: null,
  access: null,
  requests: exchanges.length,
  transaction: null,
  exchanges,
})
const [page, style, call, hit] = [
  exchange(0, 'https://shop.example/', 'text/html'),
  exchange(1, 'https://static.shop.example/a.css', 'text/css'),
  exchange(2, 'https://api.shop.example/goods', 'application/json'),
  exchange(3, 'https://counter.test/hit', 'application/json'),
]

test('an answer adds the requests that were not known, once', () => {
  const known = recording('a', [page, style])
  expect(joinRecording(known, recording('a', [style, call]))?.exchanges).toEqual([page, style, call])
  expect(joinRecording(known, recording('b', [call]))?.exchanges).toEqual([call])
  expect(joinRecording(known, null)).toBeNull()
})

test('the list hides static files and other sites as wished, and shows the latest first', () => {
  const all = [page, style, call, hit]
  const shown = (hidesStatic: boolean, hidesOthers: boolean) =>
    listedRows(all, { hidesStatic, hidesOthers }).map(({ index }) => index)
  expect(shown(false, false)).toEqual([3, 2, 1, 0])
  expect(shown(true, false)).toEqual([3, 2, 0])
  expect(shown(false, true)).toEqual([2, 1, 0])
  expect(shown(true, true)).toEqual([2, 0])
  expect(listedRows([], { hidesStatic: true, hidesOthers: true })).toEqual([])
})

test('the command starts a browser that accepts the hosts of this recording alone', () => {
  expect(chromeCommand('linux', { host: 'pone.example', port: 8640, hostKeyHash: 'abc=' })).toBe(
    'google-chrome --user-data-dir=/tmp/pone-recording --proxy-server=http://pone.example:8640 --proxy-bypass-list="<-loopback>" --ignore-certificate-errors-spki-list=abc= --disable-quic --no-first-run',
  )
  expect(systemOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows')
  expect(systemOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('mac')
  expect(systemOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('linux')
})
