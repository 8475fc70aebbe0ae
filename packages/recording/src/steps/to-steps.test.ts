import type { Step } from '@pone/plan/steps/registry.ts'
import { describe, expect, it } from 'vitest'
import { harText, readHar, type TestEntry } from '../har/test-har.ts'
import { asideReasons } from '../http/aside.ts'
import type { Recording } from '../model/recording.ts'
import { toSteps } from './to-steps.ts'

const base = 'http://shop.example'
const shop = (path: string, more: Omit<TestEntry, 'url'> = {}): TestEntry => ({ url: base + path, ...more })

function generate(
  source: readonly TestEntry[] | Recording,
  more: Partial<Parameters<typeof toSteps>[1]> = {},
) {
  const recording = 'exchanges' in source ? source : readHar(harText(source))
  let ids = 0
  const made = toSteps(recording, {
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl: base,
    takenNames: ['token'],
    accepted: [],
    newId: () => String((ids += 1)),
    ...more,
  })
  return { ...made, codes: made.left.map(({ code }) => code) }
}

/** The first request. */
function httpOf(entry: TestEntry) {
  const { steps, ...rest } = generate([entry])
  const [step] = steps
  if (step?.kind !== 'request' || step.protocol !== 'http') throw new Error('There is no request')
  return { http: step.http, ...rest }
}

/** Names of transactions with what they hold, think times as numbers, requests by method and address. */
const outlineOf = (steps: readonly Step[]): unknown[] =>
  steps.map(step => {
    if (step.kind === 'transaction') return { [step.name]: outlineOf(step.children) }
    if (step.kind === 'thinkTime') return step.durationMs
    return step.kind === 'request' && step.protocol === 'http'
      ? `${step.http.method} ${step.http.url}`
      : step.kind
  })

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const post = (path: string, type: string, text: string, headers = {}) =>
  shop(path, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    postData: { mimeType: type, text },
  })

describe('the order of steps', () => {
  const page = (id: string) => ({ pageref: id })
  const entries = [
    shop('/', { tookMs: 100, more: page('a') }),
    shop('/list', { atMs: 150, tookMs: 50, more: page('a') }),
    shop('/x.png', { atMs: 160, tookMs: 1_000, type: 'image/png', more: page('a') }),
    shop('/more', { atMs: 2_160, more: page('a') }),
    shop('/cart', { atMs: 5_170, more: page('b') }),
  ]
  const pages = [
    { id: 'a', title: 'Home' },
    { id: 'b', title: 'Cart' },
  ]
  const recording = readHar(harText(entries, pages))
  const chosen = new Set([0, 1, 3, 4])

  it('has a transaction per page, and pauses of the user as think times', () => {
    expect(outlineOf(generate(recording, { chosen }).steps)).toEqual([
      { Home: ['GET /', 'GET /list', 1_000, 'GET /more'] },
      3_000,
      { Cart: ['GET /cart'] },
    ])
  })
  it('has neither where they are not wanted, and whole addresses without a base address', () => {
    const made = generate(recording, { chosen, hasTransactions: false, hasThinkTimes: false, baseUrl: '' })
    expect(outlineOf(made.steps)).toEqual(
      ['/', '/list', '/more', '/cart'].map(path => `GET http://shop.example${path}`),
    )
    expect(made.requests).toBe(4)
  })
  it('adds the pauses before exchanges that are not chosen', () => {
    expect(outlineOf(generate(recording, { chosen: new Set([0, 4]) }).steps)).toEqual([
      { Home: ['GET /'] },
      4_050,
      { Cart: ['GET /cart'] },
    ])
  })
  it('begins a transaction with each document where the file has no pages', () => {
    const html = { type: 'text/html', headers: { Accept: 'text/html' } }
    const made = generate([shop('/in', html), shop('/api', { atMs: 1 }), shop('/out', { ...html, atMs: 2 })])
    expect(outlineOf(made.steps)).toEqual([{ '/in': ['GET /in', 'GET /api'] }, { '/out': ['GET /out'] }])
  })
  it('ends at the highest number of steps of a component, and says so', () => {
    const made = generate(Array.from({ length: 2_100 }, (_, at) => shop(`/${at}`, { atMs: at, tookMs: 1 })))
    expect(made.requests).toBe(1_999)
    expect(made.codes).toEqual(['tooManySteps'])
  })
})

