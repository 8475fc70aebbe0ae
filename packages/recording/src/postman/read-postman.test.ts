import { describe, expect, it } from 'vitest'
import { readerFor } from '../readers.ts'
import { toSteps } from '../steps/to-steps.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Reads a collection and generates steps of all its requests. */
function read(collection: object, takenNames: readonly string[] = []) {
  const bytes = new TextEncoder().encode(JSON.stringify({ info: { name: 'Shop', schema }, ...collection }))
  const reader = readerFor(bytes)
  if (reader === null) throw new Error('The format is not recognised')
  reader.feed(bytes)
  const recording = reader.end()
  let ids = 0
  const made = toSteps(recording, {
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl: '',
    takenNames,
    accepted: [],
    newId: () => String((ids += 1)),
  })
  const left = [...recording.left, ...made.left].map(({ place, code }) => [place, code])
  return { recording, ...made, left }
}

/** The only request of a collection. */
function httpOf(request: unknown, more: object = {}) {
  const { steps, ...rest } = read({ item: [{ name: 'One', request, ...more }] })
  const [step] = steps
  if (step?.kind !== 'request' || step.protocol !== 'http') throw new Error('There is no request')
  return { http: step.http, ...rest }
}

const statusScript = (status: number) => ({
  listen: 'test',
  script: { exec: ['pm.test("Status", function () {', `    pm.response.to.have.status(${status});`, '});'] },
})

describe('a Postman collection', () => {
  it('gives its folders as transactions and its variables as those of the component', () => {
    const made = read({
      variable: [
        { key: 'base-url', value: 'http://shop.example' },
        { key: 'token', value: 's3cret-token' },
      ],
      item: [
        {
          name: 'Orders',
          auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
          item: [
            {
              name: 'List',
              request: {
                method: 'GET',
                url: { raw: '{{base-url}}/orders/:id?page=1', variable: [{ key: 'id', value: '7' }] },
              },
            },
            { name: 'Inner', item: [{ name: 'Plain', request: '{{base-url}}/plain' }] },
          ],
        },
        {
          name: 'Other',
          request: { method: 'DELETE', url: 'shop.example/{{missing}}', auth: { type: 'noauth' } },
        },
      ],
    })
    expect(made.steps).toMatchObject([
      {
        kind: 'transaction',
        name: 'Orders',
        children: [
          {
            http: {
              method: 'GET',
              url: '${base_url}/orders/7',
              query: [{ name: 'page', value: '1' }],
              auth: { kind: 'bearer', token: '${token}' },
            },
          },
        ],
      },
      {
        kind: 'transaction',
        name: 'Inner',
        children: [{ http: { url: '${base_url}/plain', auth: { kind: 'bearer' } } }],
      },
      {
        kind: 'request',
        http: { method: 'DELETE', url: 'http://shop.example/${missing}', auth: { kind: 'asSet' } },
      },
    ])
    expect(made.variables).toEqual([
      { name: 'base_url', value: 'http://shop.example', enabled: true, secret: false },
      { name: 'token', value: 's3cret-token', enabled: true, secret: true },
      { name: 'missing', value: '', enabled: true, secret: false },
    ])
    expect(made.recording.exchanges.map(({ host }) => host)).toEqual([
      'shop.example',
      'shop.example',
      'shop.example',
    ])
    expect(made.left).toEqual([
      ['', 'variableName'],
      ['', 'variableMissing'],
    ])
  })
  it('uses a variable that the component has as it is', () => {
    const made = read(
      { variable: [{ key: 'host', value: 'a' }], item: [{ name: 'x', request: 'http://{{host}}/' }] },
      ['host'],
    )
    expect([made.variables, made.left]).toEqual([[], []])
  })
  it.each([
    [
      'raw',
      { mode: 'raw', raw: '{"a":"{{v}}","password":"p4ss-word"}', options: { raw: { language: 'json' } } },
      { kind: 'json', text: '{"a":"${v}","password":"${password}"}' },
    ],
    [
      'urlencoded',
      {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a', value: '1' },
          { key: 'b', value: '2', disabled: true },
        ],
      },
      { kind: 'form', fields: [{ name: 'a', value: '1' }] },
    ],
    [
      'formdata',
      { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: '/tmp/a.png' }] },
      { kind: 'multipart', fields: [{ kind: 'file', name: 'f', fileName: 'a.png' }] },
    ],
    [
      'graphql',
      { mode: 'graphql', graphql: { query: '{ a }', variables: '{"id":1}' } },
      { kind: 'graphql', query: '{ a }', variables: '{"id":1}' },
    ],
    ['none', { mode: 'none' }, { kind: 'none' }],
  ])('has bodies of the mode %s', (_, body, wanted) => {
    expect(httpOf({ method: 'POST', url: 'http://a.example/', body }).http.body).toMatchObject(wanted)
  })
  it.each([
    [
      'basic',
      {
        type: 'basic',
        basic: [
          { key: 'username', value: 'ann' },
          { key: 'password', value: '{{pw}}' },
        ],
      },
      { auth: { kind: 'basic', user: 'ann', password: '${pw}' } },
    ],
    [
      'basic of version 2.0',
      { type: 'basic', basic: { username: 'ann', password: 's3cret-pw' } },
      { auth: { kind: 'basic', user: 'ann', password: '${password}' } },
    ],
    [
      'a key in a header',
      {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'X-Key' },
          { key: 'value', value: '{{k}}' },
        ],
      },
      { headers: [{ name: 'X-Key', value: '${k}' }] },
    ],
    [
      'a key in the query',
      {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'k' },
          { key: 'value', value: '1' },
          { key: 'in', value: 'query' },
        ],
      },
      { query: [{ name: 'k', value: '1' }] },
    ],
  ])('is authenticated by %s', (_, auth, wanted) => {
    expect(httpOf({ method: 'GET', url: 'http://a.example/', auth }).http).toMatchObject(wanted)
  })
  it('expects the status that a test expects, and tells other scripts', () => {
    const request = { method: 'GET', url: 'http://a.example/' }
    const { http, left } = httpOf(request, { event: [statusScript(201)] })
    expect([http.expectedStatuses, left]).toEqual(['201', []])
    const scripts = [
      { listen: 'prerequest', script: { exec: 'pm.environment.set("a", 1)' } },
      { listen: 'test', script: { exec: [...statusScript(200).script.exec, 'x()'] } },
      { listen: 'test', script: { exec: ['// nothing', ''] } },
    ]
    expect(httpOf(request, { event: scripts }).left).toEqual([
      ['One', 'script'],
      ['One', 'script'],
    ])
  })
  it('has functions for generated values where there are some', () => {
    const { http, variables, left } = httpOf('http://a.example/{{$guid}}/{{$randomCity}}')
    expect(http.url).toBe('http://a.example/${uuid()}/${_randomCity}')
    expect([variables.map(({ name }) => name), left]).toEqual([['_randomCity'], [['', 'generated']]])
  })
})

