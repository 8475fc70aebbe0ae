/** What a search over requests and responses finds, and where. */
import { exchangeSchema } from '@pone/contract/entities/run.ts'
import { describe, expect, test } from 'vitest'
import type { ExchangeRow } from '../exchange/debug-model.ts'
import { contextOf, matchesIn, patternOf, sameMatch } from '../exchange/search-pattern.ts'
import { placedTexts, type SearchScope } from '../exchange/search-places.ts'
import { plainMatcher } from './matchers.ts'
import { type FoundRows, maxListedHits, searchExchanges } from './search-exchanges.ts'
import { sourceSearch } from './source-pattern.ts'

const exchangeOf = (changes: object = {}) =>
  exchangeSchema.parse({
    at: 0,
    label: 'list',
    method: 'GET',
    url: 'http://shop.example/list?token=abc',
    requestHeaders: [['X-Token', 'abc']],
    requestBody: '{"a": "abc"}',
    status: 200,
    responseHeaders: [['x-node', 'n1']],
    responseBody: 'ABC abc',
    responseBytes: 7,
    durationMs: 1,
    error: null,
    checkpoints: [],
    extracted: [],
    ...changes,
  })
const rowOf = (number: number, changes?: object): ExchangeRow => ({
  kind: 'exchange',
  stepId: 's',
  user: 1,
  iteration: 1,
  number,
  passed: true,
  exchange: exchangeOf(changes),
})
const plain = (text: string, changes = {}) => ({
  text,
  isCaseSensitive: false,
  isRegularExpression: false,
  ...changes,
})
const found = (text: string, wanted: Parameters<typeof patternOf>[0]) => {
  const pattern = patternOf(wanted)
  return pattern && matchesIn(text, pattern, 10).ranges.map(({ from, to }) => text.slice(from, to))
}

describe('a pattern', () => {
  test.each([
    ['in any case', plain('ab'), 'ab AB', ['ab', 'AB']],
    ['in its case only', plain('ab', { isCaseSensitive: true }), 'ab AB', ['ab']],
    ['as it is written', plain('a.b(c)|[d]/\\'), 'a.b(c)|[d]/\\ axb', ['a.b(c)|[d]/\\']],
    ['as an expression', plain('a.b', { isRegularExpression: true }), 'axb a.b', ['axb', 'a.b']],
    [
      'as an expression that only old rules permit',
      plain('a\\-b', { isRegularExpression: true }),
      'a-b',
      ['a-b'],
    ],
    ['but not where it matches nothing', plain('x*', { isRegularExpression: true }), 'a xx', ['xx']],
    ['beside characters whose lower case is longer', plain('ab'), 'İİ ab', ['ab']],
  ])('is found %s', (_how, wanted, text, expected) => {
    expect(found(text, wanted)).toEqual(expected)
  })

  test('is refused if it is no expression', () => {
    expect(patternOf(plain('a(', { isRegularExpression: true }))).toBeNull()
    expect(patternOf(plain('a('))).not.toBeNull()
  })

  test('counts more matches than it lists', () => {
    const { count, ranges } = matchesIn('aaaa', { source: 'a', flags: 'g' }, 2)
    expect([count, ranges.length]).toEqual([4, 2])
  })

  test('is shown in its line, with what stands around it', () => {
    const text = `first\n${'x'.repeat(50)}  token: abc\nlast`
    const from = text.indexOf('abc')
    expect(contextOf(text, { from, to: from + 3 })).toEqual({
      before: `…${'x'.repeat(5)}  token: `,
      match: 'abc',
      after: '',
      line: 2,
      column: 60,
    })
  })

  test('is found again in formatted JSON, unless formatting changed it', () => {
    const [body, formatted] = ['{"a":"x","b":"x"}', '{\n  "a": "x",\n  "b": "x"\n}']
    const range = (text: string, nth: number) => {
      const from = nth === 0 ? text.indexOf('x') : text.lastIndexOf('x')
      return { from, to: from + 1 }
    }
    const same = (source: string, at: { from: number; to: number }) =>
      sameMatch({ from: body, to: formatted }, { source, flags: 'g' }, at)
    expect(same('x', range(body, 1))).toEqual(range(formatted, 1))
    expect(same('":"', { from: 2, to: 5 })).toBeNull()
  })
})

