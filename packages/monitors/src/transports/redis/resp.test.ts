import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandBytes, NotRedis, RedisError, type Reply, ReplyReader } from './resp.ts'

const replies: readonly Reply[] = [
  'OK',
  'a text\r\nof two lines, ünï',
  '',
  null,
  -12,
  new RedisError('NOPERM no'),
  [],
  ['x', [1, null, ['deep']], 'ü'],
]

function written(reply: Reply): string {
  if (reply === null) return '$-1\r\n'
  if (reply instanceof RedisError) return `-${reply.message}\r\n`
  if (typeof reply === 'number') return `:${reply}\r\n`
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`
  return `*${reply.length}\r\n${reply.map(written).join('')}`
}

test('answers are the same however their bytes are cut into pieces', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: replies.length - 1 }), { maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 20 })),
      (chosen, lengths) => {
        const expected = chosen.map(at => replies[at] ?? null)
        const bytes = Buffer.from(expected.map(written).join(''))
        const reader = new ReplyReader()
        const read: Reply[] = []
        for (let at = 0; at < bytes.length; ) {
          const length = lengths.next().value ?? 1
          read.push(...reader.read(bytes.subarray(at, at + length)))
          at += length
        }
        expect(read).toEqual(expected)
        expect(reader.pendingBytes).toBe(0)
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['another protocol', 'HTTP/1.1 200 OK\r\n'],
  ['a length that is no number', '$x\r\n'],
  ['a text that goes on', '$2\r\nabcd\r\n'],
  ['arrays without end', '*1\r\n'.repeat(20)],
  ['a line without end', `+${'x'.repeat(70_000)}`],
])('%s is no answer of Redis', (_, text) => {
  expect(() => new ReplyReader().read(Buffer.from(text))).toThrow(NotRedis)
})

test('a command is an array of texts with their length in bytes', () => {
  expect(String(commandBytes(['GET', 'ü']))).toBe('*2\r\n$3\r\nGET\r\n$2\r\nü\r\n')
})
