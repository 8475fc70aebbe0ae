/** The clients of the protocols, in Node: one line each. */
import { httpClient } from './http/client.ts'
import type { Protocol } from './protocol.ts'
import { sqlClient } from './sql/client.ts'
import { tcpClient } from './tcp/client.ts'
import { udpClient } from './udp/client.ts'
import { webSocketClient } from './webSocket/client.ts'

const clients: readonly Protocol[] = [httpClient, webSocketClient, tcpClient, udpClient, sqlClient]

const byName = new Map(clients.map(client => [client.definition.name, client]))

/** The client of a protocol that a definition names. @throws when there is none, which is a defect */
export function protocolClient(name: string): Protocol {
  const client = byName.get(name)
  if (client === undefined) throw new Error(`the protocol ${name} has no client`)
  return client
}
