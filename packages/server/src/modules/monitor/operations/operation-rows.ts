/** Reads slow operations from the table of a section, and decides which of their counters are stored. Pure. */
import { createHash } from 'node:crypto'
import type { MonitorSection, MonitorType, SlowOperationSource } from '@pone/monitors/type.ts'
import type { TableNote } from '../intake.repository.ts'

/** Operations whose counters are stored per collection: those with the longest time since the one before. */
export const maxStoredPerCollection = 30

export interface OperationCounters {
  readonly calls: number
  readonly totalMs: number
  readonly maxMs: number | null
  readonly rows: number | null
  readonly countedSince: string
}

interface OperationName {
  readonly key: string
  readonly labels: Readonly<Record<string, string>>
  readonly text: string
  readonly database: string
  readonly account: string
}

export type OperationTotals = OperationName & OperationCounters

export interface OperationEntry {
  readonly operation: OperationName
  readonly entry: string
  readonly at: number
  readonly durationMs: number
  readonly rows: number | null
  readonly account: string
}

/** What a table holds; undefined where its section has no slow operations. */
/** `limit`: rows that such a table has at most. */
export type OperationTable = { readonly table: TableNote; readonly limit: number } & (
  | { readonly kind: 'totals'; readonly totals: readonly OperationTotals[] }
  | { readonly kind: 'entries'; readonly entries: readonly OperationEntry[] }
)

export function operationsIn(type: MonitorType, table: TableNote): OperationTable | undefined {
  const source = type.slowOperations.find(each => each.section === table.section)
  const section = type.sections.find(each => each.key === table.section)
  if (source === undefined || section === undefined) return undefined
  const rows = table.rows.map(cells => new Map(table.columns.map((column, at) => [column, cells[at] ?? ''])))
  const limit = section.rows?.limit ?? 0
  if (source.kind === 'totals')
    return { kind: 'totals', table, limit, totals: rows.flatMap(row => totalsOf(row, source, section)) }
  return { kind: 'entries', table, limit, entries: rows.flatMap(row => entryOf(row, source, section)) }
}

type Row = ReadonlyMap<string, string>
type Source<Kind> = Extract<SlowOperationSource, { kind: Kind }>

const textAt = (row: Row, column: string | undefined): string =>
  column === undefined ? '' : (row.get(column) ?? '')

/** null for what is no finite number from 0. */
function numberAt(row: Row, column: string | undefined): number | null {
  const text = textAt(row, column).trim()
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : null
}

const keyOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)

const labelsIn = (row: Row, section: MonitorSection): Record<string, string> =>
  Object.fromEntries((section.rows?.labels ?? []).map(label => [label, textAt(row, label)]))

function totalsOf(row: Row, source: Source<'totals'>, section: MonitorSection): OperationTotals[] {
  const calls = numberAt(row, source.calls)
  const totalMs = numberAt(row, source.totalMs)
  if (calls === null || totalMs === null) return []
  const labels = labelsIn(row, section)
  return [
    {
      key: keyOf(labels),
      labels,
      text: textAt(row, source.text),
      database: textAt(row, source.database),
      account: textAt(row, source.account),
      calls,
      totalMs,
      maxMs: numberAt(row, source.maxMs),
      rows: numberAt(row, source.rows),
      countedSince: textAt(row, source.countedSince).slice(0, 100),
    },
  ]
}

function entryOf(row: Row, source: Source<'entries'>, section: MonitorSection): OperationEntry[] {
  const durationMs = numberAt(row, source.durationMs)
  const at = instantOf(textAt(row, source.at))
  if (durationMs === null || at === null) return []
  const labels = labelsIn(row, section)
  const text = textAt(row, source.text)
  const database = textAt(row, source.database)
  return [
    {
      // Of several entries the labels of the newest are kept, so that its statement can be found again.
      operation: { key: keyOf(text, database), labels, text, database, account: '' },
      entry: Object.values(labels).join(' ').slice(0, 500),
      at,
      durationMs,
      rows: numberAt(row, source.rows),
      account: textAt(row, source.account).slice(0, 200),
    },
  ]
}

function instantOf(text: string): number | null {
  const at = /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text)) : Date.parse(text)
  return Number.isFinite(at) && at >= 0 ? at : null
}

/** Newest counters of an operation that is stored. */
export interface KnownOperation extends OperationCounters {
  readonly id: number
  readonly key: string
  readonly lastAt: number
  /** Of its newest stored counters; 0: none. */
  readonly lastPointAt: number
}

export interface CounterPoint extends OperationCounters {
  readonly key: string
  readonly at: number
}

/** Whether the target has begun to count anew in between. */
export const isRestart = (before: OperationCounters, after: OperationCounters): boolean =>
  before.countedSince !== after.countedSince || after.calls < before.calls || after.totalMs < before.totalMs

/**
 * Counters that are worth storing: of the operations that ran longest since the collection before. Each has its counters of
 * that collection too, unless they are stored, so that nothing is spread over the time in which it did not run.
 */
export function pointsToStore(
  totals: readonly OperationTotals[],
  known: ReadonlyMap<string, KnownOperation>,
  { at, previous }: { readonly at: number; readonly previous: { at: number; wasFull: boolean } | undefined },
): CounterPoint[] {
  const grown = totals.flatMap((now): Grown[] => {
    const before = known.get(now.key)
    if (before === undefined) return previous === undefined ? [] : [{ now, before, grewMs: now.totalMs }]
    if (before.calls === now.calls && !isRestart(before, now)) return []
    return [{ now, before, grewMs: isRestart(before, now) ? now.totalMs : now.totalMs - before.totalMs }]
  })
  const top = grown.toSorted((a, b) => b.grewMs - a.grewMs).slice(0, maxStoredPerCollection)
  return top.flatMap(({ now, before }) => {
    const point = { ...countersOf(now), key: now.key, at }
    if (before !== undefined)
      return before.lastPointAt < before.lastAt
        ? [{ ...countersOf(before), key: now.key, at: before.lastAt }, point]
        : [point]
    // A list that had room for it did not hold it: it had not run since the counting began.
    if (previous === undefined || previous.wasFull) return [point]
    const none = { calls: 0, totalMs: 0, maxMs: null, rows: now.rows === null ? null : 0 }
    return [{ ...none, countedSince: now.countedSince, key: now.key, at: previous.at }, point]
  })
}

interface Grown {
  readonly now: OperationTotals
  readonly before: KnownOperation | undefined
  readonly grewMs: number
}

const countersOf = ({ calls, totalMs, maxMs, rows, countedSince }: OperationCounters): OperationCounters => ({
  calls,
  totalMs,
  maxMs,
  rows,
  countedSince,
})
