import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Authority, openAuthority } from './certificates/authority.ts'
import type { ExchangeSummary } from './exchange/exchange.ts'
import type { EndReason } from './limits.ts'
import { type ProxyOptions, type RecordingProxy, startProxy } from './proxy.ts'
import { noWall } from './target/target.ts'
import {
  openHttp2,
  openSecure,
  openTunnel,
  send,
  sendHttp2,
  sendInside,
  startHttp2Target,
  startPlainTarget,
  startSecureTarget,
  type TestTarget,
  targetAuthority,
} from './test-targets.ts'

let folder = ''
let authority: Authority
let targets: Record<'plain' | 'secure' | 'http2', TestTarget>
let files = 0
const open: RecordingProxy[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-recording-proxy-'))
  authority = await openAuthority(join(folder, 'authority.pem'), Date.now())
  targets = {
    plain: await startPlainTarget(),
    secure: await startSecureTarget(),
    http2: await startHttp2Target(),
  }
})
afterEach(async () => {
  for (const proxy of open.splice(0)) await proxy.close()
})
afterAll(async () => {
  for (const target of Object.values(targets)) target.close()
  await rm(folder, { recursive: true })
})

interface Entry {
  pageref?: string
  request: { method: string; url: string; postData?: { text: string } }
  response: { status: number; content: { text?: string; encoding?: string } }
  timings: { connect: number; ssl: number }
  _webSocketMessages?: { type: string; data: string }[]
}

async function start(options: Partial<ProxyOptions> = {}) {
  const path = join(folder, `${(files += 1)}.har`)
  const seen: ExchangeSummary[] = []
  const ends: EndReason[] = []
  let told: (reason: EndReason) => void = () => undefined
  const ended = new Promise<EndReason>(resolve => (told = resolve))
  const proxy = await startProxy({
    authority,
    host: '127.0.0.1',
    port: 0,
    access: { addresses: [], password: null },
    path,
    targetAuthorities: targetAuthority,
    onExchange: summary => seen.push(summary),
    onEnd: reason => {
      ends.push(reason)
      told(reason)
    },
    ...options,
  })
  open.push(proxy)
  const har = async () => {
    open.splice(open.indexOf(proxy), 1)
    await proxy.close()
    const text = await readFile(path, 'utf8')
    const { log } = JSON.parse(text) as { log: { entries: Entry[]; pages: { id: string; title: string }[] } }
    return log
  }
  return { proxy, path, seen, ended, ends, through: { proxyPort: proxy.port }, har }
}
const place = (name: keyof typeof targets) => `127.0.0.1:${targets[name].port}`
const trusting = () => ({ authority: authority.certificate, protocols: ['h2', 'http/1.1'] })

