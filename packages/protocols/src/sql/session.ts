/** One virtual user's databases: its named connections and the operation that is under way. */

import type { UserNetwork } from '../connect/user-network.ts'
import type { ComponentContext, Session, SessionUser } from '../protocol.ts'
import type { Abortable, Wire } from '../wire/wire.ts'
import type { ConnectionOptions, SqlConnection } from './connection.ts'
import { failureText } from './definition/failures.ts'
import type { SqlConnect, SqlTarget } from './definition/operation.ts'
import type { Statement } from './driver.ts'
import { drivers } from './drivers.ts'
import { abortedFault, type SqlFault, streamFault } from './fault.ts'
import { NamedConnection, type NamedTarget } from './named-connection.ts'
import { streamOpener } from './open-stream.ts'
import { SqlOutcome, Stopwatch } from './outcome.ts'
import { SqlPool } from './pool.ts'
import { type ResultLimits, ResultTable } from './result-table.ts'
import { backNames, type StatementCall, statementsOf } from './statements.ts'

/** A connect operation with its texts evaluated. */
export interface ConnectCall {
  readonly op: SqlConnect
  readonly target: SqlTarget
  readonly connectTimeoutMs: number
}

/** A statement with its texts evaluated. */
export interface RunCall {
  readonly connection: string
  readonly statement: StatementCall
  readonly limits: ResultLimits
  readonly timeoutMs: number
}

type OnOutcome = (outcome: SqlOutcome) => void

/** Pools of all components of the process, by what they are opened with. */
class Pools {
  readonly pools = new Map<string, SqlPool>()
}

export class SqlSession implements Session, Abortable {
  readonly #wire: Wire
  readonly #context: Pick<ComponentContext, 'network' | 'shared'>
  readonly #user: UserNetwork
  readonly #connections = new Map<string, NamedConnection>()
  #signal: AbortSignal | null = null
  /** Of what is being opened or waited for. */
  #opening: AbortController | null = null
  #current: NamedConnection | null = null

  constructor({ wire, network }: SessionUser, context: Pick<ComponentContext, 'network' | 'shared'>) {
    this.#wire = wire
    this.#context = context
    this.#user = network
  }

  beginIteration(isNewUser: boolean): void {
    for (const [name, connection] of this.#connections) {
      if (!isNewUser && connection.target.keep === 'user') continue
      connection.close()
      this.#connections.delete(name)
    }
  }

