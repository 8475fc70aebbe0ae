/** The listening ends: one that speaks TLS, and, for programs on the same machine, one on the loopback interface that does not. */
import { once } from 'node:events'
import type { Server as HttpServer, RequestListener } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { minTlsVersion, type ServerCertificate } from './server-certificate.ts'

/** What Fastify hands over of its options. */
interface FactoryOptions {
  readonly requestTimeout?: number | undefined
  readonly keepAliveTimeout?: number | undefined
}

/** For Fastify, which handles both kinds of server alike; `limits` are those of a server without TLS. */
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
    // Fastify sets these on servers that it makes itself.
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
    certificate.use(server)
    return server
  }
}

/** A way in without TLS for this machine's own programs, which no certificate names. Answers its address. */
export async function openLocalDoor(server: HttpServer): Promise<{ address: string; close(): void }> {
  // To the server such a connection is one whose TLS is done.
  const door = createServer(socket => server.emit('secureConnection', socket))
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => door.close() }
}