describe('texts of an exchange', () => {
  const sections = [
    { kind: 'text', key: 'statement', text: 'SELECT 1' },
    { kind: 'table', key: 'result', columns: ['id'], rows: [['7'], [null]], rowCount: null },
    {
      kind: 'messages',
      key: 'frames',
      messages: [
        { direction: 'sent', at: 0, isText: true, text: 'ask', sizeBytes: 3 },
        { direction: 'received', at: 0, isText: true, text: 'told', sizeBytes: 4 },
      ],
    },
  ]
  const textsIn = (scope: SearchScope) =>
    placedTexts(exchangeOf({ protocol: 'sql', sections }), scope, 'en').map(
      ({ tab, part, row, cell, text }) => `${tab} ${part} ${row}.${cell} ${text}`,
    )

  test('are all that its tabs show', () => {
    expect(textsIn('all')).toEqual([
      'request address 0.0 http://shop.example/list?token=abc',
      'request header 0.0 X-Token',
      'request header 0.1 abc',
      'request body 0.0 {"a": "abc"}',
      'response header 0.0 x-node',
      'response header 0.1 n1',
      'response body 0.0 ABC abc',
      'section.statement content 0.0 SELECT 1',
      'section.result content -1.0 id',
      'section.result content 0.0 7',
      'section.frames content 0.0 ask',
      'section.frames content 1.0 told',
    ])
  })

  test('belong to the request or to the response', () => {
    expect(textsIn('requests').map(text => text.split(' ')[0])).toEqual([
      ...Array.from({ length: 4 }, () => 'request'),
      'section.statement',
      'section.frames',
    ])
    expect(textsIn('responses').slice(3)).toEqual([
      'section.result content -1.0 id',
      'section.result content 0.0 7',
      'section.frames content 1.0 told',
    ])
  })
})

describe('a search', () => {
  const search = (rows: readonly ExchangeRow[], more: Partial<Parameters<typeof searchExchanges>[0]> = {}) =>
    searchExchanges({
      rows,
      scope: 'all',
      language: 'en',
      matcher: plainMatcher({ source: 'abc', flags: 'gi' }),
      found: new WeakMap(),
      signal: new AbortController().signal,
      onProgress: () => {},
      ...more,
    })

  test('finds every hit in the order of the exchanges', async () => {
    const { hits, count, exchangeCount } = await search([rowOf(1), rowOf(2, { responseBody: '' }), rowOf(3)])
    expect([count, exchangeCount]).toEqual([13, 3])
    expect(hits.map(({ row }) => row.number).join('')).toBe('1111122233333')
  })

  test('lists the first hits and counts all', async () => {
    const { hits, count } = await search([rowOf(1, { responseBody: 'abc'.repeat(maxListedHits) }), rowOf(2)])
    expect([hits.length, count]).toEqual([maxListedHits, maxListedHits + 8])
  })

  test('searches again only what it has not searched', async () => {
    const searched: number[] = []
    const known: FoundRows = new WeakMap()
    const rows = [rowOf(1), rowOf(2)]
    const matcher = (texts: readonly string[]) => {
      searched.push(texts.length)
      return texts.map(() => ({ count: 0, ranges: [] }))
    }
    await search(rows, { found: known, matcher })
    await search([...rows, rowOf(3)], { found: known, matcher })
    expect(searched).toHaveLength(3)
  })

  test('ends between two exchanges when another one begins', async () => {
    const stopping = new AbortController()
    const searched: number[] = []
    await search([rowOf(1), rowOf(2)], {
      signal: stopping.signal,
      matcher: async texts => {
        searched.push(texts.length)
        stopping.abort()
        return []
      },
    })
    expect(searched).toHaveLength(1)
  })

  test('lets the page work in between and tells what it has found', async () => {
    const progress: number[] = []
    const slow = (texts: readonly string[]) => {
      const until = performance.now() + 10
      while (performance.now() < until);
      return texts.map(() => ({ count: 1, ranges: [] }))
    }
    await search([rowOf(1), rowOf(2)], { matcher: slow, onProgress: ({ count }) => progress.push(count) })
    expect(progress).toEqual([7, 14])
  })
})

describe('where a value of a request comes from', () => {
  const sources = (value: string, body: string) => {
    const wanted = sourceSearch(value)
    return wanted && found(body, wanted)
  }
  test.each([
    ['as it is', 'tok-4711', '{"t":"tok-4711"}', ['tok-4711']],
    ['without the scheme of its header', 'Bearer a.b-c', '{"t":"a.b-c"}', ['a.b-c']],
    ['before it was encoded for an address', 'a%2Fb%3D', '"a/b="', ['a/b=']],
    ['as JSON writes it', 'say "x"', '{"t":"say \\"x\\""}', ['say \\"x\\"']],
    ['in its case only', 'Abc', 'abc', []],
  ])('is found %s', (_how, value, body, expected) => {
    expect(sources(value, body)).toEqual(expected)
  })

  test.each([[''], ['7'], ['Bearer ••••••••'], ['x'.repeat(2_000)]])('cannot be told of %s', value => {
    expect(sourceSearch(value)).toBeNull()
  })
})
