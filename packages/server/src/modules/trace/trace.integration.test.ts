/** Traces from a real Zipkin by calls: settings, sealed secrets, what is found and what is not, and systems that hang or misbehave. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { readCause } from '@pone/contract/told-cause.ts'
import { createAddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { readTrace } from './read-trace.ts'
import { startTestZipkin, type TestZipkin } from './test-zipkin.ts'

let zipkin: TestZipkin
let server: TestServer
let as: As
let projectId = ''
type Save = ClientInputOf<typeof calls.trace.saveSystem>
const save = (given: Partial<Save>, who = as) =>
  server.ask(
    calls.trace.saveSystem,
    {
      projectId,
      kind: 'zipkin',
      address: zipkin.address,
      secret: null,
      signIn: 'none',
      user: '',
      tenant: '',
      authority: '',
      ...given,
    },
    who,
  )
const read = (traceId: string, who = as) => server.call(calls.trace.read, { projectId, traceId }, who)
const testSystem = async () =>
  readCause((await server.call(calls.trace.testSystem, { projectId }, as)).cause, 'en').text

/** For what hangs; a busy machine takes 2 min to start Zipkin, an idle one 4 s. */
const startTimeoutMs = 300_000

beforeAll(async () => {
  ;[zipkin, server] = await Promise.all([
    startTestZipkin(),
    createTestServer({ tracingAddresses: ['127.0.0.1'] }),
  ])
  await server.addUser('manager')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
}, startTimeoutMs)
afterAll(async () => {
  await Promise.all([zipkin.close(), server.close()])
})

const traceId = '7c9f0b1de2a34456b7c8d9e0f1a2b3c4'
const at = 1_764_000_000_000_000
/** As services with Zipkin's libraries report them; the load machine's own span "00000000000000aa" is reported by nobody. */
const reported = [
  {
    traceId,
    id: '00000000000000bb',
    parentId: '00000000000000aa',
    kind: 'SERVER',
    name: 'post /orders',
    timestamp: at,
    duration: 100_000,
    localEndpoint: { serviceName: 'shop' },
    tags: { 'http.path': '/orders' },
  },
  {
    traceId,
    id: '00000000000000cc',
    parentId: '00000000000000bb',
    kind: 'CLIENT',
    name: 'get',
    timestamp: at + 10_000,
    duration: 70_000,
    localEndpoint: { serviceName: 'shop' },
  },
  {
    traceId,
    id: '00000000000000cc',
    parentId: '00000000000000bb',
    kind: 'SERVER',
    name: 'get /stock',
    timestamp: at + 20_000,
    duration: 50_000,
    shared: true,
    localEndpoint: { serviceName: 'stock' },
    tags: { error: 'out of stock' },
    annotations: [{ timestamp: at + 30_000, value: 'row locked' }],
  },
  {
    traceId,
    id: '00000000000000dd',
    parentId: '00000000000000cc',
    kind: 'CLIENT',
    name: 'select',
    timestamp: at + 25_000,
    duration: 40_000,
    localEndpoint: { serviceName: 'stock' },
    remoteEndpoint: { serviceName: 'postgresql' },
  },
]

/** Zipkin stores what it has accepted a moment later. */
async function found(id: string) {
  for (;;) {
    const answer = await read(id)
    if (answer.state === 'found') return answer.trace
    expect(answer.state).toBe('notFound')
  }
}

it('without a system says so, and does not test one', async () => {
  expect(await server.call(calls.trace.system, { projectId }, as)).toBeNull()
  expect(await read(traceId)).toEqual({ state: 'unset' })
  expect(await server.fail(calls.trace.testSystem, { projectId }, as)).toMatchObject({
    code: 'TracingSystemUnset',
  })
})

it('reads the spans of a trace from Zipkin, with both ends of a call, self times and the critical path', async () => {
  expect((await save({})).data).toMatchObject({ kind: 'zipkin', hasSecret: false, updatedBy: 'manager' })
  expect(await testSystem()).toBe('')
  expect(await read(traceId)).toEqual({ state: 'notFound' })
  const posted = await fetch(`${zipkin.address}/api/v2/spans`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reported),
  })
  expect(posted.status).toBe(202)
  const trace = await found(traceId)
  expect(
    trace.spans.map(({ depth, service, operation, kind, startMs, durationMs, selfMs, criticalMs }) => [
      depth,
      `${service} ${operation} ${kind}`,
      [startMs, durationMs, selfMs, criticalMs],
    ]),
  ).toEqual([
    [0, 'shop post /orders server', [0, 100, 30, 30]],
    [1, 'shop get client', [10, 70, 20, 20]],
    [2, 'stock get /stock server', [20, 50, 10, 10]],
    [3, 'stock select client', [25, 40, 40, 40]],
  ])
  expect(trace).toMatchObject({
    traceId,
    startedAt: at / 1_000,
    durationMs: 100,
    missingParents: 0,
    services: [
      { service: 'shop', spans: 2, errors: 0, selfMs: 50, criticalMs: 50 },
      { service: 'stock', spans: 2, errors: 1, selfMs: 50, criticalMs: 50 },
    ],
  })
  expect(trace.spans[2]).toMatchObject({
    isError: true,
    tags: expect.arrayContaining([{ name: 'error', value: 'out of stock' }]),
    events: [{ atMs: 30, text: 'row locked' }],
  })
})

it('of a trace whose part is not there, tells how many parents are missing', async () => {
  const id = traceId.replace(/^7/, '8')
  const partial = reported
    .filter(span => span.id !== '00000000000000cc')
    .map(span => ({ ...span, traceId: id }))
  await fetch(`${zipkin.address}/api/v2/spans`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(partial),
  })
  const trace = await found(id)
  expect(trace).toMatchObject({ missingParents: 1 })
})

