import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readerFor } from '../readers.ts'
import { toSteps } from '../steps/to-steps.ts'

/** Reads a description and generates steps of all its operations. */
function readText(text: string) {
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
  const requests = made.steps
    .flatMap(step => (step.kind === 'transaction' ? step.children : [step]))
    .map(step => {
      if (step.kind !== 'request' || step.protocol !== 'http') throw new Error('This is no HTTP request')
      return { name: step.name, ...step.http }
    })
  const left = [...recording.left, ...made.left].map(({ place, code }) => [place, code])
  return { recording, ...made, requests, left }
}

const read = (description: object) => readText(JSON.stringify(description))
const openapi = (more: object) => ({
  openapi: '3.1.0',
  servers: [{ url: 'https://shop.example/v1/' }],
  ...more,
})
const swagger = (more: object) => ({ swagger: '2.0', host: 'shop.example', basePath: '/v1', ...more })

/** The only request of a description with one operation. */
function requestOf(operation: object, more: object = {}, { method = 'post', path = '/orders' } = {}) {
  const made = read(openapi({ paths: { [path]: { [method]: operation } }, ...more }))
  const [request] = made.requests
  if (request === undefined) throw new Error('There is no request')
  return { request, left: made.left, variables: made.variables }
}

const jsonBody = (schema: object, more: object = {}) => ({
  requestBody: { content: { 'application/json': { schema, ...more } } },
})
const bodyTextOf = ({ request: { body } }: ReturnType<typeof requestOf>): unknown =>
  body.kind === 'json' ? JSON.parse(body.text) : body

describe('an API description', () => {
  const description = openapi({
    tags: [{ name: 'Goods' }, { name: 'Orders' }],
    paths: {
      '/orders': { post: { tags: ['Orders'], operationId: 'placeOrder' } },
      '/health': { get: { summary: 'Is it alive?' } },
      '/goods': { parameters: [], get: { tags: ['Goods'] }, 'x-note': {}, description: 'goods' },
    },
  })

  it.each([
    ['JSON', JSON.stringify(description)],
    ['YAML', stringify(description)],
  ])('in %s gives a request per operation and a transaction per tag, in the order of the tags', (_, text) => {
    const { steps, recording, left } = readText(text)
    expect(steps).toMatchObject([
      {
        kind: 'transaction',
        name: 'Goods',
        children: [{ name: '', http: { url: 'https://shop.example/v1/goods' } }],
      },
      { kind: 'transaction', name: 'Orders', children: [{ name: 'placeOrder', http: { method: 'POST' } }] },
      {
        kind: 'request',
        name: 'Is it alive?',
        http: { method: 'GET', url: 'https://shop.example/v1/health' },
      },
    ])
    expect(recording.exchanges.map(({ place }) => place)).toEqual([
      'GET /goods',
      'POST /orders',
      'GET /health',
    ])
    expect(left).toEqual([])
  })

  it.each([
    [
      'the first server with its variables',
      { servers: [{ url: 'https://{zone}.example', variables: { zone: { default: 'eu' } } }, { url: '/x' }] },
      'https://eu.example/a',
      ['', 'server'],
    ],
    [
      'a variable before a path of a server',
      { servers: [{ url: '/api' }] },
      '${baseUrl}/api/a',
      ['', 'variableMissing'],
    ],
    ['a variable where no server is named', { servers: [] }, '${baseUrl}/a', ['', 'variableMissing']],
  ])('stands below %s', (_, more, url, told) => {
    const { requests, left } = read(openapi({ paths: { '/a': { get: {} } }, ...more }))
    expect(requests).toMatchObject([{ url }])
    expect(left).toEqual([told])
  })

  it.each([
    [{ schemes: ['http', 'https'] }, 'https://shop.example/v1/a'],
    [{ schemes: ['http'] }, 'http://shop.example/v1/a'],
    [{ host: undefined }, '${baseUrl}/v1/a'],
  ])('of version 2.0 names host, path and schemes: %o', (more, url) => {
    expect(read(swagger({ paths: { '/a': { get: {} } }, ...more })).requests).toMatchObject([{ url }])
  })
})

