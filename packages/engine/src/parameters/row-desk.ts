/** Requests the unique rows of a worker: keeps its requests apart, sends them, and passes the answers to the parameters that asked. */
import type { RowGrant, RowRequest } from '@pone/contract/link/coordination.ts'
import { RowLeases } from '../coordination/row-leases.ts'
import { LeasedRows } from './leased-rows.ts'

/** A request of a worker, without the worker's id, which is added later. */
export type RowAsk = Omit<RowRequest, 'workerId'>
/** The answer, likewise. */
export type RowAnswer = Omit<RowGrant, 'workerId'>

/** Number of blocks that a worker's fair part of the rows is divided into. */
const blocksPerShare = 20

/** A parameter whose rows are requested. */
export interface RowsWanted {
  /** Identifies the parameter within the plan, the same way on all machines. */
  readonly key: string
  readonly rowCount: number
  /** Users of the worker that may hold a row each. */
  readonly users: number
  /** The worker's part of the run, 0 to 1. */
  readonly share01: number
  readonly isReusable: boolean
  readonly asksAhead: boolean
}

interface Opened {
  readonly rows: LeasedRows
  /** Number of the last request. */
  asked: number
  /** Number of the last request that was answered. */
  answered: number
}

export class RowDesk {
  readonly #send: (ask: RowAsk) => void
  readonly #opened = new Map<string, Opened>()
  #onReady: (() => void) | null = null

  /** `send` is called with requests; each must be answered by `receive`. */
  constructor(send: (ask: RowAsk) => void) {
    this.#send = send
  }

  /** Requests the first rows of a parameter immediately. */
  open({ key, rowCount, users, share01, isReusable, asksAhead }: RowsWanted): LeasedRows {
    const opened: Opened = {
      rows: new LeasedRows({
        rowCount,
        block: blockOf({ rowCount, users, share01 }),
        asksAhead,
        ask: size => this.#send({ key, request: ++opened.asked, rowCount, size, isReusable }),
      }),
      asked: 0,
      answered: 0,
    }
    this.#opened.set(key, opened)
    opened.rows.begin()
    return opened.rows
  }

  /** Processes an answer; a repeated one changes nothing. */
  receive({ key, request, from, to, isLast }: RowAnswer): void {
    const opened = this.#opened.get(key)
    if (opened === undefined || request !== opened.asked || request <= opened.answered) return
    opened.answered = request
    opened.rows.grant(from, to, isLast)
    if (this.#isReady) this.#onReady?.()
  }

  /** Resolves when the first rows of all parameters have arrived; never when they do not arrive. */
  ready(): Promise<void> {
    if (this.#isReady) return Promise.resolve()
    return new Promise(resolve => {
      this.#onReady = resolve
    })
  }

  get #isReady(): boolean {
    return [...this.#opened.values()].every(({ rows }) => rows.isReady)
  }
}

/** The rows of a process that shares them with no other. */
export function rowDeskAlone(): RowDesk {
  const leases = new RowLeases()
  const desk: RowDesk = new RowDesk(ask => desk.receive(leases.grant({ ...ask, workerId: '' }).grant))
  return desk
}

/** Size of a worker's request: a row for each of its users as long as that is fair, and a small part of the whole. */
export function blockOf({
  rowCount,
  users,
  share01,
}: Pick<RowsWanted, 'rowCount' | 'users' | 'share01'>): number {
  const own = rowCount * share01
  return Math.max(1, Math.min(Math.ceil(users), Math.ceil(own)), Math.ceil(own / blocksPerShare))
}
