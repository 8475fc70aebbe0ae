/** Which log lines a person wants to see; pure. */
import type { LogLine } from '@pone/contract/entities/run.ts'

export type LogLevel = LogLine['level']
const weight: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Lines of this level and above that hold the text, ignoring case. */
export function filterLog(lines: readonly LogLine[], level: LogLevel | 'all', search: string): LogLine[] {
  const least = level === 'all' ? 0 : weight[level]
  const wanted = search.trim().toLowerCase()
  return lines.filter(
    line =>
      weight[line.level] >= least &&
      (wanted === '' || `${line.source} ${line.message}`.toLowerCase().includes(wanted)),
  )
}