describe('parameters', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'lang', in: 'path', required: true, schema: { type: 'string', enum: ['zh', 'en'] } },
    { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
    { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['a b'] } } },
    { name: 'ids', in: 'query', explode: false, example: [1, 2] },
    { name: 'filter', in: 'query', style: 'deepObject', example: { color: 'red' } },
    { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'sort', in: 'query', schema: { type: 'string' } },
    { name: 'X-Trace', in: 'header', examples: { one: { $ref: '#/components/examples/trace' } } },
    { name: 'X-Other', in: 'header', schema: { type: 'string' } },
  ]
  const components = { examples: { trace: { value: 'abc' } } }

  it('have the values that the description gives, and required ones without a value are variables', () => {
    const { request, left, variables } = requestOf(
      { parameters },
      { components },
      { path: '/{lang}/goods/{id}' },
    )
    expect(request).toMatchObject({
      url: 'https://shop.example/v1/zh/goods/${id}',
      query: [
        { name: 'page', value: '1' },
        { name: 'tag', value: 'a b' },
        { name: 'ids', value: '1,2' },
        { name: 'filter[color]', value: 'red' },
        { name: 'q', value: '${q}' },
      ],
      headers: [{ name: 'X-Trace', value: 'abc' }],
    })
    expect(left).toEqual([
      ['POST /{lang}/goods/{id}', 'optionalParameters'],
      ['', 'variableMissing'],
      ['', 'variableMissing'],
    ])
    expect(variables.map(({ name }) => name)).toEqual(['id', 'q'])
  })
  it('of an operation replace those of its path', () => {
    const of = (example: string) => [{ name: 'page', in: 'query', example }]
    const { requests } = read(
      openapi({ paths: { '/a': { parameters: of('1'), get: { parameters: of('2') } } } }),
    )
    expect(requests[0]?.query).toMatchObject([{ value: '2' }])
  })
  it.each([
    ['multi', ['a', 'b']],
    ['csv', ['a,b']],
    ['pipes', ['a|b']],
    [undefined, ['a,b']],
  ])('of version 2.0 are joined by their collection format %s', (collectionFormat, values) => {
    const parameter = { name: 'x', in: 'query', type: 'array', default: ['a', 'b'], collectionFormat }
    const { requests } = read(swagger({ paths: { '/a': { get: { parameters: [parameter] } } } }))
    expect(requests[0]?.query.map(({ value }) => value)).toEqual(values)
  })
})

