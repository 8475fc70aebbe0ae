/** What is said of a chart of a group besides its curves: gaps with their causes, and what is not shown; pure. */
import { maxGroupChartSeries } from '@pone/contract/entities/chart-group.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { Translate } from '../../../../lib/i18n.ts'
import { alertBands } from '../../../../ui/alerts/alert-marks.ts'
import type { ChartBand } from '../../../../ui/chart/time-series.ts'
import { isOf } from '../../info/chart-model.ts'
import { problemText } from '../../shared/problem-text.ts'
import type { Board } from './board-context.ts'
import type { ChartAnswer, GroupChartLines } from './chart-lines.ts'
import type { ResolvedChart } from './resolve.ts'

/** What the chart does not show, and why. */
export const notesOf = (
  lines: GroupChartLines,
  { figures: { omitted } }: ChartAnswer,
  t: Translate,
): string[] =>
  [
    lines.deleted.length > 0 && t('chartGroup.deleted', { names: lines.deleted.join(', ') }),
    lines.series.length === 0 && lines.deleted.length === 0 && t('chartGroup.noData'),
    omitted > 0 && t('chartGroup.omitted', { shown: maxGroupChartSeries, count: omitted }),
    lines.otherUnit > 0 && t('chartGroup.otherUnit', { count: lines.otherUnit }),
  ].filter(note => note !== false)

/** Load tests, incidents of the monitors that the chart shows, and gaps. */
export const bandsOf = (
  resolved: ResolvedChart,
  answer: ChartAnswer,
  { board, t, language }: { readonly board: Board; readonly t: Translate; readonly language: Language },
): ChartBand[] => [
  ...board.runs.bands,
  ...alertBands(board.alerts, {
    monitorIds: new Set(resolved.counters.map(({ monitorId }) => monitorId)),
    zero: 0,
    t,
  }),
  ...gapBands(resolved, answer, { t, language }),
]

/** Gaps of the sections that the chart shows; of several monitors with the name of the one that has it. */
function gapBands(
  resolved: ResolvedChart,
  { gaps, monitors, to }: ChartAnswer,
  { t, language }: { readonly t: Translate; readonly language: Language },
): ChartBand[] {
  const names = new Map(monitors.map(({ id, name }) => [id, name]))
  const sections = Map.groupBy(resolved.counters, ({ monitorId }) => monitorId)
  return gaps
    .filter(gap =>
      isOf(
        gap,
        (sections.get(gap.monitorId) ?? []).map(({ section }) => section),
      ),
    )
    .map(gap => {
      const cause = problemText(gap, language)
      const monitor = names.get(gap.monitorId) ?? ''
      return {
        from: gap.from / 1_000,
        to: (gap.until ?? to) / 1_000,
        label: names.size > 1 ? t('chartGroup.gap', { monitor, cause }) : cause,
        tone: gap.cause === 'stopped' ? 'off' : gap.cause === 'overrun' ? 'warning' : 'failed',
      }
    })
}