describe('what is not chosen at first', () => {
  it('are static files, other sites, and what browser and client send by themselves', () => {
    const entries = [
      shop('/', { type: 'text/html', headers: { Accept: 'text/html' } }),
      shop('/old', { status: 302, responseHeaders: { Location: '/new' } }),
      shop('/new'),
      shop('/new'),
      shop('/logo.svg', { type: 'image/svg+xml' }),
      shop('/app.js', { type: '' }),
      shop('/fake.js', { type: 'application/json' }),
      shop('/favicon.ico', { type: 'application/json', status: 404 }),
      { url: 'http://api.shop.example:8080/x' },
      { url: 'http://tracker.example.net/x' },
      { url: 'http://otherexample.com/x' },
      shop('/x', { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'PUT' } }),
      shop('/kept', { more: { _fromCache: 'disk' } }),
      shop('/news', { type: 'text/event-stream' }),
    ]
    const { exchanges } = readHar(harText(entries.map((entry, atMs) => ({ ...entry, atMs }))))
    const aside = asideReasons(exchanges)
    expect(exchanges.map(({ url }, index) => [url.replace(base, ''), aside[index]])).toEqual([
      ['/', null],
      ['/old', null],
      ['/new', 'redirected'],
      ['/new', null],
      ['/logo.svg', 'static'],
      ['/app.js', 'static'],
      ['/fake.js', null],
      ['/favicon.ico', 'static'],
      ['http://api.shop.example:8080/x', null],
      ['http://tracker.example.net/x', 'otherHost'],
      ['http://otherexample.com/x', 'otherHost'],
      ['/x', 'preflight'],
      ['/kept', 'fromCache'],
      ['/news', 'eventStream'],
    ])
  })
})

