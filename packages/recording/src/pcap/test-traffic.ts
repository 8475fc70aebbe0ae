/** Records what programs send each other over a connection of this machine, as a connection of a capture. */
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { TestConnection } from './test-capture.ts'

/** @param port of a server that listens @param talk uses one connection to the port that it gets, and ends it */
export async function recordedTraffic(
  port: number,
  talk: (port: number) => Promise<void>,
): Promise<TestConnection> {
  const connection = new TestConnection().open()
  const ended = Promise.withResolvers<void>()
  const relay = createServer(client => {
    const server = connect(port, '127.0.0.1')
    client.on('data', chunk => {
      connection.send('client', chunk)
      // A server may have closed before its client does.
      if (server.writable) server.write(chunk)
    })
    server.on('data', chunk => {
      connection.send('server', chunk)
      client.write(chunk)
    })
    client.once('close', () => server.destroy()).on('error', () => server.destroy())
    server.once('close', () => {
      client.destroy()
      ended.resolve()
    })
    server.on('error', () => client.destroy())
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  try {
    await talk(portOf(relay))
    await ended.promise
  } finally {
    relay.close()
  }
  return connection
}

export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return address.port
}
