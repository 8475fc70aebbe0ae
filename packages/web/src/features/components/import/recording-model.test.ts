import type { RecordedExchange, Recording } from '@pone/recording/model/recording.ts'
import { expect, test } from 'vitest'
import { chosenAtFirst, groupsOf, hostsOf, previewRows, rowsWith, withGroup } from './recording-model.ts'

const exchange = (index: number, url: string, contentType: string): RecordedExchange => ({
  index,
  place: '',
  name: '',
  pageId: null,
  startedAtMs: index,
  durationMs: 0,
  method: 'GET',
  url,
  host: new URL(url).host,
  headers: [],
  body: null,
  response: {
    status: 200,
    contentType,
    sizeBytes: null,
    redirectUrl: null,
    headers: [],
    setCookies: [],
    body: null,
  },
  isFromCache: false,
  isDocument: index === 0,
  expectedStatus: null,
})
const recording: Recording = {
  format: 'har',
  pages: [],
  variables: null,
  left: [],
  exchanges: [
    exchange(0, 'http://a.example/?q=1', 'text/html'),
    exchange(1, 'http://a.example/x.css', 'text/css'),
    exchange(2, 'http://a.example/y.css', 'text/css'),
    exchange(3, 'http://b.test/z', 'text/html'),
  ],
}
const rows = previewRows(recording)

test('a row shows path and query, and why it is not chosen at first', () => {
  expect(rows.map(({ path, aside }) => [path, aside])).toEqual([
    ['/?q=1', null],
    ['/x.css', 'static'],
    ['/y.css', 'static'],
    ['/z', 'otherHost'],
  ])
  expect([...chosenAtFirst(rows)]).toEqual([0])
  expect(hostsOf(rows)).toEqual(['a.example', 'b.test'])
})

test('a group is chosen wholly, partly or not at all', () => {
  const stateOf = (chosen: readonly number[]) =>
    groupsOf(rows, new Set(chosen)).map(group => `${group.reason} ${group.count} ${group.chosen}`)
  expect(stateOf([0])).toEqual(['static 2 none', 'otherHost 1 none'])
  expect(stateOf([1, 3])).toEqual(['static 2 some', 'otherHost 1 all'])
  const all = withGroup(rows, new Set([0, 1]), { reason: 'static', isChosen: true })
  expect([...all]).toEqual([0, 1, 2])
  expect([...withGroup(rows, all, { reason: 'static', isChosen: false })]).toEqual([0])
})

test('rows are found by method and address in any case, and by host', () => {
  const found = (text: string, host: string) => rowsWith(rows, text, host).map(({ index }) => index)
  expect(found('', '')).toEqual([0, 1, 2, 3])
  expect(found(' X.CSS', '')).toEqual([1])
  expect(found('get b.test', '')).toEqual([3])
  expect(found('', 'a.example')).toEqual([0, 1, 2])
})
