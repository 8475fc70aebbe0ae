import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DebugEvent, debugEventSchema } from '@pone/contract/link/debug.ts'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DebugCommand, debugEntry } from './protocol.ts'

let server: Server
let url: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pone-debug-'))
  server = createServer((request, response) => {
    if (request.url === '/hang') return
    response.setHeader('content-type', 'application/json')
    response.setHeader('set-cookie', 'sid=s1')
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () =>
      response.end(
        JSON.stringify({ path: request.url, token: 'tok', cookie: request.headers.cookie ?? null, body }),
      ),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

type Start = Extract<DebugCommand, { kind: 'start' }>

async function execute(
  document: object,
  options: Partial<Start> = {},
  onEvent: (event: DebugEvent, stop: () => void) => void = () => undefined,
): Promise<DebugEvent[]> {
  const child = fork(debugEntry, { serialization: 'advanced' })
  const events: DebugEvent[] = []
  child.on('message', message => {
    const event = debugEventSchema.parse(message)
    events.push(event)
    onEvent(event, () => child.send({ kind: 'stop' } satisfies DebugCommand))
  })
  const start: Start = {
    kind: 'start',
    name: 'demo',
    document: componentDocumentSchema.parse(document),
    users: 1,
    loops: 1,
    filePaths: {},
    ...options,
  }
  child.send(start)
  await once(child, 'exit')
  return events
}
const ofKind = <K extends DebugEvent['kind']>(events: readonly DebugEvent[], kind: K) =>
  events.filter((event): event is Extract<DebugEvent, { kind: K }> => event.kind === kind)

describe('a standalone execution', () => {
  test('shows every request, checkpoint, extraction, transaction, variable and log line', async () => {
    const events = await execute({
      settings: { baseUrl: url },
      variables: [{ name: 'who', value: 'ann-${threadId()}' }],
      steps: [
        {
          id: 't',
          name: 'sign in',
          kind: 'transaction',
          children: [
            {
              id: 'r1',
              name: 'login',
              kind: 'request',
              protocol: 'http',
              http: {
                method: 'POST',
                url: '/login',
                query: [{ name: 'q', value: 'a b' }],
                headers: [{ name: 'X-Own', value: '${who}' }],
                body: {
                  kind: 'form',
                  fields: [
                    { name: 'user', value: '${who}' },
                    { name: 'p', value: 'ä &' },
                  ],
                },
              },
              checkpoints: [
                { id: 'k1', source: 'status', operator: 'equals', expected: '200' },
                { id: 'k2', source: 'jsonPath', expression: '$.token', operator: 'equals', expected: 'nope' },
              ],
              extractors: [
                { id: 'e1', source: 'jsonPath', variable: 'token', expression: '$.token' },
                { id: 'e2', source: 'cookie', variable: 'sid', expression: 'sid' },
                { id: 'e3', source: 'header', variable: 'none', expression: 'x-none', defaultValue: 'dflt' },
              ],
            },
          ],
        },
        { id: 'p', name: '', kind: 'thinkTime', durationMs: 3_600_000 },
        {
          id: 's',
          name: 'js',
          kind: 'script',
          code: 'const t: string = vars.get("token")\nvars.set("hash", fn.md5(t))\nlog("token", t, response.status, user.id)',
        },
        {
          id: 'r2',
          name: 'list',
          kind: 'request',
          protocol: 'http',
          http: { url: '/list/${token}/${hash}' },
        },
      ],
    })
    const exchanges = ofKind(events, 'exchange')
    expect(exchanges.map(event => event.stepId)).toEqual(['r1', 'r2'])
    const [login, list] = exchanges.map(event => event.exchange)
    expect(login).toMatchObject({
      label: 'login',
      method: 'POST',
      url: `${url}/login?q=a%20b`,
      requestBody: 'user=ann-1&p=%C3%A4+%26',
      status: 200,
      error: { code: 'checkpoint' },
      checkpoints: [
        { id: 'k1', passed: true, actual: '200' },
        { id: 'k2', passed: false, actual: 'tok' },
      ],
      extracted: [
        { variable: 'token', value: 'tok', matched: true },
        { variable: 'sid', value: 's1', matched: true },
        { variable: 'none', value: 'dflt', matched: false },
      ],
    })
    expect(causeText(login?.error?.message ?? '', 'en')).toBe('JSONPath $.token equals nope')
    expect(login?.requestHeaders).toContainEqual(['X-Own', 'ann-1'])
    expect(login?.requestHeaders).toContainEqual(['Content-Type', 'application/x-www-form-urlencoded'])
    expect(login?.phases.connect).toBeGreaterThanOrEqual(0)
    expect(list?.url).toMatch(/\/list\/tok\/[0-9a-f]{32}$/)
    expect(list?.responseBody).toContain('"cookie":"sid=s1"')
    expect(ofKind(events, 'transaction')).toMatchObject([{ stepId: 't', name: 'sign in', passed: false }])
    expect(ofKind(events, 'variables')[0]?.values).toMatchObject({ who: 'ann-1', token: 'tok', sid: 's1' })
    expect(ofKind(events, 'log').map(event => event.line.message)).toContain('token tok 200 1')
    expect(events.at(-1)).toEqual({
      kind: 'ended',
      cause: 'finished',
      detail: '',
      elapsedMs: expect.any(Number),
    })
  })

  test('runs users and loops with the rows of a parameter file', async () => {
    const path = join(folder, 'users.csv')
    writeFileSync(path, 'name\na\nb\nc\nd\n')
    const fileId = '0b0e7c8e-0000-4000-8000-000000000000'
    const events = await execute(
      {
        parameters: [
          { id: 'p', kind: 'file', fileId, columns: ['name'], selection: 'unique', exhaustion: 'stopUser' },
        ],
        steps: [{ id: 'r', name: 'r', kind: 'request', protocol: 'http', http: { url: `${url}/\${name}` } }],
      },
      { users: 2, loops: 3, filePaths: { [fileId]: path } },
    )
    const paths = ofKind(events, 'exchange').map(event => event.exchange.url.slice(-1))
    expect(new Set(paths)).toEqual(new Set(['a', 'b', 'c', 'd']))
    expect(paths).toHaveLength(4)
    expect(ofKind(events, 'variables').every(event => event.values['name'] !== undefined)).toBe(true)
    expect(events.at(-1)).toMatchObject({ cause: 'finished' })
  })

  test('stops when asked to, cutting think time', async () => {
    const events = await execute(
      {
        settings: { thinkTimeCapMs: 0 },
        steps: [
          { id: 'r', name: 'r', kind: 'request', protocol: 'http', http: { url: `${url}/a` } },
          { id: 'p', name: '', kind: 'thinkTime', durationMs: 60_000 },
        ],
      },
      { loops: 100 },
      (event, stop) => {
        if (event.kind === 'exchange') stop()
      },
    )
    expect(events.at(-1)).toEqual({
      kind: 'ended',
      cause: 'stopped',
      detail: '',
      elapsedMs: expect.any(Number),
    })
  })

  test('tells the step and the line of a script that fails', async () => {
    const code = 'const t: number = 1\n\nvars.set("a", t)\nfail("no key")'
    const events = await execute({ steps: [{ id: 's', name: 'sign', kind: 'script', code }] })
    expect(ofKind(events, 'log')).toMatchObject([
      { line: { level: 'error' }, fault: { stepId: 's', line: 4 } },
    ])
  })

  test('says what is wrong with a script that cannot be compiled, or a file that is not there', async () => {
    const broken = await execute({ steps: [{ id: 's', name: '', kind: 'script', code: 'let a =' }] })
    expect(broken.at(-1)).toMatchObject({ kind: 'ended', cause: 'failed', fault: { stepId: 's', line: 1 } })
    const missing = await execute({
      parameters: [{ id: 'p', kind: 'file', fileId: '0b0e7c8e-0000-4000-8000-000000000000', columns: ['a'] }],
      steps: [],
    })
    expect(missing.at(-1)).toEqual({
      kind: 'ended',
      cause: 'failed',
      detail: toldCause('parameterFileMissing', { component: 'demo', parameter: 'a' }),
    })
  })
})
