/** TLS of the server with certificates of a real CA: pages and calls, agent connections, renewal, and the text of each refusal. */
import { type ChildProcess, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { calls } from '@pone/contract/calls/registry.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { readEnvironment } from '../../environment.ts'
import { createPeerClient } from '../../replicas/peer-client.ts'
import { createTestServer } from '../../test-server.ts'
import { networkConditions } from './network-safety.ts'
import { openServerCertificate } from './server-certificate.ts'
import { createTestAuthority, type TestAuthority } from './test-authority.ts'

const serverProgram = fileURLToPath(new URL('../../main.ts', import.meta.url))
const agentProgram = fileURLToPath(new URL('../../../../agent/src/main.ts', import.meta.url))
const joinToken = 'join-token-of-the-test'
let folder = ''
let database: TestDatabase
let authority: TestAuthority
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-tls-'))
  database = await createTestDatabase()
  authority = await createTestAuthority(folder)
  setDefaultCACertificates([...getCACertificates(), authority.pem])
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

interface Program {
  readonly child: ChildProcess
  /** The first event of that kind. */
  event(kind: string): Promise<Record<string, unknown>>
  /** The n-th line of its log that matches, from 1. */
  line(pattern: RegExp, n?: number): Promise<string>
  readonly events: readonly Record<string, unknown>[]
}

function startProgram(program: string, env: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(child)
  const events: Record<string, unknown>[] = []
  const lines: string[] = []
  const watchers = new Set<() => void>()
  const notify = () => watchers.forEach(watch => watch())
  createInterface({ input: child.stdout }).on('line', line => {
    events.push(JSON.parse(line) as Record<string, unknown>)
    notify()
  })
  createInterface({ input: child.stderr }).on('line', line => {
    lines.push(line)
    notify()
  })
  const find = <T>(look: () => T | undefined): Promise<T> =>
    new Promise(resolve => {
      const watch = () => {
        const found = look()
        if (found === undefined) return
        watchers.delete(watch)
        resolve(found)
      }
      watchers.add(watch)
      watch()
    })
  return {
    child,
    events,
    event: kind => find(() => events.find(event => event['event'] === kind)),
    line: (pattern, n = 1) => find(() => lines.filter(line => pattern.test(line))[n - 1]),
  }
}

const startServer = (env: Record<string, string>): Program =>
  startProgram(serverProgram, {
    PONE_DATABASE_URL: database.connectionString,
    PONE_DATA: join(folder, 'server'),
    PONE_PORT: '0',
    PONE_CAPTCHA_FIXED: '1234',
    PONE_LOCAL_AGENT_TOKEN: joinToken,
    PONE_DEMO_TARGET_URL: 'http://127.0.0.1:9',
    ...env,
  })

let agents = 0
const startAgent = (env: Record<string, string>): Program =>
  startProgram(agentProgram, {
    PONE_AGENT_TOKEN: joinToken,
    PONE_AGENT_DATA: join(folder, `agent-${++agents}`),
    PONE_AGENT_NAME: `agent-${agents}`,
    ...env,
  })

const addressOf = async (server: Program): Promise<URL> =>
  new URL(String((await server.event('listening'))['address']))

async function startTlsServer(name: string, env: Record<string, string> = {}) {
  const { cert, key } = await authority.issue(name, 'DNS:localhost,IP:127.0.0.1')
  const tls = { PONE_TLS_CERT: cert, PONE_TLS_KEY: key, PONE_TLS_CA: authority.ca }
  const server = startServer({ PONE_HOST: '0.0.0.0', ...tls, ...env })
  const { port } = await addressOf(server)
  return { server, cert, key, port, url: `https://localhost:${port}` }
}

/** Serial number of the certificate that is presented. */
async function serialAt(port: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(port), servername: 'localhost' })
  await once(socket, 'secureConnect')
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

const serialOf = async (file: string): Promise<string> =>
  new X509Certificate(await readFile(file)).serialNumber

