/** What is counted of a log: a period, the end of a large one, one that gzip has compressed, and a damaged one. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { countLog, type OpenLog } from './count-log.ts'

const begin = Date.UTC(2026, 0, 1)
/** Request n of second n; 100 bytes and more each. */
const line = (second: number) => {
  const at = new Date(begin + second * 1_000).toISOString()
  return JSON.stringify({
    time: at,
    method: 'GET',
    uri: `/goods/${second}`,
    status: 200,
    pad: 'x'.repeat(20),
  })
}
const linesOf = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `${line(at)}\n`).join(''))
const open = (bytes: Buffer): OpenLog => ({
  sizeBytes: bytes.length,
  read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
})
const order = { path: '/var/log/nginx/access.log', logFormat: '', fromMs: null }
const count = (bytes: Buffer, more: Partial<Parameters<typeof countLog>[1]> = {}) =>
  countLog(open(bytes), { ...order, onProgress: () => undefined, ...more })

test('all requests of a log are counted, with its path as the source', async () => {
  const { document, isCut } = await count(linesOf(1_000))
  expect(isCut).toBe(false)
  expect(document).toMatchObject({
    source: { kind: 'accessLog', name: order.path },
    requests: 1_000,
    fromMs: begin,
    toMs: begin + 999_000,
    templates: [{ path: '/goods/{id}', count: 1_000 }],
  })
})

test('of a period only its requests count, and little else is read', async () => {
  const read: number[] = []
  const bytes = linesOf(50_000)
  const { document } = await count(bytes, {
    fromMs: begin + 49_900_000,
    onProgress: (_, sizeBytes) => read.push(sizeBytes),
  })
  expect(document).toMatchObject({ requests: 100, fromMs: begin + 49_900_000 })
  expect(Math.max(...read)).toBeLessThan(bytes.length / 10)
})

test('of a log that is too large the end is counted in whole lines, and that is told', async () => {
  const bytes = linesOf(1_000)
  const lineBytes = Buffer.byteLength(`${line(999)}\n`)
  const counted = await count(bytes, { maxBytes: lineBytes * 100 + 10 })
  expect(counted).toMatchObject({ isCut: true, document: { requests: 100, toMs: begin + 999_000 } })
})

test('a compressed log is counted like the log, to its bound', async () => {
  const packed = gzipSync(linesOf(1_000))
  expect((await count(packed)).document).toEqual((await count(linesOf(1_000))).document)
  const cut = await count(packed, { maxBytes: 10_000 })
  expect(cut.isCut).toBe(true)
  expect(cut.document?.requests).toBeGreaterThan(50)
  expect(cut.document?.requests).toBeLessThan(101)
})

test('a damaged compressed log, and what is no log, give no mix', async () => {
  const packed = gzipSync(linesOf(1_000))
  await expect(count(packed.subarray(0, packed.length / 2))).rejects.toThrow('unexpected end of file')
  expect(await count(Buffer.alloc(100_000, 'not a log\n'))).toEqual({ document: null, isCut: false })
  expect(await count(Buffer.alloc(0))).toEqual({ document: null, isCut: false })
})

test('progress ends with the size of what is read', async () => {
  const told: number[][] = []
  const bytes = linesOf(20_000)
  await count(bytes, { onProgress: (...progress) => told.push(progress) })
  expect(told.at(-1)).toEqual([bytes.length, bytes.length])
})
