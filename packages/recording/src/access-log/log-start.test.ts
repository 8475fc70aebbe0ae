/** The begin of an instant in a log, by places that tests know. */
import { describe, expect, test } from 'vitest'
import { logStart } from './log-start.ts'
import { AccessLogReader, lineTimeOf } from './read-access-log.ts'

const begin = Date.UTC(2026, 0, 1)
const line = (second: number) =>
  `${new Date(begin + second * 1_000).toISOString()} GET /goods/${second} 200 ${'x'.repeat(200)}`
const format = '$time_iso8601 $request_method $request_uri $status'
const seconds = 5_000
const log = new TextEncoder().encode(Array.from({ length: seconds }, (_, at) => `${line(at)}\n`).join(''))

function open(bytes: Uint8Array) {
  const places: number[] = []
  const read = (from: number, length: number) => {
    places.push(from)
    return Promise.resolve(bytes.subarray(from, from + length))
  }
  return { sizeBytes: bytes.length, read, places }
}
const startOf = (bytes: Uint8Array, second: number) =>
  logStart(open(bytes), { fromMs: begin + second * 1_000, timeOf: lineTimeOf(format) })
const placeOf = (second: number) => (log.length / seconds) * second

describe('the begin of an instant', () => {
  test.each([0, 1, 400, 2_500, seconds - 1])(
    'in second %i is at most a piece before its first line',
    async second => {
      const start = await startOf(log, second)
      expect(start).toBeLessThanOrEqual(placeOf(second))
      expect(start).toBeGreaterThan(placeOf(second) - 2 * 64 * 1024)
    },
  )

  test('is found with few reads', async () => {
    const file = open(log)
    await logStart(file, { fromMs: begin + 2_500_000, timeOf: lineTimeOf(format) })
    expect(file.places.length).toBeLessThanOrEqual(Math.ceil(Math.log2(log.length / 65_536)))
  })

  test('after the end of the log lies in its last piece, before its begin is 0', async () => {
    expect(await startOf(log, seconds * 2)).toBeGreaterThan(log.length - 2 * 64 * 1024)
    expect(await startOf(log, -5)).toBe(0)
  })

  test('of a file without times, and of an empty one, is 0', async () => {
    expect(await startOf(new Uint8Array(1_000_000).fill(65), 10)).toBe(0)
    expect(await startOf(new Uint8Array(), 10)).toBe(0)
  })
})

test('requests before the instant do not count', () => {
  const reader = new AccessLogReader(format, begin + 4_990_000)
  reader.feed(log)
  expect(reader.end().mix).toMatchObject({ requests: 10, fromMs: begin + 4_990_000 })
})
