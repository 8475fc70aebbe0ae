/** Connections to targets: one per target and credentials, opened when it is used, closed when it is idle or broken, with back-off. */
import type { TransportName } from '../requests.ts'
import { TargetFault } from '../target-fault.ts'
import type { SectionAnswer, TargetConnection, Transport } from '../transports/transport.ts'
import type { ParamValues } from '../type.ts'
import type { CollectionClock } from './collection-clock.ts'
import { faultOf, within } from './within.ts'

export type Transports = Readonly<Partial<Record<TransportName, Transport>>>

const openTimeoutMs = 5_000
const idleMs = 60_000
const maxBackOffMs = 60_000
const sweepMs = 1_000

export interface TargetAddress {
  readonly transport: TransportName
  readonly params: ParamValues
}

export interface TargetQuestion extends TargetAddress {
  readonly request: unknown
  readonly timeoutMs: number
  /** The first pause after a connection failed. */
  readonly cadenceMs: number
}

interface Target {
  opening: Promise<TargetConnection> | undefined
  /** The one that is open. */
  connection: TargetConnection | undefined
  /** Ends when what was asked before has been answered; undefined where nothing runs. */
  queue: Promise<unknown>
  running: number
  usedAt: number
  failures: number
  /** `elapsed` before which no connection is tried. */
  notBefore: number
  fault: TargetFault | undefined
}

export class Connections {
  readonly #transports: Transports
  readonly #clock: CollectionClock
  readonly #targets = new Map<string, Target>()
  /** By the parameters of a monitor, which are the same object at each of its questions. */
  readonly #keys = new WeakMap<ParamValues, Map<TransportName, string>>()
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(transports: Transports, clock: CollectionClock) {
    this.#transports = transports
    this.#clock = clock
  }

  /**
   * Asks; a target whose connection failed is not tried again before its pause is over, which repeats its fault.
   * @throws TargetFault
   */
  async ask(question: TargetQuestion): Promise<SectionAnswer> {
    const target = this.#targetOf(question)
    target.running++
    try {
      const connection = await this.#connected(target, question)
      if (connection.isParallel === true || connection.isPipelined === true)
        return await this.#asked(target, connection, question)
      const turn = target.queue.then(async () =>
        // What ran before may have closed it.
        this.#asked(target, await this.#connected(target, question), question),
      )
      target.queue = turn.catch(() => undefined)
      return await turn
    } finally {
      target.running--
      target.usedAt = this.#clock.elapsed()
    }
  }

  /** Closes what nobody used for a minute. */
  sweep(): void {
    const now = this.#clock.elapsed()
    if (now - this.#sweptAt < sweepMs) return
    this.#sweptAt = now
    for (const [key, target] of this.#targets) {
      if (target.running > 0 || now - target.usedAt < idleMs || now < target.notBefore) continue
      drop(target)
      this.#targets.delete(key)
    }
  }

  close(): void {
    for (const target of this.#targets.values()) drop(target)
    this.#targets.clear()
  }

  #targetOf(address: TargetAddress): Target {
    const key = this.#keyOf(address)
    const known = this.#targets.get(key)
    if (known) return known
    const target: Target = {
      opening: undefined,
      connection: undefined,
      queue: Promise.resolve(),
      running: 0,
      usedAt: this.#clock.elapsed(),
      failures: 0,
      notBefore: 0,
      fault: undefined,
    }
    this.#targets.set(key, target)
    return target
  }

  #keyOf(address: TargetAddress): string {
    const keys = this.#keys.get(address.params) ?? new Map<TransportName, string>()
    this.#keys.set(address.params, keys)
    const key = keys.get(address.transport) ?? targetKey(address)
    keys.set(address.transport, key)
    return key
  }

  async #connected(target: Target, question: TargetQuestion): Promise<TargetConnection> {
    if (target.opening) return target.opening
    if (target.fault && this.#clock.elapsed() < target.notBefore) throw target.fault
    const transport = this.#transports[question.transport]
    if (!transport) throw new TargetFault('wrongProduct', `no transport ${question.transport}`)
    const opening = openWithin(this.#clock, transport, question.params)
    target.opening = opening
    try {
      const connection = await opening
      target.connection = connection
      target.failures = 0
      target.fault = undefined
      return connection
    } catch (thrown) {
      const fault = faultOf(thrown)
      const pauseMs = Math.min(maxBackOffMs, question.cadenceMs * 2 ** target.failures)
      target.failures = Math.min(target.failures + 1, 20)
      // Slightly less than the pause, so that the slot at its end finds the way free.
      target.notBefore = this.#clock.elapsed() + pauseMs * 0.9
      target.fault = fault
      if (target.opening === opening) target.opening = undefined
      throw fault
    }
  }

  async #asked(
    target: Target,
    connection: TargetConnection,
    { request, timeoutMs }: TargetQuestion,
  ): Promise<SectionAnswer> {
    try {
      return await within(this.#clock, timeoutMs, signal => connection.ask(request, signal))
    } catch (thrown) {
      const fault = faultOf(thrown)
      // A connection on which others wait has answered a refusal, and is open.
      const isRefused = fault.code === 'refused' && connection.isPipelined !== true
      const isGone = isRefused || fault.code === 'unreachable' || fault.code === 'targetClosed'
      // Behind a request that hangs, others wait where they are answered one after another.
      const isBlocked = fault.code === 'timedOut' && connection.isParallel !== true
      if (isGone || isBlocked) this.#leave(target, connection, fault)
      throw fault
    }
  }

  /** Closes a connection; another that was opened since stays. */
  #leave(target: Target, connection: TargetConnection, fault: TargetFault): void {
    if (target.connection === connection) {
      target.opening = undefined
      target.connection = undefined
    }
    connection.close(fault)
  }
}

const targetKey = ({ transport, params }: TargetAddress): string =>
  JSON.stringify([transport, ...Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))])

/** Opens in time; a connection that comes later is closed. */
async function openWithin(
  clock: CollectionClock,
  transport: Transport,
  params: ParamValues,
): Promise<TargetConnection> {
  let isLate = false
  try {
    return await within(clock, openTimeoutMs, async signal => {
      const connection = await transport.open(params, signal)
      if (isLate) connection.close()
      return connection
    })
  } catch (thrown) {
    isLate = true
    throw thrown
  }
}

function drop(target: Target): void {
  const { opening } = target
  target.opening = undefined
  target.connection = undefined
  if (!opening) return
  void opening.then(
    connection => connection.close(),
    () => undefined,
  )
}
