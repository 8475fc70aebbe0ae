import { expect, test } from 'vitest'
import { KafkaReader, KafkaWriter } from './wire.ts'

test('what is written is read', () => {
  const bytes = new KafkaWriter()
    .int16(-2)
    .int64(2n ** 60n)
    .string('ü')
    .varint(300)
    .compactArray(['a', ''], (text, writer) => void writer.compactString(text))
    .array([1, 2], (value, writer) => void writer.int8(value))
    .toBuffer()
  const reader = new KafkaReader(bytes)
  expect([reader.int16(), reader.int64(), reader.string(), reader.varint()]).toEqual([
    -2,
    2n ** 60n,
    'ü',
    300,
  ])
  expect(reader.compactArray(() => reader.compactString())).toEqual(['a', ''])
  expect(reader.array(() => reader.int8())).toEqual([1, 2])
})

test('absent texts and arrays are empty, and unknown tagged fields are passed over', () => {
  const bytes = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 1, 9, 2, 7, 7, 5])
  const reader = new KafkaReader(bytes)
  expect([reader.string(), reader.array(() => reader.int8())]).toEqual(['', []])
  expect([reader.compactString(), reader.compactArray(() => reader.int8())]).toEqual(['', []])
  reader.tags()
  expect(reader.int8()).toBe(5)
})

test.each([
  ['a text beyond the end', [0, 9, 65], (reader: KafkaReader) => reader.string()],
  [
    'an array of more items than bytes',
    [0x7f, 0, 0, 0],
    (reader: KafkaReader) => reader.array(() => reader.int8()),
  ],
  ['a length without end', [0x80, 0x80, 0x80, 0x80, 0x80, 0x80], (reader: KafkaReader) => reader.varint()],
])('%s is refused', (_, bytes, read) => {
  expect(() => read(new KafkaReader(Buffer.from(bytes)))).toThrow(RangeError)
})
