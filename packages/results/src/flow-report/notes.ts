/** What is to be said of the monitors of a session besides charts and events. Pure. */
import { type FlowContent, maxFlowGaps } from '@pone/contract/entities/flow-report.ts'
import type { MonitoringNote } from '@pone/contract/entities/run-monitoring.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import { minClockOffsetMs } from '../monitoring/notes.ts'
import { flowTexts } from './texts.ts'

/** `seesRuns`: whether the load tests of the session are told to whoever reads the report. */
export function flowNotes(
  { monitoring, statistics }: FlowContent,
  { seesRuns }: { readonly seesRuns: boolean },
): MonitoringNote[] {
  const { monitors, series, omitted } = monitoring
  const notes: MonitoringNote[] = []
  const add = (name: string, text: Bilingual, isProblem: boolean) => notes.push({ name, text, isProblem })
  for (const { id, name, isDeleted, clockOffsetMs, collector } of monitors) {
    const most = Math.max(
      0,
      ...series.flatMap((each, at) => (each.monitorId === id ? [statistics[at]?.n ?? 0] : [])),
    )
    if (isDeleted && most === 0) add(name, flowTexts['note.deleted'], true)
    else if (most === 0) add(name, flowTexts['note.noData'], true)
    else if (most === 1) add(name, flowTexts['note.fewSamples'], false)
    const own = monitoring.gaps.filter(gap => gap.monitorId === id)
    if (own.length >= maxFlowGaps) {
      const at = formatClock(Math.min(...own.map(({ fromMs }) => fromMs)) / 1_000)
      add(name, filled(flowTexts['note.gaps'], { count: maxFlowGaps, at }), true)
    }
    if (clockOffsetMs !== null && Math.abs(clockOffsetMs) >= minClockOffsetMs)
      add(
        name,
        filled(flowTexts['note.clock'], { machine: collector, offset: Math.round(clockOffsetMs) }),
        false,
      )
  }
  if (!seesRuns) add('', flowTexts['note.noRuns'], false)
  if (omitted > 0) add('', filled(flowTexts['note.omitted'], { count: omitted }), false)
  return notes
}
