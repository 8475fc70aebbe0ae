/** A virtual user: its variables, parameter rows, cookies and connections; iteration.ts runs its iterations. */

import { setImmediate } from 'node:timers/promises'
import { toldCause } from '@pone/contract/told-cause.ts'
import { UserNetwork } from '@pone/protocols/connect/user-network.ts'
import type { OperationContext, Outcome, Scope, Session } from '@pone/protocols/protocol.ts'
import type { AnswerView } from './answer-view.ts'
import type { ComponentOf } from './compiled-component.ts'
import type { Environment } from './environment.ts'
import { type Cursor, newCursor, type ParameterPool } from './parameters/parameter-pool.ts'

/** Maximum time that a user waits for requested rows: as long as a server may take to restart. */
export const rowWaitMs = 60_000

export class VirtualUser implements Scope {
  readonly index: number
  readonly component: ComponentOf<VirtualUser>
  readonly environment: Environment
  readonly variables = new Map<string, string>()
  readonly counters: Scope['counters']
  /** The last response, kept only for scripts. */
  lastResponse: AnswerView | null = null
  iteration = 0
  /** Why a step ended the test. */
  stopReason = ''
  /** Failed requests and steps since the user began. */
  failures = 0
  /** Think time and other pauses since the user began, ms. */
  pausedMs = 0
  /** Counts yields to the event loop: responses, pauses. */
  turns = 0
  /** In its first iteration, or in any where threads are not reused. */
  isNewPerson = true
  /** State of steps for this user, by step id. */
  readonly marks = new Map<string, number>()
  /** Set when the load falls: the user ends with its iteration, pauses are cut. */
  isRetiring = false
  /** Set when the user's time is over: it ends with its running request. */
  hasToHalt = false
  /** The parameter whose rows are used up, so that the user must end; null while there is none. */
  usedUp: ParameterPool | null = null
  readonly #cursors: Cursor[]
  /** By index of the component's protocols; opened on first use. */
  readonly #sessions: (Session | undefined)[] = []
  #network: UserNetwork | null = null
  #wake: (() => void) | null = null

  constructor(index: number, component: ComponentOf<VirtualUser>, environment: Environment) {
    this.index = index
    this.component = component
    this.environment = environment
    this.counters = { own: 0, shared: environment.sharedCounter }
    this.#cursors = component.pools.map(newCursor)
  }

  get properties(): Scope['properties'] {
    return { ...this.environment.properties, component: this.component.name }
  }

  /** The run stops, or the driver of the user has ended: nothing new may start. */
  get mustHalt(): boolean {
    return this.environment.isStopping || this.hasToHalt
  }

  valueOf(name: string): string | undefined {
    const own = this.variables.get(name)
    if (own !== undefined) return own
    const place = this.component.columns.get(name)
    if (place === undefined) return undefined
    const cursor = this.#cursors[place.pool]
    const pool = this.component.pools[place.pool]
    if (cursor === undefined || pool === undefined) return undefined
    const value = pool.valueOf(cursor, place.column, this)
    if (value !== undefined || pool.parameter.update !== 'occurrence' || !pool.isUsedUp) return value
    // The user ends before the text is used.
    this.usedUp ??= pool
    return ''
  }

  /** Every variable with its present value; does not take new parameter values. */
  snapshot(): Record<string, string> {
    const values: Record<string, string> = {}
    for (const [name, { pool, column }] of this.component.columns) {
      const cursor = this.#cursors[pool]
      if (cursor === undefined || cursor.row < 0) continue
      cursor.fields ??= this.component.pools[pool]?.source.read(cursor.row, this) ?? []
      values[name] = cursor.fields[column] ?? ''
    }
    return { ...values, ...Object.fromEntries(this.variables) }
  }

