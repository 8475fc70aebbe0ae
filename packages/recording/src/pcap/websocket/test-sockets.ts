/** Makes WebSocket connections for tests. */
import { constants, createDeflateRaw } from 'node:zlib'
import { packed } from '../bytes/packed.ts'
import { TestConnection } from '../test-capture.ts'

interface FrameOptions {
  /** 1 text, 2 binary, 0 continuation, 8 close. */
  readonly opcode?: number
  readonly isFinal?: boolean
  readonly isCompressed?: boolean
  /** As clients do. */
  readonly isMasked?: boolean
}

export function socketFrame(payload: Uint8Array | string, options: FrameOptions = {}): Uint8Array {
  const { opcode = 1, isFinal = true, isCompressed = false, isMasked = false } = options
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  const mask = Uint8Array.of(7, 77, 177, 200)
  const { length } = bytes
  const size: Uint8Array =
    length < 126
      ? Uint8Array.of(length)
      : length < 65_536
        ? packed([8, 126], [16, length])
        : packed([8, 127], [32, 0], [32, length])
  size[0] = (size[0] ?? 0) + (isMasked ? 128 : 0)
  return packed(
    [8, opcode + (isFinal ? 128 : 0) + (isCompressed ? 64 : 0)],
    size,
    ...(isMasked ? [mask, bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0))] : [bytes]),
  )
}

/** Compresses texts one after the other, each with what was in those before. */
export async function deflated(texts: readonly string[]): Promise<Uint8Array[]> {
  const deflate = createDeflateRaw()
  const parts: Uint8Array[] = []
  deflate.on('data', (part: Uint8Array) => parts.push(part))
  const messages: Uint8Array[] = []
  for (const text of texts) {
    deflate.write(text)
    await new Promise<void>(resolve => deflate.flush(constants.Z_SYNC_FLUSH, () => resolve()))
    // Without the empty block at the end.
    messages.push(packed(...parts.splice(0)).subarray(0, -4))
  }
  return messages
}

/** A connection that has become a WebSocket. */
export const openSocket = (extensions = ''): TestConnection =>
  new TestConnection()
    .open()
    .send(
      'client',
      'GET /live?room=1 HTTP/1.1\r\nHost: shop.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://shop.example\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n',
    )
    .send(
      'server',
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: chat\r\n${extensions === '' ? '' : `Sec-WebSocket-Extensions: ${extensions}\r\n`}\r\n`,
    )
