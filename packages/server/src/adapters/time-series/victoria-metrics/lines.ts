/** Rows → lines of JSON as VictoriaMetrics imports them, and which series the lines of an export are about. Pure. */
import type { ExportedLine } from '../codec/export-lines.ts'
import type { SampleRow, SeriesLayout } from '../time-series.ts'

/** Number of the series, by which it is found again; with the monitor, as several installations may share a storage. */
export const seriesLabel = 'pone_series'
export const monitorLabel = 'pone_monitor'
export const projectLabel = 'pone_project'
const sectionLabel = 'pone_section'
/** Time between two slots, ms: another one makes another series of VictoriaMetrics. */
const cadenceLabel = 'pone_cadence_ms'
/** VictoriaMetrics keeps 30 labels of a series by default. */
const maxOwnLabels = 20

export interface ImportedRow {
  readonly sample: SampleRow
  /** Number of the series of each value. */
  readonly series: Int32Array
}

/** Values that are not known are left out. '' if none is known. */
export function importLines(rows: readonly ImportedRow[]): string {
  const lines: string[] = []
  for (const [layout, group] of Map.groupBy(rows, row => row.sample.layout)) {
    for (let index = 0; index < layout.series.length; index += 1) {
      const values: number[] = []
      const timestamps: number[] = []
      for (const { sample } of group) {
        const value = sample.values[index] ?? Number.NaN
        if (Number.isNaN(value)) continue
        values.push(value)
        timestamps.push(sample.slotMs)
      }
      if (values.length === 0) continue
      const metric = metricOf(layout, index, group[0]?.series[index] ?? 0)
      lines.push(
        `{"metric":${metric},"values":[${values.join(',')}],"timestamps":[${timestamps.join(',')}]}\n`,
      )
    }
  }
  return lines.join('')
}

/** The labels of a series as people find them in other programs, and those by which Pone finds it. */
function metricOf(layout: SeriesLayout, index: number, series: number): string {
  const { counter = '', labels = {} } = layout.series[index] ?? {}
  const own = Object.entries(labels).filter(([name]) => name !== '__name__' && !name.startsWith('pone_'))
  return JSON.stringify({
    ...Object.fromEntries(own.slice(0, maxOwnLabels)),
    __name__: counter,
    [projectLabel]: layout.projectId,
    [monitorLabel]: layout.monitorId,
    [sectionLabel]: layout.section,
    [seriesLabel]: String(series),
    [cadenceLabel]: String(layout.cadenceMs),
  })
}

/** A line of an export, and which series it is about. */
export interface IdentifiedLine extends ExportedLine {
  readonly series: number
}

const newline = 10

/** Which series each line of an export is about; the samples themselves are read by `samplesOfLines`. */
export function exportedLines(content: Buffer): IdentifiedLine[] {
  const lines: IdentifiedLine[] = []
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf(newline, start)
    const end = found === -1 ? content.length : found
    const bytes = content.subarray(start, end)
    start = end + 1
    const labelsEnd = bytes.indexOf('},"values"')
    if (labelsEnd === -1) continue
    const { metric } = JSON.parse(`${String(bytes.subarray(0, labelsEnd))}}}`) as MetricLine
    lines.push({ ...identityOf(metric), bytes })
  }
  return lines
}

/** As VictoriaMetrics documents its format. */
interface MetricLine {
  readonly metric: Readonly<Record<string, string>>
}

export const identityOf = (metric: Readonly<Record<string, string>>) => ({
  series: Number(metric[seriesLabel]),
  cadenceMs: Number(metric[cadenceLabel]),
})
