/** Closes a WebSocket for certain: a peer that does not answer the close frame would hold the socket and what it has sent. */
import type { WebSocket } from 'ws'

const patienceMs = 1_000
/** Messages that may have been under way when the close frame was sent. */
const maxFurther = 100

/** The socket is gone within a second; of a peer that floods nothing more is read until then, so that it still receives the reason. */
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
