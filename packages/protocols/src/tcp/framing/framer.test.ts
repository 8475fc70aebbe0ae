import { describe, expect, test } from 'vitest'
import { delimiterBytes, type Framing, framingSchema } from '../definition/framing.ts'
import { framed } from './framed.ts'
import { type Framed, FramingFault, framerOf } from './framer.ts'

const framingOf = (framing: object): Framing => framingSchema.parse(framing)

/** The messages of a stream that arrives in pieces of so many bytes. */
function messagesOf(framing: object, stream: Buffer, pieceBytes: number, limit = 1_000): Framed[] {
  const framer = framerOf(framingOf(framing), limit)
  const messages: Framed[] = []
  for (let at = 0; at < stream.length; at += pieceBytes) {
    framer.feed(stream.subarray(at, at + pieceBytes), message => messages.push(message))
  }
  const rest = framer.flush()
  return rest === null ? messages : [...messages, rest]
}

const texts = (messages: readonly Framed[]) => messages.map(({ bytes }) => bytes.toString('latin1'))

type Stream = readonly [name: string, framing: object, stream: Buffer, expected: readonly string[]]

function withLengths(lengthBytes: number): Stream {
  const framing = { kind: 'length', lengthBytes }
  const messages = ['ab', '', 'c']
  const sent = messages.map(text => framed(Buffer.from(text), framingOf(framing)))
  return [`a length of ${lengthBytes} bytes`, framing, Buffer.concat(sent), messages]
}

const streams: readonly Stream[] = [
  ['a delimiter', { kind: 'delimiter' }, Buffer.from('one\n\nthree\nrest'), ['one', '', 'three']],
  [
    'a delimiter of several bytes whose beginning repeats',
    { kind: 'delimiter', delimiter: String.raw`\r\r\n` },
    Buffer.from('a\r\r\r\nb\r\r\n'),
    ['a\r', 'b'],
  ],
  [
    'a delimiter in hexadecimal',
    { kind: 'delimiter', notation: 'hex', delimiter: '03 00' },
    Buffer.from('x\u0003\0\u0003y\u0003\0'),
    ['x', '\u0003y'],
  ],
  ...[1, 2, 4, 8].map(withLengths),
  [
    'a length in little-endian that counts itself, behind a type',
    { kind: 'length', lengthBytes: 2, byteOrder: 'little', offset: 1, adjustment: -2 },
    Buffer.from('54040061625503007a', 'hex'),
    ['ab', 'z'],
  ],
  [
    'a length whose header is kept',
    { kind: 'length', lengthBytes: 1, offset: 1, keepsHeader: true },
    Buffer.from('T\u0002abU\u0000'),
    ['T\u0002ab', 'U\u0000'],
  ],
  ['a fixed size', { kind: 'fixed', sizeBytes: 3 }, Buffer.from('abcdefg'), ['abc', 'def']],
  ['the end', { kind: 'close' }, Buffer.from('a\nb'), ['a\nb']],
]

describe.each(streams)('messages that end by %s', (_, framing, stream, expected) => {
  test.each([1, 2, 3, 1_000])('are the same when they arrive in pieces of %d bytes', pieceBytes => {
    const messages = messagesOf(framing, stream, pieceBytes)
    expect(texts(messages)).toEqual(expected)
    const isWhole = messages.reduce((sum, { wireBytes }) => sum + wireBytes, 0) <= stream.length
    expect(isWhole).toBe(true)
  })
})

test.each([
  [{ kind: 'delimiter' }, 'a\n', 'x'.repeat(11)],
  [{ kind: 'delimiter' }, 'a\n', `${'x'.repeat(11)}\n`],
  [{ kind: 'length', lengthBytes: 1 }, '\u0001a', '\u000b'],
  [{ kind: 'close' }, '', 'x'.repeat(11)],
])('with %j a message above the limit is a fault, after those before it', (framing, good, bad) => {
  const framer = framerOf(framingOf(framing), 10)
  const taken: Framed[] = []
  const feed = () => framer.feed(Buffer.from(good + bad), message => taken.push(message))
  expect(feed).toThrow(FramingFault)
  expect(texts(taken)).toEqual(good === '' ? [] : ['a'])
})

test('a message of exactly the limit passes', () => {
  const stream = Buffer.from(`${'x'.repeat(10)}\n`)
  for (const pieceBytes of [1, 4, 11])
    expect(texts(messagesOf({ kind: 'delimiter' }, stream, pieceBytes, 10))).toEqual(['x'.repeat(10)])
})

test('lengths beyond what numbers hold exactly are above every limit', () => {
  expect(() =>
    messagesOf({ kind: 'length', lengthBytes: 8 }, Buffer.alloc(8, 255), 8, 1_073_741_824),
  ).toThrow(FramingFault)
})

test.each([
  [String.raw`\r\n`, 'text', [13, 10]],
  [String.raw`\x41\0\\|`, 'text', [0x41, 0, 92, 124]],
  ['。', 'text', [0xe3, 0x80, 0x82]],
  ['0d 0A', 'hex', [13, 10]],
  ['', 'text', null],
  [String.raw`\q`, 'text', null],
  ['\\', 'text', null],
  ['0', 'hex', null],
  ['zz', 'hex', null],
])('the delimiter %j in %s is %j', (delimiter, notation, expected) => {
  const framing = framingOf({ kind: 'delimiter', delimiter, notation })
  const bytes = framing.kind === 'delimiter' ? delimiterBytes(framing) : null
  expect(bytes === null ? null : [...bytes]).toEqual(expected)
})

test('what is sent gets its delimiter once, and its length behind the bytes before the field', () => {
  const sent = (text: string, framing: object) =>
    framed(Buffer.from(text), framingOf(framing)).toString('hex')
  expect(sent('a', { kind: 'delimiter' })).toBe('610a')
  expect(sent('a\n', { kind: 'delimiter' })).toBe('610a')
  expect(sent('a', { kind: 'delimiter', appliesToSent: false })).toBe('61')
  expect(sent('Tab', { kind: 'length', lengthBytes: 2, offset: 1, adjustment: -2 })).toBe('5400046162')
  expect(sent('ab', { kind: 'length', lengthBytes: 4, byteOrder: 'little' })).toBe('020000006162')
  expect(() => sent('a', { kind: 'length', offset: 2 })).toThrow('tcpHeaderTooShort')
})
