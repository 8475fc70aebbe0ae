/** HPACK against the examples of its RFC, published vectors of other encoders, and the library's own decoder. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { HpackDecoder } from './decoder.ts'
import { HpackEncoder } from './encoder.ts'
import { huffmanDecoded, huffmanLength, writeHuffman } from './huffman.ts'

const limits = { maxBytes: 262_144, maxFields: 2_000 }
const decodeHex = (decoder: HpackDecoder, hex: string) => {
  const bytes = Buffer.from(hex, 'hex')
  return decoder.decode(bytes, 0, bytes.length)
}
const fieldsOf = (decoder: HpackDecoder, hex: string) => decodeHex(decoder, hex).fields
const c5Date = 'Mon, 21 Oct 2013 20:13:21 GMT'
const c5Later = 'Mon, 21 Oct 2013 20:13:22 GMT'
const c5Cookie = 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'
const requests = [
  [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'www.example.com'],
  [
    ':method',
    'GET',
    ':scheme',
    'http',
    ':path',
    '/',
    ':authority',
    'www.example.com',
    'cache-control',
    'no-cache',
  ],
  [
    ':method',
    'GET',
    ':scheme',
    'https',
    ':path',
    '/index.html',
    ':authority',
    'www.example.com',
    'custom-key',
    'custom-value',
  ],
]
const place = ['location', 'https://www.example.com']
const answers = [
  [':status', '302', 'cache-control', 'private', 'date', c5Date, ...place],
  [':status', '307', 'cache-control', 'private', 'date', c5Date, ...place],
  [
    ':status',
    '200',
    'cache-control',
    'private',
    'date',
    c5Later,
    ...place,
    'content-encoding',
    'gzip',
    'set-cookie',
    c5Cookie,
  ],
]
/** Sets the table to the 256 bytes of the examples. */
const smallTable = '3fe101'

/** RFC 7541 appendix C. */
const examples: [section: string, blocks: string[], fields: string[][], tableBytes: number][] = [
  ['C.2.1', ['400a637573746f6d2d6b65790d637573746f6d2d686561646572'], [['custom-key', 'custom-header']], 55],
  ['C.2.2', ['040c2f73616d706c652f70617468'], [[':path', '/sample/path']], 0],
  ['C.2.3', ['100870617373776f726406736563726574'], [['password', 'secret']], 0],
  ['C.2.4', ['82'], [[':method', 'GET']], 0],
  [
    'C.3',
    [
      '828684410f7777772e6578616d706c652e636f6d',
      '828684be58086e6f2d6361636865',
      '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565',
    ],
    requests,
    164,
  ],
  [
    'C.4',
    [
      '828684418cf1e3c2e5f23a6ba0ab90f4ff',
      '828684be5886a8eb10649cbf',
      '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
    ],
    requests,
    164,
  ],
  [
    'C.5',
    [
      `${smallTable}4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768747470733a2f2f7777772e6578616d706c652e636f6d`,
      '4803333037c1c0bf',
      '88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31',
    ],
    answers,
    215,
  ],
  [
    'C.6',
    [
      `${smallTable}488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3`,
      '4883640effc1c0bf',
      '88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007',
    ],
    answers,
    215,
  ],
]

test.each(examples)('reads the examples of RFC 7541 %s', (_section, blocks, fields, tableBytes) => {
  const decoder = new HpackDecoder(limits)
  expect(blocks.map(block => fieldsOf(decoder, block))).toEqual(fields)
  let held = 0
  for (let at = 0; at < decoder.table.length; at++) held += decoder.table.at(at)?.sizeBytes ?? 0
  expect(held).toBe(tableBytes)
})