describe('a request', () => {
  it('has its query as pairs, and no header that the client makes itself', () => {
    const { http } = httpOf(
      shop('/list?q=%E8%8C%B6+1&page=2', {
        headers: {
          ':authority': 'shop.example',
          Host: 'shop.example',
          Accept: 'text/html',
          'Accept-Encoding': 'br',
          'Sec-Fetch-Dest': 'empty',
          'If-None-Match': '"x"',
          'X-Own': '${a}',
        },
      }),
    )
    expect(http).toMatchObject({
      url: '/list',
      query: [
        { name: 'q', value: '茶 1' },
        { name: 'page', value: '2' },
      ],
      headers: [
        { name: 'Accept', value: 'text/html' },
        { name: 'X-Own', value: '$${a}' },
      ],
      body: { kind: 'none' },
      expectedStatuses: '',
    })
  })
  it.each([['/a?b%E9=1'], ['/a?flag'], ['/a?x=1&']])('keeps a query that pairs would change: %s', path => {
    expect(httpOf(shop(path)).http).toMatchObject({ url: path, query: [] })
  })
  it('expects the status of an error that was recorded', () => {
    expect(httpOf(shop('/gone', { status: 404 })).http.expectedStatuses).toBe('200-399,404')
  })
  it.each([
    [
      'a form',
      post('/', 'application/x-www-form-urlencoded', 'a=1&b=x+y'),
      {
        kind: 'form',
        fields: [
          { name: 'a', value: '1' },
          { name: 'b', value: 'x y' },
        ],
      },
    ],
    [
      'a form of other bytes',
      post('/', 'application/x-www-form-urlencoded', 'a=%E9'),
      { kind: 'text', text: 'a=%E9', contentType: 'application/x-www-form-urlencoded' },
    ],
    [
      'JSON',
      post('/', 'application/json; charset=utf-8', '{"a": "${b}"}'),
      { kind: 'json', text: '{"a": "$${b}"}' },
    ],
    ['text', post('/', 'text/csv', 'a,b'), { kind: 'text', contentType: 'text/csv', text: 'a,b' }],
    [
      'GraphQL',
      post('/', 'application/json', '{"query":"query Q{a}","variables":{"id":1},"operationName":"Q"}'),
      { kind: 'graphql', query: 'query Q{a}', variables: '{"id":1}', operationName: 'Q' },
    ],
    [
      'a search for a text that is no GraphQL',
      post('/', 'application/json', '{"query":"tea"}'),
      { kind: 'json', text: '{"query":"tea"}' },
    ],
    [
      'SOAP 1.1',
      post('/', 'text/xml', '<e/>', { SOAPAction: '"urn:a"' }),
      { kind: 'soap', version: '1.1', action: 'urn:a', envelope: '<e/>' },
    ],
    [
      'SOAP 1.2',
      post('/', 'application/soap+xml; action="urn:b"', '<e/>'),
      { kind: 'soap', version: '1.2', action: 'urn:b', envelope: '<e/>' },
    ],
  ] as const)('has %s as its body', (_, entry, body) => {
    const { http } = httpOf(entry)
    expect(http.body).toMatchObject(body)
    expect(http.headers).toEqual([])
  })
  it('keeps the content type of JSON that has a name of its own', () => {
    expect(httpOf(post('/', 'application/vnd.api+json', '{}')).http.headers).toMatchObject([
      { name: 'content-type', value: 'application/vnd.api+json' },
    ])
  })
  it('has the parts of a multipart body, and says which files have to be uploaded', () => {
    const type = 'multipart/form-data; boundary=XX'
    const text =
      '--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--XX\r\nContent-Disposition: form-data; name="f"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n\ufffd\r\n--XX--\r\n'
    const { http, left } = httpOf(post('/', type, text))
    expect(http.body).toMatchObject({
      kind: 'multipart',
      fields: [
        { kind: 'text', name: 'a', value: '1' },
        { kind: 'file', name: 'f', fileId: '', fileName: 'p.png', contentType: 'image/png' },
      ],
    })
    expect(left.map(({ text }) => text.en)).toEqual(['The file p.png has to be uploaded and chosen'])
  })
  it('that exceeds a limit is left out and told', () => {
    const made = generate([shop(`/${'x'.repeat(9_000)}`), shop('/b')])
    expect(outlineOf(made.steps)).toEqual(['GET /b'])
    expect(made.left.map(({ text }) => text.en)).toEqual([
      'The field url exceeds the limit of length or number; it was not imported',
    ])
  })
  it('does not carry cookies, and tells those that were there before', () => {
    const made = generate([
      shop('/in', { headers: { Cookie: 'old=1' }, responseHeaders: { 'Set-Cookie': 'sid=2' } }),
      shop('/a', { headers: { Cookie: 'old=1; sid=2' }, atMs: 1 }),
    ])
    expect(JSON.stringify(made.steps)).not.toContain('old')
    expect(made.left.map(({ code, text }) => [code, text.en.slice(0, 14)])).toEqual([
      ['cookieBefore', 'The cookie old'],
    ])
  })
})

