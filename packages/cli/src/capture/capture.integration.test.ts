import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CaptureServer } from './server.ts'

const token = 'a-token-of-the-test'
const page = 'https://pone.example'
const limits = { maxDurationMs: 60_000, maxBytes: 100_000 }
let server: CaptureServer
let port = 0

beforeAll(async () => {
  server = new CaptureServer({ port: 0, token, origins: [page], limits })
  port = await server.listen()
})
afterAll(() => server.close())

/** As a page with the token, unless told otherwise. */
async function ask(
  path: string,
  options: RequestOptions = {},
  body?: object | string,
): Promise<IncomingMessage> {
  const headers = {
    origin: page,
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(options.headers as Record<string, string>),
  }
  const asked = request({ host: '127.0.0.1', port, path, ...options, headers })
  asked.end(typeof body === 'object' ? JSON.stringify(body) : body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return answer
}

async function read(answer: IncomingMessage): Promise<{ status: number | undefined; content: unknown }> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString()
  return { status: answer.statusCode, content: text === '' ? null : JSON.parse(text) }
}

const post = { method: 'POST' } as const

describe('the capture tool answers', () => {
  it('an allowed page with its token', async () => {
    const answer = await ask('/interfaces')
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': page, vary: 'origin' })
    const { status, content } = await read(answer)
    expect(status).toBe(200)
    expect(content).toMatchObject({
      program: 'tcpdump',
      interfaces: expect.arrayContaining([expect.objectContaining({ name: 'lo' })]),
    })
  })
  it('what a browser asks before a page of a network reaches this machine', async () => {
    const headers = {
      authorization: '',
      'access-control-request-method': 'POST',
      'access-control-request-private-network': 'true',
    }
    const answer = await ask('/captures', { method: 'OPTIONS', headers })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-private-network': 'true',
    })
    answer.resume()
  })
  it.each([
    ['without a token', { authorization: '' }, 401, 'token'],
    ['with another token', { authorization: `Bearer ${token.slice(1)}x` }, 401, 'token'],
    ['of a page that is not allowed', { origin: 'https://evil.example' }, 403, 'origin'],
    [
      'of a page whose name only begins like one of this machine',
      { origin: 'http://localhost.evil.example' },
      403,
      'origin',
    ],
    ['of a page without a name', { origin: 'null' }, 403, 'origin'],
    ['to a name that was pointed to this machine', { host: 'rebound.evil.example' }, 403, 'host'],
  ])('nothing %s', async (_, headers, status, code) => {
    for (const options of [{}, post]) {
      const answer = await ask(
        options === post ? '/captures' : '/interfaces',
        { ...options, headers },
        options === post ? {} : undefined,
      )
      if (status === 403) expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(await read(answer)).toEqual({ status, content: { code } })
    }
  })
  it('a page that this machine serves', async () => {
    const answer = await ask('/interfaces', { headers: { origin: 'http://localhost:7070' } })
    expect(answer.statusCode).toBe(200)
    answer.resume()
  })
  it('no form, no order that is too long, no interface that does not exist', async () => {
    const order = { interface: 'lo', filter: '' }
    for (const [headers, body] of [
      [{ 'content-type': 'text/plain' }, JSON.stringify(order)],
      [{}, `{"interface":"lo","filter":"${' '.repeat(9_000)}"}`],
      [{}, { interface: '-w/tmp/x', filter: '' }],
    ] as const)
      expect(await read(await ask('/captures', { ...post, headers }, body))).toMatchObject({
        status: 400,
        content: { code: 'badOrder' },
      })
  })
  it('a filter that cannot be read with its reason, and takes no option from it', async () => {
    const written = join(tmpdir(), 'pone-capture-option')
    for (const filter of ['prt 80', `-w ${written}`])
      expect(await read(await ask('/captures', post, { interface: 'lo', filter }))).toMatchObject({
        status: 400,
        content: { code: 'badFilter', detail: expect.stringContaining('tcpdump') },
      })
    expect(existsSync(written)).toBe(false)
  })
  it('that there is no program', async () => {
    const bare = new CaptureServer({ port: 0, token, origins: [], limits, findProgram: () => null })
    const own = await bare.listen()
    const headers = { origin: 'http://localhost' }
    const answer = await ask('/captures', { ...post, port: own, headers }, { interface: 'lo' })
    expect(await read(answer)).toEqual({ status: 503, content: { code: 'noProgram' } })
    await bare.close()
  })
})

/** Starts a capture of datagrams, which `send` sends until one has been captured. */
async function captureDatagrams() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const own = socket.address().port
  const answer = await ask('/captures', post, { interface: 'lo', filter: `udp port ${own}` })
  expect(answer.statusCode).toBe(200)
  const pieces: Buffer[] = []
  answer.on('data', (piece: Buffer) => pieces.push(piece))
  return {
    answer,
    socket,
    send: async (text: string) => {
      while (!Buffer.concat(pieces).includes(text)) {
        socket.send(text, own, '127.0.0.1')
        await once(answer, 'data')
      }
    },
  }
}

describe('a capture', () => {
  it('is given while it runs, is the only one, and ends when it is stopped', async () => {
    const { answer, send, socket } = await captureDatagrams()
    await send('the first datagram')
    expect(await read(await ask('/captures', post, { interface: 'lo' }))).toMatchObject({ status: 409 })
    const ended = once(answer, 'end')
    await read(await ask('/stop', post, {}))
    await ended
    expect(answer.complete).toBe(true)
    socket.close()
  })
  it('ends at its limit of bytes', async () => {
    const { answer, socket } = await captureDatagrams()
    const ended = once(answer, 'end').then(() => true)
    const { port: own } = socket.address()
    const sender = setInterval(() => socket.send('x'.repeat(20_000), own, '127.0.0.1'), 5)
    expect(await ended).toBe(true)
    clearInterval(sender)
    socket.close()
  })
  it('ends with the page, so that the next one can begin', async () => {
    const { answer, send, socket } = await captureDatagrams()
    await send('before the page goes')
    answer.destroy()
    socket.close()
    let next = await ask('/captures', post, { interface: 'lo', filter: 'port 1' })
    // The program needs a moment to end.
    while (next.statusCode === 409) {
      next.resume()
      next = await ask('/captures', post, { interface: 'lo', filter: 'port 1' })
    }
    expect(next.statusCode).toBe(200)
    const ended = once(next.resume(), 'end')
    await read(await ask('/stop', post, {}))
    await ended
  })
})
