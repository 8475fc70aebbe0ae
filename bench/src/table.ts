/** The result as a table for the terminal. */
import type { BenchResult, PeerFigures, Ratio, Unavailable } from './result.ts'

/** Lines of text, the aims at the end. */
export function tableOf(result: BenchResult): string {
  const rows = [
    [
      'generator',
      'requests/s',
      'Pone ÷ it',
      'CPU µs/request',
      'its CPU',
      'others’ CPU',
      'target CPU',
      'p50 ms',
      'p99 ms',
      'version',
    ],
  ]
  for (const [name, figures] of [['pone', result.pone] as const, ...Object.entries(result.peers)]) {
    rows.push(peerRow(name, figures))
  }
  const ratioRows = [
    ['figure', 'value', 'aim', 'reached'],
    ...result.ratios.map(ratio => [ratio.name, valueOf(ratio), aimOf(ratio), reachedOf(ratio)]),
  ]
  const warning = result.isQuiet ? '' : '\nOthers used the generators’ core: these figures say little.\n'
  return `${alignedRows(rows)}\n${alignedRows(ratioRows)}${warning}`
}

function peerRow(name: string, figures: PeerFigures | Unavailable): string[] {
  if (figures.status === 'unavailable') return [name, 'unavailable', figures.reason]
  const { percentilesMs } = figures
  return [
    name,
    figures.medianRequestsPerSecond.toLocaleString('en-US'),
    figures.throughputRatio === null ? '' : figures.throughputRatio.toFixed(2),
    figures.cpuUsPerRequest.toFixed(1),
    `${Math.round(figures.generatorCpu01 * 100)} %`,
    `${Math.round(figures.otherCpu01 * 100)} %`,
    `${Math.round(figures.targetCpu01 * 100)} %`,
    percentilesMs === null ? '' : percentilesMs.p50.toFixed(2),
    percentilesMs === null ? '' : percentilesMs.p99.toFixed(2),
    figures.version,
  ]
}

/** The value of a ratio with its unit. */
export const valueOf = ({ value, unit }: Ratio): string =>
  value === null
    ? 'not measured'
    : `${typeof value === 'number' ? value.toLocaleString('en-US', { maximumSignificantDigits: 5 }) : value ? 'yes' : 'no'} ${unit}`.trim()

/** The aim of a ratio as a comparison sign and a value. */
export function aimOf({ aim, unit }: Ratio): string {
  if (aim === null) return ''
  if (aim.kind === 'is') return aim.value === true ? 'yes' : String(aim.value)
  return `${aim.kind === 'atLeast' ? '≥' : '≤'} ${aim.value.toLocaleString('en-US')} ${unit}`.trim()
}

/** Whether a ratio reached its aim, as one word. */
export const reachedOf = ({ reached }: Ratio): string => (reached === null ? '' : reached ? 'yes' : 'no')

/** Rows in columns of equal width. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(
      row =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
