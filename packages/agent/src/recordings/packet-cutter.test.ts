import { expect, test } from 'vitest'
import { PacketCutter } from './packet-cutter.ts'

const header = Buffer.alloc(24)
header.writeUInt32LE(0xa1b2c3d4)
function packet(length: number): Buffer {
  const bytes = Buffer.alloc(16 + length, 7)
  bytes.writeUInt32LE(length, 8)
  return bytes
}
const file = Buffer.concat([header, packet(10), packet(0), packet(70), packet(3)])
const wide = { maxBytes: 1_000_000, maxPackets: 1_000 }

test.each([1, 7, 16, 25, 1_000])('chunks of %i bytes give the same file, with all its packets', size => {
  const cutter = new PacketCutter(wide)
  const given: Buffer[] = []
  for (let at = 0; at < file.length; at += size) given.push(cutter.take(file.subarray(at, at + size)))
  expect(Buffer.concat(given).equals(file)).toBe(true)
  expect([cutter.packets, cutter.bytes, cutter.limit]).toEqual([4, file.length, null])
})

test.each([
  ['bytes', { ...wide, maxBytes: 24 + 26 + 16 + 85 }, 2, 24 + 26 + 16],
  ['packets', { ...wide, maxPackets: 3 }, 3, 24 + 26 + 16 + 86],
] as const)('at its bound of %s it ends behind a whole packet', (limit, limits, packets, bytes) => {
  const cutter = new PacketCutter(limits)
  expect(cutter.take(file)).toHaveLength(bytes)
  expect(cutter.take(packet(1))).toHaveLength(0)
  expect([cutter.packets, cutter.bytes, cutter.limit]).toEqual([packets, bytes, limit])
})

test('a packet that is not whole is not counted', () => {
  const cutter = new PacketCutter(wide)
  expect(cutter.take(file.subarray(0, 40))).toHaveLength(24)
  expect(cutter.packets).toBe(0)
})

test('what is no capture file is refused', () => {
  expect(() => new PacketCutter(wide).take(Buffer.alloc(30))).toThrow('no capture file')
  const damaged = Buffer.concat([header, Buffer.alloc(16, 0xff)])
  expect(() => new PacketCutter(wide).take(damaged)).toThrow('no packets')
})