describe('what cannot be read of a Postman collection', () => {
  it('is told with its place, and the rest is read', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { name: 'x', request: 'http://a.example/' } : { name: 'f', item: [nested(depth - 1)] }
    const { recording, left } = read({
      item: [
        7,
        { name: 'empty' },
        { name: 'no url', request: { method: 'GET' } },
        { name: 'verb', request: { method: 'COPY', url: 'http://a/' } },
        { name: 'aws', request: { method: 'GET', url: 'http://a.example/', auth: { type: 'awsv4' } } },
        nested(25),
      ],
    })
    expect(recording.exchanges).toHaveLength(1)
    expect(left.map(([place, code]) => [place?.split(' / ')[0], code])).toEqual([
      ['item[0]', 'badField'],
      ['empty', 'badField'],
      ['no url', 'badField'],
      ['verb', 'method'],
      ['aws', 'authentication'],
      ['f', 'tooDeep'],
    ])
  })
  it.each([
    ['no JSON', `{"info": {"_postman_id": "1"}, "item": [`, ['notJson', 'nothingFound']],
    ['no items', `{"info": {"_postman_id": "1"}}`, ['badField', 'nothingFound']],
  ])('is the file: %s', (_, text, codes) => {
    const bytes = new TextEncoder().encode(text)
    const reader = readerFor(bytes)
    reader?.feed(bytes)
    expect(reader?.end().left.map(({ code }) => code)).toEqual(codes)
  })
  it('is a file of more than 20 MB', () => {
    const reader = readerFor(new TextEncoder().encode('{"info": {"_postman_id": "1"}'))
    for (let at = 0; at < 21; at++) reader?.feed(new Uint8Array(1024 ** 2))
    expect(reader?.end().left.map(({ code }) => code)).toEqual(['entryTooLarge', 'nothingFound'])
  })
})
