/** What a collector process of an agent does: asks all targets, and tells the agent what came. It reads what others wrote, so the agent bounds its memory, ends it when it stands still, and believes no report unchecked. */
import { Socket } from 'node:net'
import { systemClock } from '@pone/monitors/collection/collection-clock.ts'
import { Collector } from '@pone/monitors/collection/collector.ts'
import type { Transports } from '@pone/monitors/collection/connections.ts'
import type { MachineLimits } from '@pone/monitors/transports/machine-limits.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { reportsOf } from './collected.ts'
import { ConnectionQueries } from './connections/connection-queries.ts'
import { discoverTargets } from './discovery.ts'
import { FrameReader, frameOf } from './frames.ts'
import { planAnswer } from './plan-answer.ts'
import { ProfileTakes } from './profile-takes.ts'
import { type CollectorOrder, type CollectorReport, collectorOrderSchema, monotonicMs } from './protocol.ts'
import { TargetTests } from './target-tests.ts'
import { ThreadTakes } from './thread-takes.ts'

/** The descriptor of the channel to the agent. */
const reportDescriptor = 3
const beatMs = 1_000
/** What waits for an agent that does not read, bytes. */
const maxWaitingBytes = 64 * 1024 ** 2
/** Values are handed on at once, but for what the same instant brings: what waits is lost when this process is killed. */
const periodMs = 20

/** Reports on their way to the agent. */
class Channel {
  readonly #socket = new Socket({ fd: reportDescriptor, readable: false, writable: true })
  /** Marks of collections that begin at the same instant are sent together, before any answer can be read. */
  #begun: { monitorId: string; section: string }[] = []

  constructor() {
    this.#socket.on('error', () => process.exit(0))
  }

  report(message: CollectorReport): boolean {
    if (this.#socket.writableLength > maxWaitingBytes)
      end(new Error('the agent does not read what was collected'))
    return this.#socket.write(frameOf(message))
  }

  mark(monitorId: string, section: string): void {
    if (this.#begun.length === 0)
      queueMicrotask(() => {
        this.report({ kind: 'began', sections: this.#begun })
        this.#begun = []
      })
    this.#begun.push({ monitorId, section })
  }

  /** Ends the process once all is sent. */
  end(): void {
    this.#socket.end(() => process.exit(0))
  }
}

function end(cause: unknown): never {
  process.stderr.write(`${errorText(cause)}\n`)
  process.exit(1)
}

type ReadOrder = ReturnType<typeof collectorOrderSchema.parse>

class CollectorProgram {
  readonly #channel: Channel
  readonly #limits: MachineLimits
  readonly #collector: Collector
  readonly #tests: TargetTests
  readonly #connections: ConnectionQueries
  readonly #profiles: ProfileTakes
  readonly #threads: ThreadTakes
  readonly #transports: Transports
  #clockOffsetMs = Date.now() - monotonicMs()
  readonly #types = new Map<number, MonitorType>()

  constructor(
    channel: Channel,
    { limits, profilerFolders }: Extract<ReadOrder, { kind: 'begin' }>,
    transports: Transports,
  ) {
    this.#channel = channel
    this.#limits = limits
    this.#transports = transports
    this.#collector = new Collector({
      transports: this.#transports,
      periodMs,
      clock: { ...systemClock, now: () => Math.round(monotonicMs() + this.#clockOffsetMs) },
      onBegin: (monitorId, section) => channel.mark(monitorId, section),
      onBatch: batch => {
        for (const collected of reportsOf(batch)) channel.report(collected)
      },
    })
    this.#tests = new TargetTests(transports, message => channel.report(message))
    this.#connections = new ConnectionQueries(message => channel.report(message))
    this.#profiles = new ProfileTakes({ accounts: limits.jvmAccounts, profilerFolders }, message =>
      channel.report(message),
    )
    this.#threads = new ThreadTakes(limits.jvmAccounts, message => channel.report(message))
  }

  async handle(order: Exclude<ReadOrder, { kind: 'begin' }>): Promise<void> {
    switch (order.kind) {
      case 'type':
        return void this.#types.set(order.id, monitorTypeSchema.parse(order.type))
      case 'clock':
        this.#clockOffsetMs = order.offsetMs
        return
      case 'put':
        return this.#put(order)
      case 'remove':
        return this.#collector.remove(order.monitorId)
      case 'monitorTest':
        return this.#tests.start(order)
      case 'cancelMonitorTest':
        return this.#tests.cancel(order.testId)
      case 'discover':
        return void this.#channel.report({
          kind: 'discovered',
          queryId: order.queryId,
          ...(await discoverTargets(this.#limits)),
        })
      case 'explainOperation': {
        const { queryId, ...question } = order
        const answer = await planAnswer(question, this.#transports)
        return void this.#channel.report({ kind: 'operationExplained', queryId, answer })
      }
      case 'findConnections':
        return this.#connections.start(order)
      case 'cancelConnections':
        return this.#connections.cancel(order.queryId)
      case 'takeProfile':
        return this.#profiles.start(order.order)
      case 'cancelProfile':
        return this.#profiles.cancel(order.takeId)
      case 'takeThreadDumps':
        return this.#threads.start(order.order)
      case 'cancelThreadDumps':
        return this.#threads.cancel(order.seriesId)
      case 'end':
        return this.#end()
    }
  }

  #put({ typeId, ...order }: Extract<CollectorOrder, { kind: 'put' }>): void {
    const type = this.#types.get(typeId)
    if (type === undefined) throw new Error(`no type ${typeId}`)
    this.#collector.put({ ...order, type })
  }

  async #end(): Promise<void> {
    this.#tests.close()
    this.#connections.close()
    this.#collector.close()
    await Promise.all([this.#profiles.close(), this.#threads.close()])
    this.#channel.end()
  }
}

/** Serves the agent until it or its order ends this process. */
export function runCollector(transportsFor: (limits: MachineLimits) => Transports): void {
  const channel = new Channel()
  const reader = new FrameReader()
  let program: CollectorProgram | undefined
  const handle = (message: unknown): void => {
    const order = collectorOrderSchema.parse(message)
    if (order.kind === 'begin') program = new CollectorProgram(channel, order, transportsFor(order.limits))
    else program?.handle(order).catch(end)
  }
  process.stdin.on('data', (part: Buffer) => {
    for (const message of reader.read(part)) handle(message)
  })
  // The agent has ended, or was killed.
  process.stdin.on('end', () => process.exit(0)).on('error', () => process.exit(0))
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  setInterval(() => channel.report({ kind: 'alive' }), beatMs)
  channel.report({ kind: 'ready' })
}
