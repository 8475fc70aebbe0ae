import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodedBody } from './decoded-body.ts'

const text = Buffer.from('tea '.repeat(100))

test.each([
  ['', text],
  ['identity', text],
  ['gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
])('a body in %s is decoded', async (encoding, body) => {
  expect(await decodedBody(body, encoding, 1_000)).toEqual(text)
})

test.each([
  ['a body that would become too large', 'gzip', gzipSync(Buffer.alloc(2_000))],
  ['a body that is cut off', 'gzip', gzipSync(text).subarray(0, 20)],
  ['an unknown encoding', 'compress', text],
  ['a long chain of encodings', 'gzip, gzip, gzip', text],
])('%s is left alone', async (_, encoding, body) => {
  expect(await decodedBody(body, encoding, 1_000)).toBeNull()
})
