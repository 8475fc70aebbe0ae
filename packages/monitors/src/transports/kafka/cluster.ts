/** A cluster of Kafka by one of its brokers: which brokers and partitions there are, and a connection to each broker that is asked. */
import { TargetFault } from '../../target-fault.ts'
import { connectionFault } from '../connection-fault.ts'
import { type KafkaAddress, KafkaClient } from './client.ts'
import {
  type KafkaMetadata,
  type KafkaNode,
  type KafkaOffset,
  type KafkaTopic,
  listOffsets,
  metadata,
  type offsetInstants,
} from './requests.ts'

/** A broker that hangs must leave time for what the others say. */
const nodeTimeoutMs = 3_000
/** Sections of one slot share what was asked this short time ago. */
const freshMs = 1_000

/** What several brokers said, and the first fault among them. */
export interface FromNodes<Answer> {
  readonly answers: readonly (readonly [node: KafkaNode, answer: Answer])[]
  readonly fault: TargetFault | undefined
}

export class KafkaCluster {
  readonly #address: KafkaAddress
  readonly #first: KafkaClient
  readonly #clients = new Map<number, KafkaClient>()
  #known: { at: number; metadata: KafkaMetadata } | undefined

  private constructor(address: KafkaAddress, first: KafkaClient) {
    this.#address = address
    this.#first = first
  }

  /** @throws TargetFault; the signal's reason */
  static async open(address: KafkaAddress, signal: AbortSignal): Promise<KafkaCluster> {
    return new KafkaCluster(address, await KafkaClient.open(address, signal))
  }

  /** The broker whose address the monitor has. */
  get first(): KafkaClient {
    return this.#first
  }

  /** @throws TargetFault; the signal's reason */
  async metadata(signal: AbortSignal): Promise<KafkaMetadata> {
    const now = performance.now()
    if (this.#known && now - this.#known.at < freshMs) return this.#known.metadata
    try {
      const answer = await this.#first.send(metadata(this.#first.highest('metadata')), signal)
      this.#known = { at: now, metadata: answer }
      return answer
    } catch (thrown) {
      // A broker that asks for SASL answers the versions to everybody, and then closes.
      if (thrown instanceof TargetFault && thrown.code === 'targetClosed' && !this.#address.mechanism)
        if (!this.#known) throw new TargetFault('wrongPassword', 'the broker closed the connection: SASL?')
      throw thrown
    }
  }

  /** Asks each of the brokers; what fails of one leaves the answers of the others. @throws the signal's reason */
  async ofNodes<Answer>(
    nodes: readonly KafkaNode[],
    ask: (client: KafkaClient, signal: AbortSignal, node: KafkaNode) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<FromNodes<Answer>> {
    const settled = await Promise.allSettled(
      nodes.map(async node => {
        const inner = AbortSignal.any([signal, AbortSignal.timeout(nodeTimeoutMs)])
        try {
          return [node, await ask(await this.#clientOf(node, inner), inner, node)] as const
        } catch (thrown) {
          throw this.#faultOf(node, thrown, inner)
        }
      }),
    )
    signal.throwIfAborted()
    const answers = settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    const [failed] = settled.flatMap(one => (one.status === 'rejected' ? [connectionFault(one.reason)] : []))
    return { answers, fault: failed }
  }

  /** Offsets by `topic partition`; those of partitions without a leader, or whose leader failed, are left out. */
  async offsets(
    topics: readonly KafkaTopic[],
    instant: keyof typeof offsetInstants,
    signal: AbortSignal,
  ): Promise<{ offsets: ReadonlyMap<string, bigint>; fault: TargetFault | undefined }> {
    const led = new Map<number, Map<string, number[]>>()
    for (const { name, partitions } of topics)
      for (const { leader, index } of partitions) {
        const own = led.get(leader) ?? new Map<string, number[]>()
        const indexes = own.get(name) ?? []
        indexes.push(index)
        led.set(leader, own.set(name, indexes))
      }
    const { nodes } = await this.metadata(signal)
    const { answers, fault } = await this.ofNodes(
      nodes.filter(({ id }) => led.has(id)),
      (client, inner, { id }) => client.send(listOffsets(led.get(id) ?? new Map(), instant), inner),
      signal,
    )
    const known = answers
      .flatMap(([, rows]) => rows)
      .filter(({ error, offset }) => error === 0 && offset >= 0)
    return { offsets: new Map(known.map(row => [partitionKey(row), row.offset])), fault }
  }

  close(): void {
    this.#first.close()
    for (const client of this.#clients.values()) client.close()
  }

  async #clientOf(node: KafkaNode, signal: AbortSignal): Promise<KafkaClient> {
    const { host, port } = this.#address
    if (node.host === host && node.port === port) return this.#first
    const known = this.#clients.get(node.id)
    if (known?.isOpen) return known
    const client = await KafkaClient.open({ ...this.#address, host: node.host, port: node.port }, signal)
    this.#clients.set(node.id, client)
    return client
  }

  /** Names the broker, which need not be the one whose address the monitor has. */
  #faultOf({ id, host, port }: KafkaNode, thrown: unknown, signal: AbortSignal): TargetFault {
    const who = `broker ${id} at ${host}:${port}`
    if (signal.aborted && !(thrown instanceof TargetFault)) {
      this.#clients.get(id)?.close()
      return new TargetFault('timedOut', who, { timeoutMs: String(nodeTimeoutMs) })
    }
    const { code, details, params } = connectionFault(thrown)
    return new TargetFault(code, `${who} ${details}`.trim(), params)
  }
}

/** Names a partition in maps. */
export const partitionKey = ({ topic, partition }: Pick<KafkaOffset, 'topic' | 'partition'>): string =>
  `${topic} ${partition}`
