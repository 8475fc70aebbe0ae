/** The TCP connections of a thread group: JMeter opens and closes them within samplers, a component by steps of their own. */
import { type TcpOperationOf, tcpOperationSchema } from '@pone/protocols/tcp/definition/operation.ts'
import { categoryOf, elementOf } from '../../elements/registry.ts'
import type { JmxNode } from '../../jmx/plan.ts'
import { type Scope, scopeBelow } from '../scope.ts'
import { framingOf } from './client-classes.ts'
import {
  endsConnection,
  isLastOver,
  type SamplerContext,
  samplerOf,
  type TcpSampler,
  withoutEol,
} from './sampler-of.ts'

export const isTcpSampler = (node: JmxNode): boolean => elementOf(node)?.id === 'TCPSamplerGui'

export interface TcpConnections {
  /** Opened once, and kept as long as the user. */
  readonly kept: readonly TcpOperationOf<'connect'>[]
  /** By the key of a sampler or controller. */
  readonly openedBefore: ReadonlyMap<string, readonly TcpOperationOf<'connect'>[]>
  /** Names by the key of a sampler. */
  readonly closedAfter: ReadonlyMap<string, readonly string[]>
  /** By the key of a sampler: its fields and its connection. */
  readonly samplers: ReadonlyMap<string, { readonly sampler: TcpSampler; readonly connection: Connection }>
}

/** What samplers of one address have in common, as far as their answers end in the same way. */
interface Connection {
  readonly samplers: TcpSampler[]
  readonly name: string
  /** Whether all that is sent ends with the byte that ends answers. */
  appliesToSent: boolean
}

type Item =
  | { readonly sampler: TcpSampler; readonly connection: Connection }
  /** Done perhaps, or several times. */
  | { readonly node: JmxNode; readonly items: readonly Item[] }

export function tcpConnectionsOf(group: JmxNode, inside: Scope, context: SamplerContext): TcpConnections {
  const collected = new Collected(context)
  const items = collected.itemsBelow(group, inside)
  const connections = [...collected.connections.values()]
  for (const connection of connections) {
    const sent = connection.samplers.filter(({ request }) => request !== '')
    connection.appliesToSent = sent.length > 0 && sent.every(each => withoutEol(each) !== null)
  }
  const places = new Places(items)
  for (const connection of connections) reportDifferences(connection, places, context)
  const kept = connections.filter(each => places.isUsed(each) && !places.isEnded(each))
  return {
    kept: kept.map(each => connectOf(each, 'user')),
    openedBefore: new Map(
      [...places.openedBefore].map(([key, each]) => [key, each.map(one => connectOf(one, 'iteration'))]),
    ),
    closedAfter: places.closedAfter,
    samplers: collected.samplers,
  }
}

function reportDifferences(connection: Connection, places: Places, { left }: SamplerContext): void {
  const [first] = connection.samplers
  if (first === undefined || !places.isUsed(connection)) return
  if (places.opensAgain.has(connection)) left.add(first.node, 'tcpConnectsAgain')
  if (!places.isEnded(connection)) left.add(first.node, 'tcpNotAgain')
  for (const sampler of connection.samplers)
    if (endsConnection(sampler) && sampler.isReused && !sampler.isClosed) left.add(sampler.node, 'tcpEnded')
}

const connectOf = (
  { samplers: [first], name, appliesToSent }: Connection,
  keptFor: 'iteration' | 'user',
): TcpOperationOf<'connect'> => ({
  kind: 'connect',
  connection: name,
  host: first?.host ?? '',
  port: first?.port ?? 0,
  tls: false,
  framing: framingOf(first?.end ?? { isByLength: false, eolByte: null }, appliesToSent),
  keptFor,
  timeoutMs: first?.connectTimeoutMs ?? 0,
})

/** Controllers whose steps are done one after the other, each of them. */
const sequences: ReadonlySet<string> = new Set([
  'LogicControllerGui',
  'RecordController',
  'TransactionControllerGui',
])

class Collected {
  readonly connections = new Map<string, Connection>()
  readonly samplers = new Map<string, { sampler: TcpSampler; connection: Connection }>()
  readonly #context: SamplerContext
  readonly #names = new Set<string>()

  constructor(context: SamplerContext) {
    this.#context = context
  }

  /** Samplers and controllers that are enabled; of others the connection is known as well. */
  itemsBelow(node: JmxNode, scope: Scope): Item[] {
    return node.children.flatMap((child): Item[] => {
      if (isTcpSampler(child)) return this.#samplerItem(child, scopeBelow(scope, child))
      if (categoryOf(child) !== 'controller') return []
      const items = this.itemsBelow(child, scopeBelow(scope, child))
      if (!child.isEnabled) return []
      return sequences.has(elementOf(child)?.id ?? '') ? items : [{ node: child, items }]
    })
  }

