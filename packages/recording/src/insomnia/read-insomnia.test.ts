import { describe, expect, test } from 'vitest'
import { readerFor } from '../readers.ts'
import { toSteps } from '../steps/to-steps.ts'

function read(text: string) {
  const bytes = new TextEncoder().encode(text)
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
    takenNames: [],
    accepted: [],
    newId: () => String((ids += 1)),
  })
  return { ...made, left: [...recording.left, ...made.left].map(({ place, code }) => [place, code]) }
}

const version4 = (resources: readonly object[]) =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [{ _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' }, ...resources],
  })

const environments = [
  {
    _id: 'env_1',
    _type: 'environment',
    parentId: 'wrk_1',
    name: 'Base',
    data: { shop: { address: 'http://x' }, apiToken: 't0p' },
  },
  {
    _id: 'env_2',
    _type: 'environment',
    parentId: 'env_1',
    name: 'Test',
    data: { shop: { address: 'http://shop.example' } },
  },
]

const order = {
  _id: 'req_1',
  _type: 'request',
  parentId: 'fld_1',
  name: 'Order',
  method: 'POST',
  url: '{{ _.shop.address }}/orders/:kind',
  pathParameters: [{ name: 'kind', value: 'tea' }],
  parameters: [
    { name: 'page', value: '1' },
    { name: 'unused', value: '1', disabled: true },
  ],
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  body: { mimeType: 'application/json', text: '{"count": 2, "ref": "{% uuid \'v4\' %}"}' },
  authentication: { type: 'bearer', token: '{{ _.apiToken }}' },
}

/** What both versions of the same collection become. */
const orderSteps = [
  {
    kind: 'transaction',
    name: 'Orders',
    children: [
      {
        name: 'Order',
        http: {
          method: 'POST',
          url: '${shop.address}/orders/tea',
          query: [{ name: 'page', value: '1' }],
          body: { kind: 'json', text: '{"count": 2, "ref": "${uuid()}"}' },
          auth: { kind: 'bearer', token: '${apiToken}' },
        },
      },
    ],
  },
]
const orderVariables = [
  { name: 'apiToken', value: 't0p', secret: true },
  { name: 'shop.address', value: 'http://shop.example', secret: false },
]

describe('an export of Insomnia', () => {
  test('of version 4 gives folders, requests and the variables of its environment', () => {
    const folder = { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'Orders' }
    const { steps, variables, left } = read(version4([...environments, folder, order]))
    expect(steps).toMatchObject(orderSteps)
    expect(variables.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject(
      orderVariables,
    )
    expect(left).toEqual([])
  })

  test('of version 5 gives the same', () => {
    const yaml = `type: collection.insomnia.rest/5.0
name: Shop
collection:
  - name: Orders
    meta: { id: fld_1 }
    children:
      - url: "{{ _.shop.address }}/orders/:kind"
        name: Order
        method: POST
        pathParameters: [{ name: kind, value: tea }]
        parameters: [{ name: page, value: "1" }, { name: unused, value: "1", disabled: true }]
        headers: [{ name: Content-Type, value: application/json }]
        body:
          mimeType: application/json
          text: '{"count": 2, "ref": "{% uuid ''v4'' %}"}'
        authentication: { type: bearer, token: "{{ _.apiToken }}" }
environments:
  name: Base
  data: { shop: { address: "http://x" }, apiToken: t0p }
  subEnvironments:
    - name: Test
      data: { shop: { address: "http://shop.example" } }
`
    const { steps, variables, left } = read(yaml)
    expect(steps).toMatchObject(orderSteps)
    expect(variables.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject(
      orderVariables,
    )
    expect(left).toEqual([])
  })

  test('sends forms, files and keys in their places', () => {
    const one = (more: object) => ({
      _id: `req_${JSON.stringify(more).length}`,
      _type: 'request',
      parentId: 'wrk_1',
      name: 'One',
      url: 'shop.example/a',
      method: 'POST',
      ...more,
    })
    const params = [
      { name: 'a', value: '1' },
      { name: 'f', type: 'file', fileName: '/home/x/tea.pdf' },
    ]
    const { steps } = read(
      version4([
        one({
          body: { mimeType: 'application/x-www-form-urlencoded', params: params.slice(0, 1) },
          authentication: { type: 'apikey', key: 'k', value: 'v', addTo: 'queryParams' },
        }),
        one({
          body: { mimeType: 'multipart/form-data', params },
          authentication: { type: 'basic', username: 'ann', password: '' },
        }),
      ]),
    )
    expect(steps).toMatchObject([
      { http: { url: 'http://shop.example/a', query: [{ name: 'k', value: 'v' }], body: { kind: 'form' } } },
      {
        http: {
          auth: { kind: 'basic', user: 'ann' },
          body: { kind: 'multipart', fields: [{ kind: 'text' }, { kind: 'file', fileName: 'tea.pdf' }] },
        },
      },
    ])
  })

  test('tells scripts, computed values, other kinds of requests and which environment is used', () => {
    const sub = (name: string) => ({ _id: name, _type: 'environment', parentId: 'env_1', name, data: {} })
    const script = {
      ...order,
      parentId: 'wrk_1',
      preRequestScript: 'x()',
      body: { text: "{% response 'body' %}" },
      authentication: { type: 'oauth2' },
    }
    const { left } = read(
      version4([
        ...environments,
        sub('Live'),
        script,
        { _id: 'g', _type: 'grpc_request', parentId: 'wrk_1', name: 'Stream' },
      ]),
    )
    expect(left).toEqual([
      ['', 'environment'],
      ['Stream', 'otherKind'],
      ['Order', 'script'],
      ['Order', 'authentication'],
      ['Order', 'generated'],
      ['', 'variableMissing'],
    ])
  })

  test.each([
    ['{"_type":"export","__export_format":4,"resources":7}', 'nothingFound'],
    ['{"_type":"export","__export_format":4,"resources":[{', 'notJson'],
    ['type: collection.insomnia.rest/5.0\ncollection: [', 'notYaml'],
  ])('that is broken tells why: %s', (text, code) => {
    expect(read(text).left.map(([, each]) => each)).toContain(code)
  })

  test('in which folders hold themselves is read once', () => {
    const circle = [
      { _id: 'a', _type: 'request_group', parentId: 'b', name: 'A' },
      { _id: 'b', _type: 'request_group', parentId: 'a', name: 'B' },
    ]
    expect(read(version4([...circle, { ...order, parentId: 'wrk_1' }])).steps).toHaveLength(1)
  })
})
