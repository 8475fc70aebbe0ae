import { expect, test } from 'vitest'
import { readPerfData } from './perf-data.ts'

/** A file with one counter of 64 bits, as HotSpot writes it. */
function fileWith(name: string, value: bigint, isLittleEndian: boolean): Buffer {
  const bytes = Buffer.alloc(32 + 64)
  const int = (at: number, number: number) =>
    isLittleEndian ? bytes.writeInt32LE(number, at) : bytes.writeInt32BE(number, at)
  bytes.writeUInt32BE(0xcafe_c0c0, 0)
  bytes.set([isLittleEndian ? 1 : 0, 2, 0, 1], 4)
  int(24, 32)
  int(28, 1)
  int(32, 64)
  int(36, 20)
  int(40, 0)
  bytes[44] = 0x4a
  int(48, 56)
  bytes.write(name, 52)
  if (isLittleEndian) bytes.writeBigInt64LE(value, 88)
  else bytes.writeBigInt64BE(value, 88)
  return bytes
}

test.each([true, false])(
  'a counter is read in the order of bytes of its machine (little endian: %s)',
  isLittle => {
    expect(readPerfData(fileWith('java.threads.live', 2n ** 60n, isLittle))).toEqual(
      new Map([['java.threads.live', String(2n ** 60n)]]),
    )
  },
)

test('a file that is cut, not ready or another one is no answer', () => {
  const whole = fileWith('java.threads.live', 7n, true)
  for (let length = 0; length < whole.length; length += 5) {
    const read = readPerfData(whole.subarray(0, length))
    expect(read === null || read.size <= 1).toBe(true)
    if (length < 52) expect(read).toBeNull()
  }
  const notReady = Buffer.from(whole)
  notReady[7] = 0
  expect(readPerfData(notReady)).toBeNull()
  expect(readPerfData(Buffer.from('#!/bin/sh\n'.repeat(10)))).toBeNull()
})
