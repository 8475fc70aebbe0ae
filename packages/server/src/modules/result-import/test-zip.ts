/** A zip of the same file under several names, for tests of uploads. */
import { crc32, deflateRawSync } from 'node:zlib'

export function zipOf(names: readonly string[], text: string): Uint8Array<ArrayBuffer> {
  const content = Buffer.from(text)
  const packed = deflateRawSync(content)
  const fields = (name: string) => {
    const bytes = Buffer.alloc(26)
    bytes.writeUInt16LE(20, 0)
    bytes.writeUInt16LE(8, 4)
    bytes.writeUInt32LE(crc32(content), 10)
    bytes.writeUInt32LE(packed.length, 14)
    bytes.writeUInt32LE(content.length, 18)
    bytes.writeUInt16LE(name.length, 22)
    return bytes
  }
  const files = names.map(name =>
    Buffer.concat([Buffer.from('PK\x03\x04'), fields(name), Buffer.from(name), packed]),
  )
  const offsets = files.map((_, at) => files.slice(0, at).reduce((sum, { length }) => sum + length, 0))
  const directory = names.map((name, at) => {
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offsets[at] ?? 0, 10)
    return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields(name), rest, Buffer.from(name)])
  })
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(
    files.reduce((sum, { length }) => sum + length, 0),
    16,
  )
  return Uint8Array.from(Buffer.concat([...files, ...directory, end]))
}
