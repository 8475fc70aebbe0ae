import { crc32 as oracle } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32 } from './crc32.ts'

test.each(['', 'a', '123456789', '\0\0\0', '压测'.repeat(1_000)])(
  'the checksum of %j equals that of zlib',
  text => {
    const bytes = new TextEncoder().encode(text)
    expect(crc32(bytes)).toBe(oracle(bytes).toString(16).padStart(8, '0'))
  },
)

test.each([0, 1, 2, 3, 4, 5, 7, 8])('%i bytes within a larger buffer', length => {
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => 255 - at * 7).subarray(3, 3 + length)
  expect(crc32(bytes)).toBe(oracle(bytes).toString(16).padStart(8, '0'))
})
