/** Sends the server's messages to an agent's socket, admitted or not. */
import type { ServerMessage } from '@pone/contract/link/messages.ts'
import type { WebSocket } from 'ws'
import { closeSoon } from '../sockets/close-soon.ts'

export const policyViolation = 1008
/** Above this number of unsent bytes the agent counts as not reading. */
const maxUnreadBytes = 64 * 1024 ** 2

/** Does nothing when the socket is not open. */
export function post(socket: WebSocket, message: ServerMessage): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
  else socket.send(JSON.stringify(message))
}

/** Sends the reason and closes the socket. */
export function refuse(socket: WebSocket, reason: string, isFlooding = false): void {
  post(socket, { kind: 'refused', reason })
  closeSoon(socket, policyViolation, { reason: 'refused', isFlooding })
}
