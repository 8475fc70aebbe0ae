import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JtlReader } from './reader.ts'
import type { JtlRow } from './row.ts'
import { csvHeader, csvLine } from './writer.ts'

const text = fc.string({ unit: fc.constantFrom('a', '付', '"', ',', '\n', '\r', ';', ' '), maxLength: 12 })
const number = fc.nat(10 ** 9)
const row: fc.Arbitrary<JtlRow> = fc.record({
  timeStampMs: fc.integer({ min: 10 ** 12, max: 2 * 10 ** 12 }),
  elapsedMs: number,
  label: text,
  responseCode: text,
  responseMessage: text,
  threadName: text,
  dataType: text,
  isSuccess: fc.boolean(),
  failureMessage: text,
  receivedBytes: number,
  sentBytes: number,
  groupThreads: number,
  allThreads: number,
  url: text,
  latencyMs: number,
  idleMs: number,
  connectMs: number,
  sampleCount: fc.constant(1),
  errorCount: fc.constant(0),
  hostName: fc.constant(''),
  isTransaction: fc.constant(false),
  isSubSample: fc.constant(false),
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 10 }), rows => {
      const lines: string[] = []
      const reader = new JtlReader({ onRow: each => lines.push(csvLine(each)) })
      reader.push(new TextEncoder().encode(csvHeader + rows.map(csvLine).join('')))
      reader.end()
      expect([lines, reader.skipped, reader.fault]).toEqual([rows.map(csvLine), 0, null])
    }),
  )
})