  #samplerItem(node: JmxNode, scope: Scope): Item[] {
    const sampler = samplerOf(node, scope, this.#context)
    if (sampler === null) return []
    const connection = this.#connectionOf(sampler)
    if (connection === null) return []
    connection.samplers.push(sampler)
    this.samplers.set(node.key, { sampler, connection })
    return node.isEnabled ? [{ sampler, connection }] : []
  }

  /** null for a host that is too long, which is reported. */
  #connectionOf(sampler: TcpSampler): Connection | null {
    const { host, port, user, end, node } = sampler
    const key = JSON.stringify([host, port, user, end])
    const known = this.connections.get(key)
    if (known !== undefined) return known
    const connection = { samplers: [], name: this.#nameOf(sampler), appliesToSent: false }
    const parsed = tcpOperationSchema.safeParse(connectOf({ ...connection, samplers: [sampler] }, 'user'))
    if (!parsed.success) {
      const name = parsed.error.issues.map(issue => issue.path.join('.')).join(', ')
      this.#context.left.add(node, 'tooLong', { name })
      return null
    }
    if (sampler.isReused && this.#isShared(sampler)) this.#context.left.add(node, 'tcpOwnConnection')
    this.connections.set(key, connection)
    return connection
  }

  /** Whether JMeter has the connection already, for answers that end in another way. */
  #isShared({ host, port, user }: TcpSampler): boolean {
    return [...this.connections.values()].some(({ samplers: [first] }) => {
      const isSame = first?.host === host && first.port === port && first.user === user
      return isSame && first.node.isEnabled
    })
  }

  #nameOf({ user, host, port }: TcpSampler): string {
    const wanted = user === '' || user.includes('${') || user.length > 64 ? 'default' : user
    const other = `${host}:${port}`.slice(-50)
    const names = [wanted, other, ...Array.from({ length: 100 }, (_, at) => `${other} ${at + 2}`)]
    const name = names.find(each => !this.#names.has(each)) ?? other
    this.#names.add(name)
    return name
  }
}

/** Where connections that a sampler ends are opened and closed. Others are opened once. */
class Places {
  readonly openedBefore = new Map<string, Connection[]>()
  readonly closedAfter = new Map<string, string[]>()
  /** JMeter would go on using them where steps open them anew. */
  readonly opensAgain = new Set<Connection>()
  readonly #used: ReadonlySet<Connection>
  readonly #ended: ReadonlySet<Connection>

  constructor(items: readonly Item[]) {
    this.#used = usedIn(items)
    this.#ended = endedIn(items)
    this.#place(items, new Set())
  }

  isUsed = (connection: Connection): boolean => this.#used.has(connection)
  isEnded = (connection: Connection): boolean => this.#ended.has(connection)

  /** @param held open around all of it, and not ended in it */
  #place(items: readonly Item[], held: ReadonlySet<Connection>): void {
    const open = new Set(held)
    for (const item of items) {
      if ('sampler' in item) this.#placeSampler(item, open)
      else this.#placeBelow(item, open)
    }
    for (const connection of open) if (!held.has(connection)) this.opensAgain.add(connection)
  }

  #placeSampler(
    { sampler, connection }: Extract<Item, { sampler: TcpSampler }>,
    open: Set<Connection>,
  ): void {
    if (!this.isEnded(connection)) return
    const { key } = sampler.node
    if (!sampler.isReused) open.delete(connection)
    this.#open(connection, key, open)
    if (!isLastOver(sampler)) return
    open.delete(connection)
    if (!endsConnection(sampler)) this.closedAfter.set(key, [connection.name])
  }

  #placeBelow({ node, items }: Extract<Item, { node: JmxNode }>, open: Set<Connection>): void {
    const ended = endedIn(items)
    for (const connection of usedIn(items)) {
      if (!this.isEnded(connection)) continue
      if (!ended.has(connection)) this.#open(connection, node.key, open)
      else if (open.delete(connection)) this.opensAgain.add(connection)
    }
    this.#place(items, open)
  }

  #open(connection: Connection, key: string, open: Set<Connection>): void {
    if (open.has(connection)) return
    open.add(connection)
    this.openedBefore.set(key, [...(this.openedBefore.get(key) ?? []), connection])
  }
}

const usedIn = (items: readonly Item[]): Set<Connection> =>
  new Set(items.flatMap(item => ('sampler' in item ? [item.connection] : [...usedIn(item.items)])))

const endedIn = (items: readonly Item[]): Set<Connection> =>
  new Set(
    items.flatMap(item => {
      if (!('sampler' in item)) return [...endedIn(item.items)]
      return isLastOver(item.sampler) ? [item.connection] : []
    }),
  )
