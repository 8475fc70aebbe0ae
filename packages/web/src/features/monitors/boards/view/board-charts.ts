/** All charts of a group with their curves, also those out of view, for an exported file. */
import type { GroupChart } from '@pone/contract/entities/chart-group.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { spreadsheetField } from '@pone/schema/csv-field.ts'
import dayjs from 'dayjs'
import type { Board } from '../charts/board-context.ts'
import { type ChartAnswer, type GroupChartLines, groupChartLines, titleOf } from '../charts/chart-lines.ts'
import { type ResolvedChart, resolveChart } from '../charts/resolve.ts'
import { askedOf } from '../charts/use-chart-answers.ts'

/** Values of one CSV file: what is beyond makes tables that spreadsheets cannot open. */
export const maxCsvValues = 500_000

export interface ChartCurves {
  readonly resolved: ResolvedChart
  readonly answer: ChartAnswer
  readonly lines: GroupChartLines
}

export interface ExportedChart {
  readonly chart: GroupChart
  /** With the unit where the axis does not say it. */
  readonly title: string
  /** null: no monitor stands for its variables. */
  readonly curves: ChartCurves | null
}

/** In the given order. @throws ApiError */
export const exportedCharts = (
  charts: readonly GroupChart[],
  { resolving, answers }: Pick<Board, 'resolving' | 'answers'>,
  language: Language,
): Promise<ExportedChart[]> =>
  Promise.all(
    charts.map(async chart => {
      const { typeOf } = resolving
      const counters = chart.counters.map(each => ({ ...each, monitorId: '' }))
      const title = titleOf({ title: chart.title, counters }, typeOf, language)
      const resolved = resolveChart(chart, resolving)
      if (resolved.counters.length === 0) return { chart, title, curves: null }
      const answer = await answers.ask(askedOf(resolved))
      const lines = groupChartLines(resolved, answer, { typeOf, language })
      const { note } = lines.unit
      return {
        chart,
        title: note === '' ? title : `${title} (${note})`,
        curves: { resolved, answer, lines },
      }
    }),
  )

interface CsvTexts {
  readonly time: string
  /** Of charts that do not fit into the file. */
  readonly omitted: (count: number) => string
  readonly unitOf: (lines: GroupChartLines) => string
}

/** The charts one below the other, each with a column per curve; charts beyond `maxCsvValues` are counted in the last line. */
export function boardCsv(charts: readonly ExportedChart[], { time, omitted, unitOf }: CsvTexts): string {
  const rows: string[][] = []
  let values = 0
  let left = 0
  for (const { title, curves } of charts) {
    const { seconds = [], series = [] } = curves?.lines ?? {}
    if (values + seconds.length * series.length > maxCsvValues) {
      left += 1
      continue
    }
    values += seconds.length * series.length
    const unit = curves === null ? '' : unitOf(curves.lines)
    rows.push([unit === '' ? title : `${title} (${unit})`], [time, ...series.map(({ label }) => label)])
    for (const [at, second] of seconds.entries())
      rows.push([
        dayjs(second * 1_000).format('YYYY-MM-DD HH:mm:ss'),
        ...series.map(each => String(each.values[at] ?? '')),
      ])
    rows.push([])
  }
  if (left > 0) rows.push([omitted(left)])
  const text = rows.map(cells =>
    cells.map(cell => (isFigure(cell) ? cell : spreadsheetField(cell))).join(','),
  )
  return `\uFEFF${text.join('\r\n')}\r\n`
}

/** Negative numbers begin like formulas, and are none. */
const isFigure = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell))