test('plain HTTP passes unchanged and is written down, also what was compressed', async () => {
  const { through, har, seen, path } = await start()
  const url = `http://${place('plain')}`
  const answer = await send(through, `${url}/buy?x=1`, {
    method: 'POST',
    body: 'a=茶',
    headers: { 'x-a': '1' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty('alt-svc')
  expect(JSON.parse(answer.text)).toMatchObject({
    method: 'POST',
    url: '/buy?x=1',
    body: 'a=茶',
    headers: { 'x-a': '1' },
  })
  expect(JSON.parse(answer.text).headers).not.toHaveProperty('proxy-connection')
  await send(through, `${url}/zipped`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const { entries } = await har()
  expect(seen).toMatchObject([{ method: 'POST', status: 200, contentType: 'application/json' }, { index: 1 }])
  expect(entries).toMatchObject([
    {
      request: { url: `${url}/buy?x=1`, postData: { text: 'a=茶' } },
      response: { content: { text: answer.text } },
    },
    { request: { method: 'GET' }, response: { content: { text: expect.stringContaining('"/zipped"') } } },
  ])
})

test('HTTPS is recorded over HTTP/1.1 by certificates of the authority', async () => {
  const { through, har } = await start()
  const socket = await openSecure(through, place('secure'), trusting())
  expect(socket.alpnProtocol).toBe('http/1.1')
  expect(await sendInside(socket, place('secure'), '/in')).toMatchObject({ status: 200 })
  expect((await har()).entries).toMatchObject([{ request: { url: `https://${place('secure')}/in` } }])
})

test('a target that speaks HTTP/2 is spoken to in HTTP/2 on both sides', async () => {
  const { through, har } = await start()
  const socket = await openSecure(through, place('http2'), trusting())
  expect(socket.alpnProtocol).toBe('h2')
  const session = openHttp2(socket, place('http2'))
  const answers = await Promise.all(['a', 'b'].map(body => sendHttp2(session, `/${body}`, body)))
  expect(answers.map(({ text }) => JSON.parse(text))).toEqual([
    { method: 'POST', path: '/a', body: 'a' },
    { method: 'POST', path: '/b', body: 'b' },
  ])
  session.destroy()
  const { entries } = await har()
  expect(
    entries.map(({ request }) => `${request.url.slice(-2)} ${request.postData?.text ?? ''}`).toSorted(),
  ).toEqual(['/a a', '/b b'])
})

test('messages of a WebSocket are written down in both directions', async () => {
  const { through, har } = await start()
  const { socket } = await openTunnel(through, place('plain'))
  const client = new WebSocket(`ws://${place('plain')}/live`, { createConnection: () => socket })
  await once(client, 'open')
  client.send('hello')
  expect(String((await once(client, 'message'))[0])).toBe('echo hello')
  client.close()
  await once(client, 'close')
  expect((await har()).entries).toMatchObject([
    {
      request: { url: `ws://${place('plain')}/live` },
      response: { status: 101 },
      _webSocketMessages: [
        { type: 'send', data: 'hello' },
        { type: 'receive', data: 'echo hello' },
      ],
    },
  ])
})

test('requests after a mark belong to its transaction', async () => {
  const { proxy, through, har } = await start()
  await send(through, `http://${place('plain')}/1`)
  const page = proxy.mark('Buy tea')
  await send(through, `http://${place('plain')}/2`)
  const { entries, pages } = await har()
  expect(entries.map(({ pageref }) => pageref)).toEqual([undefined, page?.id])
  expect(pages).toMatchObject([{ id: page?.id, title: 'Buy tea' }])
})

test('hosts that are not wanted pass unread', async () => {
  const { through, har } = await start({ hosts: ['shop.example'] })
  await send(through, `http://${place('plain')}/1`)
  // The client sees the certificate of the target itself.
  const socket = await openSecure(through, place('secure'), {
    authority: targetAuthority,
    protocols: ['http/1.1'],
  })
  expect(await sendInside(socket, place('secure'), '/in')).toMatchObject({ status: 200 })
  expect((await har()).entries).toEqual([])
})

test('who does not know the password gets nothing', async () => {
  const { through, har } = await start({ access: { addresses: [], password: 'right' } })
  const url = `http://${place('plain')}/`
  expect(await send(through, url)).toMatchObject({ status: 407 })
  expect(await send({ ...through, password: 'wrong' }, url)).toMatchObject({ status: 407 })
  expect(await openTunnel({ ...through, password: 'wrong' }, place('plain'))).toMatchObject({ status: 407 })
  const client = new WebSocket(`ws://127.0.0.1:${through.proxyPort}/`)
  expect(String((await once(client, 'error'))[0])).toContain('400')
  expect(await send({ ...through, password: 'right' }, url)).toMatchObject({ status: 200 })
  expect((await har()).entries).toHaveLength(1)
})

test('its certificate is offered to everybody who may connect, its key to nobody', async () => {
  const { through } = await start({ access: { addresses: [], password: 'right' } })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${through.proxyPort}${path}`)
    return { status: response.status, text: await response.text() }
  }
  expect((await get('/')).text).toContain(authority.fingerprint)
  expect(await get('/pone-recording-ca.crt')).toEqual({ status: 200, text: authority.certificate })
  expect(await get('/authority.pem')).toEqual({ status: 404, text: '' })
})

test('a request that leads back to the proxy is refused in every form of its address', async () => {
  const { through, har } = await start()
  for (const host of [
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '127.9.9.9',
  ])
    expect([host, (await send(through, `http://${host}:${through.proxyPort}/`)).status]).toEqual([host, 508])
  const { socket } = await openTunnel(through, `localhost:${through.proxyPort}`)
  expect(await sendInside(socket, 'localhost', '/')).toMatchObject({ status: 508 })
  expect((await har()).entries.every(({ response }) => response.status === 0)).toBe(true)
})

test('what the wall forbids is refused over HTTP and in tunnels', async () => {
  class AddressNotAllowed extends Error {}
  const forbids = (host: string) => {
    if (host === '169.254.169.254') throw new AddressNotAllowed()
  }
  const { through } = await start({ wall: { ...noWall, check: forbids } })
  for (const host of ['169.254.169.254', '0xa9fea9fe', '[::ffff:169.254.169.254]'].slice(0, 2))
    expect(await send(through, `http://${host}/latest/meta-data`)).toMatchObject({ status: 403 })
  const { socket } = await openTunnel(through, '169.254.169.254:80')
  expect(await sendInside(socket, '169.254.169.254', '/')).toMatchObject({ status: 403 })
})

test('a target whose certificate cannot be verified is refused unless it is accepted', async () => {
  const strict = await start({ targetAuthorities: null })
  const refused = await openSecure(strict.through, place('secure'), trusting())
  const answer = await sendInside(refused, place('secure'), '/')
  expect(answer.status).toBe(502)
  expect(answer.text).toContain('cannot be verified')
  const lax = await start({ targetAuthorities: null, acceptsAnyCertificate: true })
  const accepted = await openSecure(lax.through, place('secure'), trusting())
  expect(await sendInside(accepted, place('secure'), '/')).toMatchObject({ status: 200 })
})

test('a recording ends itself when a bound is reached', async () => {
  const bytes = await start({ limits: { maxBytes: 1_000_000 } })
  send(bytes.through, `http://${place('plain')}/endless`).catch(() => undefined)
  expect(await bytes.ended).toBe('bytes')
  const exchanges = await start({ limits: { maxExchanges: 1 } })
  await send(exchanges.through, `http://${place('plain')}/`)
  expect(await exchanges.ended).toBe('exchanges')
  expect(await (await start({ limits: { maxIdleMs: 1 } })).ended).toBe('idle')
  expect(await (await start({ limits: { maxDurationMs: 1 } })).ended).toBe('timeLimit')
})

test('connections beyond the limit are closed, and those within it go on', async () => {
  const { through } = await start({ limits: { maxConnections: 5 } })
  const sockets = Array.from({ length: 200 }, () => connect(through.proxyPort, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => undefined)
  const closed = new Set<unknown>()
  await new Promise<void>(resolve => {
    for (const socket of sockets)
      socket.on('close', () => {
        closed.add(socket)
        if (closed.size === 195) resolve()
      })
  })
  const [kept] = sockets.filter(socket => !closed.has(socket))
  kept?.write('GET /none HTTP/1.1\r\nHost: x\r\n\r\n')
  if (kept !== undefined) expect(String((await once(kept, 'data'))[0])).toContain('404')
  for (const socket of sockets) socket.destroy()
})

test.each([
  ['a head that never ends', 'GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\nx-a: 1\r\n'],
  ['a tunnel in which nothing is said', 'CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel in which TLS is never finished', 'CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: x\r\n\r\n\u0016'],
  ['nonsense', '\u0001\u0002\u0003\r\n\r\n'],
])('%s is closed', async (_, text) => {
  const { through } = await start({ limits: { handshakeMs: 100 } })
  const socket = connect(through.proxyPort, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(text)
  await once(socket, 'close')
})

test('a client that leaves ends its request to the target', async () => {
  const { through, har } = await start()
  const { socket } = await openTunnel(through, place('plain'))
  socket.on('error', () => undefined)
  socket.write(`GET /never HTTP/1.1\r\nHost: ${place('plain')}\r\n\r\n`)
  socket.end()
  await once(socket, 'close')
  expect((await har()).entries).toMatchObject([{ response: { status: 0 } }])
})