  /** Takes the values of the next iteration, as a new user without kept state if requested; false when a parameter has no row left. */
  beginIteration(isNewPerson: boolean): boolean {
    this.iteration++
    this.isNewPerson = isNewPerson
    for (const session of this.#sessions) session?.beginIteration(isNewPerson)
    if (!isNewPerson) return this.#advance('iteration')
    this.variables.clear()
    this.lastResponse = null
    if (!this.#advance('once') || !this.#advance('iteration')) return false
    for (const { name, value } of this.component.variables) this.variables.set(name, value.evaluate(this))
    return true
  }

  /**
   * Whether rows that the user may take next have not arrived yet; reserves those that have. To be called before
   * an iteration (`isBeginning`) and before each pass of a loop.
   */
  lacksRows(isBeginning: boolean): boolean {
    const { waitedPools } = this.component
    for (const position of waitedPools) if (!this.#hasRows(position, isBeginning)) return true
    return false
  }

  /** Waits for them, less when the user retires or the run stops; after the time limit it continues without them. */
  async awaitRows(isBeginning: boolean): Promise<void> {
    const { clock, observer } = this.environment
    const deadlineMs = clock.elapsedMs() + rowWaitMs
    for (const position of this.component.waitedPools) {
      const leased = this.component.pools[position]?.leased
      while (!this.#hasRows(position, isBeginning) && !this.isRetiring && !this.mustHalt) {
        const restMs = deadlineMs - clock.elapsedMs()
        const stopWaiting = leased?.await(this)
        if (restMs > 0) await this.pause(restMs)
        else if (leased?.giveUp() === true) {
          observer.log('warn', this.component.name, toldCause('noUniqueRowsForUser'))
        }
        stopWaiting?.()
      }
    }
  }

  /** Releases its rows and closes its connections. */
  end(): void {
    for (const [pool, cursor] of this.#cursors.entries()) this.component.pools[pool]?.release(cursor)
    for (const session of this.#sessions) session?.close()
  }

  /** The user's session of a protocol of its component. */
  session(slot: number): Session {
    return (this.#sessions[slot] ??= this.#openSession(slot))
  }

  #openSession(slot: number): Session {
    const { index, environment, component } = this
    this.#network ??= new UserNetwork(index)
    return component.protocols.openSession(slot, {
      index,
      wire: environment.wire,
      network: this.#network,
      push: (operation, outcome) => this.#push(operation, outcome),
      measure: (operation, index, value) => this.#measure(operation, index, value),
    })
  }

  /** Counts a message that arrived unrequested under the label that its step has for it. */
  #push(operation: OperationContext, outcome: Outcome): void {
    const step = this.component.pushedSteps.get(operation.stepId)
    if (step !== undefined) this.environment.observer.request(this, step, outcome, null, null)
  }

  /** Counts a value of the protocol's metric under the label of the step. */
  #measure({ stepId }: OperationContext, index: number, value: number): void {
    const step = this.component.requestSteps.get(stepId)
    const metric = step?.protocol.metrics[index]
    if (step !== undefined && metric !== undefined) this.environment.observer.metric(step, metric, value)
  }

  /** Waits that many ms, less when the user retires or the run stops. */
  pause(durationMs: number): Promise<void> {
    const limitMs = this.environment.pauseLimitMs
    const ms = limitMs === null ? durationMs : Math.min(durationMs, limitMs)
    if (this.isRetiring || this.environment.isStopping) return Promise.resolve()
    const beganMs = this.environment.clock.elapsedMs()
    return new Promise(resolve => {
      const finish = () => {
        clearTimeout(timer)
        this.#wake = null
        this.turns++
        this.pausedMs += this.environment.clock.elapsedMs() - beganMs
        resolve()
      }
      const timer = setTimeout(finish, ms)
      this.#wake = finish
    })
  }

  /** Ends a running pause. */
  wake(): void {
    this.#wake?.()
  }

  /** Yields to the event loop, for work that did not wait for anything. */
  yieldTurn(): Promise<void> {
    this.turns++
    return setImmediate()
  }

  #hasRows(position: number, isBeginning: boolean): boolean {
    const pool = this.component.pools[position]
    const cursor = this.#cursors[position]
    if (pool === undefined || cursor === undefined) return true
    const { update } = pool.parameter
    const { reuseThreads } = this.component.document.threadGroup
    if (update === 'iteration' && !isBeginning) return true
    if (update === 'once' && (!isBeginning || (this.iteration > 0 && reuseThreads))) return true
    return pool.secure(cursor)
  }

  #advance(update: 'once' | 'iteration'): boolean {
    for (const [position, pool] of this.component.pools.entries()) {
      const cursor = this.#cursors[position]
      if (pool.parameter.update !== update || cursor === undefined) continue
      for (const name of pool.source.columns) this.variables.delete(name)
      if (pool.advance(cursor)) continue
      this.usedUp ??= pool
      return false
    }
    return true
  }
}