describe('a secret', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  it.each([
    ['a field of a form', post('/', form['Content-Type'], 'user=ann&passWord=s3'), 's3', '${passWord}'],
    [
      'a field of JSON',
      post('/', 'application/json', '{"a":{"client_secret" : "s3"}}'),
      's3',
      '"${client_secret}"',
    ],
    ['a number in JSON', post('/', 'application/json', '{"pin": 4711}'), '4711', '${pin}'],
    [
      'an element of XML',
      post('/', 'text/xml', '<e><w:Password t="x">s3</w:Password></e>'),
      's3',
      '<w:Password t=\\"x\\">${Password}</',
    ],
    ['a header', shop('/', { headers: { 'X-Api-Key': 's3' } }), 's3', '${X_Api_Key}'],
    ['a value of the query', shop('/?access_token=s3'), 's3', '${access_token}'],
    [
      'a bearer token',
      shop('/', { headers: { Authorization: 'Bearer s3' } }),
      's3',
      '"kind":"bearer","token":"${token2}"',
    ],
    [
      'Basic',
      shop('/', { headers: { Authorization: `Basic ${btoa('ann:s3')}` } }),
      's3',
      '"user":"ann","password":"${password}"',
    ],
    [
      'other credentials',
      shop('/', { headers: { Authorization: 'Custom s3' } }),
      's3',
      '"value":"${Authorization}"',
    ],
    ['a token inside a text', post('/', 'text/plain', `it is ${jwt}!`), jwt, 'it is ${token2}!'],
    [
      'the number of a card',
      post('/', 'application/json', '{"n":"4111 1111 1111 1111"}'),
      '4111',
      '"${card}"',
    ],
  ])('becomes a secret variable: %s', (_, entry, value, reference) => {
    const { http, variables, codes } = httpOf(entry)
    const text = JSON.stringify(http).replaceAll('\\"', '"')
    expect(text).not.toContain(value)
    expect(text).toContain(reference.replaceAll('\\"', '"'))
    expect(variables).toMatchObject([{ secret: true, enabled: true }])
    expect(codes).toEqual(['secret'])
  })
  it('that changes from request to request shares a variable after a few values, and none is kept', () => {
    const values = Array.from({ length: 9 }, (_, at) => `changing-${at}`)
    const made = generate(values.map((value, atMs) => shop('/', { headers: { 'X-Token': value }, atMs })))
    expect(made.variables.map(({ name }) => name)).toHaveLength(5)
    expect(JSON.stringify(made.steps)).not.toContain('changing-')
    expect(made.codes.at(-1)).toBe('changingSecret')
  })
  it('is one variable wherever its value stands, also encoded', () => {
    const secret = 'p"ss w/rd-1'
    const made = generate([
      post('/in', 'application/json', JSON.stringify({ password: secret })),
      { ...post('/x', 'text/plain', `it=${encodeURIComponent(secret)} ${secret}`), atMs: 1 },
    ])
    expect(made.variables).toEqual([{ name: 'password', value: secret, enabled: true, secret: true }])
    const bodies = made.steps.map(step =>
      step.kind === 'request' && step.protocol === 'http' && 'text' in step.http.body
        ? step.http.body.text
        : '',
    )
    expect(bodies).toEqual([
      '{"password":"${json(${password})}"}',
      'it=${urlEncode(${password})} ${password}',
    ])
  })
})

describe('recorded responses', () => {
  const answer = (status: number, parts: string[] = []) => ({
    status,
    contentType: '',
    size: 1,
    parts,
  })
  const entries = [
    shop('/sign-in', { status: 302, responseHeaders: { Location: '/home' } }),
    shop('/home', { status: 302, responseHeaders: { Location: '/start' } }),
    shop('/start'),
    shop('/list'),
  ]
  const recorded = readHar(harText(entries))
  const source: Recording = {
    ...recorded,
    exchanges: recorded.exchanges.map(exchange => ({
      ...exchange,
      response:
        exchange.response === null
          ? null
          : { ...exchange.response, answer: answer(exchange.response.status, [String(exchange.index)]) },
    })),
  }
  const chosen = new Set([0, 3])
  const partsOf = (steps: readonly Step[]) =>
    steps.map(step => (step.kind === 'request' ? step.recorded?.parts : step.kind))

  it('are those at the end of the redirects, which a step sees', () => {
    expect(partsOf(generate(source, { chosen, keepsAnswers: true }).steps)).toEqual([['2'], ['3']])
  })

  it('are kept only if wanted', () => {
    expect(partsOf(generate(source, { chosen }).steps)).toEqual([undefined, undefined])
  })
})
