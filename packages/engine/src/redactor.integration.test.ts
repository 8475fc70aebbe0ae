import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDebug } from './debug/debug-run.ts'

let server: Server
const received: string[] = []
let url = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      received.push(`${request.url} ${request.headers.authorization ?? ''} ${body}`)
      response.end(JSON.stringify({ token: 'fresh-token/42', youSent: body, at: request.url }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a standalone execution sends secrets and shows none of them, wherever they turn up', async () => {
  const password = 'corr&ct "horse"'
  const request = (id: string, http: object, rest: object = {}) => ({
    id,
    name: id,
    kind: 'request',
    protocol: 'http',
    http: { method: 'POST', ...http },
    ...rest,
  })
  const document = componentDocumentSchema.parse({
    settings: { baseUrl: url, log: 'full' },
    variables: [
      { name: 'password', value: password, secret: true },
      { name: 'token', value: '', secret: true },
      { name: 'who', value: 'alice' },
    ],
    steps: [
      request(
        'login',
        {
          url: '/login/${who}',
          query: [{ name: 'p', value: '${password}' }],
          auth: { kind: 'basic', user: '${who}', password: '${password}' },
          body: { kind: 'json', text: '{"p":"${json(${password})}"}' },
        },
        {
          extractors: [{ id: 'e', source: 'jsonPath', variable: 'token', expression: '$.token' }],
          checkpoints: [
            {
              id: 'c',
              source: 'jsonPath',
              expression: '$.youSent',
              operator: 'equals',
              expected: '${password}',
            },
          ],
        },
      ),
      request('use', { url: '/use', body: { kind: 'form', fields: [{ name: 't', value: '${token}' }] } }),
      {
        id: 's',
        name: 'script',
        kind: 'script',
        code: "log(vars.get('password')); vars.set('copy', fn.base64(vars.get('token'))); vars.set('token', 'third-token'); log('third-token'); fail(vars.get('password'))",
      },
    ],
  })
  const events: DebugEvent[] = []
  const emit = (event: DebugEvent) => void events.push(event)
  await startDebug({ name: 'c', document, users: 1, loops: 1, filePaths: {}, emit }).done

  expect(received).toHaveLength(2)
  expect(received[0]).toContain(Buffer.from(`alice:${password}`).toString('base64'))
  expect(received[1]).toContain('t=fresh-token%2F42')
  const shown = JSON.stringify(events)
  expect(shown).toContain('alice')
  for (const part of ['corr', 'horse', 'fresh-token', 'third-token']) {
    expect(shown).not.toContain(part)
    expect(shown).not.toContain(Buffer.from(part.slice(0, 3)).toString('base64'))
  }
  expect(events.filter(event => event.kind === 'exchange')).toHaveLength(2)
})

test('passwords and tokens that stand in the component itself are sent and never shown', async () => {
  const before = received.length
  const step = (id: string, auth: object) => ({
    id,
    name: id,
    kind: 'request',
    protocol: 'http',
    http: { method: 'POST', url: `/${id}`, auth, body: { kind: 'text', text: 'pw-4 and bearer-literal' } },
  })
  const document = componentDocumentSchema.parse({
    settings: { baseUrl: url, log: 'full' },
    steps: [
      step('basic', { kind: 'basic', user: 'alice', password: 'pw-4' }),
      step('bearer', { kind: 'bearer', token: 'bearer-literal' }),
      { id: 's', name: 'script', kind: 'script', code: "log('it is bearer-literal'); fail('no pw-4')" },
    ],
  })
  const events: DebugEvent[] = []
  const emit = (event: DebugEvent) => void events.push(event)
  await startDebug({ name: 'c', document, users: 1, loops: 1, filePaths: {}, emit }).done

  const basic = Buffer.from('alice:pw-4').toString('base64')
  expect(received.slice(before)).toEqual([
    `/basic Basic ${basic} pw-4 and bearer-literal`,
    '/bearer Bearer bearer-literal pw-4 and bearer-literal',
  ])
  const shown = JSON.stringify(events)
  for (const part of ['pw-4', 'bearer-literal', basic]) expect(shown).not.toContain(part)
  expect(shown).toContain('Basic ••••••••')
  expect(shown).toContain('Bearer ••••••••')
})
