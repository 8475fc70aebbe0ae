import { expect, test } from 'vitest'
import { SocketMessages } from './socket-messages.ts'

interface Frame {
  readonly text: string
  readonly opcode?: number
  readonly isLast?: boolean
  readonly mask?: readonly [number, number, number, number]
}

function frame({ text, opcode = 1, isLast = true, mask }: Frame): Buffer {
  const content = Buffer.from(text)
  const { length } = content
  const size =
    length < 126 ? Buffer.from([length]) : length < 65_536 ? Buffer.from([126, 0, 0]) : Buffer.alloc(9, 0)
  if (length >= 65_536) {
    size[0] = 127
    size.writeBigUInt64BE(BigInt(length), 1)
  } else if (length >= 126) size.writeUInt16BE(length, 1)
  if (mask !== undefined) size[0] = (size[0] ?? 0) | 0x80
  const sent = mask === undefined ? content : content.map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode]), size, Buffer.from(mask ?? []), sent])
}

/** Messages of bytes that arrive in chunks of this size. */
function read(bytes: Buffer, chunkBytes: number): string[] {
  const taken: string[] = []
  const messages = new SocketMessages(({ opcode, data }) => taken.push(`${opcode} ${data.toString()}`))
  for (let at = 0; at < bytes.length; at += chunkBytes) messages.feed(bytes.subarray(at, at + chunkBytes))
  return taken
}

const frames = [
  frame({ text: 'hello', mask: [1, 2, 3, 4] }),
  frame({ text: '' }),
  frame({ text: 'x'.repeat(300), opcode: 2 }),
  // A message in parts with a ping between them.
  frame({ text: 'pa', isLast: false, mask: [9, 8, 7, 6] }),
  frame({ text: 'ping', opcode: 9 }),
  frame({ text: 'rt', opcode: 0, mask: [5, 5, 5, 5] }),
]

test.each([1, 2, 3, 7, 10_000])('messages are the same in chunks of %i bytes', chunkBytes => {
  expect(read(Buffer.concat(frames), chunkBytes)).toEqual(['1 hello', '1 ', `2 ${'x'.repeat(300)}`, '1 part'])
})

test('of a long message the beginning is kept, and the next one is whole', () => {
  const bytes = Buffer.concat([frame({ text: 'y'.repeat(200_000) }), frame({ text: 'next' })])
  expect(read(bytes, 4_096)).toEqual([`1 ${'y'.repeat(65_536)}`, '1 next'])
})
