/** Heads that are not read anew are those that reading them anew gives, whatever came on this and other connections in between. */
import { expect, test } from 'vitest'
import { answerHead } from './answer-head.ts'
import { HeadReader, KnownBlocks } from './head-reader.ts'
import { HpackDecoder } from './hpack/decoder.ts'

const limits = { maxBytes: 262_144, maxFields: 2_000 }
const literal = (kind: number, name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([kind, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ])
const [added, plain] = [0x40, 0]

/** Blocks that add fields, name them by their places in the table, change its size, or do none of it. */
const blocks = [
  Buffer.from([0x88]),
  Buffer.concat([Buffer.from([0x88]), literal(added, 'x-a', '1')]),
  Buffer.concat([Buffer.from([0x88]), literal(added, 'x-b', 'long'.repeat(20)), literal(added, 'x-c', '3')]),
  Buffer.concat([Buffer.from([0x88]), literal(plain, 'date', 'now')]),
  Buffer.from([0x88, 0xbe]),
  Buffer.from([0x88, 0xbf, 0xbe]),
  Buffer.from([0x3f, 0xe1, 0x01, 0x88]),
  Buffer.from([0x3f, 0xe1, 0x1f, 0x88, 0xbe]),
]

test('over many connections with one memory', () => {
  const known = new KnownBlocks()
  const connections = Array.from({ length: 5 }, () => ({
    reader: new HeadReader(known),
    decoder: new HpackDecoder(limits),
  }))
  let state = 7
  const next = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  // Every table has two fields, so that all blocks have a meaning.
  const [, , first] = blocks
  for (const { reader, decoder } of connections) {
    for (const each of [reader.read.bind(reader), decoder.decode.bind(decoder)])
      each(first ?? Buffer.alloc(0), 0, first?.length ?? 0)
  }
  for (let count = 0; count < 5_000; count++) {
    const connection = connections[next(connections.length)]
    const block = blocks[next(blocks.length)]
    if (connection === undefined || block === undefined) continue
    const expected = answerHead(connection.decoder.decode(block, 0, block.length), null)
    expect(connection.reader.read(block, 0, block.length)).toEqual(expected)
  }
})

test('a head that repeats is the same object, so that nothing of it is made again', () => {
  const known = new KnownBlocks()
  const [one, other] = [new HeadReader(known), new HeadReader(known)]
  const block = blocks[3] ?? Buffer.alloc(0)
  const head = one.read(block, 0, block.length)
  expect(other.read(block, 0, block.length)).toBe(head)
  expect(one.read(block, 0, block.length)).toBe(head)
})
