/** The log of a run: its events and the output of its scripts in one chronological list; pure. */
import type { LogLine, RunEvent } from '@pone/contract/entities/run.ts'
import { instantText } from '@pone/contract/instant-text.ts'

export const logKinds = ['state', 'load', 'sla', 'machine', 'report', 'monitoring', 'script'] as const
export type LogKind = (typeof logKinds)[number]
export type LogLevel = LogLine['level']

export interface LogEntry {
  readonly at: number
  readonly kind: LogKind
  readonly level: LogLevel
  /** '' when it does not concern a single machine. */
  readonly machine: string
  readonly source: string
  readonly text: string
}

const kindOf: Record<RunEvent['kind'], LogKind> = {
  stateChanged: 'state',
  stopRequested: 'state',
  loadChanged: 'load',
  levelHeld: 'load',
  levelBroken: 'load',
  loadHeld: 'load',
  roundsEnded: 'load',
  rowsRepeated: 'load',
  slaBroken: 'sla',
  machinesAwaited: 'machine',
  machinePrepared: 'machine',
  machineStarted: 'machine',
  machineReturned: 'machine',
  machineLost: 'machine',
  machineBack: 'machine',
  shareMoved: 'machine',
  shareNotMoved: 'machine',
  shareEndedEarly: 'machine',
  workerLost: 'machine',
  generatorOverloaded: 'machine',
  reportMade: 'report',
  monitoringStarted: 'monitoring',
  monitoringFailed: 'monitoring',
  resultsAwaited: 'machine',
  resultsLate: 'machine',
}
const levelOf = { failed: 'error', warning: 'warn', running: 'info', off: 'info', passed: 'info' } as const

const machineOf = ({ params }: RunEvent): string => String(params['machine'] ?? params['from'] ?? '')

/** Events and lines, oldest first. `eventText` and `eventTone` give the text and severity of an event. */
export function logEntries(
  { events, log }: { readonly events: readonly RunEvent[]; readonly log: readonly LogLine[] },
  say: {
    readonly eventText: (event: RunEvent) => string
    readonly eventTone: (event: RunEvent) => keyof typeof levelOf
    readonly lineText: (message: string) => string
  },
): LogEntry[] {
  const happened = events.map(event => ({
    at: event.at,
    kind: kindOf[event.kind],
    level: levelOf[say.eventTone(event)],
    machine: machineOf(event),
    source: '',
    text: say.eventText(event),
  }))
  const written = log.map(line => ({
    at: line.at,
    kind: 'script' as const,
    level: line.level,
    machine: line.machine ?? '',
    source: line.source,
    text: say.lineText(line.message),
  }))
  return [...happened, ...written].toSorted((a, b) => a.at - b.at)
}

export interface LogFilter {
  /** Empty: all. */
  readonly kinds: readonly LogKind[]
  /** This level and more severe ones. */
  readonly level: LogLevel | 'all'
  /** '': all; with a machine, entries without one are excluded. */
  readonly machine: string
  readonly search: string
  /** Epoch ms, both ends included; null: open. */
  readonly from: number | null
  readonly to: number | null
}

const weight: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

export function filterLog(entries: readonly LogEntry[], filter: LogFilter): LogEntry[] {
  const least = filter.level === 'all' ? 0 : weight[filter.level]
  const wanted = filter.search.trim().toLowerCase()
  return entries.filter(
    ({ at, kind, level, machine, source, text }) =>
      (filter.kinds.length === 0 || filter.kinds.includes(kind)) &&
      weight[level] >= least &&
      (filter.machine === '' || machine === filter.machine) &&
      (filter.from === null || at >= filter.from) &&
      (filter.to === null || at <= filter.to) &&
      (wanted === '' || `${machine} ${source} ${text}`.toLowerCase().includes(wanted)),
  )
}

/** As a text file: a line per entry, its time with the zone. */
export const logText = (entries: readonly LogEntry[], timeZone?: string): string =>
  entries
    .map(({ at, kind, level, machine, source, text }) => {
      const where = [machine === '' ? '' : `[${machine}] `, source === '' ? '' : `${source}: `].join('')
      return `${instantText(at, timeZone)} ${level.toUpperCase()} ${kind} ${where}${text}\n`
    })
    .join('')
