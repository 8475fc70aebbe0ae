/** Bodies and authentication of request steps, as a server receives them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { toldCause } from '@pone/contract/told-cause.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type ComponentOptions, compileComponent } from '../compile-component.ts'
import { startDebug } from '../debug/debug-run.ts'

interface Received {
  headers: IncomingMessage['headers']
  url: string
  body: Buffer
}

const received: Received[] = []
const server = createServer((request, response) => {
  void buffer(request).then(body => {
    received.push({ headers: request.headers, url: request.url ?? '', body })
    if (request.url !== '/token') return response.end('ok')
    return response.end('{"access_token":"tok","token_type":"bearer","expires_in":60}')
  })
})
const folder = mkdtempSync(join(tmpdir(), 'pone-bodies-'))
const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
let baseUrl = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(join(folder, 'large'), large)
  writeFileSync(join(folder, 'small'), 'small')
})
beforeEach(() => void received.splice(0))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const largeId = '00000000-0000-4000-8000-000000000001'
const smallId = '00000000-0000-4000-8000-000000000002'
type Http = Partial<z.input<typeof httpRequestSchema>>

const documentOf = (http: Http, settings: object = {}) =>
  componentDocumentSchema.parse({
    settings: { baseUrl, ...settings },
    variables: [
      { name: 'who', value: '张三' },
      { name: 'count', value: '3' },
      { name: 'url', value: `${baseUrl}/token` },
    ],
    steps: [
      {
        id: 'r',
        name: 'r',
        kind: 'request',
        protocol: 'http',
        http: httpRequestSchema.parse({ method: 'POST', url: '/', ...http }),
      },
    ],
  })

/** Runs the request in a standalone execution; returns the reported exchange. */
async function run(http: Http, settings: object = {}) {
  const shown: { requestBody: string; error: unknown }[] = []
  const details: string[] = []
  await startDebug({
    name: 'c',
    document: documentOf(http, settings),
    users: 1,
    loops: 1,
    filePaths: { [largeId]: join(folder, 'large'), [smallId]: join(folder, 'small') },
    emit(event) {
      if (event.kind === 'exchange') shown.push(event.exchange)
      if (event.kind === 'ended') details.push(event.detail)
    },
  }).done
  const first = received.at(-1)
  if (first === undefined) throw new Error(`nothing was received: ${details.join()}`)
  return { ...first, text: first.body.toString(), shown: shown.at(0) }
}