async function ask<T>(url: string, path: string, body: object, token = ''): Promise<T> {
  const response = await fetch(`${url}/apm-api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(body),
  })
  const { data } = (await response.json()) as { data: T }
  return data
}

test('an agent joins over TLS and executes what it is given; calls carry HSTS; old versions are refused', async () => {
  const { server, url, port } = await startTlsServer('whole')
  const agent = startAgent({ PONE_SERVER_URL: url, PONE_AGENT_CA: authority.ca })
  await agent.event('connected')
  const target = createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1')
  await once(target, 'listening')

  const tester = (await server.event('first-run'))['tester'] as { account: string; password: string }
  const { captchaId } = await ask<{ captchaId: string }>(url, '/auth/captcha', {})
  const { token } = await ask<{ token: string }>(url, '/auth/login', {
    ...tester,
    captchaId,
    captchaCode: '1234',
  })
  const projects = await ask<{ rows: { id: string }[] }>(url, '/project/mine', { pageSize: 10 }, token)
  const projectId = projects.rows[0]?.id ?? ''
  const document = componentDocumentSchema.parse({
    settings: { baseUrl: `http://127.0.0.1:${(target.address() as AddressInfo).port}`, log: 'full' },
    steps: [{ id: 'a', name: 'a', kind: 'request', protocol: 'http', http: { url: '/over-tls' } }],
  })
  const { debugId } = await ask<{ debugId: string }>(
    url,
    '/component/startDebug',
    { projectId, name: 'a', document },
    token,
  )
  for (;;) {
    const log = await ask<{ events: unknown[]; isEnded: boolean }>(
      url,
      '/component/debugEvents',
      { projectId, debugId },
      token,
    )
    if (!log.isEnded) continue
    expect(JSON.stringify(log.events)).toContain('/over-tls')
    break
  }
  target.close()

  const health = await fetch(`${url}/apm-api/health`)
  expect(health.headers.get('strict-transport-security')).toBe('max-age=15552000')
  expect(health.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  const old = connect({
    host: '127.0.0.1',
    port: Number(port),
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  await expect(once(old, 'secureConnect')).rejects.toThrow(/protocol|alert|reset/i)
  expect(server.events.filter(({ event }) => event === 'notice')).toEqual([])
  expect((await server.event('listening'))['address']).toBe(`https://127.0.0.1:${port}`)
  const local = String((await server.event('listening'))['localAddress'])
  expect(local).toMatch(/^http:\/\/127\.0\.0\.1:/)
  expect((await fetch(`${local}/apm-api/health`)).status).toBe(200)
})

test('an agent knows a server by the fingerprint of its authority, and by no other', async () => {
  const { url } = await startTlsServer('pinned')
  const pin = (await ask<{ certificatePin: string }>(url, '/system/info', {})).certificatePin
  expect(pin).toBe(new X509Certificate(authority.pem).fingerprint256)
  const agent = startAgent({ PONE_SERVER_URL: url, PONE_AGENT_PIN: pin })
  await agent.event('connected')
  const stranger = startAgent({ PONE_SERVER_URL: url, PONE_AGENT_PIN: 'ab'.repeat(32) })
  expect(await stranger.line(/no connection/)).toContain('it shows no certificate with the fingerprint')
  expect(stranger.events).toEqual([])
})

describe('an agent that does not accept a certificate says why and what to do', () => {
  test('an unknown authority, a wrong name, a server without TLS', async () => {
    const { url, port, server } = await startTlsServer('refused')
    const other = await createTestAuthority(folder, 'other')
    const unknown = startAgent({ PONE_SERVER_URL: url, PONE_AGENT_CA: other.ca })
    expect(await unknown.line(/no connection/)).toMatch(
      /authority that this machine does not trust.*--ca FILE/,
    )
    const misnamed = startAgent({ PONE_SERVER_URL: `https://127.0.0.2:${port}`, PONE_AGENT_CA: authority.ca })
    expect(await misnamed.line(/no connection/)).toContain(
      'its certificate is valid for localhost, 127.0.0.1, not for 127.0.0.2',
    )
    const plain = new URL(String((await server.event('listening'))['localAddress']))
    const reversed = startAgent({
      PONE_SERVER_URL: `https://localhost:${plain.port}`,
      PONE_AGENT_CA: authority.ca,
    })
    expect(await reversed.line(/no connection/)).toContain('it does not use TLS on this port')
  })

  test('an expired certificate', async () => {
    const { cert, key } = await authority.issue('expired', 'DNS:localhost', -1)
    const server = createTlsServer({ cert: await readFile(cert), key: await readFile(key) }).listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const agent = startAgent({ PONE_SERVER_URL: `https://localhost:${port}`, PONE_AGENT_CA: authority.ca })
    expect(await agent.line(/no connection/)).toMatch(/certificate has expired: renew it on the server/)
    server.close()
  })

  test('a file without certificates', async () => {
    const agent = startAgent({ PONE_SERVER_URL: 'https://localhost:1', PONE_AGENT_CA: agentProgram })
    expect((await agent.event('fatal'))['message']).toContain('holds no certificate')
  })
})

test('a renewed certificate is presented without a restart; a bad one is refused and the old one stays', async () => {
  const { server, cert, key, port, url } = await startTlsServer('renewed')
  const agent = startAgent({ PONE_SERVER_URL: url, PONE_AGENT_CA: authority.ca })
  await agent.event('connected')
  const first = await serialOf(cert)
  expect(await serialAt(port)).toBe(first)

  const next = await authority.issue('renewed-2', 'DNS:localhost,IP:127.0.0.1')
  await cp(next.cert, cert)
  server.child.kill('SIGHUP')
  const refusal = await server.line(/the new certificate is not used/)
  expect(refusal).toContain('is not that of the certificate')
  expect(await serialAt(port)).toBe(first)

  await cp(next.key, key)
  server.child.kill('SIGHUP')
  await server.line(/a new certificate is in force/)
  expect(await serialAt(port)).toBe(await serialOf(next.cert))
  // The earlier connection is still the same one.
  expect(agent.events.filter(({ event }) => event === 'connected')).toHaveLength(1)

  const last = await authority.issue('renewed-3', 'DNS:localhost,IP:127.0.0.1')
  await cp(last.cert, cert)
  await cp(last.key, key)
  // No signal is sent: the server polls the files.
  await server.line(/a new certificate is in force/, 2)
  expect(await serialAt(port)).toBe(await serialOf(last.cert))
})

const quiet = { info: () => undefined, error: () => undefined }

test.each([
  ['an expired certificate', () => authority.issue('old', 'DNS:localhost', -1), /expired on/],
  [
    'a key of another certificate',
    async () => {
      const [one, two] = [
        await authority.issue('one', 'DNS:localhost'),
        await authority.issue('two', 'DNS:localhost'),
      ]
      return { cert: one.cert, key: two.key }
    },
    /is not that of the certificate/,
  ],
  [
    'a missing file',
    () => Promise.resolve({ cert: '/no/such.pem', key: '/no/such.key' }),
    /\/no\/such\.pem cannot be read \(ENOENT\)/,
  ],
])('a server does not start with %s and says so', async (_what, make, sentence) => {
  await expect(openServerCertificate(await make(), quiet)).rejects.toThrow(sentence)
})

test('a certificate without its key, and a wrong list of proxies, keep a server from starting', () => {
  const env = { PONE_DATABASE_URL: 'postgresql://x/y', PONE_DATA: '/data' }
  expect(() => readEnvironment({ ...env, PONE_TLS_CERT: '/cert.pem' })).toThrow(/belong together/)
  expect(() => readEnvironment({ ...env, PONE_TRUST_PROXY: '10.0.0.5,proxy.local' })).toThrow(
    /names "proxy.local"/,
  )
  expect(() => readEnvironment({ ...env, PONE_TRUST_PROXY: '0.0.0.0/0' })).toThrow(/names "0.0.0.0\/0"/)
  expect(readEnvironment({ ...env, PONE_TRUST_PROXY: '10.0.0.5, fd00::/8' }).trustedProxies).toEqual([
    '10.0.0.5',
    'fd00::/8',
  ])
  expect(readEnvironment({ ...env, PONE_TRUST_PROXY: 'true' }).trustedProxies).toBe(true)
})

describe('a server that other machines reach', () => {
  test('says in one line at its start that nothing is encrypted; one on this machine alone does not', async () => {
    const open = startServer({ PONE_HOST: '0.0.0.0' })
    await open.event('listening')
    const said = open.events.filter(({ event }) => event === 'notice')
    expect(said).toEqual([
      {
        event: 'notice',
        message: expect.stringMatching(/^The server is open to the network without encryption\. [^\n]+$/),
      },
    ])
    const own = startServer({})
    await own.event('listening')
    expect(own.events.filter(({ event }) => event === 'notice')).toEqual([])
  })

  test.each([
    [{ host: '0.0.0.0', hasTls: false, trustedProxies: false }, ['plainNetwork']],
    [{ host: '192.168.1.5', hasTls: false, trustedProxies: false }, ['plainNetwork']],
    [{ host: '0.0.0.0', hasTls: true, trustedProxies: false }, []],
    [{ host: '::', hasTls: false, trustedProxies: ['10.0.0.5'] }, []],
    [{ host: '127.0.0.1', hasTls: false, trustedProxies: false }, []],
    [{ host: '::1', hasTls: false, trustedProxies: false }, []],
    [{ host: '0.0.0.0', hasTls: false, trustedProxies: true }, ['everyProxyTrusted']],
  ])('shows %j on the home page of the administrator as %j', (place, expected) => {
    expect(networkConditions(place).map(({ id }) => id)).toEqual(expected)
  })

  test.each([
    [['10.0.0.0/8'], undefined],
    [['loopback'], 'max-age=15552000'],
  ])('believes what a proxy says of TLS only if it is among %j: %s', async (trustedProxies, hsts) => {
    const server = await createTestServer({ network: { host: '0.0.0.0', hasTls: false, trustedProxies } })
    const answer = await server.app.inject({
      url: '/apm-api/health',
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(answer.headers['strict-transport-security']).toBe(hsts)
    await server.addUser('chief', true)
    const { token } = await server.signIn('chief', { isAdministrator: true })
    expect(await server.call(calls.system.notices, {}, { token, isAdministrator: true })).not.toContainEqual(
      expect.objectContaining({ id: 'plainNetwork' }),
    )
    await server.close()
  })

  test('tells the administrator on his home page', async () => {
    const server = await createTestServer({
      network: { host: '0.0.0.0', hasTls: false, trustedProxies: false },
    })
    await server.addUser('chief', true)
    const { token } = await server.signIn('chief', { isAdministrator: true })
    expect(await server.call(calls.system.notices, {}, { token, isAdministrator: true })).toContainEqual({
      id: 'plainNetwork',
      severity: 'warning',
      params: { host: '0.0.0.0' },
    })
    await server.close()
  })
})

test('servers on one database call each other over TLS, and believe only authorities they know', async () => {
  const { cert, key } = await authority.issue('peer', 'DNS:localhost')
  const peer = createTlsServer(
    { cert: await readFile(cert), key: await readFile(key) },
    (_request, response) => response.end('{"ok":true}'),
  ).listen(0)
  await once(peer, 'listening')
  const address = `https://localhost:${(peer.address() as AddressInfo).port}`
  const other = await createTestAuthority(folder, 'other-peer')
  setDefaultCACertificates([other.pem])
  const knowing = createPeerClient(Buffer.alloc(32), Date.now, authority.pem)
  const unknowing = createPeerClient(Buffer.alloc(32), Date.now)
  expect(await knowing.call({ address }, 'any', {})).toEqual({ isDone: true, data: { ok: true } })
  expect(await unknowing.call({ address }, 'any', {})).toMatchObject({ isDone: false, status: null })
  knowing.close()
  unknowing.close()
  peer.close()
})
