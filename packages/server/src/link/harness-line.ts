/** Test harness of the link: a TCP proxy between agent and server that can be cut so that data is lost without an error, and that can be slow. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** Nothing passes from now on, in either direction; sent data is kept, as in the network. */
  cut(): void
  /** Lets everything pass again. */
  restore(): void
  close(): Promise<void>
}

/** `delayMs` is called for each chunk, in each direction. */
export async function startLine(targetPort: number, delayMs: () => number = () => 0): Promise<Line> {
  let isCut = false
  const sockets = new Set<Socket>()
  /** Opened or closed while the proxy was cut, so the peer was not informed. */
  const unheard = new Set<Socket>()

  const carry = (from: Socket, to: Socket) => {
    let freeAt = 0
    from.on('data', (chunk: Buffer) => {
      const wait = delayMs()
      if (wait <= 0 && freeAt <= performance.now()) return void to.write(chunk)
      // Keeps the order of sending, however much the delay changes.
      freeAt = Math.max(freeAt, performance.now() + wait)
      setTimeout(() => to.write(chunk), freeAt - performance.now())
    })
    from.on('close', () => {
      sockets.delete(from)
      // The end of a connection does not pass a cut proxy either.
      if (isCut) unheard.add(to)
      else to.destroy()
    })
    from.on('error', () => undefined)
  }
  const server = createServer(near => {
    sockets.add(near)
    if (isCut) {
      near.on('error', () => undefined)
      near.on('close', () => sockets.delete(near))
      unheard.add(near)
      return
    }
    const far = connect(targetPort, '127.0.0.1')
    sockets.add(far)
    carry(near, far)
    carry(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      isCut = false
      for (const socket of unheard) socket.destroy()
      unheard.clear()
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
}
