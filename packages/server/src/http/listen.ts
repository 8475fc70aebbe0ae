/** Starts listening, also where the operating system does not provide the machine's addresses. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { readInterfaces } from '../adapters/interfaces.ts'

type Listening = Pick<FastifyInstance, 'listen' | 'ready' | 'server'>

/** Returns the address, e.g. `http://127.0.0.1:8600`. */
export async function listen(app: Listening, at: { host: string; port: number }): Promise<string> {
  // When listening on all interfaces, Fastify queries the machine's addresses to log them, in a listener where an exception ends the process.
  if (at.host !== '0.0.0.0' || readInterfaces() !== null) {
    return withProtocol(await app.listen(at), app)
  }
  await app.ready()
  const { server } = app
  server.listen(at)
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  return withProtocol(`http://${address}:${port}`, app)
}

/** Fastify does not detect the TLS of a server that is passed in. */
const withProtocol = (address: string, { server }: Listening): string =>
  server instanceof TlsServer ? address.replace(/^http:/, 'https:') : address
