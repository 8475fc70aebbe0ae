/** Closes a WebSocket with a time limit; a peer that does not answer the close frame would otherwise hold the socket and its buffers. */
import type { WebSocket } from 'ws'

const patienceMs = 1_000
/** Messages that may have been in transit when the close frame was sent. */
const maxFurther = 100

/** The socket is closed within a second; until then no more is read from a flooding peer, so that it still receives the reason. */
export function closeSoon(
  socket: WebSocket,
  code: number,
  { reason = '', isFlooding = false }: { reason?: string; isFlooding?: boolean } = {},
): void {
  if (socket.readyState !== socket.OPEN) return
  socket.close(code, reason)
  if (isFlooding) socket.pause()
  const timer = setTimeout(() => socket.terminate(), patienceMs)
  let further = 0
  socket.on('message', () => {
    further += 1
    if (further > maxFurther) socket.terminate()
  })
  socket.once('close', () => clearTimeout(timer))
}