  close(): void {
    this.abort()
    for (const connection of this.#connections.values()) connection.close()
    this.#connections.clear()
    if (this.#signal !== null) this.#wire.abortGroup(this.#signal).delete(this)
    this.#signal = null
  }

  /** Ends the operation under way. */
  abort(): void {
    this.#opening?.abort()
    this.#current?.abort()
  }

  /** Opens a connection under its name; one that was there is closed. */
  connect(call: ConnectCall, signal: AbortSignal, onOutcome: OnOutcome): void {
    const { connection: name } = call.op
    this.#begin(signal, onOutcome, async (outcome, watch) => {
      this.#connections.get(name)?.close()
      this.#connections.delete(name)
      const named = this.#name(call)
      outcome.url = named.target.url
      try {
        const { connection, isNew } = await this.#open(signal =>
          named.open(signal, () => markWait(named, watch)),
        )
        if (isNew) tellOpened(connection, outcome, watch)
        this.#connections.set(name, named)
        named.settle()
      } catch (error) {
        named.close()
        throw error
      }
    })
  }

  /** Runs a statement on a connection that was opened before. */
  run(call: RunCall, signal: AbortSignal, onOutcome: OnOutcome): void {
    const named = this.#connections.get(call.connection)
    if (named === undefined) return onOutcome(notConnected(call.connection))
    this.#begin(signal, onOutcome, async (outcome, watch) => {
      outcome.url = named.target.url
      this.#current = named
      try {
        const borrowed = await this.#open(signal => named.borrow(signal, () => markWait(named, watch)))
        if (borrowed.isNew) tellOpened(borrowed.connection, outcome, watch)
        await runStatements({ call, named, connection: borrowed.connection }, outcome, watch)
      } finally {
        this.#current = null
        named.settle()
      }
    })
  }

  /** Closes a connection. */
  disconnect(name: string, signal: AbortSignal, onOutcome: OnOutcome): void {
    const named = this.#connections.get(name)
    if (named === undefined) return onOutcome(notConnected(name))
    this.#begin(signal, onOutcome, outcome => {
      outcome.url = named.target.url
      this.#connections.delete(name)
      named.close()
      return Promise.resolve()
    })
  }

  /** Has the operation counted as begun, then does it; what is thrown becomes its fault. */
  #begin(
    signal: AbortSignal,
    onOutcome: OnOutcome,
    work: (outcome: SqlOutcome, watch: Stopwatch) => Promise<void>,
  ): void {
    this.#join(signal)
    this.#wire.begin(() => {
      const outcome = new SqlOutcome()
      const watch = new Stopwatch()
      const end = () => {
        outcome.durationUs = watch.durationUs
        outcome.phasesUs = watch.phasesUs
        onOutcome(outcome)
      }
      if (signal.aborted) {
        outcome.fail(abortedFault())
        return end()
      }
      void work(outcome, watch)
        .catch((error: unknown) => outcome.fail(this.#faultOf(error, signal)))
        .then(end)
    })
  }

  /** Whatever a stop breaks is told as the stop. */
  #faultOf(error: unknown, signal: AbortSignal): SqlFault {
    if (signal.aborted || this.#wire.isClosed) return abortedFault(error)
    return streamFault(error)
  }

  async #open<T>(open: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#opening = new AbortController()
    try {
      return await open(this.#opening.signal)
    } finally {
      this.#opening = null
    }
  }

  #name({ op, target, connectTimeoutMs }: ConnectCall): NamedConnection {
    const { driver: name, host, database } = target
    const driver = drivers[name]
    const port = target.port === 0 ? driver.defaultPort : target.port
    const { network } = this.#context
    const options: ConnectionOptions = {
      driver,
      account: { ...target, port, isTls: target.tls },
      openStream: streamOpener({ wire: this.#wire, network, user: this.#user }),
      connectTimeoutMs,
      wire: this.#wire,
    }
    const named: NamedTarget = {
      driver: name,
      options,
      url: `${name}://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`,
      keep: op.keep,
      reconnects: op.reconnect,
    }
    return new NamedConnection(named, op.scope === 'pool' ? this.#pool(op, options) : null)
  }

  #pool({ connection, poolSize }: SqlConnect, options: ConnectionOptions): SqlPool {
    const { pools } = this.#context.shared.of(Pools)
    const key = JSON.stringify([connection, poolSize, options.account])
    let pool = pools.get(key)
    if (pool === undefined) {
      pool = new SqlPool(options, poolSize)
      pools.set(key, pool)
    }
    return pool
  }

  /** One listener per signal serves all users. */
  #join(signal: AbortSignal): void {
    if (this.#signal === signal || signal.aborted) return
    if (this.#signal !== null) this.#wire.abortGroup(this.#signal).delete(this)
    this.#signal = signal
    this.#wire.abortGroup(signal).add(this)
  }
}

function notConnected(name: string): SqlOutcome {
  const outcome = new SqlOutcome().fail({
    code: 'notConnected',
    message: failureText('sqlNotConnected', { name }),
  })
  outcome.wireRequests = 0
  return outcome
}

function markWait({ isPooled }: NamedConnection, watch: Stopwatch): void {
  if (isPooled) watch.mark('poolWait')
}

function tellOpened(connection: SqlConnection, outcome: SqlOutcome, watch: Stopwatch): void {
  watch.opened(connection)
  outcome.sentBytes += connection.sentBytes
  outcome.receivedBytes += connection.receivedBytes
}

async function runStatements(
  { call, named, connection }: { call: RunCall; named: NamedConnection; connection: SqlConnection },
  outcome: SqlOutcome,
  watch: Stopwatch,
): Promise<void> {
  const { statement, limits, timeoutMs } = call
  const { driver, options } = named.target
  const table = new ResultTable(limits)
  const { sentBytes, receivedBytes } = connection
  let hasRows = false
  const sink = {
    table,
    onFirstRow() {
      hasRows = true
      watch.mark('execute')
    },
  }
  try {
    for (const each of statementsOf(statement, driver, options.driver)) {
      if (each.readsBack === true) table.giveBack(await readBack(connection, each, call))
      else await connection.run(each, sink, timeoutMs)
    }
    if (driver === 'postgresql') table.findBack(backNames(statement))
    outcome.table = table
    if (statement.kind === 'begin') connection.isInTransaction = true
    if (statement.kind === 'commit' || statement.kind === 'rollback') connection.isInTransaction = false
  } finally {
    watch.mark(hasRows ? 'fetch' : 'execute')
    outcome.sentBytes += connection.sentBytes - sentBytes
    outcome.receivedBytes += connection.receivedBytes - receivedBytes
  }
}

/** The row of what a procedure has given back. */
async function readBack(
  connection: SqlConnection,
  statement: Statement,
  { limits, timeoutMs }: RunCall,
): Promise<ResultTable> {
  const row = new ResultTable({ ...limits, maxRows: Math.min(1, limits.maxRows) })
  await connection.run(statement, { table: row, onFirstRow: () => undefined }, timeoutMs)
  return row
}
