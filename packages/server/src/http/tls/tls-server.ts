/** The listening sockets: one with TLS, and one without TLS on the loopback interface for programs of the same machine. */
import { once } from 'node:events'
import type { Server as HttpServer, RequestListener } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { minTlsVersion, type ServerCertificate } from './server-certificate.ts'

/** The Fastify options that are passed on. */
interface FactoryOptions {
  readonly requestTimeout?: number | undefined
  readonly keepAliveTimeout?: number | undefined
}

/** For Fastify, which handles both kinds of server; `limits` are those of a server without TLS. */
export function tlsServerOf(
  certificate: ServerCertificate,
  limits: ServerOptions,
): (handler: RequestListener, options: FactoryOptions) => HttpServer {
  return (handler, { requestTimeout, keepAliveTimeout }) => {
    const { cert, key } = certificate.current
    const server: HttpsServer = createHttpsServer(
      { ...limits, cert, key, minVersion: minTlsVersion },
      handler,
    )
    // Fastify sets these only on servers that it creates itself.
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
    certificate.use(server)
    return server
  }
}

/** A listener without TLS for programs of this machine, because no certificate contains its address. Returns its address. */
export async function openLocalDoor(server: HttpServer): Promise<{ address: string; close(): void }> {
  // The server treats such a connection as one whose TLS handshake is complete.
  const door = createServer(socket => server.emit('secureConnection', socket))
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => door.close() }
}
