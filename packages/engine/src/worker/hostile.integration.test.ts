/**
 * A load worker against a target that misbehaves in another way with every request: the run ends, all requests are
 * counted with their error, and memory is stable.
 */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { counted, planOf, requestStep, sum, WorkerHarness } from './worker-harness.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const whole = `${ok}Content-Length: 8\r\n\r\n{"id":7}`
const bomb = gzipSync(Buffer.alloc(80_000_000))
const coded = (body: Buffer | string) => {
  const head = `${ok}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body)])
}
/** Writes without end, one turn of the event loop apart. */
const drip = (socket: Socket, bytes: string) => {
  const next = () => {
    if (socket.writable) socket.write(bytes, () => setImmediate(next))
  }
  next()
}
const say = (bytes: string | Buffer) => (socket: Socket) => void socket.write(bytes, 'latin1')
const sayAndEnd = (bytes: string | Buffer) => (socket: Socket) => void socket.end(bytes, 'latin1')
const sayAndReset = (bytes: string) => (socket: Socket) =>
  void socket.write(bytes, () => socket.resetAndDestroy())

const behaviours: readonly ((socket: Socket) => void)[] = [
  say(whole),
  say(`${chunked}8\r\n{"id":7}\r\n0\r\n\r\n`),
  say(whole.replaceAll('\r\n', '\n')),
  say(whole + whole),
  sayAndEnd(whole),
  say(coded(bomb)),
  say(coded('no gzip at all')),
  say(`${ok}Content-Length: 8\r\nContent-Length: 9\r\n\r\n{"id":7}`),
  say('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  say('\0\0\u0012\u0004\0\0\0\0\0'),
  say('HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)),
  say(`${chunked}fffffffffffffff\r\n`),
  say(`${chunked}3\r\nabcd\r\n`),
  say(
    `${ok}${Array.from({ length: 300 }, (_, n) => `Set-Cookie: c${n}=${'x'.repeat(500)}\r\n`).join('')}Content-Length: 0\r\n\r\n`,
  ),
  say(`${ok}X-A: a\0b\r\nContent-Length: 0\r\n\r\n`),
  sayAndEnd(`${ok}Content-Length: 100\r\n\r\nhalf`),
  sayAndEnd(`${ok}X-Half: `),
  sayAndEnd('<html>no head</html>'),
  sayAndReset(`${ok}Content-Length: 100\r\n\r\nhalf`),
  socket => void socket.resetAndDestroy(),
  socket => void socket.end(),
  socket => void socket.pause(),
  () => undefined,
  socket => drip(socket, 'H'),
  socket => {
    socket.write(`${ok}\r\n`)
    drip(socket, 'a'.repeat(60_000))
  },
  socket => {
    socket.write(chunked)
    drip(socket, '1\r\na\r\n'.repeat(1_000))
  },
  socket => {
    socket.write(ok)
    drip(socket, `X-More: ${'a'.repeat(10_000)}\r\n`)
  },
  say('HTTP/1.1 307 Temporary Redirect\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n'),
  say('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
  say('HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'),
]

/** Random numbers that are the same in each run, 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

let harness: WorkerHarness
const sockets = new Set<Socket>()
const random = seeded(7)
/** The behaviours in a new random order each time, so that all of them occur. */
function* shuffledForEver(): Generator<(typeof behaviours)[number], never> {
  for (;;) {
    const left = [...behaviours]
    while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1)
  }
}
const next = shuffledForEver()
const hostile = createServer(socket => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => socket.destroy())
  socket.on('data', data => {
    if (!/^(GET|POST) /.test(data.toString('latin1', 0, 5))) return
    next.next().value(socket)
  })
})
beforeEach(async () => {
  harness = await WorkerHarness.open()
  await new Promise<void>(resolve => hostile.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await harness.close()
  for (const socket of sockets) socket.destroy()
  await new Promise(resolve => hostile.close(resolve))
})

test('fifty users come through, on time, with every outcome counted and named', async () => {
  const { worker } = harness
  const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
  const checkpoints = [
    { id: 'c1', source: 'body', operator: 'contains', expected: '7', onFailure: 'continue' } as const,
  ]
  const plan = planOf(
    {
      settings: { responseTimeoutMs: 150, baseUrl: url },
      steps: [
        requestStep('/read', { checkpoints }),
        requestStep('/drop', { id: 'r2', name: 'drop' }),
        requestStep('', {
          id: 'r3',
          name: 'send',
          http: {
            method: 'POST',
            url: '/send',
            chunkedBody: true,
            body: { kind: 'text', text: 'x'.repeat(20_000) },
          },
        }),
      ],
    },
    { kind: 'constant', users: 50, rampUpSeconds: 0, durationSeconds: 4 },
  )
  await worker.run(plan)
  expect(await worker.until('ended')).toEqual({ kind: 'ended', cause: 'planned', detail: '' })
  await worker.exited
  const { batches } = worker
  const last = batches.at(-1)
  expect(last?.end).toEqual({ cause: 'planned', detail: '', lost: 0 })
  expect(last?.completed).toBe(last?.sent)

  const labels = plan.labels.map((_, index) => index)
  const failed = labels.reduce((all, label) => all + sum(batches, counters => counters.failed, label), 0)
  const done = labels.reduce((all, label) => all + counted(batches, label), 0)
  const errors = batches.flatMap(batch => batch.errors)
  expect(done).toBeGreaterThan(100)
  expect(failed).toBeLessThan(done)
  expect(errors.reduce((all, { count }) => all + count, 0)).toBe(failed)
  expect(errors.filter(({ code }) => code === '' || code === 'script')).toEqual([])
  const codes = new Set(errors.map(({ code }) => code))
  // Nothing had to be cut off: each request ended by itself.
  expect(codes).not.toContain('aborted')
  for (const code of [
    'timeout.response',
    'protocol.chunk',
    'protocol.statusLine',
    'protocol.contentLength',
    'protocol.upgrade',
    'protocol.interim',
    'protocol.incomplete',
    'protocol.redirect',
    'ECONNREFUSED',
  ]) {
    expect(codes).toContain(code)
  }

  const memory = batches.flatMap(({ health }) => (health === null ? [] : [health.memoryBytes]))
  const half = Math.max(...memory.slice(0, Math.ceil(memory.length / 2)))
  expect(memory.at(-1)).toBeLessThan(2 * half + 300_000_000)
})
