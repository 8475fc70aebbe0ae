/** Bodies in many pieces: kept whole, without an object per piece, within the memory of the worker. */
import { describe, expect, test } from 'vitest'
import { ResponseParser } from '../response-parser.ts'
import { BodyMemory, GatheredBody } from './gathered-body.ts'

const wish = { wantsHeaders: false, wantsBody: true, maxBodyBytes: 10_000_000 } as const
const head = Buffer.from('HTTP/1.1 200 OK\r\n\r\n')

describe('a body', () => {
  test('in pieces of any size comes out whole, and gives its memory back', () => {
    const memory = new BodyMemory()
    const gathered = new GatheredBody(memory)
    const bytes = Buffer.from(Array.from({ length: 200_001 }, (_, index) => index % 251))
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 100_003) {
      expect(gathered.add(bytes, at, Math.min(bytes.length, at + size))).toBe(true)
    }
    expect(memory.heldBytes).toBeGreaterThan(200_000)
    expect(gathered.takeAfter(Buffer.from('x')).equals(Buffer.concat([Buffer.from('x'), bytes]))).toBe(true)
    expect(memory.heldBytes).toBe(0)
  })

  test('of a million single bytes takes hardly more than a megabyte', () => {
    const memory = new BodyMemory()
    const parser = new ResponseParser(memory)
    parser.start(wish, false)
    parser.feed(head, head.length)
    const byte = Buffer.from('a')
    for (let index = 0; index < 1_000_000; index++) parser.feed(byte, 1)
    expect(memory.heldBytes).toBeLessThan(1_100_000)
    parser.finish()
    expect([parser.takeBody().length, memory.heldBytes]).toEqual([1_000_000, 0])
  })

  test('that no memory is left for is a fault, and others go on', () => {
    const memory = new BodyMemory(131_072)
    const parsers = [new ResponseParser(memory), new ResponseParser(memory)]
    const piece = Buffer.alloc(65_536)
    for (const parser of parsers) {
      parser.start(wish, false)
      parser.feed(head, head.length)
      for (let index = 0; index < 3; index++) parser.feed(piece, piece.length)
    }
    expect(parsers.map(parser => parser.fault?.[0])).toEqual([undefined, 'bodyTooLarge'])
    expect(parsers[0]?.takeBody()).toHaveLength(3 * 65_536)
    expect(memory.heldBytes).toBe(0)
  })

  test('wanted only if small is left out when it is not, and the answer counts', () => {
    const memory = new BodyMemory()
    const parser = new ResponseParser(memory)
    for (const answer of ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n']) {
      parser.start({ ...wish, wantsBody: 'ifSmall', maxBodyBytes: 8 }, false)
      const bytes = Buffer.from(`${answer}123456789`)
      parser.feed(bytes, bytes.length - 4)
      parser.feed(bytes.subarray(bytes.length - 4), 4)
      parser.finish()
      expect([parser.fault, parser.isDone, parser.takeBody().length]).toEqual([null, true, 0])
    }
  })
})