describe('a body', () => {
  it('is the example of the description, with references resolved', () => {
    const components = {
      examples: { order: { value: { goodsId: 7 } } },
      requestBodies: {
        order: {
          content: { 'application/json': { examples: { first: { $ref: '#/components/examples/order' } } } },
        },
      },
    }
    expect(
      bodyTextOf(requestOf({ requestBody: { $ref: '#/components/requestBodies/order' } }, { components })),
    ).toEqual({ goodsId: 7 })
  })
  it('is a sample of its schema, without what only responses have', () => {
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/base' },
        {
          properties: {
            goodsId: { type: 'integer', minimum: 10 },
            price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
            count: { type: 'integer', maximum: 0 },
            at: { type: 'string', format: 'date-time' },
            note: { type: ['null', 'string'], maxLength: 3 },
            code: { type: 'string', minLength: 6 },
            kind: { enum: [null, 'gift'] },
            fixed: { const: 'x' },
            lines: { type: 'array', items: { type: 'object', properties: { ok: { type: 'boolean' } } } },
            pay: {
              oneOf: [
                { type: 'null' },
                { type: 'object', properties: { card: { type: 'string', example: '4' } } },
              ],
            },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
            anything: {},
          },
        },
      ],
    }
    const components = {
      schemas: {
        base: {
          type: 'object',
          properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
        },
      },
    }
    expect(bodyTextOf(requestOf(jsonBody(schema), { components }))).toEqual({
      name: 'text',
      goodsId: 10,
      price: 0.5,
      count: 0,
      at: '2026-01-01T00:00:00Z',
      note: 'tex',
      code: 'textxx',
      kind: 'gift',
      fixed: 'x',
      lines: [{ ok: true }],
      pay: { card: '4' },
      labels: { name: 'text' },
    })
  })
  it('of a form has its fields, and files are to be chosen', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        tags: { type: 'array', items: { type: 'integer' } },
        photo: { type: 'string', format: 'binary' },
      },
    }
    const { request, left } = requestOf({ requestBody: { content: { 'multipart/form-data': { schema } } } })
    expect(request.body).toMatchObject({
      kind: 'multipart',
      fields: [
        { kind: 'text', name: 'name', value: 'text' },
        { kind: 'text', name: 'tags', value: '[1]' },
        { kind: 'file', name: 'photo' },
      ],
    })
    expect(request.headers).toEqual([])
    expect(left).toEqual([['POST /orders', 'file']])
  })
  it('of several types is JSON if it can be', () => {
    const content = { 'application/xml': {}, 'application/vnd.shop+json': { example: { a: 1 } } }
    const { request } = requestOf({ requestBody: { content } })
    expect(request).toMatchObject({
      body: { kind: 'json' },
      headers: [{ name: 'Content-Type', value: 'application/vnd.shop+json' }],
    })
  })
  it.each([
    ['application/xml', 'sampleMissing'],
    ['application/octet-stream', 'binaryBody'],
  ])('of type %s without an example is told', (type, code) => {
    const { left } = requestOf({
      requestBody: { content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
    })
    expect(left[0]).toEqual(['POST /orders', code])
  })
  it('of version 2.0 is a parameter of its own, or fields of a form', () => {
    const paths = {
      '/json': {
        post: { parameters: [{ name: 'order', in: 'body', schema: { $ref: '#/definitions/Order' } }] },
      },
      '/form': {
        post: {
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [{ name: 'a', in: 'formData', type: 'integer' }],
        },
      },
      '/file': { post: { parameters: [{ name: 'f', in: 'formData', type: 'file' }] } },
    }
    const definitions = { Order: { type: 'object', properties: { id: { type: 'integer' } } } }
    const bodies = read(swagger({ consumes: ['application/json'], paths, definitions })).requests.map(
      ({ body }) => body,
    )
    expect(bodies).toMatchObject([
      { kind: 'json', text: '{\n  "id": 1\n}' },
      { kind: 'form', fields: [{ name: 'a', value: '1' }] },
      { kind: 'multipart', fields: [{ kind: 'file', name: 'f' }] },
    ])
  })
})

describe('security schemes', () => {
  const securitySchemes = {
    api_key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    inQuery: { type: 'apiKey', in: 'query', name: 'key' },
    inCookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    jwt: { type: 'http', scheme: 'Bearer' },
    login: { type: 'http', scheme: 'basic' },
    shop_auth: { type: 'oauth2', flows: {} },
  }
  const secured = (name: string, more: object = {}) =>
    requestOf({ security: [{ [name]: [] }] }, { components: { securitySchemes }, ...more })

  it.each([
    ['api_key', { headers: [{ name: 'X-Key', value: '${api_key}' }] }, ['api_key']],
    ['inQuery', { query: [{ name: 'key', value: '${inQuery_token}' }] }, ['inQuery_token']],
    ['jwt', { auth: { kind: 'bearer', token: '${jwt}' } }, ['jwt']],
    [
      'login',
      { auth: { kind: 'basic', user: '${login_user}', password: '${login_password}' } },
      ['login_password'],
    ],
    ['shop_auth', { auth: { kind: 'bearer', token: '${shop_auth_token}' } }, ['shop_auth_token']],
  ])('%s become secret variables that are to be filled', (name, request, secrets) => {
    const made = secured(name)
    expect(made.request).toMatchObject(request)
    expect(made.variables.filter(({ secret }) => secret).map(each => each.name)).toEqual(secrets)
    expect(new Set(made.left.map(([, code]) => code))).toEqual(new Set(['variableMissing']))
  })
  it('of a cookie is told', () => {
    expect(secured('inCookie').left).toEqual([['POST /orders', 'authentication']])
  })
  it('of the file hold for operations that name none, and an empty list switches them off', () => {
    const of = (operation: object) =>
      requestOf(operation, { security: [{ jwt: [] }], components: { securitySchemes } }).request.auth.kind
    expect([of({}), of({ security: [] })]).toEqual(['bearer', 'asSet'])
  })
})

