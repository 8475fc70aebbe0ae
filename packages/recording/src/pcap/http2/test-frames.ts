/** Makes frames of HTTP/2 for tests, with headers that are not compressed. */
import type { Pair } from '../../model/recording.ts'
import { packed } from '../bytes/packed.ts'

export const frameKinds = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  continuation: 9,
} as const
export const flags = { endStream: 1, endHeaders: 4, padded: 8, priority: 32 } as const

const text = new TextEncoder()

interface FrameOptions {
  readonly flags?: number
  readonly stream?: number
  readonly payload?: Uint8Array
}

export function frame(kind: keyof typeof frameKinds, options: FrameOptions = {}): Uint8Array {
  const { flags: set = 0, stream = 0, payload = new Uint8Array(0) } = options
  const { length } = payload
  return packed(
    [8, length >> 16],
    [16, length & 0xffff],
    [8, frameKinds[kind]],
    [8, set],
    [32, stream],
    payload,
  )
}

/** Below 16,384. */
const integer = (prefixBits: number, value: number): Uint8Array => {
  const full = 2 ** prefixBits - 1
  if (value < full) return Uint8Array.of(value)
  const rest = value - full
  return Uint8Array.of(full, (rest & 127) | 128, rest >> 7)
}

const string = (value: string): Uint8Array => packed(integer(7, value.length), text.encode(value))

/** @param isKept whether the fields enter the table */
export const block = (pairs: readonly Pair[], isKept = false): Uint8Array =>
  packed(
    ...pairs.flatMap(({ name, value }) => [Uint8Array.of(isKept ? 0x40 : 0), string(name), string(value)]),
  )

export const requestPairs = (path: string, more: readonly Pair[] = []): Pair[] => [
  { name: ':method', value: 'GET' },
  { name: ':scheme', value: 'http' },
  { name: ':authority', value: 'shop.example' },
  { name: ':path', value: path },
  ...more,
]

export const responsePairs: readonly Pair[] = [
  { name: ':status', value: '200' },
  { name: 'content-type', value: 'text/plain' },
]

export const bytesOf = (value: string): Uint8Array => text.encode(value)