/** What is not Zipkin: it answers as the test says, on a port of loopback. */
async function serve(listener: RequestListener): Promise<string> {
  const other = createServer(listener).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => {
    other.closeAllConnections()
    other.close()
  })
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`
}

it('a wrong address, another product and a refused sign-in are told apart', async () => {
  await save({ address: `${zipkin.address}/zipkin/wrong` })
  expect(await testSystem()).toContain('HTTP 404')
  await save({ kind: 'jaeger' })
  expect(await testSystem()).toContain('HTTP 404')
  await save({ address: await serve((_, response) => response.end('<html>')) })
  expect(await testSystem()).toContain('does not have the format')
  const address = await serve((_, response) => response.writeHead(401).end())
  await save({ address })
  expect(await testSystem()).toContain('refused the sign-in (HTTP 401)')
})

it('an address that nothing listens at, and a private one that is not allowed, are told with what to do', async () => {
  const address = await serve(() => undefined)
  await save({ address: address.replace(/\d+$/, '1') })
  expect(await testSystem()).toContain('cannot be reached')
  await save({ address: 'http://10.1.2.3:9411' })
  expect(await testSystem()).toContain('PONE_TRACING_ADDRESSES')
})

it('an answer that never ends, and one that does not come, are given up', async () => {
  const wall = createAddressWall(['127.0.0.1'])
  const settings = { kind: 'jaeger', signIn: 'none', user: '', tenant: '', authority: '' } as const
  const silent = await serve(() => undefined)
  const late = await readTrace({ settings: { ...settings, address: silent }, secret: '' }, traceId, {
    wall,
    timeoutMs: 300,
  })
  expect(late).toMatchObject({ state: 'failed', cause: expect.stringContaining('traceTimedOut') })
  const endless = await serve((_, response) => {
    const write = () => void response.write(Buffer.alloc(1_048_576, ' '), cause => cause ?? write())
    write()
  })
  const large = await readTrace({ settings: { ...settings, address: endless }, secret: '' }, traceId, {
    wall,
    timeoutMs: 60_000,
  })
  expect(large).toMatchObject({ state: 'failed', cause: expect.stringContaining('traceTooLarge') })
})

it('signs in with what was entered, and never tells it nor sends it to another address', async () => {
  const heard: (string | undefined)[] = []
  const listener: RequestListener = (request, response) => {
    heard.push(request.headers.authorization)
    response.end('[]')
  }
  const [first, other] = [await serve(listener), await serve(listener)]
  const basic = { address: first, signIn: 'basic', user: 'li' } as const
  const refused = await save(basic)
  expect(refused.failure).toMatchObject({ code: 'TracingSecretNeeded' })
  const { data } = await save({ ...basic, secret: 'top-secret' })
  expect(data).toMatchObject({ hasSecret: true })
  expect(JSON.stringify(await server.call(calls.trace.system, { projectId }, as))).not.toContain('top-secret')
  const rows = await server.database.selectFrom('tracing_systems').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('top-secret')
  const records = await server.database.selectFrom('operation_records').selectAll().execute()
  expect(JSON.stringify(records)).not.toContain('top-secret')
  // Something else is changed, the secret stays.
  expect((await save({ ...basic, tenant: 'a' })).data).toMatchObject({ hasSecret: true })
  expect(await read(traceId)).toEqual({ state: 'notFound' })
  expect(heard).toEqual([`Basic ${Buffer.from('li:top-secret').toString('base64')}`])
  for (const change of [{ address: other }, { user: 'wang' }, { signIn: 'bearer' }] as const)
    expect((await save({ ...basic, ...change })).failure).toMatchObject({ code: 'TracingSecretNeeded' })
  await save({ address: first, signIn: 'bearer', secret: 'token' })
  await read(traceId)
  expect(heard.at(-1)).toBe('Bearer token')
})

it.each([
  { address: '' },
  { address: 'ftp://zipkin.example.com' },
  { address: 'http://li:secret@zipkin.example.com' },
  { signIn: 'bearer', secret: 'two\r\nlines' },
] as const)('refuses %j', async given => {
  expect((await save(given)).failure).toMatchObject({ code: 'BadInput' })
})

it('is set by who may edit the project, read by who may view its runs, and does not exist for others', async () => {
  await save({})
  const viewer = await member('viewer', ['project.view'])
  expect(await server.call(calls.trace.system, { projectId }, viewer)).toMatchObject({ kind: 'zipkin' })
  expect((await save({}, viewer)).failure).toMatchObject({ code: 'Forbidden' })
  expect(await server.fail(calls.trace.read, { projectId, traceId }, viewer)).toMatchObject({
    code: 'Forbidden',
  })
  const tester = await member('runner', ['project.view', 'run.view'])
  expect(await read(traceId, tester)).toMatchObject({ state: 'found' })
  await server.addUser('stranger')
  const stranger = { token: (await server.signIn('stranger')).token }
  expect(await server.fail(calls.trace.read, { projectId, traceId }, stranger)).toMatchObject({
    code: 'NotFound',
  })
})

it('is removed', async () => {
  await server.call(calls.trace.removeSystem, { projectId }, as)
  expect(await read(traceId)).toEqual({ state: 'unset' })
})

async function member(account: string, functions: ('project.view' | 'run.view')[]): Promise<As> {
  const { id: roleId } = await server.call(calls.role.create, { projectId, name: account, functions }, as)
  const userId = await server.addUser(account)
  await server.call(calls.member.add, { projectId, userIds: [userId], roleId }, as)
  return { token: (await server.signIn(account)).token }
}
