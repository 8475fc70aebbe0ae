/** The UDP port on which a JMeter without a window accepts the command to stop; it accepts it only from this machine. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const loopback = '127.0.0.1'

/** A currently free port. @throws the system's error */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, loopback)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

/**
 * Shutdown: threads end after their present sample; StopTestNow: immediately. A packet may be lost and must be sent
 * again.
 */
export function sendStopWord(port: number, word: 'Shutdown' | 'StopTestNow'): void {
  const socket = createSocket('udp4')
  // A process that has ended no longer listens.
  socket.once('error', () => socket.close())
  socket.send(word, port, loopback, error => {
    if (error === null) socket.close()
  })
}
