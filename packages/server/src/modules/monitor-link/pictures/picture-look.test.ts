import { expect, test } from 'vitest'
import { lookAtPicture } from './picture-look.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(33)
  latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
/** A segment of application data, fill bytes, then a progressive frame of 640 × 480. */
const jpeg = latin(
  '\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xc2\x00\x11\x08\x01\xe0\x02\x80\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01',
)
const webp = (chunk: string, content: string): Buffer =>
  Buffer.concat([latin(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0${content}`), Buffer.alloc(12)])

test.each([
  ['PNG', png(1_200, 800), { mediaType: 'image/png', width: 1_200, height: 800 }],
  ['JPEG', jpeg, { mediaType: 'image/jpeg', width: 640, height: 480 }],
  [
    'lossy WebP',
    webp('VP8 ', '\0\0\0\x9d\x01\x2a\x80\x02\xe0\x01'),
    { mediaType: 'image/webp', width: 640, height: 480 },
  ],
  [
    'lossless WebP',
    webp('VP8L', '\x2f\x7f\xc2\x77\x00'),
    { mediaType: 'image/webp', width: 640, height: 480 },
  ],
  [
    'extended WebP',
    webp('VP8X', '\0\0\0\0\x7f\x02\x00\xdf\x01\x00'),
    { mediaType: 'image/webp', width: 640, height: 480 },
  ],
])('%s is known by its content, with its size', (_, bytes, look) => {
  expect(lookAtPicture(bytes)).toEqual(look)
})

test.each([
  ['SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['GIF', latin('GIF89a'.padEnd(40, '\0'))],
  ['nothing', Buffer.alloc(0)],
  ['a PNG without pixels', png(0, 800)],
  ['half a PNG', png(1, 1).subarray(0, 20)],
  ['a JPEG that ends before its frame', jpeg.subarray(0, 12)],
  ['a JPEG whose segments lead nowhere', latin('\xff\xd8\xff\xe0\xff\xff'.padEnd(60, '\0'))],
  ['WebP of another kind', webp('ALPH', '')],
])('%s is refused', (_, bytes) => {
  expect(lookAtPicture(bytes)).toBeNull()
})
