/** What tests of the WebSocket client share: a real server of `ws`, and a user of a component. */
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { type WebSocket, WebSocketServer } from 'ws'
import { messageHarness } from '../messages/test-user.ts'
import { webSocketClient } from './client.ts'

/** What a server does with each connection. */
type OnSocket = (socket: WebSocket, headers: Record<string, unknown>, tls: TLSSocket) => void

/** What a test may want different in a server. */
interface ServerChanges {
  /** Speaks TLS. */
  readonly tls?: TlsOptions
  /** false: answers no ping. */
  readonly autoPong?: boolean
}

/** Makes the harness; call it once at the top of a test file. */
export function webSocketHarness() {
  const { user, atEnd } = messageHarness(webSocketClient)
  return {
    /** A server that does with each connection what it is told; answers its address. */
    serve: (onSocket: OnSocket, changes: ServerChanges = {}) => serve(atEnd, onSocket, changes),
    user,
    atEnd,
  }
}

async function serve(
  atEnd: (cleanup: () => unknown) => void,
  onSocket: OnSocket,
  { tls, autoPong = true }: ServerChanges,
) {
  const server =
    tls === undefined
      ? createServer((_request, response) => response.writeHead(404).end())
      : createSecureServer(tls)
  const sockets = new WebSocketServer({
    server,
    path: '/socket',
    autoPong,
    handleProtocols: offered => (offered.has('v2') ? 'v2' : false),
  })
  sockets.on('connection', (socket, request) =>
    onSocket(socket, request.headers, request.socket as TLSSocket),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return tls === undefined ? `ws://127.0.0.1:${port}/socket` : `wss://localhost:${port}/socket`
}
