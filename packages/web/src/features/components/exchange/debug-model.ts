/** The events of a standalone execution so far, grouped for the dock: exchanges on a time axis, transactions, variables, log. Pure. */
import type { DebugEvent, FaultPlace } from '@pone/contract/link/debug.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'

import { timeAxis } from './waterfall.ts'

type EventOf<K extends DebugEvent['kind']> = Extract<DebugEvent, { kind: K }>

/** An exchange with its number in order of arrival. */
export interface ExchangeRow extends EventOf<'exchange'> {
  readonly number: number
  readonly passed: boolean
}

/** A line of the log, with the step that it reports a fault of. */
export interface LogRow {
  readonly line: EventOf<'log'>['line']
  readonly fault: FaultPlace | null
}

export interface DebugRun {
  readonly debugId: string
  /** `starting` until the server has returned an id. */
  readonly state: 'starting' | 'running' | 'stopping' | 'ended'
  /** The document that is executed; null for a test plan in the engine's own format. */
  readonly ran: ComponentDocument | null
  readonly eventCount: number
  readonly exchanges: readonly ExchangeRow[]
  readonly transactions: readonly EventOf<'transaction'>[]
  readonly variables: readonly EventOf<'variables'>[]
  readonly log: readonly LogRow[]
  readonly ended: EventOf<'ended'> | null
}

/** Beyond this number the oldest are dropped, which bounds the memory that a long execution takes in the browser. */
const maxKeptExchanges = 3_000

export function startingRun(ran: ComponentDocument | null = null): DebugRun {
  return {
    ran,
    debugId: '',
    state: 'starting',
    eventCount: 0,
    exchanges: [],
    transactions: [],
    variables: [],
    log: [],
    ended: null,
  }
}

/** The run after a failure outside the load machine: it could not be started, or it no longer exists on the server. */
export const failedRun = (run: DebugRun, detail: string): DebugRun => ({
  ...run,
  state: 'ended',
  ended: run.ended ?? { kind: 'ended', cause: 'failed', detail },
})

/** Whether the run can be stopped: the server has confirmed it and it has not ended. */
export const isStoppable = (run: DebugRun | null): run is DebugRun =>
  run !== null && run.debugId !== '' && run.state !== 'ended'

/** Whether anything of it can be shown: a result, or why there is none. */
export const hasResults = (run: DebugRun): boolean =>
  run.ended !== null || run.exchanges.length + run.transactions.length + run.log.length > 0

export const failedCount = (run: DebugRun): number => run.exchanges.filter(row => !row.passed).length

/** Whether the exchange counts as passed: it succeeded and every checkpoint passed. */
function hasPassed(event: EventOf<'exchange'>): boolean {
  return event.exchange.error === null && event.exchange.checkpoints.every(check => check.passed)
}

/** The run after more events; the first `run.eventCount - from` of them have been processed already. */
export function withEvents(run: DebugRun, events: readonly DebugEvent[], from = run.eventCount): DebugRun {
  const fresh = events.slice(Math.max(0, run.eventCount - from))
  if (fresh.length === 0) return run
  const exchanges = [...run.exchanges]
  const transactions = [...run.transactions]
  const variables = [...run.variables]
  const log = [...run.log]
  let ended = run.ended
  for (const event of fresh) {
    if (event.kind === 'exchange')
      exchanges.push({ ...event, number: (exchanges.at(-1)?.number ?? 0) + 1, passed: hasPassed(event) })
    else if (event.kind === 'transaction') transactions.push(event)
    else if (event.kind === 'variables') variables.push(event)
    else if (event.kind === 'log') log.push({ line: event.line, fault: event.fault ?? null })
    else ended = event
  }
  return {
    ...run,
    state: ended ? 'ended' : run.state,
    eventCount: run.eventCount + fresh.length,
    exchanges: exchanges.slice(-maxKeptExchanges),
    transactions: transactions.slice(-maxKeptExchanges),
    variables: variables.slice(-maxKeptExchanges),
    log: log.slice(-maxKeptExchanges),
    ended,
  }
}

/** The latest value of every variable: from the end of the last iteration, then from the values extracted by requests since. */
export function latestValues(run: DebugRun | null): Record<string, string> {
  if (!run) return {}
  const values = Object.assign({}, ...run.variables.map(event => event.values)) as Record<string, string>
  const finished = new Set(run.variables.map(event => `${event.user}:${event.iteration}`))
  for (const { user, iteration, exchange } of run.exchanges) {
    if (finished.has(`${user}:${iteration}`)) continue
    for (const { variable, value } of exchange.extracted) values[variable] = value
  }
  return values
}

/** How long it took. */
export interface DebugTimes {
  /** Sum of the durations of all requests, ms; more than what elapsed where requests ran at the same time. */
  readonly totalMs: number
  /** From the start of the users to their end, think time included, ms. */
  readonly elapsedMs: number
  /** The load machine reported only requests: from the start of the first to the end of the last one. */
  readonly isOfRequests: boolean
}

/** Null without any time to show. */
export function timesOf(run: DebugRun): DebugTimes | null {
  const { exchanges, ended } = run
  const reported = ended?.elapsedMs
  if (exchanges.length === 0 && reported === undefined) return null
  const spans = exchanges.map(row => row.exchange)
  return {
    totalMs: spans.reduce((sum, { durationMs }) => sum + durationMs, 0),
    elapsedMs: reported ?? timeAxis(spans).lengthMs,
    isOfRequests: reported === undefined,
  }
}

/** Whether the exchanges come from several users or iterations, so that each has to show its own. */
export const hasManyUsers = (rows: readonly ExchangeRow[]): boolean =>
  new Set(rows.map(({ user, iteration }) => `${user}:${iteration}`)).size > 1

/** The label without the method, which is shown before it. */
export const titleOf = ({ label, method }: ExchangeRow['exchange']): string =>
  label.startsWith(`${method} `) ? label.slice(method.length + 1) : label

export interface ExchangeFilter {
  readonly text: string
  readonly failedOnly: boolean
}

/** The exchanges that match a filter: text in name, address, status or bodies, and optionally failed ones only. */
export function filterExchanges(
  rows: readonly ExchangeRow[],
  filter: ExchangeFilter,
): readonly ExchangeRow[] {
  const wanted = filter.text.trim().toLowerCase()
  if (wanted === '' && !filter.failedOnly) return rows
  return rows.filter(row => {
    if (filter.failedOnly && row.passed) return false
    const { label, method, url, status, requestBody, responseBody } = row.exchange
    return [label, method, url, String(status ?? ''), requestBody, responseBody].some(part =>
      part.toLowerCase().includes(wanted),
    )
  })
}
