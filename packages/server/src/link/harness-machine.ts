/** Test harness of the link: a machine that joins a server and does only what the test defines. */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { linkPath } from '@pone/contract/link/connection.ts'
import { type AgentMessage, type ServerMessage, serverMessageSchema } from '@pone/contract/link/messages.ts'
import { WebSocket } from 'ws'
import { until } from './harness-ledger.ts'

export interface HarnessMachine {
  readonly agentId: string
  /** Its credential for requests outside the link. */
  readonly headers: Readonly<Record<'agent-id' | 'agent-key', string>>
  say(message: AgentMessage): void
  /** Resolves with the first message of that kind, received already or later. */
  receives<K extends ServerMessage['kind']>(kind: K): Promise<Extract<ServerMessage, { kind: K }>>
  /** Resolves when its connection is closed. */
  readonly closed: Promise<void>
  close(): void
}

/** `address` is the server's HTTP address; with `known` an existing machine reconnects, whether it will be admitted or not. */
export async function joinMachine(
  address: string,
  token: string,
  name = 'machine',
  known?: { readonly agentId: string; readonly key: string },
): Promise<HarnessMachine> {
  const socket = new WebSocket(address.replace(/^http/, 'ws') + linkPath)
  const received: ServerMessage[] = []
  const changes = new EventEmitter()
  socket.on('message', (data: Buffer) => {
    received.push(serverMessageSchema.parse(JSON.parse(data.toString())))
    changes.emit('change')
  })
  await once(socket, 'open')
  const say: HarnessMachine['say'] = message => socket.send(JSON.stringify(message))
  const receives: HarnessMachine['receives'] = async kind => {
    type Wanted = Extract<ServerMessage, { kind: typeof kind }>
    const find = () => received.find((each): each is Wanted => each.kind === kind)
    await until(changes, `${kind} is received`, () => find() !== undefined)
    return find() ?? Promise.reject(new Error(kind))
  }
  const closed = once(socket, 'close').then(() => undefined)
  say({
    kind: 'hello',
    ...(known ?? { token }),
    name,
    host: 'h',
    system: 's',
    architecture: 'x64',
    cores: 1,
    memoryBytes: 1024 ** 4,
    version: '1',
    incarnation: randomUUID(),
    runs: [],
  })
  const { agentId, key = '' } = known ?? (await receives('welcome'))
  return {
    agentId,
    headers: { 'agent-id': agentId, 'agent-key': key },
    say,
    receives,
    closed,
    close: () => socket.terminate(),
  }
}
