/**
 * The few wire formats of Protocol Buffers that a remote write needs. @see
 * https://protobuf.dev/programming-guides/encoding
 */

/** Bytes of a whole number from 0, seven bits at a time. */
export function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}

/** A field that holds bytes, a text or another message. */
export function bytesField(field: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes])
}

/** A field that holds a double. */
export function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return Buffer.concat([varint(field * 8 + 1), bytes])
}

/** A field that holds a whole number from 0. */
export const intField = (field: number, value: number): Buffer =>
  Buffer.concat([varint(field * 8), varint(value)])

const literalBytes = 65_536

/** Snappy's block format without compression, which every reader supports. @see https://github.com/google/snappy/blob/main/format_description.txt */
export function snappy(content: Buffer): Buffer {
  const parts = [varint(content.length)]
  for (let at = 0; at < content.length; at += literalBytes) {
    const literal = content.subarray(at, at + literalBytes)
    // Tag of a literal whose length, less one, follows in two bytes.
    const head = Buffer.from([61 << 2, 0, 0])
    head.writeUInt16LE(literal.length - 1, 1)
    parts.push(head, literal)
  }
  return Buffer.concat(parts)
}
