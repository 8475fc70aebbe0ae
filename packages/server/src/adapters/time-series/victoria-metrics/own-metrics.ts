/** What a VictoriaMetrics of one process tells of itself as Prometheus text: bytes on disk, and how long it keeps samples. Pure. */
import type { SeriesUse } from '@pone/contract/entities/monitor-retention.ts'

const daysOfUnit: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, y: 365, '': 31 }

/** What is not in the text is null. */
export function outsideUse(text: string): NonNullable<SeriesUse['outside']> {
  const sizes = [...text.matchAll(/^vm_data_size_bytes\{[^}]*\} (\d+(?:\.\d+)?(?:e\+?\d+)?)$/gm)]
  const period = /^flag\{name="retentionPeriod", value="(\d+(?:\.\d+)?)([hdwy]?)"/m.exec(text)
  const unit = daysOfUnit[period?.[2] ?? '']
  return {
    bytes: sizes.length === 0 ? null : Math.round(sizes.reduce((sum, [, size]) => sum + Number(size), 0)),
    // A number without a unit is months.
    keptDays: period === null || unit === undefined ? null : Number(period[1]) * unit,
  }
}