describe('a body', () => {
  test('of GraphQL is JSON, with variables as they are', async () => {
    const { headers, text } = await run({
      body: {
        kind: 'graphql',
        query: 'query Q($n: Int) { user(name: "${who}", n: $n) { id } }',
        variables: '{"n": ${count}}',
        operationName: 'Q',
      },
    })
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(text)).toEqual({
      query: 'query Q($n: Int) { user(name: "张三", n: $n) { id } }',
      variables: { n: 3 },
      operationName: 'Q',
    })
  })
  test('of GraphQL leaves out what is empty', async () => {
    expect((await run({ body: { kind: 'graphql', query: '{a}' } })).text).toBe('{"query":"{a}"}')
  })
  test('of SOAP 1.1 names its action in a header', async () => {
    const { headers, text } = await run({
      body: { kind: 'soap', version: '1.1', action: 'urn:do/${count}', envelope: '<e>${who}</e>' },
    })
    expect(headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(headers.soapaction).toBe('"urn:do/3"')
    expect(text).toBe('<e>张三</e>')
  })
  test('of SOAP 1.2 names its action in the content type', async () => {
    const { headers } = await run({
      body: { kind: 'soap', version: '1.2', action: 'urn:do', envelope: '<e/>' },
    })
    expect(headers['content-type']).toBe('application/soap+xml; charset=utf-8; action="urn:do"')
    expect(headers.soapaction).toBeUndefined()
  })
  test.each([
    [largeId, large],
    [smallId, Buffer.from('small')],
  ])('of a file is sent as it is, large or small', async (fileId, content) => {
    const { headers, body, shown } = await run({
      body: { kind: 'binary', fileId, contentType: 'image/png' },
    })
    expect([headers['content-type'], headers['content-length']]).toEqual([
      'image/png',
      String(content.length),
    ])
    expect(body.equals(content)).toBe(true)
    expect(shown?.error).toBeNull()
  })
  test('of several parts holds texts and files', async () => {
    const { headers, body, shown } = await run({
      body: {
        kind: 'multipart',
        fields: [
          { kind: 'text', name: 'who', value: '${who}' },
          { kind: 'text', name: 'off', value: 'x', enabled: false },
          { kind: 'text', name: 'json', value: '{"n":${count}}', contentType: 'application/json' },
          { kind: 'file', name: 'f', fileId: largeId, fileName: '${who}.bin', contentType: 'image/png' },
          { kind: 'file', name: 'g', fileId: smallId, fileName: 'g.txt' },
        ],
      },
    })
    expect(headers['content-length']).toBe(String(body.length))
    const form = await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': headers['content-type'] ?? '' },
    }).formData()
    expect([...form.keys()]).toEqual(['who', 'json', 'f', 'g'])
    const file = form.get('f')
    if (!(file instanceof File)) throw new Error('a file is expected')
    expect(form.get('who')).toBe('张三')
    expect(Buffer.from(await file.arrayBuffer()).equals(large)).toBe(true)
    expect(shown?.requestBody).toContain('[${who}.bin, 300000 bytes]')
  })
  test.each<Http>([
    { body: { kind: 'text', text: 'some ${who}' } },
    { body: { kind: 'binary', fileId: largeId } },
  ])('goes in chunks when asked: %#', async http => {
    const { headers, body } = await run({ ...http, chunkedBody: true })
    expect([headers['transfer-encoding'], headers['content-length']]).toEqual(['chunked', undefined])
    expect(body.length).toBe(http.body?.kind === 'binary' ? large.length : 11)
  })
  test("gives way to the request's own headers", async () => {
    const { headers } = await run({
      headers: [
        { name: 'content-type', value: 'x/y' },
        { name: 'soapAction', value: 'mine' },
      ],
      body: { kind: 'soap', action: 'a', envelope: '<e/>' },
    })
    expect([headers['content-type'], headers.soapaction]).toEqual(['x/y', 'mine'])
  })
  test('whose file is missing is an error before the start', () => {
    const options: ComponentOptions = {
      name: 'shop',
      document: documentOf({ body: { kind: 'binary', fileId: largeId } }),
      share: { from01: 0, to01: 1 },
      labelOf: () => undefined,
      filePaths: {},
      extraHeaders: [],
      log: () => undefined,
    }
    expect(() => compileComponent(options)).toThrow(
      toldCause('bodyFileMissing', { component: 'shop', file: largeId }),
    )
    expect(() => compileComponent({ ...options, filePaths: { [largeId]: join(folder, 'none') } })).toThrow(
      '[[bodyFileMissing ',
    )
  })
})

describe('authentication', () => {
  const basic = { kind: 'basic', user: '${who}', password: 'pw' } as const
  const header = `Basic ${Buffer.from('张三:pw').toString('base64')}`
  test.each<[string, Http, object, string | undefined]>([
    ['basic', { auth: basic }, {}, header],
    ['bearer', { auth: { kind: 'bearer', token: 't${count}' } }, {}, 'Bearer t3'],
    ['that of the settings', {}, { auth: basic }, header],
    ['none in spite of the settings', { auth: { kind: 'none' } }, { auth: basic }, undefined],
    [
      "the request's own header",
      { auth: basic, headers: [{ name: 'AUTHORIZATION', value: 'mine' }] },
      {},
      'mine',
    ],
    [
      'a token',
      { auth: { kind: 'oauth2', tokenUrl: '${url}', clientId: 'c', clientSecret: 's' } },
      {},
      'Bearer tok',
    ],
  ])('%s', async (_, http, settings, expected) => {
    expect((await run(http, settings)).headers.authorization).toBe(expected)
  })
  test('by a token asks for it once for all requests of a component', async () => {
    const auth = { kind: 'oauth2', tokenUrl: '${url}', clientId: 'c', clientSecret: 's' } as const
    const document = documentOf({}, { auth })
    const [step] = document.steps
    if (step === undefined) throw new Error('a step is expected')
    await startDebug({
      name: 'c',
      document: { ...document, steps: [step, { ...step, id: 'r2' }] },
      users: 3,
      loops: 2,
      filePaths: {},
      emit: () => undefined,
    }).done
    expect(received.filter(({ url }) => url === '/token')).toHaveLength(1)
    expect(received).toHaveLength(13)
  })
})
