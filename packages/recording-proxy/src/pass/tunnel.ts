/** Passes the bytes of a connection on unread, for hosts that are not recorded. */
import type { Duplex } from 'node:stream'
import type { Target } from '../target/target.ts'
import type { Passing } from './passing.ts'

export async function passTunnel(
  { recording, upstream, silenceMs }: Passing,
  target: Target,
  client: Duplex,
): Promise<void> {
  let socket: Awaited<ReturnType<typeof upstream.tunnel>>
  try {
    socket = await upstream.tunnel(target)
  } catch {
    client.destroy()
    return
  }
  const close = () => {
    client.destroy()
    socket.destroy()
  }
  if (client.destroyed) return close()
  for (const each of [client, socket]) {
    each.on('data', (chunk: Buffer) => recording.countBytes(chunk.length))
    each.on('close', close)
    each.on('error', close)
  }
  socket.setTimeout(silenceMs, close)
  client.pipe(socket)
  socket.pipe(client)
}
