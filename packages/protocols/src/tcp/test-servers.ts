/** Real TCP servers for tests, also of other packages. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A server that is listening. */
export interface TcpTestServer {
  readonly port: number
  close(): void
}

/** A server that does with each connection what it is told. */
export async function serveTcp(
  onSocket: (socket: Socket) => void,
  { tls, host = '127.0.0.1' }: { readonly tls?: TlsOptions; readonly host?: string } = {},
): Promise<TcpTestServer> {
  const sockets = new Set<Socket>()
  const take = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    onSocket(socket)
  }
  const server: Server = tls === undefined ? createServer(take) : createTlsServer(tls, take)
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