describe('what cannot be read of an API description', () => {
  const schemas = {
    Node: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        next: { $ref: '#/components/schemas/Node' },
        all: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
    },
    Loop: { $ref: '#/components/schemas/Loop' },
    Far: { $ref: 'https://other.example/order.json#/Order' },
    File: { $ref: './order.yaml' },
    Gone: { $ref: '#/components/schemas/None' },
    Proto: { $ref: '#/constructor' },
  }
  it('are schemas that contain themselves, which end where they begin again', () => {
    expect(
      bodyTextOf(requestOf(jsonBody({ $ref: '#/components/schemas/Node' }), { components: { schemas } })),
    ).toEqual({ name: 'text', all: [] })
  })
  it.each([
    ['Loop', 'brokenReference'],
    ['Far', 'remoteReference'],
    ['File', 'remoteReference'],
    ['Gone', 'brokenReference'],
    ['Proto', 'brokenReference'],
  ])('is told of the reference %s', (name, code) => {
    const { left } = requestOf(jsonBody({ $ref: `#/components/schemas/${name}` }), {
      components: { schemas },
    })
    expect(left).toEqual([['', code]])
  })
  it('are samples beyond a number of values, and schemas beyond a depth', () => {
    const wide: Record<string, unknown> = {}
    for (let level = 0; level < 12; level++) {
      const inner = { $ref: `#/components/schemas/L${level + 1}` }
      wide[`L${level}`] = { type: 'object', properties: { a: inner, b: inner, c: inner } }
    }
    const { left } = requestOf(jsonBody({ $ref: '#/components/schemas/L0' }), {
      components: { schemas: { ...wide, L12: { type: 'string' } } },
    })
    expect(left).toEqual([['POST /orders', 'sampleCut']])
    let deep: object = { type: 'string' }
    for (let level = 0; level < 500; level++) deep = { type: 'array', items: deep }
    expect(requestOf(jsonBody(deep)).request.body.kind).toBe('json')
  })
  it('are requests that the server sends, methods that are not known, and broken parameters', () => {
    const { left } = read(
      openapi({
        webhooks: { paid: { post: {} } },
        paths: { '/a': { trace: {}, get: { callbacks: { done: {} }, parameters: ['x', { in: 'query' }] } } },
      }),
    )
    expect(left).toEqual([
      ['webhooks paid', 'callback'],
      ['TRACE /a', 'method'],
      ['GET /a', 'callback'],
      ['GET /a', 'badField'],
    ])
  })
  it.each([
    ['{"openapi":"4.0","paths":{}}', '', 'version'],
    ['{"swagger":"1.2"}', '', 'version'],
    ['openapi: 3.0.0\npaths: [', '2:9', 'notYaml'],
    [
      'openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]',
      '',
      'notYaml',
    ],
    ['{"openapi":"3.0.0",', '', 'notJson'],
    ['{"openapi":"3.0.0","paths":[]}', '', 'nothingFound'],
  ])('is a file such as %s', (text, place, code) => {
    const { recording } = readText(text)
    expect(recording.exchanges).toEqual([])
    expect(recording.left[0]).toMatchObject({ place, code })
  })
})
