/** Columns of the transaction table's CSV for the metrics that the run's protocols counted. */
import type { MetricRow } from '@pone/contract/entities/run-metrics.ts'
import { hasMetricUnit, type MetricColumn, metricColumns, metricNumber } from '@pone/metrics/metric-table.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { texts } from '../metrics/texts.ts'

interface CsvColumn extends Bilingual {
  /** The value of a label, of all of them for null; null where it has none. */
  readonly valueOf: (label: number | null) => number | null
}

/** Every figure of every metric is a column, named e.g. `Round trip: P95 (ms)`. */
export function metricCells(rows: readonly MetricRow[]): CsvColumn[] {
  return rows
    .filter(({ label }) => label === null)
    .flatMap(({ key, figures: { kind } }) => {
      const byLabel = new Map(rows.filter(row => row.key === key).map(row => [row.label?.index ?? null, row]))
      const { unit } = metricText(key)
      return metricColumns[kind].map(column => ({
        ...nameOf(key, column),
        valueOf: (label: number | null) => {
          const row = byLabel.get(label)
          return row === undefined ? null : metricNumber(row, column, unit)
        },
      }))
    })
}

function nameOf(key: string, column: MetricColumn): Bilingual {
  const { title, unit } = metricText(key)
  const { zh, en } = texts[`column.${column}`]
  const shown =
    column === 'percent'
      ? '%'
      : !hasMetricUnit(column)
        ? ''
        : unit === 'µs'
          ? 'ms'
          : unit === 'bytes'
            ? 'B'
            : ''
  return {
    zh: `${title.zh}：${zh}${shown === '' ? '' : `(${shown})`}`,
    en: `${title.en}: ${en}${shown === '' ? '' : ` (${shown})`}`,
  }
}