const vectors = z
  .object({
    stories: z.array(
      z.object({
        story: z.string(),
        cases: z.array(z.object({ wire: z.string(), headers: z.array(z.tuple([z.string(), z.string()])) })),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('test-vectors.json', import.meta.url), 'utf8')))

describe.each(vectors.stories)('the published vectors of $story', ({ cases }) => {
  test('are read to the headers that they list', () => {
    const decoder = new HpackDecoder(limits)
    for (const { wire, headers } of cases) expect(fieldsOf(decoder, wire)).toEqual(headers.flat())
  })

  test('list headers that come back from our own encoder, in fewer bytes', () => {
    const encoder = new HpackEncoder()
    const decoder = new HpackDecoder(limits)
    let plainBytes = 0
    let bytes = 0
    for (const { headers } of cases) {
      const fields = headers.flat()
      const block = encoder.encode(fields)
      bytes += block.length
      plainBytes += fields.join('').length
      expect(decoder.decode(block, 0, block.length).fields).toEqual(fields)
    }
    expect(bytes).toBeLessThan(0.75 * plainBytes)
  })
})

test('every byte comes back from the Huffman code, and no text ends in seven bits and more of padding', () => {
  const characters = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
  for (const each of [characters.join(''), ...characters, '', 'www.example.com']) {
    const target = new Uint8Array(huffmanLength(each))
    expect(writeHuffman(each, target, 0)).toBe(target.length)
    expect(Buffer.from(huffmanDecoded(target) ?? 'x').toString('latin1')).toBe(each)
  }
  // Eight ones after a whole symbol; the end of a text; a last symbol cut off.
  for (const broken of ['1fff', 'ffffffff', '1e'])
    expect(huffmanDecoded(Buffer.from(broken, 'hex'))).toBeNull()
})

test('a repeated request is a byte for each field', () => {
  const encoder = new HpackEncoder()
  const fields = [':method', 'GET', ':authority', 'shop.example', 'user-agent', 'Pone', 'x-own', 'value']
  expect(encoder.encode(fields).length).toBeGreaterThan(20)
  expect(encoder.encode(fields).length).toBe(4)
})

test('secrets stay out of every table', () => {
  const encoder = new HpackEncoder()
  encoder.encode(['authorization', 'Bearer x', 'cookie', 'a=1', ':path', '/a', 'content-length', '1'])
  expect(encoder.table.length).toBe(0)
})

test('a table that the peer makes smaller and larger again stays the same on both sides', () => {
  const encoder = new HpackEncoder()
  const decoder = new HpackDecoder(limits)
  const fields = Array.from({ length: 40 }, (_, at) => [`x-${at}`, `value ${at}`]).flat()
  const passes = () => {
    const block = encoder.encode(fields)
    expect(decoder.decode(block, 0, block.length).fields).toEqual(fields)
    expect(decoder.table.length).toBe(encoder.table.length)
  }
  passes()
  encoder.limitTable(200)
  passes()
  encoder.limitTable(0)
  encoder.limitTable(1_000)
  passes()
  encoder.limitTable(1_000_000)
  passes()
  passes()
  expect(decoder.table.maxBytes).toBe(4_096)
})

describe('a block that cannot be is refused', () => {
  test.each([
    ['an index of nothing', 'be'],
    ['index 0', '80'],
    ['a text that is cut off', '400a6375'],
    ['a field without a value', '0001'],
    ['a number without an end', 'ffffffffffff'],
    ['a number too large', 'ffffffffff7f'],
    ['a larger table than was allowed', '3fe21f'],
    ['a change of the table after a field', '8220'],
    ['a broken Huffman code', '4082ffff0161'],
  ])('%s', (_what, hex) => {
    expect(() => decodeHex(new HpackDecoder(limits), hex)).toThrow('COMPRESSION_ERROR')
  })
})

test('what exceeds the limits is read to its end and not kept', () => {
  const decoder = new HpackDecoder({ maxBytes: 500, maxFields: 5 })
  // A field of 200 characters enters the table, and is named a thousand times.
  const long = Buffer.concat([
    Buffer.from('40016c7f49', 'hex'),
    Buffer.alloc(200, 'x'),
    Buffer.alloc(1_000, 0xbe),
  ])
  const read = decoder.decode(long, 0, long.length)
  expect([read.isOverBytes, read.isOverFields, read.fields.length]).toEqual([true, true, 4])
  expect(fieldsOf(decoder, 'be')).toEqual(['l', 'x'.repeat(200)])
})
