/** Multipart bodies read back by the parser of the platform, and their exact lengths. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import type { RequestBody } from '../exchange.ts'
import { chunkedSource, fileSource, isSource, lengthOf, previewOf } from './body-source.ts'
import { type MultipartPart, multipartBody, newBoundary } from './multipart.ts'

const folder = mkdtempSync(join(tmpdir(), 'pone-multipart-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))
const path = join(folder, 'large.bin')
writeFileSync(path, bytes)

const bytesOf = async (body: RequestBody): Promise<Buffer<ArrayBuffer>> =>
  isSource(body) ? Buffer.from(await buffer(body.open())) : Buffer.from(body)

async function readBack(parts: MultipartPart[]): Promise<FormData> {
  const boundary = newBoundary()
  const body = multipartBody(parts, boundary)
  const written = await bytesOf(body)
  expect(lengthOf(body)).toBe(written.length)
  return new Response(written, {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  }).formData()
}
const text = (name: string, content: string): MultipartPart => ({
  name,
  fileName: null,
  contentType: '',
  content,
})

describe('a multipart body', () => {
  test('of texts is one text', async () => {
    expect(typeof multipartBody([text('a', '1')], 'b')).toBe('string')
    const form = await readBack([text('a', '1'), text('名', '值\r\nline'), text('a', ''), text('q"', 'x')])
    expect([...form]).toEqual([
      ['a', '1'],
      ['名', '值\r\nline'],
      ['a', ''],
      ['q"', 'x'],
    ])
  })
  test('with bytes is bytes', async () => {
    const small = Buffer.from([0, 1, 2, 255])
    const file = (
      await readBack([
        { name: 'f', fileName: 'a.bin', contentType: 'application/octet-stream', content: small },
      ])
    ).get('f')
    if (!(file instanceof File)) throw new Error('a file is expected')
    expect([file.name, file.type, Buffer.from(await file.arrayBuffer())]).toEqual([
      'a.bin',
      'application/octet-stream',
      small,
    ])
  })
  test('with a file is read while it is sent, as often as asked', async () => {
    const boundary = newBoundary()
    const body = multipartBody(
      [
        text('a', '1'),
        {
          name: 'f',
          fileName: '照片 1.bin',
          contentType: 'image/x',
          content: fileSource(path, bytes.length, 'large.bin'),
        },
      ],
      boundary,
    )
    const first = await bytesOf(body)
    expect(isSource(body) && body.sizeBytes).toBe(first.length)
    expect((await bytesOf(body)).equals(first)).toBe(true)
    expect(first.includes(bytes)).toBe(true)
    expect(first.toString('utf8')).toContain(
      `filename="照片 1.bin"; filename*=UTF-8''%E7%85%A7%E7%89%87%201.bin\r\nContent-Type: image/x\r\n`,
    )
    expect(previewOf(body)).toContain(`[large.bin, ${bytes.length} bytes]`)
  })
  test('keeps line breaks out of its headers', () => {
    const part = { ...text('a\r\nX: y', '1'), contentType: 'text/plain\r\nX: y' }
    expect(multipartBody([part], 'b')).toContain(
      'name="a%0D%0AX: y"\r\nContent-Type: text/plainX: y\r\n\r\n1\r\n--b--\r\n',
    )
  })
})

test.each<[string, RequestBody]>([
  ['text', 'plain 文'],
  ['bytes', Buffer.from('bytes')],
  ['a file', fileSource(path, bytes.length, 'f')],
])('a chunked source of %s holds the same without a length', async (_, body) => {
  const chunked = chunkedSource(body)
  expect(lengthOf(chunked)).toBe('chunked')
  expect((await bytesOf(chunked)).equals(await bytesOf(body))).toBe(true)
  expect(chunked.preview()).toBe(previewOf(body))
})
